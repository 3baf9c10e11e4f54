/** Rows that a subquery computes, also from a whole number that is given. */
import { badInput } from '../values/errors.ts'
import { field, say } from '../values/sentence.ts'

/** The input of a computation: the number that is given, 0 without an argument, and the time. */
export type Computing = { value: number; now: Date }

export type ComputedRows = {
  /** The argument of the list, if it has one: a whole number of a range. */
  argument?: { name: string; from: number; to: number; initially: number; description: string }
  /**
   * Writes the subquery, which has all columns of the model, and restricts each of its tables to the store, `$1`.
   *
   * @param bind binds a value; returns its reference, which is to be cast.
   */
  sql: (bind: (value: number | Date) => string, computing: Computing) => string
  /** The order of the list where none is given; ascending ids unless given. */
  orderBy?: readonly Record<string, 'asc' | 'desc'>[]
  /** The points of the computation, beside those of the page. */
  points: number
}

/**
 * Reads the argument of a list.
 *
 * @throws Refusal BAD_INPUT for a number out of the range.
 */
export function readComputing({ argument }: ComputedRows, args: Readonly<Record<string, unknown>>): number {
  if (!argument) return 0
  const { name, from, to, initially } = argument
  const value = Number(args[name] ?? initially)
  if (value < from || value > to) throw badInput(say`${field(name)} must be from ${from} to ${to}, not ${value}.`)
  return value
}
