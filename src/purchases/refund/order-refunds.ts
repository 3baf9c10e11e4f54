/** Refunds that another write of an order gives, such as its cancellation; the write stands whatever becomes of them. */
import type { Shape } from '../../db/shape.ts'
import type { EmittedEvent } from '../../writes/events.ts'
import { settleKey } from '../../writes/idempotency.ts'
import { outcomeOf, type PendingCharge, type Written } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import { carryOut, type FactsToRefund, isSettledAtOnce, type RefundAct, recordAct, settleAtOnce } from './refund.ts'
import { type PlannedRefund, planRefund } from './refund-plan.ts'
import { orderRefundWritten } from './refund-written.ts'
import { refundableOf } from './refundable.ts'

/**
 * Records refunds of an order, to the card first.
 *
 * @param order locked by the caller.
 * @param asked the amount that an edit gives back, whose lines have lost it; the whole that is left of the order unless given.
 *
 * @returns undefined where nothing is left.
 */
export async function reserveRefunds(
  write: Write,
  order: Shape<'Order'>,
  facts: FactsToRefund,
  { amount: asked, reason }: { amount?: number; reason: string | null },
): Promise<RefundAct | undefined> {
  const left = refundableOf(facts)
  const amount = Math.min(left.amount, asked ?? left.amount)
  if (amount === 0) return undefined
  const planned = asked === undefined ? planRefund(facts, {}) : besideLines(amount, Math.min(amount, left.cardAmount))
  return recordAct(write, order, facts, planned, { reason, restock: false })
}

/** A refund of what the lines of an edited order have lost already. */
const besideLines = (amount: number, cardAmount: number): PlannedRefund => ({
  ...{ amount, cardAmount, creditAmount: amount - cardAmount, shipping: 0, tax: 0, lines: [] },
})

/** Settles refunds that need no gateway, and records for the log what the order gives back. @returns the events of all, in their order. */
export async function settleWithoutGateway(write: Write, act: RefundAct | undefined, done: string): Promise<EmittedEvent[]> {
  if (!act) return []
  const events = [...act.created]
  if (!isSettledAtOnce(write, act)) return events
  for (const { changes, emits = [] } of await settleAtOnce(write, act, orderRefundWritten(done))) {
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
  act: RefundAct | undefined,
  done: string,
): Promise<Written | PendingCharge> {
  if (!act || isSettledAtOnce(write, act)) return written
  const outcome = outcomeOf(written)
  if (write.claim) await settleKey(write.tx, write.claim, outcome, act.rows[0]?.id)
  const resultOf = orderRefundWritten(done)
  return { moves: 'refund', done: written, resume: (commit) => carryOut(write, act, commit, { outcome, resultOf }) }
}
