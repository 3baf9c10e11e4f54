/** Reads the arguments of a list: filter, order and page, within the viewer's visibility. */
import type { Viewer } from '../../auth/viewer.ts'
import { type Computing, readComputing } from '../../schema/computed-rows.ts'
import { type PageArguments, type PageRange, readPage } from '../../schema/paging.ts'
import { liveOnly, type Resource } from '../../schema/registry.ts'
import { checkColumn, type OfOwn, ofNobody, visible } from '../../schema/visible.ts'
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { type ChangedBetween, readChanges } from './changes.ts'
import type { Condition } from './comparison.ts'
import { type FilterInput, filterCondition } from './filter.ts'
import { behind, type Direction, type OrderTerm, readOrder, reversed } from './order.ts'
import { allKnown, known } from './placeholder.ts'
import { searchCondition } from './search.ts'

export type ListArguments = PageArguments & {
  filter?: FilterInput | null
  orderBy?: Record<string, Direction>[] | null
  archived?: boolean | null
  changedSince?: string | null
  search?: string | null
}

export type ListRead = {
  page: PageRange
  terms: OrderTerm[]
  /** The condition of all rows of the list; its count uses it. */
  where: Condition
  /** The condition of the cursors. */
  place: Condition
  /** Of a list of what changed: between which marks. */
  changes?: ChangedBetween
  /** Of computed rows: what they are computed from. */
  computing?: Computing
}

/**
 * Reads the arguments of a list; the condition includes the visibility rule, and that of what is listed.
 *
 * @param see the visibility rule: that of a root field, or of a relation; `own` says whether what is listed is of the viewer's own.
 *
 * @throws Refusal BAD_INPUT for invalid arguments, FORBIDDEN for columns the viewer may not read.
 */
export function readList(
  resource: Resource,
  args: ListArguments,
  viewer: Viewer,
  { see = visible, own = ofNobody }: { see?: typeof visible; own?: OfOwn } = {},
): ListRead {
  const { first, last, offset } = args
  const page = readPage({ ...args, first: known(first), last: known(last), offset: known(offset) })
  if (args.changedSince != null) {
    if (args.search != null)
      throw badInput(
        say`${field('search')} must not be given with ${field('changedSince')}: a record that leaves a search would be missed.`,
      )
    const { terms, where, place, changes } = readChanges(resource, args, viewer)
    return { page, terms, where: { AND: [see(resource, viewer, own), where] }, place, changes }
  }
  const usual = resource.computed?.orderBy
  const terms = readOrder(resource, usual && !args.orderBy?.length ? usual : allKnown(args.orderBy))
  const searched = args.search == null ? {} : searchCondition(resource, args.search, viewer)
  const seen = { AND: [see(resource, viewer, own), resource.listed, args.archived ? {} : liveOnly(resource), searched] }
  for (const { name } of terms) checkColumn(resource.columns.get(name), viewer)
  const where = args.filter ? { AND: [seen, filterCondition(resource, args.filter, viewer, own)] } : seen
  const cursors = [
    ...(page.after === undefined ? [] : [behind(terms, page.after)]),
    ...(page.before === undefined ? [] : [behind(reversed(terms), page.before, terms)]),
  ]
  return { page, terms, where, place: { AND: cursors } }
}

/** The arguments of a list, with what its rows are computed from. */
export const withComputing = (
  { computed }: Resource,
  list: ListRead,
  args: Readonly<Record<string, unknown>>,
  now: Date,
): ListRead => {
  if (!computed) return list
  const { name = '' } = computed.argument ?? {}
  return { ...list, computing: { value: readComputing(computed, { [name]: known(args[name]) }), now } }
}
