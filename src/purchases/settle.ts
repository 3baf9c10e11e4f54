/**
 * The second half of a purchase: the gateway has answered, and one transaction makes the order with everything that hangs
 * on it, or pays the one that waits; for a declined payment, it leaves the order unpaid with the failed attempt and nothing else.
 */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { PaymentState } from '../../prisma/generated/client/enums.ts'
import type { Clock } from '../db/clock.ts'
import { keptPlan } from '../db/kept-plan.ts'
import type { Tx } from '../db/transaction.ts'
import type { Charge } from '../payments/gateway.ts'
import { snakeCase } from '../values/text.ts'
import { formatTime } from '../values/time.ts'
import { type Begun, customerCount, makeRows, type Waiting } from './order.ts'
import type { RecordedPayment } from './payment.ts'
import type { Renewed } from './renewed.ts'
import { returnStock } from './stock.ts'
import type { Plan, PlannedLine } from './stored-plan.ts'

/** What a payment came to, what was made of it, and when it was last asked for. */
export type Settled = {
  orderId: bigint
  transactionId: bigint
  isPaid: boolean
  begun: readonly Begun[]
  /** The coupons of a checkout that wait on what began. */
  waiting: readonly Waiting[]
  renewed: Renewed | undefined
  askedAt: Date | null
}

/** What is charged nothing needs no gateway. */
export const freeOfCharge = { result: 'captured', gatewayReference: '' } as const satisfies Charge

/** The payment has moved on since; the transaction that finds out must be rolled back. */
export class MovedOn extends Error {}

/** When a payment is settled: by the clock of those who look after payments, and by that of its store. */
export type Moment = { clock: Clock; now: Date }

/** States in which a payment holds what it needs. */
const holding = ['recorded', 'asked'] as const

/**
 * Settles a payment, and dates all that is made with it by its store's now, whenever it was asked for; of two that try at once, one does
 * and the other's transaction fails.
 *
 * @param from the states it is settled from: unless it holds stock there, a captured one must have taken it again.
 * @throws MovedOn when it is in none of them.
 */
export async function settle(
  tx: Tx,
  payment: RecordedPayment,
  charge: Charge,
  { clock, now }: Moment,
  from: readonly PaymentState[] = holding,
): Promise<Settled> {
  const { plan } = payment
  const isPaid = charge.result === 'captured'
  const settledAt = clock.now()
  // Times are shown in whole seconds; a column would round them up, to one that is still to come.
  const at = new Date(formatTime(now))
  const made = await makeRows(tx, { payment, charge, from, settledAt, at, clock })
  if (!made) throw new MovedOn(`Payment ${payment.reference} has moved on.`)
  const { orderId } = made
  if (!isPaid && from === holding) await returnStock(tx, plan)
  if (isPaid && plan.orderId !== undefined) await payOrder(tx, plan, orderId)
  const isCounted = plan.isRenewal && (isPaid || plan.orderId === undefined)
  const counted = isCounted ? customerCount(plan, isPaid, clock) : undefined
  const renewed = await changeRenewed(tx, plan, { orderId, isPaid, at, counted })
  return { ...made, begun: made.begun ?? [], waiting: made.waiting ?? [], isPaid, renewed }
}

/** Makes an order that waited for its payment a paid one, with the way it was paid and the address it goes to now. */
async function payOrder(tx: Tx, { storeId, addressId, paymentMethodId }: Plan, id: bigint): Promise<void> {
  await tx.order.update({
    where: { storeId_id: { storeId, id }, financialStatus: 'unpaid' },
    data: { financialStatus: 'paid', addressId, paymentMethodId },
    select: { id: true },
  })
}

type RenewalChange = {
  orderId: bigint
  isPaid: boolean
  at: Date
  /** What the customer is counted with. */
  counted: Prisma.Sql | undefined
}

/**
 * A renewed subscription takes its change, and then its customer: other writes lock them in that order. Credit and coupons go into
 * the order of the first try: they are used when it is paid and held for it until then.
 *
 * @returns what it was and is, if there is one.
 */
async function changeRenewed(tx: Tx, plan: Plan, { orderId, isPaid, at, counted }: RenewalChange): Promise<Renewed | undefined> {
  const isHeld = isPaid || plan.isTriedAgain
  let renewed: Renewed | undefined
  for (const { subscription } of plan.lines) {
    if (subscription?.id === undefined) continue
    const { creditSpent = 0 } = subscription
    const change = { ...changeOf(subscription, isPaid), ...(isHeld && { unpaidOrderId: isPaid ? null : Number(orderId) }) }
    renewed = await renewedBy(tx, { storeId: plan.storeId, id: subscription.id }, change, {
      brought: isPaid ? plan.totals.charge : 0,
      spent: isHeld ? creditSpent : 0,
      counted,
    })
  }
  if (isHeld && plan.subscriptionCouponIds.length > 0) await (isPaid ? useCoupons(tx, plan, at) : holdCoupons(tx, plan, orderId))
  return renewed
}

/** A plan that an earlier version stored may have a gift renew, which none does. */
const autorenew = Prisma.sql`autorenew = (found.next).autorenew AND NOT (found.next).is_gift`

/** What a payment changes of the subscription it renews; a plan of version 1 gives no reason why that is past due. */
function changeOf({ paid, declined }: NonNullable<PlannedLine['subscription']>, isPaid: boolean): object {
  if (isPaid) return { pastDueReason: null, ...paid }
  return { ...(declined?.lastFailedRenewal && { pastDueReason: 'declined' }), ...declined }
}

/** Changes columns of a subscription that was charged, in one statement that tells what they were and counts its customer. */
async function renewedBy(
  tx: Tx,
  { storeId, id }: { storeId: number; id: number },
  change: object,
  { brought, spent, counted }: { brought: number; spent: number } & Pick<RenewalChange, 'counted'>,
): Promise<Renewed | undefined> {
  const columns = Object.fromEntries(Object.entries(change).map(([name, value]) => [snakeCase(name), value]))
  const counting = counted ? Prisma.sql`, counted AS (${counted} AND EXISTS (SELECT FROM renewed))` : Prisma.empty
  const [renewed] = await tx.$queryRaw<Renewed[]>`
    WITH renewed AS (UPDATE subscription AS renewed SET status = (found.next).status, ${autorenew},
      end_date = (found.next).end_date, skipped_date = (found.next).skipped_date,
      last_failed_renewal = (found.next).last_failed_renewal, past_due_at = (found.next).past_due_at,
      past_due_reason = (found.next).past_due_reason,
      failed_renewals = (found.next).failed_renewals, next_try_at = (found.next).next_try_at, anchor_day = (found.next).anchor_day,
      cancelled_at = (found.next).cancelled_at, cancel_reason = (found.next).cancel_reason,
      unpaid_order_id = (found.next).unpaid_order_id, credit = (found.next).credit - ${spent}::bigint,
      revenue = (found.next).revenue + ${brought}::bigint, payment_under_way = false, claimed_until = NULL
    FROM (
      SELECT held AS was, jsonb_populate_record(held, ${JSON.stringify(columns)}::jsonb) AS next FROM subscription AS held
      WHERE held.store_id = ${storeId}::bigint AND held.id = ${id}::bigint FOR NO KEY UPDATE
    ) AS found
    WHERE renewed.store_id = ${storeId}::bigint AND renewed.id = ${id}::bigint
    RETURNING to_jsonb(found.was) AS before, to_jsonb(renewed) AS after)${counting}
    SELECT before, after FROM renewed ${keptPlan}`
  return renewed
}

const couponsOf = ({ storeId, subscriptionCouponIds: ids }: Plan) => ({ storeId, id: { in: ids } })

async function holdCoupons(tx: Tx, plan: Plan, unpaidOrderId: bigint): Promise<void> {
  await tx.subscriptionCoupon.updateMany({ where: couponsOf(plan), data: { unpaidOrderId } })
}

async function useCoupons(tx: Tx, plan: Plan, at: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE subscription_coupon SET num_renewals = GREATEST(num_renewals - 1, 0), unpaid_order_id = NULL,
      applied_at = CASE WHEN num_renewals <= 1 THEN ${at}::timestamptz END
    WHERE store_id = ${plan.storeId}::bigint AND id = ANY(${plan.subscriptionCouponIds}::bigint[])`
}
