/** What a field of a record is read from; each says so itself, in its extensions. */
import type { GraphQLField } from 'graphql'
import type { Context } from '../../context.ts'
import type { Column, Part } from '../model.ts'
import type { Link } from '../registry.ts'

/** Columns of a record that JavaScript computes with, and of the records that its relations to one lead to. */
export type Needs = { columns: readonly string[]; relations?: Readonly<Record<string, readonly string[]>> }

/** The values of needed columns by their names, those of a relation as an object. */
export type Needed = Record<string, unknown>

export type FieldRead =
  | { column: Column }
  | { part: Part }
  | { link: Link }
  | { constant: string }
  | { needs: Needs; compute: (values: Needed, context: Context) => unknown }

/** What a field of a record is read from. */
export function readOf({ name, extensions }: GraphQLField<unknown, unknown>): FieldRead {
  const { read } = extensions
  if (!read) throw new Error(`${name} does not say what it is read from`)
  return read as FieldRead
}

/** What stands in the place of a resolver in fields that a plan writes. */
export const planned = (): never => {
  throw new Error('The field is written by a plan.')
}
