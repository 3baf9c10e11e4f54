/** The columns of a resource that aggregates group by and compute from, by their names there. */
import { snakeCase } from '../values/text.ts'
import type { Column } from './model.ts'
import type { Link, Resource } from './registry.ts'

/** A column of a row, or of the one record that a relation leads to. */
export type GroupColumn = { name: string; column: Column; link: Link | undefined }

/** Whether rows can be grouped by a column: not by JSON, a mark, a list or a masked text. */
const isGrouped = ({ kind, list, mask }: Column): boolean => kind !== 'json' && kind !== 'mark' && !list && !mask

/** Whether the values of a column can be added. */
export const isSummed = ({ kind, list }: Column): boolean =>
  !list && (kind === 'amount' || kind === 'integer' || kind === 'number')

/** Whether a column has a least and a greatest value worth asking for. */
export const isRanged = (column: Column): boolean => isSummed(column) || (column.kind === 'time' && !column.list)

const made = new WeakMap<Resource, ReadonlyMap<string, GroupColumn>>()

/**
 * The columns that rows are grouped by, in REST spelling: `status`, and `customer_country` of a relation to one record. A column of the row
 * comes before one of a relation with the same name.
 */
export function groupColumnsOf(resource: Resource): ReadonlyMap<string, GroupColumn> {
  const known = made.get(resource)
  if (known) return known
  const own = [...resource.columns.values()]
    .filter(isGrouped)
    .map((column) => ({ name: snakeCase(column.name), column, link: undefined }))
  const related = [...resource.links.values()]
    .filter(({ list }) => !list)
    .flatMap((link) =>
      [...link.target.columns.values()]
        .filter((column) => isGrouped(column) && column.through === undefined)
        .map((column) => ({ name: `${snakeCase(link.name)}_${snakeCase(column.name)}`, column, link })),
    )
  const columns = new Map<string, GroupColumn>()
  for (const each of [...own, ...related]) if (!columns.has(each.name)) columns.set(each.name, each)
  made.set(resource, columns)
  return columns
}
