/** Collects the fields of an object that a plan writes, in order. */
import {
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  getArgumentValues,
  Kind,
  type ValueNode,
} from 'graphql'
import { badInput } from '../../values/errors.ts'
import { applies, fieldsUnder } from '../cost/collect.ts'
import type { Reading, Values } from '../request.ts'
import type { Planning } from './planning.ts'

/** A field of a selection; `__typename` has no definition. */
export type Selected = {
  /** The response name. */
  name: string
  field: GraphQLField<unknown, unknown> | undefined
  /** The nodes of the document that select it. */
  nodes: [FieldNode, ...FieldNode[]]
}

/** The fields of an object's type that some nodes select. */
export function fieldsIn(planning: Planning, type: GraphQLObjectType, nodes: readonly FieldNode[]): Selected[] {
  const selections = nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? [])
  return selectedOf(planning, type, selections)
}

/** The fields of a selection on an object's type. */
export function selectedOf(
  planning: Planning,
  type: GraphQLObjectType,
  selections: Parameters<typeof fieldsUnder>[0],
): Selected[] {
  const { schema, fragments, conditions, dialect } = planning
  const isFor = (condition: string | undefined) => applies(schema, condition, type)
  const found = [...fieldsUnder(selections, isFor, fragments, conditions).values()]
  planning.fields += found.length
  for (const nodes of found) planning.values += valuesIn(nodes)
  return found.map((same) => {
    const nodes = same as [FieldNode, ...FieldNode[]]
    const [{ name }] = nodes
    return { name: dialect.nameOf(nodes[0]), field: type.getFields()[name.value], nodes }
  })
}

/** The number of values in a field's arguments. */
const valuesIn = (nodes: readonly FieldNode[]): number =>
  nodes.flatMap((node) => node.arguments ?? []).reduce((sum, { value }) => sum + countValues(value), 0)

/** The number of a value's values, itself included. */
function countValues(value: ValueNode): number {
  const inside =
    value.kind === Kind.LIST ? value.values : value.kind === Kind.OBJECT ? value.fields.map((field) => field.value) : []
  return inside.reduce((sum, each) => sum + countValues(each), 1)
}

/**
 * The arguments of a field for a request.
 *
 * @throws Refusal BAD_INPUT where a null variable fills a non-null position.
 */
export function argumentsOf(
  { field, nodes: [node] }: Selected,
  { variables, made }: Pick<Reading, 'variables' | 'made'>,
): Values {
  if (!field) return {}
  const known = made.get(node)
  if (known?.field === field) return known.args
  try {
    const args = getArgumentValues(field, node, variables)
    made.set(node, { field, args })
    return args
  } catch (error) {
    throw error instanceof GraphQLError ? badInput(error.message) : error
  }
}
