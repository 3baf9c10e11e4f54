/** Validates the paging arguments of a list, and converts them to numbers. */
import { badInput } from '../values/errors.ts'

export const defaultPageSize = 10
export const maxPageSize = 1000

// The offset at which the largest page still ends within GraphQL's Int.
const maxOffset = 2 ** 31 - 1 - maxPageSize

export type PageArguments = {
  first?: number | null
  after?: string | null
  last?: number | null
  before?: string | null
  offset?: number | null
}

export type PageRange = { size: number; backward: boolean; after: string | undefined; before: string | undefined; offset: number }

/**
 * Validates the paging arguments of a list.
 *
 * @throws Refusal BAD_INPUT for a size outside 1 to 1000, a negative or huge offset, or arguments that contradict.
 */
export function readPage(args: PageArguments): PageRange {
  const { first, last, offset } = args
  if (first != null && last != null) throw badInput('Give first or last, not both.')
  if (offset != null && last != null) throw badInput('offset counts from the start of the list; use it with first.')
  checkSize('first', first)
  checkSize('last', last)
  if (offset != null && (offset < 0 || offset > maxOffset)) {
    throw badInput(`offset must be from 0 to ${maxOffset}, not ${offset}.`)
  }
  return {
    size: first ?? last ?? defaultPageSize,
    backward: last != null,
    after: args.after ?? undefined,
    before: args.before ?? undefined,
    offset: offset ?? 0,
  }
}

function checkSize(name: string, size: number | null | undefined): void {
  if (size != null && (size < 1 || size > maxPageSize)) {
    throw badInput(`${name} must be from 1 to ${maxPageSize}, not ${size}.`)
  }
}
