/** What a reader of the schema meets first: what it is about, and the types of what people ask for. */
import { type GraphQLNamedType, isEnumType, isInputObjectType, isInterfaceType, isObjectType, isScalarType } from 'graphql'
import { hasResource, resourceOf } from './registry.ts'

/** The description of the schema, in Markdown. */
export const welcome = `\
A subscription-commerce store: its products and customers, the subscriptions and orders they make, and what is paid and shipped.

**Begin** with \`subscriptions\`, \`orders\`, \`customers\` or \`products\`. Each is a list that takes \`filter\`, \`orderBy\`, and \`first\` with \`after\` or \`offset\`; beside it stands one record by its id, such as \`subscription(id: 1)\`. From a record its relations lead on. By its \`nodeId\`, the name that it shares with no other record of any type, \`node\` answers it too.

**Who asks** is said by the header \`Authorization\`: \`Bearer <client_id>.<client_secret>\` for a merchant key, \`Bearer <token>\` for a customer. Whatever belongs to another store is answered like what there is not.

**Writes** are mutations. Each answers the record as it is then, or says in \`userErrors\` why nothing was written; sent with the header \`Idempotency-Key\` it may be repeated safely. What may be done now tells \`actions\`, what was done \`log\`.

**Errors** carry one of the values of \`ErrorCode\` in \`extensions.code\`. What an answer cost is in \`extensions.cost\`.

Amounts are integers in the smallest unit of the store's currency, which \`store\` and every record with amounts tell; times are ISO 8601 in UTC. All of this can be had over REST, too: see \`/v1/\`.`

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
    if (hasResource(name)) return resourceOf(name).isPart ? 1 : 0
    return /(Connection|Edge|Payload)$/.test(name) ? 5 : 2
  }
  if (isInterfaceType(type)) return 2
  if (isEnumType(type)) return 3
  if (isScalarType(type)) return 4
  return isInputObjectType(type) && /(Filter|Order)$/.test(name) ? 7 : 6
}
