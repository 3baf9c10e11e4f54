/** Which rows of a list are asked for: its arguments, as a page of what the viewer may see in some order. */
import type { Viewer } from '../auth/viewer.ts'
import { type PageArguments, type PageRange, readPage } from '../schema/paging.ts'
import type { Resource } from '../schema/registry.ts'
import { checkColumn, visible } from '../schema/visible.ts'
import type { Condition } from './comparison.ts'
import { type FilterInput, filterCondition } from './filter.ts'
import { behind, type Direction, type OrderTerm, readOrder, reversed } from './order.ts'

export type ListArguments = PageArguments & { filter?: FilterInput | null; orderBy?: Record<string, Direction>[] | null }

export type ListRead = {
  page: PageRange
  terms: OrderTerm[]
  /** What all rows of the list have in common; they are counted by it. */
  where: Condition
  /** Where in the list the page lies, as far as cursors say so. */
  place: Condition
  /** By what it is known from any other; leads to nothing, so that nothing is kept by whoever knows it. */
  key: object
}

/**
 * Reads the arguments of a list; the wall of visibility is part of what comes of it.
 *
 * @param see the wall: that of a root field, or of a record's own.
 * @throws Refusal BAD_INPUT for arguments that cannot be, FORBIDDEN for columns the viewer does not read.
 */
export function readList(resource: Resource, args: ListArguments, viewer: Viewer, see = visible): ListRead {
  const page = readPage(args)
  const terms = readOrder(resource.model, args.orderBy)
  const seen = see(resource, viewer)
  for (const { name } of terms) checkColumn(resource.columns.get(name), viewer)
  const where = args.filter ? { AND: [seen, filterCondition(resource, args.filter, viewer)] } : seen
  const cursors = [
    ...(page.after === undefined ? [] : [behind(terms, page.after)]),
    ...(page.before === undefined ? [] : [behind(reversed(terms), page.before, terms)]),
  ]
  return { page, terms, where, place: { AND: cursors }, key: {} }
}
