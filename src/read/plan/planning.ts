/** The inputs and counters of a plan, which is made once and run for many requests. */

import type { FieldNode, FragmentDefinitionNode, GraphQLObjectType, GraphQLSchema } from 'graphql'
import type { Role } from '../../auth/viewer.ts'
import type { Model } from '../../schema/model.ts'
import type { Link } from '../../schema/registry.ts'
import type { OfOwn } from '../../schema/visible.ts'
import type { StatementInput, Values } from '../request.ts'
import type { Container } from '../sql/container.ts'
import type { Dialect } from '../sql/dialect.ts'
import type { FieldJson, Json } from '../sql/json.ts'
import type { Scope } from '../sql/scope.ts'

/** The operation that is being planned, for viewers of one role and one choice of conditions. */
export type Planning = {
  schema: GraphQLSchema
  fragments: Map<string, FragmentDefinitionNode>
  /** The values of the variables in `@include` and `@skip`. */
  conditions: Values
  role: Role
  dialect: Dialect
  /** Makes a document of the answer's rows. */
  container: Container
  /** Whether a field is the one whose records are returned beside the text. */
  isAnswer: (nodes: readonly FieldNode[]) => boolean
  /** Wraps an error with the name of its document, for the log; a refusal is returned unchanged. */
  notPlanned: (error: unknown) => Error
  /** The relations that a root field follows, each of which a viewer may be refused. */
  links: Set<Link>
  /** Checks of the arguments inside a root field, run before any statement. */
  checks: ((request: StatementInput) => void)[]
  /** Whether the operation is live: its field is read repeatedly. */
  isLive: boolean
  /** The tables numbered so far, and the lists and records that are read by statements. */
  tables: number
  lists: number
  /** The fields planned so far, and the values in their arguments. */
  fields: number
  values: number
}

/** The table that a record is read from: its model, and its alias in the scope; `isRare` inside a part that few rows have. */
export type RecordTable = OfOwn & { planning: Planning; scope: Scope; alias: string; model: Model; isRare?: true }

/** Plans a record of a list or a relation; passed as a parameter, since the planner of records plans those too. */
export type PlanRecord = (table: RecordTable, type: GraphQLObjectType, nodes: readonly FieldNode[]) => Json

/** Plans the fields of a list's record. */
export type PlanFields = (...planned: Parameters<PlanRecord>) => FieldJson[]
