/** The subscription a write is about: locked, with what the rules need of its term. */

import { lockRow } from '../../db/transaction.ts'
import { notFound } from '../../errors.ts'
import { readId } from '../../values/id.ts'
import { changesOf } from '../../writes/log.ts'
import type { Subject, Write, Written } from '../../writes/write.ts'
import type { Shape } from '../data-model.ts'
import type { Change, Term } from './rules.ts'

export type Row = Shape<'Subscription'>

/**
 * Locks a subscription for the rest of the write.
 *
 * @throws Refusal NOT_FOUND for one that is missing or another's.
 */
export async function lockSubscription({ tx, viewer }: Write, id: string, subject: Subject): Promise<Row> {
  const values = {
    id: readId('id', id),
    storeId: viewer.storeId,
    ...(viewer.role === 'customer' && { customerId: viewer.customerId }),
  }
  const row = await lockRow<Row>(tx, 'subscription', values)
  if (!row) throw notFound()
  subject.subscriptionId = row.id
  return row
}

/** The term of a subscription, as the rules see it. */
export async function termOf({ tx }: Write, { storeId, id }: Row): Promise<Term> {
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

/** Writes a rule's change, unless it is none, and says what it did. */
export async function saveSubscription(
  { tx }: Write,
  row: Row,
  change: Change & Partial<Row>,
  note?: string | null,
): Promise<Written> {
  const changes = changesOf(row, change)
  if (Object.keys(changes).length > 0) {
    const { storeId, id } = row
    await tx.subscription.update({ where: { storeId_id: { storeId, id } }, data: change as object, select: { id: true } })
  }
  return { id: row.id, subscriptionId: row.id, note, changes }
}
