/** The order in which a reader of the schema meets its types. */
import { type GraphQLNamedType, isEnumType, isInputObjectType, isInterfaceType, isObjectType, isScalarType } from 'graphql'
import { resourceOf } from './registry.ts'

/** The types in the order in which they are listed: what is asked for, what it is made of, and what only carries it. */
export function arranged(types: readonly GraphQLNamedType[]): GraphQLNamedType[] {
  return types
    .map((type, place) => ({ type, rank: rankOf(type), place }))
    .sort((one, other) => one.rank - other.rank || one.place - other.place)
    .map(({ type }) => type)
}

function rankOf(type: GraphQLNamedType): number {
  const { name } = type
  if (isObjectType(type)) {
    const resource = resourceOf(type)
    if (resource) return resource.isPart ? 1 : 0
    return /(Connection|Edge|Payload)$/.test(name) ? 5 : 2
  }
  if (isInterfaceType(type)) return 2
  if (isEnumType(type)) return 3
  if (isScalarType(type)) return 4
  return isInputObjectType(type) && /(Filter|Order)$/.test(name) ? 7 : 6
}
