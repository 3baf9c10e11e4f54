/** The changes of a write: columns, each with its old and new value. */
import { formatTime } from '../values/time.ts'

export type Changes = Record<string, { from: unknown; to: unknown }>

/** Changes with values as the API shows them. */
export const plainChanges = (changes: Changes = {}): Changes => plainValue(changes) as Changes

/** A value as the API shows it; undefined is null. */
export const plainValue = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null, plain))

/** Values as the API shows them: amounts and ids as numbers, times in whole seconds. */
function plain(this: Record<string, unknown>, key: string, value: unknown): unknown {
  // JSON.stringify converts a Date before it calls the replacer.
  const original = this[key]
  if (original instanceof Date) return formatTime(original)
  return typeof value === 'bigint' ? Number(value) : value
}

/** The values of a new record, or of one that is only in an event. */
export const fromNothing = (values: object = {}): Changes =>
  Object.fromEntries(Object.entries(values).map(([name, to]) => [name, { from: null, to }]))

/** The columns of a new row that have a value. */
export const changesOfNew = (row: object): Changes =>
  changesOf<object>(Object.fromEntries(Object.keys(row).map((name) => [name, null])), row)

/** The columns in which a row changes, each with its old and new value. */
export function changesOf<Row extends object>(row: Row, change: Partial<Row>): Changes {
  return Object.fromEntries(
    Object.entries(change).flatMap(([name, to]) => {
      const from = row[name as keyof Row] as unknown
      return to === undefined || sameValue(from, to) ? [] : [[name, { from, to }]]
    }),
  )
}

export const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one, plain) === JSON.stringify(other, plain)
