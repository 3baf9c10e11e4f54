/** What a plan is made from, once, for all requests that it will be run for. */
import type { FieldNode, FragmentDefinitionNode, GraphQLSchema } from 'graphql'
import type { Role } from '../auth/viewer.ts'
import type { Link } from '../schema/registry.ts'
import type { Dialect } from './dialect.ts'
import type { KeptStatements, StatementInput, Values } from './reading.ts'

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
  /** The error that names its document, for the log; a refusal as it is. */
  notPlanned: (error: unknown) => Error
  /** The relations of a root field that are followed, each of which a viewer may be refused. */
  links: Set<Link>
  /** What refuses the arguments of a root field's fields, before anything is read. */
  checks: ((asked: StatementInput) => void)[]
  /** The variables that fill in the arguments of a root field's fields. */
  variables: Set<string>
  /** Whether it is live: its field is read again and again. */
  isLive: boolean
  /** How many tables, and how many lists, have been given a name and a number. */
  tables: number
  lists: number
  /** How many fields have been planned, and how many values their arguments have. */
  fields: number
  values: number
  /** Where the statements are kept that read its pages. */
  statements: KeptStatements
}
