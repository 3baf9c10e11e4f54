/** Lists whose rows a subquery computes, from a whole number that is given; no table has these rows. */
import { badInput } from '../values/errors.ts'
import { field, say } from '../values/sentence.ts'
import { type ColumnKind, type Model, type Models, modelOf } from './model.ts'

/** The input of a computation: the number that is given, and the time. */
export type Computing = { value: number; now: Date }

export type ComputedRows = {
  /** The argument of the list, a whole number of a range. */
  argument: { name: string; from: number; to: number; initially: number; description: string }
  /**
   * Writes the subquery, which has all columns of the model, and restricts each of its tables to the store, `$1`.
   *
   * @param bind binds a value; returns its reference, which is to be cast.
   */
  sql: (bind: (value: number | Date) => string, computing: Computing) => string
  /** The order of the list where none is given. */
  orderBy: readonly Record<string, 'asc' | 'desc'>[]
  /** The points of the computation, beside those of the page. */
  points: number
}

/**
 * Reads the argument of a list.
 *
 * @throws Refusal BAD_INPUT for a number out of the range.
 */
export function readComputing({ argument }: ComputedRows, args: Readonly<Record<string, unknown>>): number {
  const { name, from, to, initially } = argument
  const value = Number(args[name] ?? initially)
  if (value < from || value > to) throw badInput(say`${field(name)} must be from ${from} to ${to}, not ${value}.`)
  return value
}

type ComputedModel = {
  name: string
  description: string
  /** Its columns, beside `id` and `storeId`; the id is unique in a store. */
  columns: Readonly<Record<string, { kind: Exclude<ColumnKind, 'enum' | 'code'>; description: string }>>
  /** Its relations to one record each, with the column that refers to it. */
  relations: Readonly<Record<string, { model: string; from: string; description: string }>>
}

/** Creates the model of computed rows, none of whose columns is null. */
export function computedModel(models: Models, { name, description, columns, relations }: ComputedModel): Model {
  const keys = {
    id: { kind: 'id', description: 'Identifier of the row.' },
    storeId: { kind: 'id', description: 'The store that it is of.' },
  } as const
  const every = { enumName: undefined, values: [], list: false, required: true }
  return {
    name,
    description,
    columns: new Map(
      Object.entries({ ...keys, ...columns }).map(([column, own]) => [column, { name: column, ...every, ...own }]),
    ),
    relations: new Map(
      Object.entries(relations).map(([relation, { model, from, description: meaning }]) => {
        const to = { model: modelOf(models, model), from, to: 'id' }
        return [relation, { name: relation, description: meaning, list: false, required: true, ...to }]
      }),
    ),
    storeColumn: 'storeId',
  }
}
