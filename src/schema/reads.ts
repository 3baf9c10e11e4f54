/** The sources of fields, as each declares in its extensions; the compiler of reads knows how to read them. */
import type { Role, Viewer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import type { BeforeUndone } from './dry-run.ts'
import type { Column, Model, Part } from './model.ts'
import type { FirstOutcome } from './outcome.ts'
import type { Path } from './path.ts'
import type { Link, Registry, Resource } from './registry.ts'

/** The inputs of a JavaScript computation: columns of a record, and inputs from the records of its relations. */
export type ComputedInputs = {
  columns: readonly string[]
  relations?: Readonly<Record<string, ComputedInputs | ListInputs>>
  /** Columns of the statement's store, passed as `store`, an object like that of a relation. */
  store?: StoreColumns
  /** Values that the database computes, by name: the SQL of each over columns of the record. They are passed as text. */
  computed?: Readonly<Record<string, (column: (name: string) => string) => string>>
}

type StoreColumns = { model: Model; columns: readonly string[] }

/** Inputs from the records of a list: those with some values, and a maximum number of them, by id. */
export type ListInputs = ComputedInputs & { only?: Readonly<Record<string, unknown>>; most?: number }

/** The selected inputs by column name: an object for a relation, an array for a list, null for a missing record. */
export type InputValues = Record<string, unknown>

/** The source of a record's field. */
export type FieldRead =
  | { column: Column }
  | { part: Part }
  | { link: Link }
  /** Aggregates of the linked records. */
  | AggregateRead
  | { constant: string }
  | { path: Path }
  /** The global id of a record of this type. */
  | { nameOf: string }
  /** A property of the viewer's store. */
  | { ofStore: 'currency' }
  | ComputedRead

/** Aggregates of linked records. */
export type AggregateRead = { aggregateOf: Link }

/** A value computed in JavaScript. */
export type ComputedRead = {
  /** Its inputs; a function chooses them for a role, by the fields that are selected of the value. */
  inputs: ComputedInputs | ((role: Role, isSelected: (field: string) => boolean) => ComputedInputs)
  /** Refuses invalid arguments, before any read. */
  check?: (args: FieldArguments) => void
  compute: (values: InputValues, context: Context, args: FieldArguments) => unknown
}

type FieldArguments = { [name: string]: unknown }

/** A scan in progress over rows. */
type Scan = {
  /** The condition on the rows, among those that the viewer sees. */
  where: Readonly<Record<string, unknown>>
  add: (values: InputValues) => void
  /** Returns the result. */
  end: () => unknown
}

/** A root field for merchants, computed in JavaScript from all matching rows of a resource. */
export type ScanRead = {
  scan: Resource
  inputs: ComputedInputs
  /** Columns of the viewer's store, for `begin`. */
  store: StoreColumns
  /** Starts a scan; refuses invalid arguments. */
  begin: (args: FieldArguments, store: InputValues, context: Context) => Scan
}

/** The inputs of a report. */
export type ReportInputs = {
  /** The names of the fields that are selected of it. */
  parts: ReadonlySet<string>
  viewer: Viewer
  context: Context
  /** The columns of the viewer's store. */
  store: InputValues
  /** Queries rows as texts: the first value, `$1`, is the viewer's store, to which the statement restricts each of its tables. */
  query: (text: string, values?: readonly unknown[]) => Promise<readonly (readonly (string | null)[])[]>
  /** Processes items in order, some milliseconds at a time: other requests have their turn in between. */
  each: <T>(items: readonly T[], work: (item: T) => void) => Promise<void>
}

/** A root field for merchants, computed in JavaScript from statements of its own. */
export type ReportRead = {
  /** Computes it; refuses invalid arguments. */
  report: (args: FieldArguments, inputs: ReportInputs) => Promise<object>
  /** Columns of the viewer's store. */
  store: StoreColumns
}

/**
 * Records with sequence numbers, 1, 2, 3 and so on in each store, in the column `sequence`; the feed answers those after a number. The
 * counter is a model with a row for each store: its `lastSequence` is the newest number, and records up to its `forgottenSequence` have
 * been deleted.
 */
export type FeedRead = {
  feed: Resource
  counter: Model
  /** The condition that the arguments select records by. */
  only: (args: FieldArguments) => Readonly<Record<string, unknown>>
}

/** The source of a root field: one record, a list, its aggregates, a feed, records by global id, the viewer's store, a scan, or a report. */
export type RootRead =
  | { record: Resource; idOf: (args: FieldArguments, context: Context) => bigint }
  | { list: Resource }
  | { aggregate: Resource }
  | FeedRead
  | { nodes: Registry; namesOf: (args: FieldArguments) => readonly string[]; argument: string; isOne: boolean }
  | { store: Model }
  | ScanRead
  | ReportRead

/** The write of a mutation; a dry run calls a function before the rollback. */
export type WriteField = {
  write: (args: { input?: FieldArguments }, context: Context, beforeUndone?: BeforeUndone) => Promise<FirstOutcome>
}

/** The payload's field for the written record of a resource. */
export type WrittenRead = { written: Pick<Resource, 'model'> }

/** The payload's field for the outcomes of several records. */
export type SeveralRead = { several: true }

/** Replaces the resolver in fields that a plan writes. */
export const planned = (): never => {
  throw new Error('The field is written by a plan.')
}
