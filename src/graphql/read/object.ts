/** Writes what no table has: objects that JavaScript makes, such as what may be done with a subscription now. */
import {
  defaultFieldResolver,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { Context } from '../../context.ts'
import { fieldsIn } from './fields.ts'
import { objectOf } from './json.ts'
import type { Planning } from './reading.ts'

/** Writes a value as JSON. */
export type ValueWriter = (value: unknown, context: Context) => string

// What a resolver of such an object may not ask for: these objects are made of themselves.
const noInfo = undefined as unknown as GraphQLResolveInfo

/** Makes the writer of a value of some type. */
export function valueWriter(planning: Planning, type: GraphQLOutputType, nodes: readonly FieldNode[]): ValueWriter {
  if (isNonNullType(type)) return valueWriter(planning, type.ofType, nodes)
  if (isListType(type)) {
    const write = valueWriter(planning, type.ofType, nodes)
    return orNull((value, context) => `[${(value as unknown[]).map((item) => write(item, context)).join(',')}]`)
  }
  if (isLeafType(type)) return orNull((value) => JSON.stringify(type.serialize(value)))
  if (isObjectType(type)) return orNull(objectWriter(planning, type, nodes))
  throw new Error(`${type.name} can be written by no one`)
}

const orNull =
  (write: ValueWriter): ValueWriter =>
  (value, context) =>
    value == null ? 'null' : write(value, context)

function objectWriter(planning: Planning, type: GraphQLObjectType, nodes: readonly FieldNode[]): ValueWriter {
  return objectOf<unknown, Context>(
    fieldsIn(planning, type, nodes).map(({ name, field, nodes }) => {
      if (!field) return { name, write: () => JSON.stringify(type.name) }
      const { resolve = defaultFieldResolver } = field
      const write = valueWriter(planning, field.type, nodes)
      const read = (value: unknown, context: Context) =>
        resolve === defaultFieldResolver ? (value as Record<string, unknown>)[field.name] : resolve(value, {}, context, noInfo)
      return { name, write: (value, context) => write(read(value, context), context) }
    }),
  )
}
