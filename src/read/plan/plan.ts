/** Plans operations, once per role and choice of conditions: their cost, and how they are read. */

import {
  type ASTNode,
  type DocumentNode,
  executeSync,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  visit,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Role } from '../../auth/viewer.ts'
import type { RootRead, WriteField } from '../../schema/reads.ts'
import { badInput, Refusal } from '../../values/errors.ts'
import { fragmentsOf } from '../cost/collect.ts'
import { type CostOf, planCost } from '../cost/cost.ts'
import type { Values } from '../request.ts'
import type { Read, Root } from '../run/operation.ts'
import type { PreparedPlan } from '../run/prepared.ts'
import type { Container } from '../sql/container.ts'
import type { Dialect } from '../sql/dialect.ts'
import { DocumentFault } from './document-fault.ts'
import { bytesOfDocument } from './document-size.ts'
import { type Selected, selectedOf } from './fields.ts'
import { planPayload } from './payload.ts'
import type { Planning } from './planning.ts'
import { planRoot } from './root.ts'

/** A valid operation of a document, with the dialect and the container of its answer. */
type OperationToPlan = {
  schema: GraphQLSchema
  document: DocumentNode
  definition: OperationDefinitionNode
  dialect: Dialect
  container: Container
  /** The path of names to the field whose records are returned beside the text. */
  answerAt?: readonly string[] | undefined
}

export type OperationPlan = PreparedPlan & {
  /** Makes a document of its answer's rows, and names its media type. */
  container: Container
  costOf: CostOf
  /** The root fields, planned on first use: an operation that is refused for its cost is never planned. */
  roots(): readonly Root[]
}

/** Maximum bytes of all cached plans of a schema, and maximum choices of conditions planned for one operation. */
const keptBytes = 67_108_864
const keptChoices = 16

/** Bytes of a cached operation and choice; of a field, for its cost and its part of a statement; and of a value in the arguments. */
const bytesOfPlan = 12_288
const bytesOfField = 896
const bytesOfValue = 256

type KeptPlans = { conditions: readonly string[]; chosen: Chosen[]; bytes: number }

/** A role and a choice of conditions, with their plan. */
type Chosen = { role: Role; conditions: Values; plan: OperationPlan }

type Plans = LRUCache<OperationDefinitionNode, KeptPlans>

const plansBySchema = new WeakMap<GraphQLSchema, Plans>()

function plansOf(schema: GraphQLSchema): Plans {
  const known = plansBySchema.get(schema)
  if (known) return known
  const plans: Plans = new LRUCache({ maxSize: keptBytes, sizeCalculation: ({ bytes }) => bytes })
  plansBySchema.set(schema, plans)
  return plans
}

/**
 * The plan of an operation.
 *
 * @param variables coerced, with their defaults, as in the run.
 */
export function planOf(operation: OperationToPlan, role: Role, variables: Values): OperationPlan {
  const { schema, document, definition } = operation
  const plans = plansOf(schema)
  const own: KeptPlans = plans.get(definition) ?? {
    conditions: conditionsOf(operation),
    chosen: [],
    bytes: sizeOf(document),
  }
  const known = knownAmong(own, operation, role, variables)
  if (known) return known.plan
  const conditions = chosenAmong(variables, own.conditions)
  const isKept = own.chosen.length < keptChoices
  if (isKept) plans.set(definition, own)
  const plan = makePlan(operation, role, conditions, (bytes) => isKept && grow(plans, definition, bytes))
  if (isKept) own.chosen.push({ role, conditions, plan })
  return plan
}

const sizeOf = ({ tokenCount, loc }: DocumentNode): number => bytesOfDocument(tokenCount, loc?.source.body.length)

/** Records that a cache entry has grown. lru-cache measures an entry again only when its value is another object. */
function grow(plans: Plans, definition: OperationDefinitionNode, bytes: number): void {
  const own = plans.get(definition)
  if (own) plans.set(definition, { ...own, bytes: own.bytes + bytes })
}

// A separate function, so that the plan's closure does not retain `planOf`'s variables.

const knownAmong = ({ conditions: names, chosen }: KeptPlans, { container }: OperationToPlan, role: Role, variables: Values) =>
  chosen.find(
    ({ role: own, conditions, plan }) =>
      own === role && plan.container === container && names.every((name) => variables[name] === conditions[name]),
  )

/** The values of some variables. */
const chosenAmong = (variables: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, variables[name]]))

/** The variables that conditions depend on. */
function conditionsOf({ document, definition }: OperationToPlan): string[] {
  const names = new Set<string>()
  const gather = (node: ASTNode) =>
    visit(node, {
      Directive: ({ arguments: given = [] }) => {
        for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value)
      },
    })
  for (const node of [definition, ...fragmentsOf(document).values()]) gather(node)
  return [...names]
}

function makePlan(operation: OperationToPlan, role: Role, conditions: Values, hasGrown: (bytes: number) => void): OperationPlan {
  const { schema, document, definition } = operation
  let roots: Root[] | undefined
  const { costOf, fields } = planCost(schema, document, definition, conditions)
  hasGrown(bytesOfPlan + fields * bytesOfField)
  return {
    container: operation.container,
    costOf,
    roots() {
      if (roots) return roots
      checkConditions(conditions)
      const planning = newPlanning(operation, role, conditions)
      roots = planRoots(planning, operation)
      hasGrown(planning.fields * bytesOfField + planning.values * bytesOfValue)
      return roots
    },
  }
}

/** @throws Refusal BAD_INPUT for a condition that is neither true nor false: a variable with a default may still be null. */
function checkConditions(conditions: Values): void {
  const missing = Object.keys(conditions).find((name) => conditions[name] == null)
  if (missing) throw badInput(`$${missing} must be true or false: it decides what is left out.`)
}

/** @throws Error that names the document: a valid document that cannot be planned is an internal error. */
function planRoots(planning: Planning, operation: OperationToPlan): Root[] {
  const { schema, definition } = operation
  const type = schema.getRootType(definition.operation) as GraphQLObjectType
  try {
    const fields = selectedOf(planning, type, definition.selectionSet.selections)
    return fields.map((selected, place) => {
      // Each root field has its own.
      planning.links.clear()
      planning.checks.length = 0
      return {
        name: selected.name,
        label: `${place > 0 ? ',' : '{'}${JSON.stringify(selected.name)}:`,
        nodes: selected.nodes,
        read: planField(planning, type, selected, operation),
      }
    })
  } catch (error) {
    throw planning.notPlanned(error)
  }
}

function newPlanning(
  { schema, document, definition, dialect, container, answerAt = [] }: OperationToPlan,
  role: Role,
  conditions: Values,
): Planning {
  const answers = answerNodes(definition, answerAt)
  return {
    schema,
    fragments: fragmentsOf(document),
    conditions,
    role,
    dialect,
    container,
    isAnswer: (nodes) => answers.has(nodes[0] as FieldNode),
    isLive: definition.operation === 'subscription',
    notPlanned: (error) => (error instanceof Refusal ? error : new DocumentFault(document, 'cannot be planned', error)),
    links: new Set(),
    checks: [],
    values: 0,
    tables: 0,
    lists: 0,
    fields: 0,
  }
}

/** The field at the end of a path of names. */
function answerNodes({ selectionSet }: OperationDefinitionNode, names: readonly string[]): Set<FieldNode> {
  let inside: readonly SelectionNode[] = selectionSet.selections
  let found: FieldNode | undefined
  for (const name of names) {
    found = inside.find((node): node is FieldNode => node.kind === Kind.FIELD && (node.alias ?? node.name).value === name)
    inside = found?.selectionSet?.selections ?? []
  }
  return new Set(found && [found])
}

function planField(planning: Planning, type: GraphQLObjectType, selected: Selected, operation: OperationToPlan): Root['read'] {
  const { field, nodes } = selected
  const [{ name }] = nodes
  const typeName = JSON.stringify(type.name)
  if (name.value === '__typename') return () => typeName
  if (!field) return introspection(selected, operation)
  if (operation.definition.operation === 'mutation') return planPayload(planning, selected, field.extensions.write as WriteField)
  return planRoot(planning, selected, field.extensions.read as RootRead)
}

/** Plans introspection, which graphql-js executes. */
function introspection({ nodes }: Selected, { schema, document, definition }: OperationToPlan): Read {
  const selections = nodes.map((node) => ({ ...node, alias: undefined }))
  const alone = { ...definition, selectionSet: { ...definition.selectionSet, selections } }
  const definitions = [alone, ...fragmentsOf(document).values()]
  return ({ given }) => {
    const result = executeSync({ schema, document: { ...document, definitions }, variableValues: given })
    const [error] = result.errors ?? []
    if (error) throw error
    return JSON.stringify(Object.values(result.data ?? {})[0] ?? null)
  }
}
