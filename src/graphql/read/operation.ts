/** Plans an operation, once for each role and choice of its conditions, and runs it for a request. */
import {
  type ASTNode,
  type DocumentNode,
  executeSync,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  locatedError,
  type OperationDefinitionNode,
  type SelectionNode,
  visit,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Role } from '../../auth/viewer.ts'
import { AnswerTooLong } from '../answer-size.ts'
import { fragmentsOf } from '../documents.ts'
import type { Dialect } from './dialect.ts'
import { type Selected, selectedOf } from './fields.ts'
import { planPayload } from './payload.ts'
import { checkLength, type Planning, type Reading, type Values } from './reading.ts'
import type { Read, RootPlan } from './root.ts'

/** A valid operation of a document, and how its answer is written. */
export type Operation = {
  schema: GraphQLSchema
  document: DocumentNode
  operation: OperationDefinitionNode
  dialect: Dialect
  /** Where the field lies whose records are handed out beside the text: the names on the way to it. */
  answerAt?: readonly string[]
}

type Root = { name: string; nodes: readonly FieldNode[]; read: Read }

type Plan = { roots: Root[]; fields: number }

/** How many fields all plans that are kept may have, and how many choices of its conditions one operation is planned for. */
const keptFields = 200_000
const keptChoices = 16

const plans = new LRUCache<OperationDefinitionNode, Plans>({ maxSize: keptFields })

type Plans = { conditions: readonly string[]; byChoice: Map<string, Plan>; fields: number }

/** Runs an operation: reads side by side, writes one after the other; answers the JSON of its data. */
export async function runOperation(operation: Operation, reading: Reading): Promise<string> {
  const { roots } = planOf(operation, reading)
  const run = async ({ name, nodes, read }: Root) => {
    try {
      const text = await read(reading)
      if (text !== 'null') reading.isDone = true
      return text
    } catch (error) {
      if (error instanceof AnswerTooLong) throw error
      reading.errors.push(locatedError(error, nodes, [name]))
      return 'null'
    }
  }
  const texts: string[] = []
  if (operation.operation.operation === 'mutation') for (const root of roots) texts.push(await run(root))
  else texts.push(...(await Promise.all(roots.map(run))))
  const text = `{${roots.map(({ name }, index) => `${JSON.stringify(name)}:${texts[index]}`).join(',')}}`
  checkLength(text, reading)
  return text
}

function planOf(operation: Operation, { viewer, variables }: Reading): Plan {
  const kept = plans.get(operation.operation) ?? { conditions: conditionsOf(operation), byChoice: new Map(), fields: 0 }
  const conditions = Object.fromEntries(kept.conditions.map((name) => [name, variables[name]]))
  const choice = `${viewer.role} ${JSON.stringify(conditions)}`
  const known = kept.byChoice.get(choice)
  if (known) return known
  const plan = makePlan(operation, viewer.role, conditions)
  if (kept.byChoice.size < keptChoices) {
    kept.byChoice.set(choice, plan)
    kept.fields += plan.fields
    plans.set(operation.operation, kept, { size: kept.fields })
  }
  return plan
}

/** The variables that decide what is left out. */
function conditionsOf({ document, operation }: Operation): string[] {
  const names = new Set<string>()
  const gather = (node: ASTNode) =>
    visit(node, {
      Directive: ({ arguments: given = [] }) => {
        for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value)
      },
    })
  for (const node of [operation, ...fragmentsOf(document).values()]) gather(node)
  return [...names]
}

function makePlan({ schema, document, operation, dialect, answerAt = [] }: Operation, role: Role, conditions: Values): Plan {
  const fragments = fragmentsOf(document)
  const answers = answerNodes(operation, answerAt)
  const planning: Planning = {
    schema,
    fragments,
    conditions,
    role,
    dialect,
    isAnswer: (nodes) => answers.has(nodes[0] as FieldNode),
    links: new Set(),
    tables: 0,
    lists: 0,
    fields: 0,
  }
  const type = schema.getRootType(operation.operation) as GraphQLObjectType
  const roots = selectedOf(planning, type, operation.selectionSet.selections).map((selected) => ({
    name: selected.name,
    nodes: selected.nodes,
    read: planRoot(planning, type, selected, { document, operation, schema }),
  }))
  return { roots, fields: planning.fields }
}

/** The field that the names lead to, each inside the one before. */
function answerNodes({ selectionSet }: OperationDefinitionNode, names: readonly string[]): Set<FieldNode> {
  let inside: readonly SelectionNode[] = selectionSet.selections
  let found: FieldNode | undefined
  for (const name of names) {
    found = inside.find((node): node is FieldNode => node.kind === Kind.FIELD && (node.alias ?? node.name).value === name)
    inside = found?.selectionSet?.selections ?? []
  }
  return new Set(found && [found])
}

function planRoot(
  planning: Planning,
  type: GraphQLObjectType,
  selected: Selected,
  operation: Pick<Operation, 'schema' | 'document' | 'operation'>,
): Read {
  const { field, nodes } = selected
  const [{ name }] = nodes
  if (name.value === '__typename') return async () => JSON.stringify(type.name)
  if (!field) return introspection(selected, operation)
  if (operation.operation.operation === 'mutation') return planPayload(planning, selected)
  return (field.extensions.read as RootPlan)(planning, selected)
}

/** What the schema says of itself, as graphql-js answers it. */
function introspection(
  { nodes }: Selected,
  { schema, document, operation }: Pick<Operation, 'schema' | 'document' | 'operation'>,
): Read {
  const selections = nodes.map((node) => ({ ...node, alias: undefined }))
  const alone = { ...operation, selectionSet: { ...operation.selectionSet, selections } }
  const definitions = [alone, ...fragmentsOf(document).values()]
  return async ({ given }) => {
    const result = executeSync({ schema, document: { ...document, definitions }, variableValues: given })
    const [error] = result.errors ?? []
    if (error) throw error
    return JSON.stringify(Object.values(result.data ?? {})[0] ?? null)
  }
}
