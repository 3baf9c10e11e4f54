/** How much of the schema an operation asks for: graphql-js answers it at once, however long that takes, so it is counted before. */
import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
} from 'graphql'

/** The fields that some nodes select of a type, by their names in the answer. */
type FieldsIn = (nodes: readonly FieldNode[], type: GraphQLNamedType) => readonly (readonly FieldNode[])[]

/** What is asked of each object at a place of the answer: the fields that lead to others, and what of those. */
type PlaceOfSchema = {
  type: GraphQLObjectType
  leaves: number
  parts: { name: string; place: PlaceOfSchema }[]
  counted: Map<unknown, number>
}

/** The whole schema, as tools ask for it, takes some 5,500 looks; to count on beyond so many would itself take long. */
const mostLooks = 12_000
const uncounted = 1_000_000_000

/** What an object tells of itself: as much as it has, and more by further names for the same. */
const leavesOfObject = 8

/**
 * Makes what counts, for one operation, the objects that its answers to `__schema` and `__type` have: types, fields, arguments and
 * values, each as often as it is told. Of `__type`, whichever type has most.
 *
 * Each object is looked at once at each place, though it is told there thousands of times; once the operation has taken more looks than
 * any tool does, it is answered with more than anybody may ask for.
 *
 * @returns how many the nodes of one name in the answer are told.
 */
export function objectsCounter(schema: GraphQLSchema, fieldsIn: FieldsIn): (nodes: readonly FieldNode[]) => number {
  let looks = 0

  function placeOf(same: readonly FieldNode[], type: GraphQLObjectType): PlaceOfSchema {
    const parts: PlaceOfSchema['parts'] = []
    const fields = fieldsIn(same, type)
    for (const inside of fields) {
      const [node] = inside
      const below = node?.selectionSet && getNamedType(type.getFields()[node.name.value]?.type)
      if (node && isObjectType(below)) parts.push({ name: node.name.value, place: placeOf(inside, below) })
    }
    return { type, leaves: fields.length - parts.length, parts, counted: new Map() }
  }

  function count({ type, leaves, parts, counted }: PlaceOfSchema, object: unknown): number {
    const known = counted.get(object)
    if (known !== undefined) return known
    looks += 1
    let objects = Math.max(1, leaves / leavesOfObject)
    for (const { name, place } of parts) {
      if (looks > mostLooks) return uncounted
      for (const one of led(schema, type, name, object)) objects += count(place, one)
    }
    counted.set(object, objects)
    return objects
  }

  return (nodes) => {
    const isOfAll = nodes[0]?.name.value === '__schema'
    const type = schema.getType(isOfAll ? '__Schema' : '__Type') as GraphQLObjectType
    const place = placeOf(nodes, type)
    const roots = isOfAll ? [schema] : Object.values(schema.getTypeMap())
    return roots.reduce<number>((most, root) => Math.max(most, count(place, root)), 0)
  }
}

/** The objects that a field of one leads to, with all that is deprecated. */
function led(schema: GraphQLSchema, type: GraphQLObjectType, name: string, object: unknown): readonly unknown[] {
  const { resolve } = type.getFields()[name] ?? {}
  const found: unknown = resolve?.(object, { includeDeprecated: true }, undefined, { schema } as GraphQLResolveInfo)
  return Array.isArray(found) ? found : found == null ? [] : [found]
}
