/**
 * How many conditions the filters in an operation's variables have, counted before they are read: where one has something wrong in it
 * graphql-js looks, in each of its objects, for each of the forty things that a record can be filtered by.
 */
import {
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInputType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql'
import { maxFilterSize, tooManyConditions } from './filter-limits.ts'

/** A record's filter, which other conditions stand in. */
export const isRecordFilter = (type: GraphQLNamedType): boolean => isInputObjectType(type) && 'AND' in type.getFields()

/** Says that a filter has too many conditions, whatever else is wrong with it; fewer are counted when it is compiled. */
export function filterFault(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: { readonly [name: string]: unknown } | null | undefined,
): string | undefined {
  const isTooLarge = variableDefinitions.some(({ variable, type: node }) => {
    const value = variables?.[variable.name.value]
    const type = value !== null && typeof value === 'object' ? typeFromAST(schema, node) : undefined
    return isInputType(type) && conditionsIn(value, type) > maxFilterSize
  })
  return isTooLarge ? tooManyConditions : undefined
}

/** The conditions of a filter as far as they are not operands: never more than are counted when it is compiled. */
function conditionsIn(value: unknown, type: GraphQLInputType): number {
  const named = getNamedType(type)
  if (value === null || typeof value !== 'object' || !isInputObjectType(named) || !isRecordFilter(named)) return 0
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + conditionsIn(each, named), 0)
  const fields = named.getFields()
  return Object.entries(value).reduce((sum, [key, inner]) => {
    const field = fields[key]
    return sum + 1 + (Array.isArray(inner) ? inner.length : 0) + (field ? conditionsIn(inner, field.type) : 0)
  }, 0)
}
