/**
 * The second half of a purchase, after the gateway's answer: one transaction creates the order with all its dependents, or pays an open
 * one; for a declined payment it leaves the order unpaid, with only the failed attempt.
 */
import type { Prisma } from '../../../prisma/generated/client/client.ts'
import type { PaymentState } from '../../../prisma/generated/client/enums.ts'
import type { Clock } from '../../db/clock.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Charge } from '../../payments/gateway.ts'
import { formatTime } from '../../values/time.ts'
import type { EmittedEvent } from '../../writes/events.ts'
import type { EditedRows } from '../edit/edit-rows.ts'
import { settleEdit } from '../edit/edit-settle.ts'
import { type Renewed, writeRenewed } from '../subscription/renewed.ts'
import { closeReplaced } from '../subscription/replaced-order.ts'
import { paidChange, settleChange } from '../subscription/settle-change.ts'
import { lockRunning } from '../subscription/term-deliveries.ts'
import { customerCount } from './customer-count.ts'
import { releaseCredit } from './customer-credit.ts'
import { type Begun, makeRows, type Waiting } from './order.ts'
import type { RecordedPayment } from './payment.ts'
import { changedBy, knownOrderOf, renewedId } from './plan.ts'
import { releaseGoods } from './reservations.ts'
import type { Plan, PlannedLine } from './stored-plan.ts'

/** A settled payment: its result, the rows created, and the time it was last requested. */
export type Settled = {
  orderId: bigint
  transactionId: bigint
  currency: string
  /** The last entry of the customer's credit that was spent, if any was. */
  creditEntryId: bigint | null
  isPaid: boolean
  begun: readonly Begun[]
  /** The coupons of a checkout that are attached to new subscriptions. */
  waiting: readonly Waiting[]
  renewed: Renewed | undefined
  /** The events of what changed beside the subscription. */
  others?: readonly EmittedEvent[]
  askedAt: Date | null
  /** The changes of an edit that is paid. */
  edited?: EditedRows | undefined
}

/** A charge of nothing needs no gateway. */
export const freeOfCharge = { result: 'captured', gatewayReference: '' } as const satisfies Charge

/** Thrown where the payment has changed state meanwhile; the transaction must be rolled back. */
export class MovedOn extends Error {}

/** The time of settling: by the payments' clock, and by that of the store. */
export type Moment = { clock: Clock; now: Date }

/** States in which a payment holds its stock and subscription. */
const holding = ['recorded', 'asked'] as const

/**
 * How a payment stands before it is settled: holding, unless it was given up, where the stock of a captured one must have been taken again;
 * and the time of its request, if it must not have been requested again since, by another plan.
 */
type Standing = { isGivenUp?: boolean; askedAt?: Date }

/**
 * Settles a payment, and dates all rows by its store's current time, whenever it was requested; of two concurrent attempts one succeeds and
 * the other's transaction fails.
 *
 * @throws MovedOn when it does not stand so.
 */
export async function settle(
  tx: Tx,
  payment: RecordedPayment,
  charge: Charge,
  { clock, now }: Moment,
  { isGivenUp = false, askedAt }: Standing = {},
): Promise<Settled> {
  const { plan } = payment
  const isPaid = charge.result === 'captured'
  const settledAt = clock.now()
  // Times are shown in whole seconds; a column would round up, into the future.
  const at = new Date(formatTime(now))
  const from: readonly PaymentState[] = isGivenUp ? ['given_up'] : holding
  const settling = { payment, charge, from, askedAt, settledAt, at, clock }
  if (plan.edit) {
    const made = await settleEdit(tx, settling)
    if (!made) throw new MovedOn(`Payment ${payment.reference} has moved on.`)
    if (!isPaid && !isGivenUp) await releaseGoods(tx, payment, at, made.orderId)
    return { ...made, creditEntryId: null, begun: [], waiting: [], isPaid, renewed: undefined }
  }
  const made = await makeRows(tx, settling)
  if (!made) throw new MovedOn(`Payment ${payment.reference} has moved on.`)
  const { orderId } = made
  if (isPaid && plan.orderId !== undefined) await payOrder(tx, plan, orderId)
  const changed = changedBy(plan)
  // Released behind the subscription, the line is locked before it.
  if (!isPaid && changed) await lockRunning(tx, changed)
  const subscriptionId = renewedId(plan)
  const replaced =
    isPaid && subscriptionId !== undefined ? await closeReplaced(tx, plan, { subscriptionId, orderId, at }) : undefined
  const isCounted = (plan.change || plan.isRenewal) && (isPaid || knownOrderOf(plan, isPaid) === undefined)
  const counted = isCounted ? customerCount(plan, isPaid, clock) : undefined
  const move = isPaid ? paidChange(plan) : undefined
  const settledChange = move && (await settleChange(tx, move, { orderId, at, counted }))
  if (move && !settledChange) throw new MovedOn(`The deliveries of payment ${payment.reference} have moved on.`)
  const { events: others, renewed } = settledChange ?? {
    events: replaced?.events ?? [],
    renewed: await changeRenewed(tx, plan, { orderId, isPaid, at, counted, replaced: replaced?.change }),
  }
  if (!isPaid && !isGivenUp) {
    // The order of a renewal that is tried again goes on holding it.
    if (!plan.isTriedAgain) await releaseCredit(tx, clock, payment)
    await releaseGoods(tx, payment, at, orderId)
  }
  return { ...made, begun: made.begun ?? [], waiting: made.waiting ?? [], isPaid, renewed, others }
}

/** Marks an open order as paid, with its payment method and its current address, of which a trigger makes a frozen one. */
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
  /** The customer's counters. */
  counted: Prisma.Sql | undefined
  /** The changes of closing the order that it replaces. */
  replaced: object | undefined
}

/**
 * Applies the change of a renewed subscription, and then of its customer: other writes lock them in that order. Its credit and coupons belong
 * to the order of the first attempt: they are used when it is paid and reserved for it until then.
 *
 * @returns the old and new values, if there is a subscription.
 */
async function changeRenewed(
  tx: Tx,
  plan: Plan,
  { orderId, isPaid, at, counted, replaced }: RenewalChange,
): Promise<Renewed | undefined> {
  const isOfOrder = isPaid || plan.isTriedAgain
  let renewed: Renewed | undefined
  for (const { subscription } of plan.lines) {
    if (subscription?.id === undefined) continue
    const { creditSpent = 0 } = subscription
    const kept = isOfOrder && { unpaidOrderId: isPaid ? null : Number(orderId) }
    const change = { ...changeOf(subscription, isPaid), ...kept, ...replaced }
    renewed = await writeRenewed(tx, { storeId: plan.storeId, id: subscription.id }, change, {
      brought: isPaid ? plan.totals.charge : 0,
      spent: isOfOrder ? creditSpent : 0,
      counted,
    })
  }
  if (isOfOrder && plan.subscriptionCouponIds.length > 0)
    await (isPaid ? useCoupons(tx, plan, at) : reserveCoupons(tx, plan, orderId))
  return renewed
}

/** The changes of a payment to the subscription it renews; a plan of version 1 has no reason for the past due status. */
function changeOf({ paid, declined }: NonNullable<PlannedLine['subscription']>, isPaid: boolean): object {
  if (isPaid) return { pastDueReason: null, ...paid }
  return { ...(declined?.lastFailedRenewal && { pastDueReason: 'declined' }), ...declined }
}

const couponsOf = ({ storeId, subscriptionCouponIds: ids }: Plan) => ({ storeId, id: { in: ids } })

async function reserveCoupons(tx: Tx, plan: Plan, unpaidOrderId: bigint): Promise<void> {
  await tx.subscriptionCoupon.updateMany({ where: couponsOf(plan), data: { unpaidOrderId } })
}

async function useCoupons(tx: Tx, plan: Plan, at: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE subscription_coupon SET num_renewals = GREATEST(num_renewals - 1, 0), unpaid_order_id = NULL, holds_use = false,
      applied_at = CASE WHEN num_renewals <= 1 AND NOT forever THEN ${at}::timestamptz END
    WHERE store_id = ${plan.storeId}::bigint AND id = ANY(${plan.subscriptionCouponIds}::bigint[])`
}
