/** Checks the values given for a table of writable fields, and completes those of a new record. */
import { isDeepStrictEqual } from 'node:util'
import { badInput } from './errors.ts'
import { each } from './faults.ts'
import { readId } from './id.ts'
import { field, say } from './sentence.ts'
import { wholeSecond } from './time.ts'
import type { Checked, Complete, Field, GivenOf, ValueOf, WritableTable } from './writable.ts'

/** Further checks of single valid fields, such as those that depend on the row. */
type MoreChecks<Of extends WritableTable> = { readonly [Name in keyof Of]?: (value: ValueOf<Of[Name]>) => void }

/** Normalizes a value as the database stores it, so that rules, record and log agree: a time to its second, an id to its number. */
function kept({ type, stored }: Field, name: string, value: unknown): unknown {
  if (type === 'ID' && value != null) return readId(field(name), value as string)
  if (type === 'IDs' && value != null) return inOrder((value as readonly string[]).map((id) => readId(field(name), id)))
  if (value instanceof Date) return wholeSecond(value)
  return value == null ? value : stored(value as string)
}

/** A set of texts over the one that it replaces; any other value as it is. */
const overBefore = (of: Field | undefined, value: unknown, before: unknown): unknown =>
  of?.type === 'Strings' && value != null ? of.stored(value as string[], before as string[] | undefined) : value

/** Ids, each once and in their order. */
export const inOrder = (ids: readonly bigint[]): bigint[] => [...new Set(ids)].sort((one, other) => (one < other ? -1 : 1))

/**
 * Checks the given values of a table.
 *
 * @param path of the object that has them, with the dot behind it: `instances[3].`; empty for the input itself.
 * @param missing the message for null where it is not allowed, in the place of the field's own.
 * @throws Refusal BAD_INPUT naming each invalid field.
 */
export function checked<Of extends WritableTable>(
  table: Of,
  given: GivenOf<Of>,
  more: MoreChecks<Of> = {},
  path = '',
  missing?: string,
): Checked<Of> {
  const names = Object.keys(table).filter((name) => given[name] !== undefined)
  const pairs = each(names, (name) => {
    const value = given[name]
    const writable = table[name] as Field
    const { nullable, ofNull, fault, stored } = writable
    const named = field(path + name)
    const said = value == null ? !nullable && say`${named} ${missing ?? ofNull}.` : fault(stored(value), named)
    if (said) throw badInput(said, path + name)
    more[name]?.(value as ValueOf<Of[string]>)
    return [name, kept(writable, name, value)]
  })
  return Object.fromEntries(pairs) as Checked<Of>
}

/**
 * Checks the given values that differ from the row. A record that is sent back as it was read changes nothing, even where it holds a value
 * that is no longer valid, such as stock below zero.
 *
 * @throws Refusal BAD_INPUT naming each invalid field.
 */
export function differing<Of extends WritableTable>(
  table: Of,
  row: object,
  given: GivenOf<Of>,
  more?: MoreChecks<Of>,
  path?: string,
): Checked<Of> {
  const now = row as Readonly<Record<string, unknown>>
  const known = Object.entries(given).map(([name, value]) => [name, overBefore(table[name], value, now[name])] as const)
  const others = known.filter(
    ([name, value]) => table[name] && value !== now[name] && !isDeepStrictEqual(kept(table[name], name, value), now[name]),
  )
  return checked(table, Object.fromEntries(others) as GivenOf<Of>, more, path)
}

/**
 * Completes the values of a new record: the given ones, checked, and defaults for the others. Null counts as omitted.
 *
 * @throws Refusal BAD_INPUT naming each field that is missing or invalid.
 */
export function complete<Of extends WritableTable>(table: Of, given: GivenOf<Of>, path?: string): Complete<Of> {
  const firsts = Object.entries(table).map(([name, { initially = null }]) => [name, given[name] ?? initially])
  return checked(table, Object.fromEntries(firsts) as GivenOf<Of>, {}, path, 'is required') as Complete<Of>
}
