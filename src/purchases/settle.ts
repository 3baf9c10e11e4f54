/**
 * The second half of a purchase: the gateway has answered, and one transaction makes the order with everything that hangs
 * on it, or pays the one that waits; for a declined payment, it leaves the order unpaid with the failed attempt and nothing else.
 */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { PaymentState } from '../../prisma/generated/client/enums.ts'
import type { Clock } from '../db/clock.ts'
import type { Tx } from '../db/transaction.ts'
import type { Charge } from '../payments/gateway.ts'
import { formatTime } from '../values/time.ts'
import { beginSubscriptions, makeLines, makeOrder, payOrder, planDeliveries } from './order.ts'
import type { RecordedPayment } from './payment.ts'
import type { Plan } from './plan.ts'
import { returnStock } from './stock.ts'

export type Settled = { orderId: bigint; isPaid: boolean }

/** What is charged nothing needs no gateway. */
export const freeOfCharge = { result: 'captured', gatewayReference: '' } as const satisfies Charge

/** The payment has moved on since; the transaction that finds out must be rolled back. */
export class MovedOn extends Error {}

/** States in which a payment holds what it needs. */
const holding = ['recorded', 'asked'] as const

/**
 * Settles a payment, and dates all that is made with it by now, whenever it was asked for; of two that try at once, one does
 * and the other's transaction fails.
 *
 * @param from the states it is settled from: unless it holds stock there, a captured one must have taken it again.
 * @throws MovedOn when it is in none of them.
 */
export async function settle(
  tx: Tx,
  payment: RecordedPayment,
  charge: Charge,
  clock: Clock,
  from: readonly PaymentState[] = holding,
): Promise<Settled> {
  const { plan } = payment
  const isPaid = charge.result === 'captured'
  const waiting = plan.orderId === undefined ? undefined : BigInt(plan.orderId)
  const settledAt = clock.now()
  // Times are shown in whole seconds; a column would round them up, to one that is still to come.
  const at = new Date(formatTime(settledAt))
  const orderId = waiting ?? (await makeOrder(tx, plan, isPaid, at))
  if (!(await settlePayment(tx, payment, charge, { orderId, settledAt, at, from })))
    throw new MovedOn(`Payment ${payment.reference} has moved on.`)
  if (!isPaid && from === holding) await returnStock(tx, plan)
  if (waiting && isPaid) await payOrder(tx, plan, waiting)
  const subscriptionIds = isPaid ? await beginSubscriptions(tx, plan, at) : plan.lines.map(({ subscription }) => subscription?.id)
  if (!waiting) await makeLines(tx, plan, orderId, subscriptionIds)
  await changeRenewed(tx, plan, orderId, isPaid, at)
  if (isPaid) await planDeliveries(tx, plan, orderId, subscriptionIds, at)
  if (isPaid || !waiting) await countCustomer(tx, plan, isPaid, clock)
  return { orderId, isPaid }
}

type Settling = { orderId: bigint; settledAt: Date; at: Date; from: readonly PaymentState[] }

/**
 * Ends a payment with the transaction that tells of it, in one statement.
 *
 * @returns whether it was in one of the states it is settled from.
 */
async function settlePayment(
  tx: Tx,
  { id, plan }: RecordedPayment,
  { result, gatewayReference }: Charge,
  { orderId, settledAt, at, from }: Settling,
): Promise<boolean> {
  const count = await tx.$executeRaw`
    WITH settled AS (
      UPDATE payment SET state = ${result}::"PaymentState", order_id = ${orderId}, gateway_reference = ${gatewayReference},
        settled_at = ${settledAt}, due_at = NULL
      WHERE store_id = ${plan.storeId}::bigint AND id = ${id} AND state = ANY(${[...from]}::"PaymentState"[]) RETURNING id
    )
    INSERT INTO transaction (store_id, order_id, created_at, is_test, result, total, gateway_reference)
    SELECT ${plan.storeId}::bigint, ${orderId}::bigint, ${at}::timestamptz, ${plan.isTest}::boolean,
      ${result === 'captured' ? 'captured' : 'failed'}::"TransactionResult", ${plan.totals.charge}::bigint, ${gatewayReference || null}::text
    FROM settled`
  return count === 1
}

/**
 * A renewed subscription takes its change. Credit and coupons go into the order of the first try: they are used when it is paid
 * and held for it until then.
 */
async function changeRenewed(tx: Tx, plan: Plan, orderId: bigint, isPaid: boolean, at: Date): Promise<void> {
  const isHeld = isPaid || plan.isTriedAgain
  for (const { subscription } of plan.lines) {
    if (subscription?.id === undefined) continue
    const { id, paid, declined, creditSpent = 0 } = subscription
    const data = {
      ...(isPaid ? paid : declined),
      ...(isPaid && { revenue: { increment: plan.totals.charge } }),
      ...(isHeld && { unpaidOrderId: isPaid ? null : orderId }),
      ...(isHeld && creditSpent > 0 && { credit: { decrement: creditSpent } }),
      paymentUnderWay: false,
    }
    await tx.subscription.update({ where: { storeId_id: { storeId: plan.storeId, id } }, data, select: { id: true } })
  }
  if (!isHeld || plan.subscriptionCouponIds.length === 0) return
  await (isPaid ? useCoupons(tx, plan, at) : holdCoupons(tx, plan, orderId))
}

const couponsOf = ({ storeId, subscriptionCouponIds: ids }: Plan) => ({ storeId, id: { in: ids } })

async function holdCoupons(tx: Tx, plan: Plan, unpaidOrderId: bigint): Promise<void> {
  await tx.subscriptionCoupon.updateMany({ where: couponsOf(plan), data: { unpaidOrderId } })
}

async function useCoupons(tx: Tx, plan: Plan, at: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE subscription_coupon SET num_renewals = num_renewals - 1, unpaid_order_id = NULL,
      applied_at = CASE WHEN num_renewals <= 1 THEN ${at}::timestamptz END
    WHERE store_id = ${plan.storeId}::bigint AND id = ANY(${plan.subscriptionCouponIds}::bigint[])`
}

async function countCustomer(tx: Tx, plan: Plan, isPaid: boolean, clock: Clock): Promise<void> {
  const begun = isPaid ? plan.lines.filter(({ subscription }) => subscription && subscription.id === undefined).length : 0
  const isNew = plan.orderId === undefined
  const revenue = isPaid ? plan.totals.charge : 0
  // The minute that a new order marked when it was asked for begins anew: it may be settled late.
  const marked = isNew ? clock.inSql() : Prisma.sql`last_order_at`
  await tx.$executeRaw`
    UPDATE customer SET num_orders = num_orders + ${isNew ? 1 : 0}::int, num_subscriptions = num_subscriptions + ${begun}::int,
      total_revenue = total_revenue + ${revenue}::bigint, last_order_at = ${marked}
    WHERE store_id = ${plan.storeId}::bigint AND id = ${plan.customerId}::bigint`
}
