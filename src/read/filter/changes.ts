/**
 * Reads which changes of a list are asked for: the records whose last change is between two marks, in the order of their changes.
 *
 * Marks are numbers of transactions. The pages of one reading share the upper mark, the oldest transaction that was open at the first
 * page, which their cursors hold: whatever has a lower mark was committed by then.
 */
import type { Viewer } from '../../auth/viewer.ts'
import type { PageArguments } from '../../schema/paging.ts'
import type { Resource } from '../../schema/registry.ts'
import { checkMerchant } from '../../schema/visible.ts'
import { epochOf } from '../../values/epoch.ts'
import { badInput } from '../../values/errors.ts'
import { parseWhole } from '../../values/number.ts'
import { field, say } from '../../values/sentence.ts'
import { shown } from '../../values/text.ts'
import type { Condition } from './comparison.ts'
import { behind, cursorValues, type OrderTerm, readOrder } from './order.ts'

/** The marks that changes lie between. */
export type ChangedBetween = {
  /** The mark to begin with; undefined for all records. */
  since: bigint | undefined
  /** The mark to end below; undefined on the first page, which finds it. */
  until: bigint | undefined
}

type ChangesArguments = PageArguments & {
  changedSince?: string | null
  filter?: object | null
  orderBy?: readonly object[] | null
}

/** The upper mark in a cursor, behind the values that its row is ordered by. */
export const untilTerm = { name: 'until', kind: 'amount', required: true, values: [], direction: 'asc' } as const

/**
 * Reads the arguments of a list of changes.
 *
 * @throws Refusal FORBIDDEN or UNAUTHENTICATED for all but merchants; BAD_INPUT for another argument that chooses or orders records, and for
 *   what is no mark.
 */
export function readChanges(
  resource: Resource,
  { changedSince, after, ...others }: ChangesArguments,
  viewer: Viewer,
): { changes: ChangedBetween; terms: OrderTerm[]; where: Condition; place: Condition } {
  const { markedBy, model } = resource
  if (!markedBy) throw new Error(`${resource.name} has no marks`)
  checkMerchant('changedSince', viewer)
  for (const name of ['filter', 'orderBy', 'last', 'before', 'offset'] as const)
    if (isGiven(others[name])) throw badInput(say`${field(name)} is not for ${field('changedSince')}: ${reasons[name]}.`)
  const { column } = markedBy
  const terms = readOrder({ model, columns: new Map() }, [{ [column]: 'asc' }])
  const ofCursor = [...terms, untilTerm]
  const since = changedSince ? readMark(changedSince) : undefined
  const until = after == null ? undefined : (cursorValues(ofCursor, after).at(-1) as bigint)
  return {
    changes: { since, until },
    terms,
    where: { [column]: { gte: since, lt: until } },
    place: after == null ? {} : behind(terms, after, ofCursor),
  }
}

const inOrder = 'changes come in the order they were made in, page by page by `after`'
const reasons = {
  filter: 'a record that leaves the filter would be missed',
  orderBy: inOrder,
  last: inOrder,
  before: inOrder,
  offset: inOrder,
}

/** Whether an argument is there, and says something. */
const isGiven = (value: unknown): boolean => value != null && (typeof value !== 'object' || Object.keys(value).length > 0)

function readMark(text: string): bigint {
  const mark = parseWhole(text)
  if (mark === undefined || mark < 0n)
    throw badInput(say`${field('changedSince')} must be a ${field('nextMark')} of this list, not ${shown(text)}.`)
  return mark
}

/**
 * Checks marks by what the database says of them.
 *
 * @param open the mark of the oldest open transaction.
 * @param isForgotten whether deletions since the mark are kept no longer.
 * @throws Refusal BAD_INPUT where changes may have been missed.
 */
export function checkMarks({ since, until }: ChangedBetween, open: bigint, isForgotten: boolean): void {
  for (const mark of [since, until]) {
    if (mark === undefined || (epochOf(mark) === epochOf(open) && mark <= open)) continue
    throw badInput(
      say`The mark is of another database, such as one that was restored or moved: read all again, with an empty ${field('changedSince')}.`,
    )
  }
  if (isForgotten)
    throw badInput(
      say`Records were deleted after the mark that are known no longer: read all again, with an empty ${field('changedSince')}.`,
    )
}
