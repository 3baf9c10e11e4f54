/** What fields are read from, as each says in its extensions; how it is read, the compiler of reads knows. */
import type { Context } from '../context.ts'
import type { BeforeUndone } from './dry-run.ts'
import type { Column, Model, Part } from './model.ts'
import type { FirstOutcome } from './outcome.ts'
import type { Path } from './path.ts'
import type { Link, Registry, Resource } from './registry.ts'

/** What JavaScript computes with: columns of a record, and what is needed of the records that its relations lead to. */
export type Needs = {
  columns: readonly string[]
  relations?: Readonly<Record<string, Needs | ListNeeds>>
  /** Columns of the store that the statement is about, given as `store`, an object like that of a relation. */
  store?: StoreColumns
}

type StoreColumns = { model: Model; columns: readonly string[] }

/** What is needed of the records of a list: of those with some values, and of how many of them at most, in the order of their ids. */
export type ListNeeds = Needs & { only?: Readonly<Record<string, unknown>>; most?: number }

/** The values of needed columns by their names, those of a relation as an object, a list of them, or null where it leads nowhere. */
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
  | ComputedRead

/** A value that JavaScript computes. */
export type ComputedRead = {
  needs: Needs
  /** Refuses arguments that cannot be, before anything is read. */
  check?: (args: FieldArguments) => void
  compute: (values: Needed, context: Context, args: FieldArguments) => unknown
}

type FieldArguments = { [name: string]: unknown }

/** What is made of rows, one after the other. */
type Folding = {
  /** Which rows, of those that the viewer sees. */
  where: Readonly<Record<string, unknown>>
  add: (values: Needed) => void
  /** What they have come to. */
  end: () => unknown
}

/** A root field for merchants, of what JavaScript makes of all rows of a resource that match. */
export type FoldedRead = {
  fold: Resource
  needs: Needs
  /** Columns of the viewer's store, for `begin`. */
  store: StoreColumns
  /** Begins with nothing; refuses arguments that cannot be. */
  begin: (args: FieldArguments, store: Needed, context: Context) => Folding
}

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

/** What a root field answers: one record, a list, a feed, the records of some names, the viewer's store, or what is made of many rows. */
export type RootRead =
  | { record: Resource; idOf: (args: FieldArguments, context: Context) => bigint }
  | { list: Resource }
  | FeedRead
  | { nodes: Registry; namesOf: (args: FieldArguments) => readonly string[]; argument: string; isOne: boolean }
  | { store: Model }
  | FoldedRead

/** What a root field of a mutation does; in a dry run with what is called before everything is taken back. */
export type WriteField = {
  write: (args: { input?: FieldArguments }, context: Context, beforeUndone?: BeforeUndone) => Promise<FirstOutcome>
}

/** What the field of a payload shows: the record that was written, of this resource. */
export type WrittenRead = { written: Pick<Resource, 'model'> }

/** What stands in the place of a resolver in fields that a plan writes. */
export const planned = (): never => {
  throw new Error('The field is written by a plan.')
}
