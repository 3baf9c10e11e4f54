/** Refunds that another write of an order gives, such as its cancellation: one of each charge, since a refund is of one. */
import type { Shape } from '../db/shape.ts'
import { badInput } from '../values/errors.ts'
import type { EmittedEvent } from '../writes/events.ts'
import { settleKey } from '../writes/idempotency.ts'
import { type Commit, outcomeOf, type PendingCharge, type Written } from '../writes/result.ts'
import type { Write } from '../writes/write.ts'
import { carryOut, type FactsToRefund, isSettledAtOnce, type RefundToAsk, reserveRefund, settleAtOnce } from './refund.ts'
import { type PlannedRefund, planRefund } from './refund-plan.ts'
import { orderRefundWritten } from './refund-written.ts'
import { refundableOf } from './refundable.ts'

/** The recorded refunds of an order, with the events of their records. */
type ReservedRefunds = readonly { recorded: RefundToAsk; created: EmittedEvent }[]

/**
 * Records refunds of an order, to the card first.
 *
 * @param order locked by the caller.
 * @param read reads what is left; once more behind each record.
 * @param asked the amount that an edit gives back, whose lines have lost it; the whole that is left of the order unless given.
 *
 * @returns none where nothing is left.
 *
 * @throws Refusal BAD_INPUT where the payment cannot be given back.
 */
export async function reserveRefunds(
  write: Write,
  order: Shape<'Order'>,
  read: () => Promise<FactsToRefund>,
  { amount: asked, reason }: { amount?: number; reason: string | null },
): Promise<ReservedRefunds> {
  const reserved: ReservedRefunds[number][] = []
  let given = 0
  for (;;) {
    const facts = await read()
    const left = refundableOf(facts)
    const amount = Math.min(left.amount, asked === undefined ? left.amount : asked - given)
    const cardAmount = Math.min(amount, left.cardAmount)
    if (amount === 0) return reserved
    const most = Math.max(0, ...facts.charges.map(({ left }) => left))
    const isCharged = facts.charges.some(({ charge, left }) => charge !== null && left === most)
    if (cardAmount > 0 && (!isCharged || most === 0))
      throw badInput(
        `The payment of order ${order.id} has no id at the payment gateway, which cannot give it back: refund it as credit instead.`,
        asked === undefined ? 'refund' : 'lines',
      )
    const isPart = cardAmount > most
    const planned =
      asked === undefined
        ? planRefund(facts, isPart ? { amount: BigInt(most) } : {})
        : besideLines(isPart ? most : amount, Math.min(cardAmount, most))
    given += planned.amount
    reserved.push(await reserveRefund(write, order, facts, planned, { reason, restock: false }))
  }
}

/** A refund of what the lines of an edited order have lost already. */
const besideLines = (amount: number, cardAmount: number): PlannedRefund => ({
  ...{ amount, cardAmount, creditAmount: amount - cardAmount, shipping: 0, tax: 0, lines: [] },
})

/** Settles those that need no gateway, and records for the log what the order gives back. @returns the events of all, in their order. */
export async function settleWithoutGateway(write: Write, reserved: ReservedRefunds, done: string): Promise<EmittedEvent[]> {
  const events: EmittedEvent[] = []
  for (const { recorded, created } of reserved) {
    events.push(created)
    if (!isSettledAtOnce(write, recorded)) continue
    const { changes, emits = [] } = await settleAtOnce(write, recorded, orderRefundWritten(done))
    Object.assign(write.changes, changes)
    events.push(...emits)
  }
  return events
}

/**
 * Ends the write: without refunds that a gateway is asked for it is done, else it is suspended for them.
 *
 * @param written the result of the write, which stands whatever becomes of its refunds.
 * @param done the write, as the beginning of a sentence: `The order is cancelled`.
 */
export async function withRefunds(
  write: Write,
  written: Written,
  reserved: ReservedRefunds,
  done: string,
): Promise<Written | PendingCharge> {
  const asked = reserved.filter(({ recorded }) => !isSettledAtOnce(write, recorded))
  if (asked.length === 0) return written
  // A repeat finds the write done, however far its refunds have got.
  if (write.claim) await settleKey(write.tx, write.claim, outcomeOf(written))
  return { moves: 'refund', done: written, resume: (commit) => carryOutAll(write, written, asked, commit, done) }
}

/** Asks for one after the other. @returns the last refusal, if there is one. */
async function carryOutAll(
  write: Write,
  written: Written,
  asked: ReservedRefunds,
  commit: Commit,
  done: string,
): ReturnType<PendingCharge['resume']> {
  let outcome = outcomeOf(written)
  for (const { recorded } of asked) {
    const { userErrors } = await carryOut(write, recorded, commit, orderRefundWritten(done))
    if (userErrors.length > 0) outcome = { ...outcome, userErrors }
  }
  return outcome
}
