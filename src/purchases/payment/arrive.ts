/**
 * Applies the gateway's result to a payment, in the process that requested the charge or in reconciliation, at once or late: the payment's
 * current state decides the step, whichever process has moved it meanwhile.
 */

import { refusalOfCheck } from '../../db/checks.ts'
import type { Clock } from '../../db/clock.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import type { Charge } from '../../payments/gateway.ts'
import type { FirstOutcome } from '../../schema/outcome.ts'
import { Refusal } from '../../values/errors.ts'
import type { EmittedEvent } from '../../writes/events.ts'
import { settleKeysOf } from '../../writes/idempotency.ts'
import { type Commit, outcomeOf, type Written } from '../../writes/result.ts'
import { storeTime, type TimedStore } from '../../writes/store-time.ts'
import { OutdatedEdit } from '../edit/edit-settle.ts'
import { outdatedEdit } from '../edit/edited-order.ts'
import { lockLate, lockPayment, move, type PaymentRow, type RecordedPayment } from './payment.ts'
import { holdsWhileWaiting } from './plan.ts'
import { canBeDeclined, cannotChange, release, reserveAgain } from './reservations.ts'
import { type Moment, MovedOn, settle } from './settle.ts'
import { declinedLate, givenBack, notMade, settledAs, writtenOf } from './written.ts'

export type Books = { db: Db; clock: Clock }

/** The books, with the payment's store. */
type StoreBooks = Books & Pick<TimedStore, 'hasTestClock'>

/** The known state of a payment whose result has arrived. */
type Known = {
  /** The time of its last request, if it is known to still hold its stock and subscription: then it is settled in fewer statements. */
  heldSince?: Date | null | undefined
  /** The time of its request, if it was made without a key: unless it was requested again since, it has none. */
  keylessSince?: Date | undefined
  /** Whether its rows could not be written for so long that any error ends it. */
  isLastTry?: boolean
}

/**
 * Settles a payment by the gateway's result, and every key it was requested with: the caller need not be the owner of the key.
 *
 * @param commit stores the result; it is not called when another process has done so.
 *
 * @returns the result.
 */
export async function arrive(
  { db, clock, hasTestClock }: StoreBooks,
  payment: RecordedPayment,
  charge: Charge,
  commit: Commit,
  { heldSince, keylessSince, isLastTry }: Known,
): Promise<FirstOutcome> {
  const { plan } = payment
  const commitAll: Commit = async (tx, written) => {
    const outcome = await commit(tx, written)
    await settleKeysOf(tx, payment, outcome)
    return outcome
  }
  const momentIn = async (tx: Tx): Promise<Moment> => {
    const store = { storeId: plan.storeId, hasTestClock }
    return { clock, now: await storeTime(tx, store, clock.now()) }
  }
  const finishLate = (arriveIn: (tx: Tx, moment: Moment) => Promise<Arrived>) =>
    inTransaction(db, async (tx) => {
      const { row, written } = await arriveIn(tx, await momentIn(tx))
      return row ? outcomeOf(settledBefore(row, charge)) : commitAll(tx, written)
    })
  const ending = (error: unknown) => refusalOf(error) ?? (isLastTry && !(error instanceof MovedOn) ? unwritable() : undefined)
  try {
    if (heldSince)
      return await inTransaction(db, async (tx) => {
        const settled = await settle(tx, payment, charge, await momentIn(tx), { askedAt: heldSince })
        const isKeyless = keylessSince !== undefined && settled.askedAt?.getTime() === keylessSince.getTime()
        return (isKeyless ? commit : commitAll)(tx, settledAs(plan, charge, settled))
      })
  } catch (error) {
    const broken = ending(error)
    if (broken) return finishLate((tx, moment) => arriveBroken(tx, moment, payment, charge, broken))
    if (!(error instanceof MovedOn)) throw error
  }
  return finishLate((tx, moment) => arriveLate(tx, moment, payment, charge)).catch((error: unknown) => {
    const broken = ending(error)
    if (!broken) throw error
    return finishLate((tx, moment) => arriveBroken(tx, moment, payment, charge, broken))
  })
}

/** Whether a payment holds its stock and subscription. */
const isHolding = ({ state, plan }: Pick<PaymentRow, 'state' | 'plan'>): boolean =>
  state === 'recorded' || state === 'asked' || (state === 'waiting' && holdsWhileWaiting(plan))

type Arrived = { row: PaymentRow; written?: never } | { row?: never; written: Written }

async function arriveLate(tx: Tx, moment: Moment, payment: RecordedPayment, charge: Charge): Promise<Arrived> {
  const { clock } = moment
  const row = await lockLate(tx, payment.plan.storeId, payment.id, payment.plan)
  const { plan } = row
  const settledAt = clock.now()
  switch (isHolding(row) ? 'asked' : row.state) {
    case 'asked': {
      const refusal = charge.result === 'captured' ? await cannotChange(tx, plan) : undefined
      if (!refusal) return { written: settledAs(plan, charge, await settle(tx, row, charge, moment)) }
      await release(tx, clock, row)
      return { written: await scheduleReturn(tx, clock, row, charge, refusal) }
    }
    case 'waiting':
    case 'given_up': {
      const isPaid = charge.result === 'captured'
      const low: EmittedEvent[] = []
      const reserved = isPaid ? await reserveAgain(tx, clock, row, (event) => void low.push(event)) : plan
      if (reserved instanceof Refusal) return { written: await scheduleReturn(tx, clock, row, charge, reserved) }
      if (isPaid || (await canBeDeclined(tx, clock, row))) {
        const settled = await settle(tx, { ...row, plan: reserved }, charge, moment, { isGivenUp: true })
        return { written: settledAs(plan, charge, settled, low) }
      }
      await move(tx, row, [row.state], { state: 'declined', settledAt, dueAt: null })
      return { written: declinedLate(plan, charge.reason) }
    }
    case 'withdrawn':
    // The gateway has charged a reference after it had reported that it no longer would, or had not.
    case 'failed':
    case 'declined':
      if (charge.result === 'captured') return { written: await scheduleReturn(tx, clock, row, charge) }
      if (row.state === 'declined') return { row }
      await move(tx, row, ['withdrawn', 'failed'], { state: 'declined', settledAt, dueAt: null })
      return { written: declinedLate(plan, charge.reason) }
    default:
      return { row }
  }
}

/** The refusal of what was charged and cannot be written. */
const refusalOf = (error: unknown): Refusal | undefined =>
  error instanceof OutdatedEdit ? outdatedEdit() : refusalOfCheck(error)

/** The refusal of what was charged, and could not be written for days. */
const unwritable = () => new Refusal('WRONG_STATUS', 'What it pays for could not be made.')

/** Ends a payment whose rows the database refuses: its stock and subscription are released, and a charge is refunded. */
async function arriveBroken(
  tx: Tx,
  { clock }: Moment,
  { id, plan: known }: RecordedPayment,
  charge: Charge,
  broken: Refusal,
): Promise<Arrived> {
  const row = await lockPayment(tx, known.storeId, id, known)
  const { state, plan } = row
  if (!isHolding(row) && state !== 'given_up' && state !== 'waiting') return { row }
  if (isHolding(row)) await release(tx, clock, row)
  if (charge.result === 'captured') {
    await scheduleReturn(tx, clock, row, charge)
    return { written: notMade(plan, broken) }
  }
  await move(tx, row, [state], { state: 'declined', settledAt: clock.now(), dueAt: null })
  return { written: declinedLate(plan, charge.reason) }
}

/** Schedules the refund of a charge for the next round; see reconcile.ts. */
async function scheduleReturn(
  tx: Tx,
  clock: Clock,
  { id, plan }: PaymentRow,
  { gatewayReference }: Charge,
  reason?: Refusal,
): Promise<Written> {
  await tx.$executeRaw`
    UPDATE payment SET state = 'refunding', gateway_reference = ${gatewayReference}, due_at = ${clock.inSql()}, looks = 0
    WHERE store_id = ${plan.storeId}::bigint AND id = ${id}`
  return givenBack(plan, reason)
}

/** The result of a payment that another process has settled. */
function settledBefore({ state, plan, orderId }: PaymentRow, charge: Charge): Written {
  if (state === 'refunding' || state === 'refunded' || state === 'credited') return givenBack(plan)
  if (orderId === null) return charge.result === 'declined' ? declinedLate(plan, charge.reason) : givenBack(plan)
  return writtenOf(plan, charge, { orderId, isPaid: state === 'captured' })
}
