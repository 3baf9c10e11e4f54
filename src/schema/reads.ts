/** What fields are read from, as each says in its extensions; how it is read, the compiler of reads knows. */
import type { Context } from '../context.ts'
import type { Column, Model, Part } from './model.ts'
import type { BeforeUndone } from './mutation.ts'
import type { FirstOutcome } from './outcome.ts'
import type { Path } from './path.ts'
import type { Link, Registry, Resource } from './registry.ts'

/** Columns of a record that JavaScript computes with, and of the records that its relations to one lead to. */
export type Needs = { columns: readonly string[]; relations?: Readonly<Record<string, readonly string[]>> }

/** The values of needed columns by their names, those of a relation as an object. */
export type Needed = Record<string, unknown>

/** What a field of a record is read from. */
export type FieldRead =
  | { column: Column }
  | { part: Part }
  | { link: Link }
  | { constant: string }
  | { path: Path }
  /** The name of a record of this type among all records. */
  | { nameOf: string }
  /** What the viewer's store says of itself. */
  | { ofStore: 'currency' }
  | { needs: Needs; compute: (values: Needed, context: Context) => unknown }

type FieldArguments = { [name: string]: unknown }

/**
 * Records that have numbers, 1, 2, 3 and so on in each store, in the column `sequence`: those behind a number. The counter is a model
 * with a row for each store: its `lastSequence` is the newest number, and up to its `forgottenSequence` no record is kept.
 */
export type FeedRead = {
  feed: Resource
  counter: Model
  /** Which of them are wanted, as the arguments say. */
  only: (args: FieldArguments) => Readonly<Record<string, unknown>>
}

/** What a root field answers: one record, a list, a feed, the records of some names, or the viewer's store. */
export type RootRead =
  | { record: Resource; idOf: (args: FieldArguments, context: Context) => bigint }
  | { list: Resource }
  | FeedRead
  | { nodes: Registry; namesOf: (args: FieldArguments) => readonly string[]; argument: string; isOne: boolean }
  | { store: Model }

/** What a root field of a mutation does; in a dry run with what is called before everything is taken back. */
export type WriteField = {
  write: (args: { input?: FieldArguments }, context: Context, beforeUndone?: BeforeUndone) => Promise<FirstOutcome>
}

/** What the field of a payload shows: the record that was written, of this resource. */
export type WrittenRead = { written: Resource }

/** What stands in the place of a resolver in fields that a plan writes. */
export const planned = (): never => {
  throw new Error('The field is written by a plan.')
}
