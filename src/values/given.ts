/** Checks that the fields of an update share: what must not be null, not be negative, not be too long. */
import { isDeepStrictEqual } from 'node:util'
import { badInput } from '../errors.ts'
import { each } from './faults.ts'
import { snakeCase } from './text.ts'

/** The largest amount a client may write: a thousand of them, twelve times over, still add up exactly. */
export const maxAmount = 100_000_000_000n

/** What a client gave; a field that is left out is undefined. */
export type Given = Readonly<Record<string, unknown>>

/**
 * Refuses null where a column cannot hold it.
 *
 * @throws Refusal BAD_INPUT naming the field.
 */
export function refuseNull(given: Given, names: readonly string[]): void {
  each(names, (name) => {
    if (given[name] === null) throw badInput(`${snakeCase(name)} must not be null.`, name)
  })
}

/**
 * Refuses texts that are longer than their column allows, in characters.
 *
 * @throws Refusal BAD_INPUT naming the field and its limit.
 */
export function refuseLong(given: Given, limits: Readonly<Record<string, number>>): void {
  each(Object.entries(limits), ([name, most]) => {
    const text = given[name]
    if (typeof text === 'string' && text.length > most)
      throw badInput(`${snakeCase(name)} must have at most ${most} characters.`, name)
  })
}

/**
 * Refuses numbers below zero, and those that are none.
 *
 * @throws Refusal BAD_INPUT naming the field.
 */
export function refuseNegative(given: Given, names: readonly string[]): void {
  each(names, (name) => {
    const number = given[name]
    if (typeof number === 'bigint' ? number < 0n : typeof number === 'number' && !(number >= 0 && number < Infinity))
      throw badInput(`${snakeCase(name)} must be a number of at least 0.`, name)
  })
}

/**
 * Refuses amounts that no price reaches, and weights that no parcel has.
 *
 * @throws Refusal BAD_INPUT naming the field.
 */
export function refuseHuge(given: Given, names: readonly string[]): void {
  each(names, (name) => {
    const amount = given[name]
    // Infinity is no number in the first place.
    if ((typeof amount === 'bigint' || typeof amount === 'number') && amount > maxAmount && amount !== Infinity)
      throw badInput(`${snakeCase(name)} must be at most ${maxAmount}.`, name)
  })
}

/**
 * Refuses texts that say nothing.
 *
 * @throws Refusal BAD_INPUT naming the field.
 */
export function refuseBlank(given: Given, names: readonly string[]): void {
  each(names, (name) => {
    const text = given[name]
    if (typeof text === 'string' && text.trim() === '') throw badInput(`${snakeCase(name)} must not be empty.`, name)
  })
}

/** The fields that were given. */
export function present<Fields extends object>(given: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never
}

/**
 * The fields that were given and say something else than the row. A record that is sent back as it was read changes nothing,
 * even where it holds what could no longer be written, such as stock below zero.
 */
export const differing = <Fields extends object>(row: object, given: Fields) =>
  present(
    Object.fromEntries(
      Object.entries(given).filter(([name, value]) => !isDeepStrictEqual(value, (row as Given)[name])),
    ) as Fields,
  )
