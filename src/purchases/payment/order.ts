/**
 * Creates the rows of a purchase in one statement, inside the transaction that settles its payment: the order, its lines, the new
 * subscriptions, the parcels and deliveries, and the customer's counters. Either the payment was in a state to settle from and all rows
 * exist, or none do.
 */

import { Prisma } from '../../../prisma/generated/client/client.ts'
import { keptPlan } from '../../db/kept-plan.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Charge } from '../../payments/gateway.ts'
import { advance, dayOfMonth } from '../../values/calendar.ts'
import { storedText, withIds } from '../../values/json-ids.ts'
import { lineSums } from '../price/line-sums.ts'
import { spread } from '../price/spread.ts'
import { deliveries } from '../stock/delivery-rows.ts'
import { orderOfTaken } from '../stock/stock.ts'
import { recurringOf } from '../subscription/recurring.ts'
import { customerCount } from './customer-count.ts'
import { creditNamed } from './customer-credit.ts'
import { countsAsPaid, knownOrderOf, staysOpen } from './plan.ts'
import type { Begun, EndedPayment, Settling, Waiting } from './settling.ts'
import type { Plan } from './stored-plan.ts'

type Made = EndedPayment & {
  creditEntryId: bigint | null
  begun: Begun[] | null
  waiting: Waiting[] | null
}

/**
 * Creates the rows.
 *
 * @returns the order, its transaction, the entry of the customer's credit that it spends, the new subscriptions, their coupons, and the time the payment was last requested; undefined when it
 * was in none of the states to settle from.
 */
export async function makeRows(tx: Tx, settling: Settling): Promise<Made | undefined> {
  const { payment, isPaid } = settling
  const { plan } = payment
  const isNew = knownOrderOf(plan, isPaid) === undefined
  const parts = [settled(settling), transaction(settling)]
  const credit = creditNamed(payment)
  if (credit) parts.push(credit)
  if (isNew) parts.push(order(plan, isPaid, settling.at))
  if (plan.cartId !== undefined) parts.push(cart(plan, isPaid))
  const ofTaken = orderOfTaken(payment)
  if (ofTaken) parts.push(ofTaken)
  if (isNew || isPaid) parts.push(plannedLines(plan, isPaid, settling.at))
  if (isPaid) parts.push(subscriptions(plan, settling.at))
  const coupons = isPaid ? waitingCoupons(plan) : undefined
  if (coupons) parts.push(coupons)
  if (isNew) parts.push(orderLines(plan, isPaid), ...orderCoupons(plan))
  // Deliveries of the running term stay where another one does not begin.
  if (isPaid && !plan.change?.open) parts.push(...deliveries(plan, settling.at))
  // A renewed subscription is locked before its customer, as in other writes.
  if (!plan.isRenewal && !plan.change) parts.push(Prisma.sql`counted AS (${customerCount(plan, isPaid, settling.clock)})`)
  const begun = isPaid ? Prisma.sql`(SELECT json_agg(planned ORDER BY number) FROM planned WHERE begins)` : Prisma.sql`NULL::json`
  const waiting = coupons ? Prisma.sql`(SELECT json_agg(waiting ORDER BY id) FROM waiting)` : Prisma.sql`NULL::json`
  const [made] = await tx.$queryRaw<Made[]>`
    WITH ${Prisma.join(parts, ', ')} SELECT order_id AS "orderId", asked_at AS "askedAt", (SELECT id FROM emitted) AS "transactionId",
      ${credit ? Prisma.sql`(SELECT max(id) FROM credited)` : Prisma.sql`NULL::bigint`} AS "creditEntryId",
      ${begun} AS begun, ${waiting} AS waiting, (SELECT currency FROM store WHERE id = ${plan.storeId}::bigint) AS currency
    FROM settled ${keptPlan}`
  return made && withIds(made)
}

/** Ends a payment that makes no rows but its transaction; undefined when it was in none of the states to settle from. */
export async function endPayment(tx: Tx, settling: Settling): Promise<EndedPayment | undefined> {
  const [ended] = await tx.$queryRaw<EndedPayment[]>`
    WITH ${settled(settling)}, ${transaction(settling)}
    SELECT order_id AS "orderId", asked_at AS "askedAt", (SELECT id FROM emitted) AS "transactionId",
      (SELECT currency FROM store WHERE id = ${settling.payment.plan.storeId}::bigint) AS currency FROM settled ${keptPlan}`
  return ended
}

/** Ends the payment. A new order gets its number first, so that the other parts can refer to it. */
const settled = ({ payment: { id, plan }, charge, isPaid, from, askedAt, settledAt }: Settling) => Prisma.sql`
    numbered AS (SELECT coalesce(${knownOrderOf(plan, isPaid) ?? null}::bigint, nextval('order_id_seq')) AS id),
    settled AS (
      UPDATE payment SET state = ${charge.result}::"PaymentState", gateway_reference = ${charge.gatewayReference}, ${details(charge)}
        order_id = numbered.id, settled_at = ${settledAt}::timestamptz, due_at = NULL
      FROM numbered WHERE payment.store_id = ${plan.storeId}::bigint AND payment.id = ${id}::bigint AND state = ANY(${[...from]}::"PaymentState"[])
        ${askedAt ? Prisma.sql`AND asked_at = ${askedAt}::timestamptz` : Prisma.empty}
      RETURNING order_id, asked_at
    )`

/** Sets what the gateway says beside the result, in one text for all charges: the statement is planned once. */
const details = ({ declineCode, advice, networkAdvice, requestId }: Charge): Prisma.Sql =>
  Prisma.sql`decline_code = ${declineCode ?? null}, advice = ${advice ?? null}, network_advice = ${networkAdvice ?? null},
        request_id = ${requestId ?? null},`

const transaction = ({ payment: { plan }, charge, isPaid, at }: Settling) => Prisma.sql`
    emitted AS (
      INSERT INTO transaction (store_id, order_id, created_at, is_test, result, total, gateway_reference, payment_method_id, decline_code, advice, network_advice)
      SELECT ${plan.storeId}::bigint, order_id, ${at}::timestamptz, ${plan.isTest}::boolean,
        ${isPaid ? 'captured' : 'failed'}::"TransactionResult", ${plan.totals.charge}::bigint, ${charge.gatewayReference || null}::text,
        ${plan.paymentMethodId}::bigint, ${charge.declineCode ?? null}::text, ${charge.advice ?? null}::text, ${charge.networkAdvice ?? null}::text
      FROM settled RETURNING id
    )`

const nothing = Prisma.sql`NULL::text`

/**
 * An external id, unless a record has got it since the payment was recorded: the purchase is settled all the same.
 *
 * @param id a text, or a column of the statement.
 */
const freeId = (table: 'order' | 'subscription', storeId: bigint, id: string | Prisma.Sql): Prisma.Sql => Prisma.sql`
  (SELECT ${id}::text WHERE NOT EXISTS (SELECT FROM ${Prisma.raw(`"${table}"`)} AS other
    WHERE other.store_id = ${storeId}::bigint AND other.external_id = ${id}::text))`

function order(plan: Plan, isPaid: boolean, placedAt: Date): Prisma.Sql {
  const { totals, gift } = plan
  return Prisma.sql`
    made AS (
      INSERT INTO "order" (store_id, id, customer_id, address_id, billing_address_id, payment_method_id, sub_total, total_discount, total_price,
        total_shipping, gross_shipping, total_tax, tax_included, total, credit_applied, financial_status, fulfillment_status, status, is_gift,
        gift_message, gift_recipient_name, gift_recipient_email, external_id, is_renewal, is_test, prorated_charge, placed_at, paid_at)
      SELECT ${plan.storeId}::bigint, order_id, ${plan.customerId}::bigint, ${plan.addressId}::bigint, ${plan.billingAddressId ?? null}::bigint, ${plan.paymentMethodId ?? null}::bigint,
        ${totals.subTotal}::bigint, ${totals.totalDiscount}::bigint, ${totals.totalPrice}::bigint, ${totals.totalShipping}::bigint,
        ${totals.grossShipping ?? totals.totalShipping}::bigint, ${totals.totalTax}::bigint, ${totals.taxIncluded ?? false}::boolean, ${totals.total}::bigint, ${totals.creditApplied}::bigint,
        ${isPaid ? 'paid' : 'unpaid'}::"OrderFinancialStatus", 'unfulfilled', ${staysOpen(plan, isPaid) ? 'open' : 'closed'}::"OrderStatus",
        ${gift !== undefined}::boolean, ${gift?.giftMessage ?? ''}::text, ${gift?.giftRecipientName ?? ''}::text,
        ${gift?.giftRecipientEmail ?? ''}::text, ${isPaid && plan.named ? freeId('order', plan.storeId, plan.named.externalId) : nothing}, ${plan.isRenewal}::boolean, ${plan.isTest}::boolean,
        ${plan.change ? totals.charge : null}::bigint, ${placedAt}::timestamptz, ${isPaid ? placedAt : null}::timestamptz
      FROM settled
    )`
}

/** The cart that is checked out, with its order. */
const cart = ({ storeId, cartId, customerId, totals, isTest }: Plan, isPaid: boolean) => Prisma.sql`
    carted AS (
      UPDATE cart SET order_id = settled.order_id, completed = ${isPaid}::boolean, customer_id = ${customerId}::bigint,
        email = CASE WHEN ${isPaid}::boolean THEN NULL ELSE email END, ship_to = CASE WHEN ${isPaid}::boolean THEN NULL ELSE ship_to END,
        bill_to = CASE WHEN ${isPaid}::boolean THEN NULL ELSE bill_to END, ship_price = ${totals.totalShipping}::bigint,
        tax_price = ${totals.totalTax}::bigint, is_test = ${isTest}::boolean
      FROM settled WHERE cart.store_id = ${storeId}::bigint AND cart.id = ${cartId}::bigint
    )`

/** The lines of the plan, each with its subscription: a new one if the order is paid, the one it renews, or none. */
function plannedLines(plan: Plan, isPaid: boolean, at: Date): Prisma.Sql {
  const sums = lineSums(plan.lines, plan.totals)
  const shares = spread(
    plan.totals.charge,
    sums.map(({ charged }) => charged),
  )
  const lines = plan.lines.map(({ subscription, ...line }, number) => ({
    ...line,
    ...sums[number],
    ...(subscription && recurringOf(line, subscription, plan.totals.taxIncluded)),
    number,
    revenue: shares[number],
    begins: isPaid && subscription !== undefined && subscription.id === undefined,
    renewed: subscription?.id,
    termId: subscription?.termId,
    billingId: subscription?.productBillingId,
    billingName: subscription?.billingName,
    externalId: subscription?.externalId,
    endDate: subscription && advance(at, subscription.rhythm, subscription.cycles, subscription.rebillDay || dayOfMonth(at)),
  }))
  return Prisma.sql`
    planned AS MATERIALIZED (
      SELECT line.*, order_id, CASE WHEN begins THEN nextval('subscription_id_seq') ELSE renewed END AS subscription_id
      FROM settled, jsonb_to_recordset(${storedText(lines)}::jsonb) AS line ("number" int, "productId" bigint, "productInstanceId" bigint,
        "name" text, "sku" text, "price" bigint, "quantity" int, "discount" bigint, "shipping" bigint, "tax" bigint,
        "taxLines" jsonb, "foreverDiscount" bigint, "charged" bigint, "revenue" bigint, "recurringPrice" bigint, "recurringMonths" int,
        "recurringWeeks" int, "begins" boolean, "renewed" bigint, "isTracked" boolean,
        "termId" bigint, "billingId" bigint, "billingName" text, "endDate" timestamptz, "externalId" text)
    )`
}

/** The new subscriptions. A gift does not renew automatically. */
const subscriptions = (
  { lines, storeId, customerId, addressId, paymentMethodId, isTest, gift, totals }: Plan,
  startDate: Date,
) => Prisma.sql`
    begun AS (
      INSERT INTO subscription (store_id, id, customer_id, product_id, product_instance_id, product_billing_id, term_id, address_id,
        payment_method_id, autorenew, billing_name, start_date, end_date, is_test, is_gift, quantity, revenue, recurring_price,
        recurring_months, recurring_weeks, first_paid_at, paid_orders, external_id, status)
      SELECT ${storeId}::bigint, subscription_id, ${customerId}::bigint, "productId", "productInstanceId", "billingId", "termId",
        ${addressId}::bigint, ${paymentMethodId ?? null}::bigint, ${gift === undefined}::boolean, "billingName", ${startDate}::timestamptz,
        "endDate", ${isTest}::boolean, ${gift !== undefined}::boolean, quantity, revenue,
        "recurringPrice", "recurringMonths", "recurringWeeks", ${totals.total > 0 ? startDate : null}::timestamptz,
        ${totals.total > 0 ? 1 : 0}::int,
        ${lines.some(({ subscription }) => subscription?.externalId) ? freeId('subscription', storeId, Prisma.sql`planned."externalId"`) : nothing}, 'active'
      FROM planned WHERE begins
    )`

/** The coupons attached to new subscriptions, in order; undefined where there are none. */
function waitingCoupons({ lines, storeId }: Plan): Prisma.Sql | undefined {
  const coupons = lines.flatMap(({ subscription }, number) =>
    (subscription?.coupons ?? []).map((coupon, place) => ({ ...coupon, number, place })),
  )
  if (coupons.length === 0) return undefined
  return Prisma.sql`
    waiting AS (
      INSERT INTO subscription_coupon (store_id, subscription_id, coupon_id, code_used, num_renewals, forever)
      SELECT ${storeId}::bigint, planned.subscription_id, coupon."couponId", coupon."codeUsed", coupon."numRenewals",
        coalesce(coupon.forever, false)
      FROM jsonb_to_recordset(${storedText(coupons)}::jsonb) AS coupon ("number" int, "place" int, "couponId" bigint, "codeUsed" text,
        "numRenewals" int, "forever" boolean)
      JOIN planned ON planned.number = coupon.number AND planned.begins
      ORDER BY coupon.number, coupon.place
      RETURNING id, subscription_id, coupon_id, code_used, num_renewals
    )`
}

const orderLines = (plan: Plan, isPaid: boolean) => Prisma.sql`
    lines AS (
      INSERT INTO order_product (store_id, order_id, product_id, product_instance_id, subscription_id, term_id, name, sku, price,
        quantity, total, discount, forever_discount, shipping, tax, tax_lines, charged, paid_number)
      SELECT ${plan.storeId}::bigint, order_id, "productId", "productInstanceId", subscription_id, "termId", name, sku, price, quantity,
        price * quantity, discount, coalesce("foreverDiscount", 0), shipping, tax, coalesce("taxLines", '[]'), charged,
        ${isPaid && countsAsPaid(plan) ? paidNumber(plan) : nothingYet}
      FROM planned ORDER BY number
    )`

const nothingYet = Prisma.sql`NULL::int`

/** Which of its subscription's paid orders a line is in; null for a product bought once. */
const paidNumber = ({ storeId }: Plan): Prisma.Sql => Prisma.sql`CASE WHEN begins THEN 1
          ELSE (SELECT paid_orders + 1 FROM subscription WHERE store_id = ${storeId}::bigint AND id = subscription_id) END`

/** The coupons that lower the order: those given at a checkout, or those that waited on the subscription. */
function orderCoupons({ storeId, coupons = [], subscriptionCouponIds }: Plan): Prisma.Sql[] {
  const rows = (used: Prisma.Sql) => [
    Prisma.sql`
    used AS (
      INSERT INTO order_coupon (store_id, order_id, coupon_id, code_used) ${used} ON CONFLICT DO NOTHING
    )`,
  ]
  if (coupons.length > 0)
    return rows(Prisma.sql`SELECT ${storeId}::bigint, order_id, given."couponId", given."codeUsed"
      FROM settled, jsonb_to_recordset(${storedText(coupons)}::jsonb) AS given ("couponId" bigint, "codeUsed" text)`)
  if (subscriptionCouponIds.length === 0) return []
  return rows(Prisma.sql`SELECT ${storeId}::bigint, settled.order_id, coupon_id, code_used FROM settled, subscription_coupon
      WHERE store_id = ${storeId}::bigint AND id = ANY(${subscriptionCouponIds}::bigint[]) ORDER BY id`)
}
