/** For every column a value that only others have, and one that nobody has. */
import type { Column } from '../../../src/schema/model.ts'
import type { Resource } from '../../../src/schema/registry.ts'
import type { Everything, Row } from './everything.ts'
import { missingId, type Principal } from './principals.ts'
import { isClosed } from './visible-columns.ts'

/** The columns of a resource that somebody may filter by, those included that are shown in another way than their own. */
export const filterable = ({ name, columns }: Resource, as: Principal): Column[] =>
  [...columns.values()].filter((column) => !column.list && !column.mask && !isClosed(name, column.name, as))

/** A value as a filter takes it, in JSON. */
export type Value = string | number

const nobodys: Partial<Record<Column['kind'], Value>> = {
  id: missingId,
  amount: 9_007_199_254_740_991,
  integer: 2_147_483_647,
  number: 123_456_789.25,
  time: '1999-12-31T23:59:59Z',
  text: 'nobody ever wrote this',
}

function written(value: unknown, { kind }: Column): Value {
  if (value instanceof Date) return value.toISOString()
  return kind === 'id' ? String(value) : kind === 'text' ? String(value) : Number(value)
}

/**
 * A value of a column that some row of others has and none of one's own, beside one that nobody has; undefined where there
 * is no such value, as of true and false.
 */
export function tellingValues(
  all: Everything,
  { model }: Resource,
  column: Column,
  own: readonly Row[],
  others: readonly Row[],
): { foreign: Value; missing: Value } | undefined {
  const missing = nobodys[column.kind]
  if (missing === undefined) return undefined
  const valueIn = (row: Row) => all.valueIn(model.name, row, column)
  const known = own.map((row) => String(valueIn(row)).toLowerCase())
  const isKnown = (value: string) => known.some((each) => (column.kind === 'text' ? each.includes(value) : each === value))
  const value = others.map(valueIn).find((each) => each != null && each !== '' && !isKnown(String(each).toLowerCase()))
  return value == null ? undefined : { foreign: written(value, column), missing }
}
