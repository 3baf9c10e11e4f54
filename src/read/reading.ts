/** What a plan is made from, once, and what it is filled in with by each request. */
import type { FieldNode, FragmentDefinitionNode, GraphQLError, GraphQLSchema } from 'graphql'
import type { Role, Viewer } from '../auth/viewer.ts'
import type { Context } from '../context.ts'
import type { WouldBe } from '../schema/dry-run.ts'
import type { FirstOutcome, UserError } from '../schema/outcome.ts'
import type { Link } from '../schema/registry.ts'
import type { Dialect } from './dialect.ts'
import type { KeptRows } from './kept-rows.ts'
import type { ListRead } from './list-arguments.ts'
import type { PageLoader } from './page-loader.ts'
import type { RowLoader } from './record-loader.ts'
import { AnswerTooLong } from './too-long.ts'

export type Values = { [name: string]: unknown }

/** An operation that is being planned, for viewers of one role and one choice of conditions. */
export type Planning = {
  schema: GraphQLSchema
  fragments: Map<string, FragmentDefinitionNode>
  /** The values of those variables that `@include` and `@skip` name. */
  conditions: Values
  role: Role
  dialect: Dialect
  /** Whether a field is the one whose records are handed out beside the text. */
  isAnswer: (nodes: readonly FieldNode[]) => boolean
  /** The relations of a root field that are followed, each of which a viewer may be refused. */
  links: Set<Link>
  /** What refuses the arguments of a root field's fields, before anything is read. */
  checks: ((reading: Reading) => void)[]
  /** Whether it is live: its field is read again and again. */
  isLive: boolean
  /** How many tables, and how many lists, have been given a name and a number. */
  tables: number
  lists: number
  /** How many fields have been planned. */
  fields: number
}

/** A request that a plan is run for. */
export type Reading = {
  context: Context
  viewer: Viewer & { storeId: bigint }
  variables: Values
  /** The variables as the client sent them. */
  given: Values
  /** What was refused or failed of it, with the place in the answer that is null for it. */
  errors: GraphQLError[]
  /** How many characters the answer may have; of a write it is told however many it has. */
  limit: number
  /** How many those of its root fields have that are written. */
  length: number
  /** Milliseconds for what was computed of it that neither its length nor the database's time tells, where they cost something. */
  computed: number
  /** Whether a root field has answered something. */
  isDone: boolean
  /** What each list was asked for, by its number. */
  lists: ListRead[]
  /**
   * What reads its records by id, and its pages, together; made when they are first needed. They lie here and in no WeakMap: the value
   * of one that is old, and all that it leads to, outlives its key until V8 looks through everything.
   */
  rows?: RowLoader | undefined
  pages?: PageLoader | undefined
  /** What the rows lead to that it makes something of, one after the other. */
  kept?: KeptRows
  /** Of a live operation: the number behind which it goes on. */
  from?: number | undefined
  /** What came of its writes. */
  outcomes: FirstOutcome[]
  /** In a dry run: which records it has made. */
  isMade?: WouldBe['isMade']
  /** What the field answered whose records are handed out beside the text; of a live operation how far it was read. */
  answer?: FieldAnswer | undefined
}

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

/** @throws AnswerTooLong as soon as an answer is longer than one may be. */
export function checkLength(length: number, { limit }: Reading): void {
  if (length > limit) throw new AnswerTooLong(limit)
}
