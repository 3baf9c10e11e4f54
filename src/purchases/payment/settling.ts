/** The inputs of settling a payment, and what each kind of purchase makes of them. */
import type { PaymentState } from '../../../prisma/generated/client/enums.ts'
import type { Clock } from '../../db/clock.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Charge } from '../../payments/gateway.ts'
import type { EmittedEvent } from '../../writes/events.ts'
import type { EditedRows } from '../edit/edit-rows.ts'
import type { Renewed } from '../subscription/renewed.ts'
import type { RecordedPayment } from './payment.ts'
import type { Purchase, PurchaseKind } from './purchase-kind.ts'

/**
 * The inputs: the states to settle from, the time of the request that it must still be the last one of, the time of the result, and
 * the whole second that dates all rows.
 */
export type Settling = {
  payment: RecordedPayment
  charge: Charge
  isPaid: boolean
  from: readonly PaymentState[]
  askedAt: Date | undefined
  settledAt: Date
  at: Date
  clock: Clock
}

/** A new subscription, as its line was planned. */
export type Begun = {
  /** The place of its line. */
  number: number
  subscription_id: bigint
  productId: bigint
  productInstanceId: bigint
  termId: bigint
  quantity: number
  endDate: string
}

/** A coupon attached to a new subscription. */
export type Waiting = { id: bigint; subscription_id: bigint; coupon_id: bigint; code_used: string; num_renewals: number }

/** The rows of a payment that every kind of purchase has: its order and its transaction. */
export type EndedPayment = {
  orderId: bigint
  transactionId: bigint
  currency: string
  /** The time it was last requested. */
  askedAt: Date | null
}

/** The rows of a purchase. */
export type SettledRows = EndedPayment & {
  /** The last entry of the customer's credit that was spent, if any was. */
  creditEntryId?: bigint | null
  begun?: readonly Begun[] | null
  /** The coupons of a checkout that are attached to new subscriptions. */
  waiting?: readonly Waiting[] | null
  renewed?: Renewed | undefined
  /** The events of what changed beside the subscription. */
  others?: readonly EmittedEvent[] | undefined
  /** The changes of an edit that is paid. */
  edited?: EditedRows | undefined
}

/** Settles a kind of purchase. @returns undefined where its payment, or what it pays for, has moved on; the transaction is then rolled back. */
export type Settler<Kind extends PurchaseKind> = (
  tx: Tx,
  settling: Settling,
  purchase: Purchase<Kind>,
) => Promise<SettledRows | undefined>
