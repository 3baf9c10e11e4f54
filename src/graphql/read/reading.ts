/** What a plan is made from, once, and what it is filled in with by each request. */
import type { FieldNode, FragmentDefinitionNode, GraphQLError, GraphQLSchema } from 'graphql'
import type { Role, Viewer } from '../../auth/viewer.ts'
import type { Context } from '../../context.ts'
import type { UserError } from '../../writes/write.ts'
import { AnswerTooLong } from '../answer-size.ts'
import type { ListRead } from '../list-arguments.ts'
import type { Link } from '../registry.ts'
import type { Dialect } from './dialect.ts'

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
  /** Whether a root field has answered something. */
  isDone: boolean
  /** What each list was asked for, by its number. */
  lists: ListRead[]
  /** What the field answered whose records are handed out beside the text. */
  answer?: Answer
}

export type Answer = {
  /** Each as JSON. */
  records: string[]
  /** How many its list has in all. */
  count?: number
  /** Why a write was refused. */
  userErrors?: UserError[]
}

/** @throws AnswerTooLong as soon as an answer is longer than one may be. */
export function checkLength(length: number, { limit }: Reading): void {
  if (length > limit) throw new AnswerTooLong(limit)
}
