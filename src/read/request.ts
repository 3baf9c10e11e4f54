/** The inputs and the state of a plan's run for one request. */
import type { FieldNode, GraphQLError, GraphQLField } from 'graphql'
import type { Viewer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import type { TextRow } from '../db/text-query.ts'
import type { WouldBe } from '../schema/dry-run.ts'
import type { FirstOutcome } from '../schema/outcome.ts'
import type { InputValues } from '../schema/reads.ts'
import type { ListRead } from './filter/list-arguments.ts'
import type { BoundValue } from './filter/placeholder.ts'
import type { FieldAnswer } from './result.ts'

export type Values = { [name: string]: unknown }

/** The arguments computed for the fields of a document, keyed by each field's first node. */
export type GivenArguments = Map<FieldNode, { field: GraphQLField<unknown, unknown>; args: Values }>

/** A request that a plan is run for. */
export type Reading = {
  context: Context
  viewer: Viewer & { storeId: bigint }
  variables: Values
  /** The variables as the client sent them. */
  given: Values
  /** The arguments computed so far. */
  made: GivenArguments
  /** The parts of a query that are prepared for all requests of its shape. */
  shaped?: Shaped | undefined
  /** Refusals and failures, each with the path of its null in the answer. */
  errors: GraphQLError[]
  /** Maximum characters of the answer; unlimited for a write. */
  limit: number
  /** Characters of the root fields answered so far. */
  length: number
  /** Points for work that neither the length nor the database's time shows: computed values, or work after the answer. */
  computed: number
  /** Whether a root field has answered. */
  isDone: boolean
  /** Whether rows are read one at a time, so that the loader need not wait for a batch. */
  isOneByOne: boolean
  /** The arguments of each list, by its number. */
  lists: ListRead[]
  /**
   * Loads records by id in batches; created on first use. A WeakMap would not do: the value of an old key, and all that it references,
   * outlives the key until V8's next full collection.
   */
  rows?: Loader<RowToRead, TextRow | undefined> | undefined
  /** Rows cached for computed values, which reference them repeatedly. */
  kept?: KeptRows
  /** Of a live operation: the sequence number to continue after, and the maximum records of a read. */
  from?: number | undefined
  most?: number | undefined
  /** The outcomes of its writes. */
  outcomes: FirstOutcome[]
  /** In a dry run: whether a record was created by it. */
  isMade?: WouldBe['isMade']
  /** The answer of the field whose records are returned beside the text; of a live operation the number it was read up to. */
  answer?: FieldAnswer | undefined
}

/** The inputs of statements. Nothing else of a request may influence the text or the values: others of its shape reuse them. */
export type StatementInput = Pick<Reading, 'viewer' | 'variables' | 'made' | 'lists'> & {
  context: Pick<Context, 'limits' | 'now'>
}

/** A query among those of its shape, for all of which its parts are prepared. */
export type Shaped = {
  /**
   * A prepared part, made on first use.
   *
   * @returns undefined where it cannot be prepared, or is refused: it is then made for the values themselves.
   */
  part<Made extends object>(name: string | number, make: (request: StatementInput) => Made): Made | undefined
  /** The values of a prepared statement, filled in. */
  fill(values: readonly BoundValue[]): BoundValue[]
}

/** Batches the loads of one tick. */
type Loader<Wanted, Found> = { load: (wanted: Wanted) => Promise<Found> }

/** A row to be read by its id. */
export type RowToRead = {
  id: bigint
  lookup: {
    /** The statements for one row and for several; `$2` is the id, or a list of ids. */
    one: string
    several: string
    values: readonly BoundValue[]
    /** The index of the id among the columns. */
    key: number
  }
}

/** Referenced rows, cached by the reference, a `Leading`, and their keys. */
export type KeptRows = Map<object, Map<string, InputValues>>

/** Creates the state of a run; the answer to a write has no limit of length. */
export const newReading = (
  context: Context,
  given: Values = {},
  variables: Values = {},
  isRead = true,
  made: GivenArguments = new Map(),
  shaped?: Shaped,
): Reading => ({
  context,
  viewer: context.viewer as Reading['viewer'],
  given,
  variables,
  made,
  shaped,
  errors: [],
  outcomes: [],
  lists: [],
  limit: isRead ? context.limits.answer : Number.POSITIVE_INFINITY,
  length: 0,
  computed: 0,
  isDone: false,
  isOneByOne: false,
})
