/** What a plan is filled in with by each request, and what comes of it beside the text. */
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

/** The arguments that were made for fields of a document, where each is asked for first. */
export type GivenArguments = Map<FieldNode, { field: GraphQLField<unknown, unknown>; args: Values }>

/** A request that a plan is run for. */
export type Reading = {
  context: Context
  viewer: Viewer & { storeId: bigint }
  variables: Values
  /** The variables as the client sent them. */
  given: Values
  /** Arguments that were made before, when its cost was reckoned. */
  made?: GivenArguments | undefined
  /** What was refused or failed of it, with the place in the answer that is null for it. */
  errors: GraphQLError[]
  /** How many characters the answer may have; of a write it is told however many it has. */
  limit: number
  /** How many those of its root fields have that are written. */
  length: number
  /** Points for what neither its length nor the database's time tells: what was computed of it, or is done of it afterwards. */
  computed: number
  /** Whether a root field has answered something. */
  isDone: boolean
  /** Whether one row is read at a time, and nothing is to be waited for that could be read with it. */
  isOneByOne: boolean
  /** What each list was asked for, by its number. */
  lists: ListRead[]
  /**
   * What reads its records by id together; made when it is first needed. It lies here and in no WeakMap: the value of one that is old,
   * and all that it leads to, outlives its key until V8 looks through everything.
   */
  rows?: Loader<RowToRead, TextRow | undefined> | undefined
  /** What the rows lead to that it makes something of, one after the other. */
  kept?: KeptRows
  /** Of a live operation: the number behind which it goes on, and how many records it reads at most. */
  from?: number | undefined
  most?: number | undefined
  /** What came of its writes. */
  outcomes: FirstOutcome[]
  /** In a dry run: which records it has made. */
  isMade?: WouldBe['isMade']
  /** What the field answered whose records are handed out beside the text; of a live operation how far it was read. */
  answer?: FieldAnswer | undefined
}

/**
 * What statements are written from. Nothing else of a request may show in the text or the values of one: that which was made last is
 * asked again by whoever has the same.
 */
export type StatementInput = Pick<Reading, 'viewer' | 'variables' | 'made' | 'lists'> & { context: Pick<Context, 'limits'> }

/** Reads together what is asked of it in one turn. */
type Loader<Wanted, Found> = { load: (wanted: Wanted) => Promise<Found> }

/** A row that is looked for by its id. */
export type RowToRead = {
  id: bigint
  lookup: {
    /** The statement that looks for one row, and that which looks for several; `$2` is the id, or a list of them. */
    one: string
    several: string
    values: readonly unknown[]
    /** The place of the id among the columns. */
    key: number
  }
}

/** A page, as it is read with others by one statement, of which it is one row. */
export type PageToRead = {
  /** The list that it is a page of: where that is the same, so is its part of the statement. */
  of: (asked: StatementInput) => ListRead
  /** Where the statements are kept that it was read by last. */
  statements: KeptStatements
  /** What is read of it beside its text. */
  cells: { columns: (statement: Statement, asked: StatementInput) => string[]; isEmpty: boolean }
  /** From where, if any row is. */
  from: (statement: Statement, asked: StatementInput) => string
  /** How much its text may have, unless it is bounded. */
  weight: (asked: StatementInput) => number
}

/** The statements that the pages of an operation were read by last, and the keys of their lists. */
export type KeptStatements = { last?: { keys: readonly object[]; statements: readonly PagesStatement[] } | undefined }

/** A statement, and which of the pages it reads. */
export type PagesStatement = { places: readonly number[]; text: string; values: readonly BoundValue[] }

/** What has been read of rows that many others lead to: by where they are led to from, a `Leading`, and by their keys. */
export type KeptRows = Map<object, Map<string, Needed>>

export type FieldAnswer = {
  /** The record, or the list of records, as JSON; none that was not found. */
  text?: string
  /** How many the list has in all, or the feed has behind the number in this answer. */
  count?: number
  /** Of a feed: up to which number it was looked through, and whether there is more. */
  lastSequence?: number
  hasMore?: boolean
  /** Why a write was refused. */
  userErrors?: UserError[]
  /** The values of a payload that are shown once, each as a member of a JSON object. */
  shownOnce?: string[]
}

/** What a plan is filled in with, before anything was read; of a write the answer may be as long as it is. */
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

/** @throws AnswerTooLong as soon as an answer is longer than one may be. */
export function checkLength(length: number, { limit }: Reading): void {
  if (length > limit) throw new AnswerTooLong(limit)
}
