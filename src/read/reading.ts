/** The inputs of a plan's run for one request, and its results beside the text. */
import type { FieldNode, GraphQLError, GraphQLField } from 'graphql'
import type { Viewer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import type { TextRow } from '../db/text-query.ts'
import type { WouldBe } from '../schema/dry-run.ts'
import type { FirstOutcome, UserError } from '../schema/outcome.ts'
import type { Needed } from '../schema/reads.ts'
import type { ListRead } from './list-arguments.ts'
import type { BoundValue, Statement } from './statement.ts'
import { AnswerTooLong } from './too-long.ts'

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
  /** Arguments memoized by the computation of the cost. */
  made?: GivenArguments | undefined
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

/**
 * The inputs of statements. Nothing else of a request may influence the text or the values: the last statement is reused for equal inputs.
 */
export type StatementInput = Pick<Reading, 'viewer' | 'variables' | 'made' | 'lists'> & { context: Pick<Context, 'limits'> }

/** Batches the loads of one tick. */
type Loader<Wanted, Found> = { load: (wanted: Wanted) => Promise<Found> }

/** A row to be read by its id. */
export type RowToRead = {
  id: bigint
  lookup: {
    /** The statements for one row and for several; `$2` is the id, or a list of ids. */
    one: string
    several: string
    values: readonly unknown[]
    /** The index of the id among the columns. */
    key: number
  }
}

/** A page, read as one row of a statement that it may share with others. */
export type PageToRead = {
  /** The arguments of its list: while they are the same object, so is the page's part of the statement. */
  of: (asked: StatementInput) => ListRead
  /** Memoizes the last statements that read it. */
  statements: KeptStatements
  /** The cells that are selected beside its text. */
  cells: { columns: (statement: Statement, asked: StatementInput) => string[]; isEmpty: boolean }
  /** The FROM clause, empty where no row is read. */
  from: (statement: Statement, asked: StatementInput) => string
  /** The maximum weight of its text, unless it is bounded. */
  weight: (asked: StatementInput) => number
}

/** The last statements that read an operation's pages, and the keys of their lists. */
export type KeptStatements = { last?: { keys: readonly object[]; statements: readonly PagesStatement[] } | undefined }

/** A statement, and the indexes of the pages it reads. */
export type PagesStatement = { places: readonly number[]; text: string; values: readonly BoundValue[] }

/** Referenced rows, cached by the reference, a `Leading`, and their keys. */
export type KeptRows = Map<object, Map<string, Needed>>

export type FieldAnswer = {
  /** The record, or the list of records, as JSON; undefined for a missing record. */
  text?: string
  /** The count of the list, or the records of a feed in this answer. */
  count?: number
  /** Of a feed: the sequence number it was scanned up to, and whether there is more. */
  lastSequence?: number
  hasMore?: boolean
  /** The refusals of a write. */
  userErrors?: UserError[]
  /** The values of a payload that are shown once, each as a member of a JSON object. */
  shownOnce?: string[]
}

/** Creates the state of a run; the answer to a write has no limit of length. */
export const newReading = (
  context: Context,
  given: Values = {},
  variables: Values = {},
  isRead = true,
  made?: GivenArguments,
): Reading => ({
  context,
  viewer: context.viewer as Reading['viewer'],
  given,
  variables,
  made,
  errors: [],
  outcomes: [],
  lists: [],
  limit: isRead ? context.limits.answer : Number.POSITIVE_INFINITY,
  length: 0,
  computed: 0,
  isDone: false,
  isOneByOne: false,
})

/** @throws AnswerTooLong as soon as an answer exceeds its limit. */
export function checkLength(length: number, { limit }: Reading): void {
  if (length > limit) throw new AnswerTooLong(limit)
}
