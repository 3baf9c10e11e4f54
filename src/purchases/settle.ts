/**
 * The second half of a purchase: the gateway has answered, and one transaction makes the order with everything that hangs
 * on it, or, for a declined payment, an unpaid order with the failed attempt and nothing else.
 */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Clock } from '../db/clock.ts'
import type { Tx } from '../db/transaction.ts'
import type { Charge } from '../payments/gateway.ts'
import { advance, dayOfMonth } from '../values/calendar.ts'
import { parcelsOf } from './deliveries.ts'
import type { Plan, PlannedLine } from './plan.ts'
import { type RecordedPayment, returnStock } from './reserve.ts'
import { sharesOf } from './totals.ts'

export type Settled = { orderId: bigint; isPaid: boolean }

/** What is charged nothing needs no gateway. */
export const freeOfCharge = { result: 'captured', gatewayReference: '' } as const satisfies Charge

/** Somebody else settled the payment first; the transaction that finds out must be rolled back. */
export class AlreadySettled extends Error {}

/**
 * Settles a recorded payment; of two that try at once, one does and the other's transaction fails.
 *
 * @throws AlreadySettled when the payment was settled before.
 */
export async function settle(tx: Tx, payment: RecordedPayment, charge: Charge, clock: Clock): Promise<Settled> {
  const { plan } = payment
  const isPaid = charge.result === 'captured'
  const orderId = await makeOrder(tx, plan, isPaid)
  const { count } = await tx.payment.updateMany({
    where: { id: payment.id, state: 'recorded' },
    data: { state: isPaid ? 'captured' : 'declined', orderId, gatewayReference: charge.gatewayReference, settledAt: clock.now() },
  })
  if (count === 0) throw new AlreadySettled(`Payment ${payment.reference} was settled before.`)
  if (!isPaid) await returnStock(tx, plan)
  const subscriptionIds = isPaid ? await beginSubscriptions(tx, plan) : plan.lines.map(({ subscription }) => subscription?.id)
  await tx.orderProduct.createMany({
    data: plan.lines.map((line, index) => orderLine(plan, line, orderId, subscriptionIds[index])),
  })
  await tx.transaction.create({
    data: {
      storeId: plan.storeId,
      orderId,
      createdAt: plan.placedAt,
      isTest: plan.isTest,
      result: isPaid ? 'captured' : 'failed',
      total: plan.totals.charge,
      gatewayReference: charge.gatewayReference || null,
    },
    select: { id: true },
  })
  await changeRenewed(tx, plan, isPaid)
  if (isPaid) await planDeliveries(tx, plan, orderId, subscriptionIds)
  await countCustomer(tx, plan, isPaid, clock)
  return { orderId, isPaid }
}

async function makeOrder(tx: Tx, plan: Plan, isPaid: boolean): Promise<bigint> {
  const { charge: _charge, ...totals } = plan.totals
  const { id } = await tx.order.create({
    data: {
      storeId: plan.storeId,
      customerId: plan.customerId,
      addressId: plan.addressId,
      paymentMethodId: plan.paymentMethodId,
      ...totals,
      grossShipping: totals.totalShipping,
      financialStatus: isPaid ? 'paid' : 'unpaid',
      fulfillmentStatus: 'unfulfilled',
      status: 'open',
      isGift: plan.gift !== undefined,
      ...plan.gift,
      isRenewal: plan.isRenewal,
      isTest: plan.isTest,
      placedAt: plan.placedAt,
    },
    select: { id: true },
  })
  return id
}

type SubscriptionId = bigint | number | undefined

/** The subscription of each line: one that begins with the order, the one it renews, or none. */
async function beginSubscriptions(tx: Tx, plan: Plan): Promise<SubscriptionId[]> {
  const beginning = plan.lines.filter(({ subscription }) => subscription && subscription.id === undefined)
  const placedAt = new Date(plan.placedAt)
  const shares = sharesOf(plan.lines, plan.totals.charge)
  const begun =
    beginning.length > 0
      ? await tx.subscription.createManyAndReturn({
          data: beginning.map((line) => newSubscription(plan, line, placedAt, shares[plan.lines.indexOf(line)] ?? 0)),
          select: { id: true },
        })
      : []
  const ids = begun.values()
  return plan.lines.map(({ subscription }) => (subscription ? (subscription.id ?? ids.next().value?.id) : undefined))
}

function newSubscription(plan: Plan, line: PlannedLine, placedAt: Date, revenue: number) {
  const { subscription, quantity, productId, productInstanceId } = line
  if (!subscription) throw new Error('The line begins no subscription')
  const { termId, cycles, rhythm, rebillDay, productBillingId, billingName } = subscription
  return {
    storeId: plan.storeId,
    customerId: plan.customerId,
    productId,
    productInstanceId,
    productBillingId,
    termId,
    addressId: plan.addressId,
    paymentMethodId: plan.paymentMethodId,
    // Nobody is charged again for a gift without being asked.
    autorenew: plan.gift === undefined,
    billingName,
    startDate: placedAt,
    endDate: advance(placedAt, rhythm, cycles, rebillDay || dayOfMonth(placedAt)),
    isTest: plan.isTest,
    isGift: plan.gift !== undefined,
    quantity,
    revenue,
    status: 'active' as const,
  }
}

function orderLine(plan: Plan, line: PlannedLine, orderId: bigint, subscriptionId: SubscriptionId) {
  const { productId, productInstanceId, name, sku, price, quantity, subscription } = line
  return {
    storeId: plan.storeId,
    orderId,
    productId,
    productInstanceId,
    subscriptionId: subscriptionId ?? null,
    termId: subscription?.termId ?? null,
    name,
    sku,
    price,
    quantity,
    total: price * quantity,
  }
}

/** A renewed subscription takes its change, and the coupons that lowered the renewal are used once. */
async function changeRenewed(tx: Tx, plan: Plan, isPaid: boolean): Promise<void> {
  for (const { subscription } of plan.lines) {
    if (subscription?.id === undefined) continue
    const change = isPaid ? subscription.paid : subscription.declined
    const earned = isPaid ? { revenue: { increment: plan.totals.charge } } : {}
    const data = { ...change, ...earned, paymentUnderWay: false }
    await tx.subscription.update({ where: { id: subscription.id }, data, select: { id: true } })
  }
  if (!isPaid || plan.subscriptionCouponIds.length === 0) return
  await tx.$executeRaw`
    UPDATE subscription_coupon SET num_renewals = num_renewals - 1,
      applied_at = CASE WHEN num_renewals <= 1 THEN ${new Date(plan.placedAt)}::timestamptz END
    WHERE store_id = ${plan.storeId}::bigint AND id = ANY(${plan.subscriptionCouponIds}::bigint[])`
}

async function planDeliveries(tx: Tx, plan: Plan, orderId: bigint, subscriptionIds: SubscriptionId[]): Promise<void> {
  const parcels = parcelsOf(plan.lines, new Date(plan.placedAt))
  const shipments = await tx.shipment.createManyAndReturn({
    data: parcels.map(({ due }) => ({
      storeId: plan.storeId,
      customerId: plan.customerId,
      shipAddressId: plan.addressId,
      adjustedOrderedAt: due,
      createdAt: plan.placedAt,
      isTest: plan.isTest,
      status: 'unshipped' as const,
    })),
    select: { id: true },
  })
  await tx.fulfillment.createMany({
    data: parcels.flatMap(({ deliveries }, parcel) =>
      deliveries.map(({ lineIndex, cycle, cycles, due }) => ({
        storeId: plan.storeId,
        shipmentId: shipments[parcel]?.id ?? 0n,
        orderId,
        subscriptionId: subscriptionIds[lineIndex] ?? null,
        instanceId: plan.lines[lineIndex]?.productInstanceId ?? 0,
        cycleNumber: cycle,
        totalCycles: cycles,
        fulfillmentDate: due,
        adjustedFulfillmentDate: due,
        status: 'open' as const,
        isTest: plan.isTest,
      })),
    ),
  })
}

async function countCustomer(tx: Tx, plan: Plan, isPaid: boolean, clock: Clock): Promise<void> {
  const begun = isPaid ? plan.lines.filter(({ subscription }) => subscription && subscription.id === undefined).length : 0
  const paid = isPaid ? plan.totals.charge : 0
  // A new order marked its minute when it was asked for; a renewal counts from now.
  const lastOrderAt = plan.isRenewal ? clock.inSql() : Prisma.sql`last_order_at`
  await tx.$executeRaw`
    UPDATE customer SET num_orders = num_orders + 1, num_subscriptions = num_subscriptions + ${begun}::int,
      total_revenue = total_revenue + ${paid}::bigint, last_order_at = ${lastOrderAt}
    WHERE id = ${plan.customerId}::bigint`
}
