/**
 * The record of a refund: it reserves its amounts under the lock of its order before the gateway is asked, so that refunds together never
 * exceed what was paid.
 *
 * Its reference at the gateway is a hash of the installation, the store and its id, which is never used twice: a restored dump asks for the
 * refund under the reference that its original used.
 */

import { Prisma } from '../../../prisma/generated/client/client.ts'
import { touchBroken } from '../../db/checks.ts'
import type { Clock } from '../../db/clock.ts'
import { keptPlan } from '../../db/kept-plan.ts'
import type { Shape } from '../../db/shape.ts'
import type { Tx } from '../../db/transaction.ts'
import { storedText } from '../../values/json-ids.ts'
import { stillToShip } from '../stock/still-to-ship.ts'
import { changing, changingRefusal } from '../subscription/change-under-way.ts'
import type { ChargedRefund } from './refund-charges.ts'

/** A refund as the steps behind its record need it. */
export type RecordedRefund = {
  id: bigint
  storeId: bigint
  orderId: bigint
  reference: string
  gateway: string
  charge: string | null
  amount: bigint
  cardAmount: bigint
  createdAt: Date
  /** Whether none of its act is asked for behind it. */
  isLast: boolean
}

/** Seconds until a refund without an answer is asked about. */
export const restSeconds = 60

/** The input of a record beside the plan. */
type RefundFields = { reason: string | null; restock: boolean; at: Date; clock: Clock }

/**
 * Records the refunds of one act with their lines; what they give back is reserved from here on.
 *
 * @returns them, in the order in which they are asked for.
 *
 * @throws Refusal WRONG_STATUS while the difference of a change is paid that takes over what is unused of the order.
 */
export async function recordRefunds(
  tx: Tx,
  order: Shape<'Order'>,
  parts: readonly ChargedRefund[],
  { reason, restock, at, clock }: RefundFields,
): Promise<RecordedRefund[]> {
  const { id: orderId, storeId, isTest } = order
  const refunds = parts.map(({ lines: _, ...part }, place) => ({ ...part, place }))
  const lines = parts.flatMap((part, place) => part.lines.map((line) => ({ ...line, place })))
  const rows = await tx.$queryRaw<{ id: bigint; reference: string; gateway: string; isChanging: boolean }[]>`
    WITH ${brokenRows(order)}, named AS MATERIALIZED (
      SELECT nextval(pg_get_serial_sequence('refund', 'id')) AS id, part.* FROM (
        SELECT * FROM jsonb_to_recordset(${storedText(refunds)}::jsonb) AS part ("place" int, "charge" text, "amount" bigint,
          "cardAmount" bigint, "creditAmount" bigint, "shipping" bigint, "tax" bigint) ORDER BY place
      ) AS part
    ), recorded AS (
      INSERT INTO refund (store_id, id, act_id, order_id, status, amount, card_amount, credit_amount, shipping, tax, reason, restock,
        is_test, created_at, due_at, charge, gateway, reference)
      SELECT ${storeId}::bigint, named.id, first.id, ${orderId}::bigint, 'pending', amount, "cardAmount", "creditAmount", shipping, tax,
        ${reason}::text, named.place = 0 AND ${restock}::boolean, ${isTest}::boolean, ${at}::timestamptz,
        CASE WHEN "cardAmount" > 0 THEN ${clock.inSql()} + ${restSeconds}::int * interval '1 second' END, charge,
        ${gatewayOfCharge(order)},
        encode(substring(sha256(convert_to(concat_ws(' ', 'refund', installation.id, ${storeId}::bigint, named.id), 'UTF8')) FOR 16), 'hex')::uuid::text
      FROM named, installation, (SELECT min(id) AS id FROM named) AS first RETURNING id, reference, gateway
    ), line AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${storedText(lines)}::jsonb)
        AS line ("place" int, "id" bigint, "quantity" int, "amount" bigint, "shipping" bigint, "shippingTax" bigint, "tax" bigint,
          "card" bigint)
    ), ${stillToShip({ storeId, orderId, restock }, Prisma.sql`SELECT place, id, quantity FROM line`)}, lines AS (
      INSERT INTO refund_line (store_id, refund_id, order_product_id, quantity, amount, shipping, shipping_tax, tax, card_amount,
        instance_id, still_to_ship)
      SELECT ${storeId}::bigint, named.id, line.id, line.quantity, line.amount, line.shipping, line."shippingTax", line.tax, line.card,
        ${changedInstance(storeId)}, still.still_to_ship
      FROM line JOIN named USING (place) JOIN still ON still.place = named.place AND still.id = line.id ORDER BY named.place, line.id
    )
    SELECT id, reference, gateway, ${changing(storeId, orderId)} AS "isChanging" FROM recorded ORDER BY id ${keptPlan}`
  if (rows.some(({ isChanging }) => isChanging)) throw changingRefusal(orderId, 'refunded')
  return parts.map(({ charge, amount, cardAmount }, place) => ({
    ...{ id: rows[place]?.id ?? 0n, reference: rows[place]?.reference ?? '', gateway: rows[place]?.gateway ?? '' },
    ...{ storeId, orderId, charge, amount: BigInt(amount), cardAmount: BigInt(cardAmount), createdAt: at },
    isLast: place === parts.length - 1,
  }))
}

/** The gateway of a charge: of its payment, or of the order's method where it has none, as charges of the demo store and of imports. */
const gatewayOfCharge = ({ storeId, id, paymentMethodId }: Shape<'Order'>) => Prisma.sql`coalesce(
          (SELECT gateway FROM payment WHERE store_id = ${storeId}::bigint AND order_id = ${id}::bigint AND gateway_reference = named.charge LIMIT 1),
          (SELECT gateway FROM payment_method WHERE store_id = ${storeId}::bigint AND id = ${paymentMethodId}::bigint), 'sandbox')`

/**
 * The instance of a subscription's line whose pieces are off the stock, where an immediate change gave its deliveries another than was bought:
 * that of the pieces that were sent, and of those that wait to be sent where none were; instances whose stock is not tracked have none off it.
 */
const changedInstance = (storeId: bigint) => Prisma.sql`(
        SELECT nullif(delivery.instance_id, sold.product_instance_id)
        FROM order_product AS sold JOIN fulfillment AS delivery ON delivery.store_id = sold.store_id
          AND delivery.order_id = sold.order_id AND delivery.subscription_id = sold.subscription_id
        WHERE sold.store_id = ${storeId}::bigint AND sold.id = line.id AND delivery.taken > coalesce(delivery.restocked, 0)
        ORDER BY delivery.status <> 'fulfilled', delivery.id LIMIT 1
      )`

/** Fails where a row that settling will write breaks a CHECK: the order, its customer or its subscriptions. */
function brokenRows({ storeId, id, customerId }: Shape<'Order'>): Prisma.Sql {
  const of = (row: bigint) => Prisma.sql`store_id = ${storeId}::bigint AND id = ${row}::bigint`
  const lines = Prisma.sql`SELECT subscription_id FROM order_product WHERE store_id = ${storeId}::bigint AND order_id = ${id}::bigint`
  const subscriptions = Prisma.sql`store_id = ${storeId}::bigint AND id IN (${lines})`
  return Prisma.sql`broken_order AS (${touchBroken('order', of(id))}), broken_customer AS (${touchBroken('customer', of(customerId))}),
      broken_subscription AS (${touchBroken('subscription', subscriptions)})`
}
