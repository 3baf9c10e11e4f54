/** The parameters of a row that reads one record: variables of its operation that its path does not give, such as the time of a figure. */
import {
  type ArgumentNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isNonNullType,
  Kind,
  type ObjectFieldNode,
  type OperationDefinitionNode,
} from 'graphql'
import type { Parameter } from '../http/search.ts'
import { badInput } from '../values/errors.ts'
import { each } from '../values/faults.ts'
import { coerceText } from './coerce.ts'
import { pathParameters } from './match.ts'

/** A parameter: the type of its variable, and the description of the argument that it gives. */
export type OwnParameter = { name: string; type: GraphQLInputType; description: string }

type Definition = GraphQLArgument | GraphQLInputField

/** The descriptions of the arguments that variables give, by the variables' names; those inside an input included. */
function described(
  nodes: readonly (ArgumentNode | ObjectFieldNode)[],
  definitions: ReadonlyMap<string, Definition>,
): [string, string][] {
  return nodes.flatMap(({ name, value }): [string, string][] => {
    const definition = definitions.get(name.value)
    if (!definition) return []
    if (value.kind === Kind.VARIABLE) return [[value.name.value, definition.description ?? '']]
    const type = getNamedType(definition.type)
    if (value.kind !== Kind.OBJECT || !isInputObjectType(type)) return []
    return described(value.fields, new Map(Object.entries(type.getFields())))
  })
}

/** The parameters of an operation that reads: those of its root field's variables that the path does not give. */
export function ownParametersOf(
  schema: GraphQLSchema,
  path: string,
  operation: OperationDefinitionNode,
  variables: ReadonlyMap<string, GraphQLInputType>,
): OwnParameter[] {
  const [root] = operation.selectionSet.selections
  const field = root?.kind === Kind.FIELD ? schema.getQueryType()?.getFields()[root.name.value] : undefined
  if (root?.kind !== Kind.FIELD || !field) return []
  const given = pathParameters(path)
  return described(root.arguments ?? [], new Map(field.args.map((argument) => [argument.name, argument]))).flatMap(
    ([name, description]) => {
      const type = variables.get(name)
      return type && !given.includes(name) ? [{ name, type, description }] : []
    },
  )
}

/** Reads the parameters; of several of one name the last counts. @throws Refusal BAD_INPUT naming each that is missing or not allowed. */
export function readOwn(own: readonly OwnParameter[], given: readonly Parameter[]): Record<string, unknown> {
  const values = each(own, ({ name, type, description }): [string, unknown][] => {
    const text = given.findLast((parameter) => parameter.name === name)?.value
    if (text !== undefined) return [[name, coerceText(name, text, type)]]
    if (isNonNullType(type)) throw badInput(`${name} is required. ${description}`)
    return []
  })
  return Object.fromEntries(values.flat())
}
