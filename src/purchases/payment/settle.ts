/**
 * The second half of a purchase, after the gateway's answer: one transaction creates the order with all its dependents, or pays an open
 * one; for a declined payment it leaves the order unpaid, with only the failed attempt.
 */
import type { PaymentState } from '../../../prisma/generated/client/enums.ts'
import type { Clock } from '../../db/clock.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Charge } from '../../payments/gateway.ts'
import { formatTime } from '../../values/time.ts'
import { settleEdit } from '../edit/edit-settle.ts'
import { settlePaidChange } from '../subscription/settle-change.ts'
import { settleOpenOrder, settleRenewal } from '../subscription/settle-renewal.ts'
import { releaseCredit } from './customer-credit.ts'
import { storeEntered } from './entered-method.ts'
import { makeRows } from './order.ts'
import type { RecordedPayment } from './payment.ts'
import { type Purchase, type PurchaseKind, purchaseOf } from './purchase-kind.ts'
import { releaseGoods } from './reservations.ts'
import { settleCartOrder } from './settle-cart-order.ts'
import type { Begun, SettledRows, Settler, Settling, Waiting } from './settling.ts'

/** A settled payment: its result, and the rows created. */
export type Settled = SettledRows & {
  /** When it was settled, in the time of its store. */
  at: Date
  isPaid: boolean
  begun: readonly Begun[]
  waiting: readonly Waiting[]
}

/** The function that settles each kind of purchase. */
const settlers: { readonly [Kind in PurchaseKind]: Settler<Kind> } = {
  new: makeRows,
  renewal: settleRenewal,
  cartOrder: settleCartOrder,
  openOrder: settleOpenOrder,
  change: settlePaidChange,
  edit: settleEdit,
}

function settleKind<Kind extends PurchaseKind>(tx: Tx, settling: Settling, purchase: Purchase<Kind>) {
  const settler: Settler<Kind> = settlers[purchase.kind]
  return settler(tx, settling, purchase)
}

/** A charge of nothing needs no gateway. */
export const freeOfCharge = { result: 'captured', gatewayReference: '' } as const satisfies Charge

/** Thrown where the payment has changed state meanwhile; the transaction must be rolled back. */
export class MovedOn extends Error {}

/** The time of settling: by the payments' clock, and by that of the store. */
export type Moment = { clock: Clock; now: Date }

/** States in which a payment holds its stock and subscription. */
const holding = ['recorded', 'asked', 'waiting'] as const

/** States in which it holds neither: a renewal that waits for its customer holds nothing. */
const released = ['given_up', 'waiting'] as const

/**
 * How a payment stands before it is settled: holding, unless it was given up or released while it waits, where the stock of a captured one
 * must have been taken again; and the time of its request, if it must not have been requested again since, by another plan.
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
  recorded: RecordedPayment,
  charge: Charge,
  { clock, now }: Moment,
  { isGivenUp = false, askedAt }: Standing = {},
): Promise<Settled> {
  const isPaid = charge.result === 'captured'
  const settledAt = clock.now()
  // Times are shown in whole seconds; a column would round up, into the future.
  const at = new Date(formatTime(now))
  const from: readonly PaymentState[] = isGivenUp ? released : holding
  const entered = isPaid && charge.method && recorded.plan.paymentMethodId === undefined ? charge.method : undefined
  const stored = entered && (await storeEntered(tx, recorded, entered, at))
  const payment = stored ? { ...recorded, plan: { ...recorded.plan, paymentMethodId: stored.id } } : recorded
  const settling = { payment, charge, isPaid, from, askedAt, settledAt, at, clock }
  const made = await settleKind(tx, settling, purchaseOf(payment.plan))
  if (!made) throw new MovedOn(`Payment ${payment.reference} has moved on, or what it pays for has.`)
  if (!isPaid && !isGivenUp) {
    // The order of a renewal that is tried again goes on holding it.
    if (!payment.plan.isTriedAgain) await releaseCredit(tx, clock, payment)
    await releaseGoods(tx, payment, at, made.orderId)
  }
  const others = [...(stored?.events ?? []), ...(made.others ?? [])]
  return { ...made, at, begun: made.begun ?? [], waiting: made.waiting ?? [], others, isPaid }
}
