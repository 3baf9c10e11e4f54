/** The subscription a write is about: held, with what the rules need of its term. */

import type { Shape } from '../../db/shape.ts'
import { closeUnpaidOrder } from '../../purchases/payment/unpaid-order.ts'
import { endWait } from '../../purchases/payment/waiting.ts'
import { creditOfEnded } from '../../purchases/subscription/ended-credit.ts'
import { withScheduledChange } from '../../purchases/subscription/scheduled-plan.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import type { GivenOf } from '../../values/writable.ts'
import { checked } from '../../values/written-values.ts'
import type { EventType } from '../../writes/event-types.ts'
import type { Written } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import type { Change, Term } from './rules.ts'
import { remark } from './writable.ts'

export type SubscriptionRow = Shape<'Subscription'>

/**
 * Locks a subscription for the rest of the write.
 *
 * @throws Refusal NOT_FOUND for one that is missing or another's.
 */
export const lockSubscription = (write: Write, id: string): Promise<SubscriptionRow> =>
  write.lock('Subscription', { id: readId(field('id'), id) })

/**
 * Keeps a remark in the log entry of a write, also of one that is refused.
 *
 * @throws Refusal BAD_INPUT for one that is too long.
 */
export function noteRemark(write: Write, { logNote }: GivenOf<typeof remark>): void {
  write.note(logNote)
  checked(remark, { logNote })
}

/** The term of a subscription, as the rules see it. */
export async function termOf({ tx }: Write, { storeId, id }: SubscriptionRow): Promise<Term> {
  const { billing, term } = await tx.subscription.findUniqueOrThrow({
    where: { storeId_id: { storeId, id } },
    select: { billing: true, term: { select: { numCycles: true } } },
  })
  return toTerm(billing, term)
}

/** Puts a billing rhythm and a term together as the rules see them. */
export const toTerm = (
  billing: Pick<Shape<'ProductBilling'>, 'rebillMonths' | 'rebillWeeks' | 'rebillDay'>,
  term: { numCycles: number },
): Term => ({
  rhythm: { months: billing.rebillMonths, weeks: billing.rebillWeeks ?? 0 },
  rebillDay: billing.rebillDay,
  numCycles: term.numCycles,
})

/** Ends the wait of a payment of its unpaid order, which is about to be closed. @throws Beforehand where one waits. */
export async function endWaitOf(write: Write, { storeId, id, pastDueReason }: SubscriptionRow): Promise<void> {
  if (pastDueReason === 'customer_action') await endWait(write, { storeId, subscriptionId: id })
}

/** Writes a change that may end a subscription: the order that waits for its payment is closed, and its credit becomes the customer's. */
export async function saveEnded(write: Write, row: SubscriptionRow, change: Change, type?: EventType): Promise<Written> {
  await endWaitOf(write, row)
  const closed = { ...change, ...(await closeUnpaidOrder(write, row)) }
  // A repeat changes nothing.
  const moved = change.status ? await creditOfEnded(write, { ...row, ...closed }) : {}
  return saveSubscription(write, row, { ...closed, ...moved }, type)
}

/** Writes a rule's change, and shows the subscription. @param type what a change amounts to, where it is not the first that is declared. */
export async function saveSubscription(
  write: Write,
  row: SubscriptionRow,
  change: Change & Partial<SubscriptionRow>,
  type?: EventType,
): Promise<Written> {
  await write.change(row, change)
  write.changes = withScheduledChange(write.changes, row)
  return { id: row.id, ...(type && Object.keys(write.changes).length > 0 && { emits: [{ type }] }) }
}
