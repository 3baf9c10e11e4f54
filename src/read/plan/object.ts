/** Writes JSON in JavaScript for values that rules compute, such as the actions that a record allows now. */
import {
  defaultFieldResolver,
  type FieldNode,
  type GraphQLField,
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
import type { Planning } from './planning.ts'

/** Writes a value as JSON. */
type ValueWriter = (value: unknown, context: Context) => string

/** Resolvers receive no info: a write does not depend on its selection, and object types have default resolvers. */
export const noInfo = undefined as unknown as GraphQLResolveInfo

/** Creates the writer for values of a type. */
export function valueWriter(planning: Planning, type: GraphQLOutputType, nodes: readonly FieldNode[]): ValueWriter {
  if (isNonNullType(type)) return valueWriter(planning, type.ofType, nodes)
  if (isListType(type)) {
    const write = valueWriter(planning, type.ofType, nodes)
    return orNull((value, context) => `[${(value as unknown[]).map((item) => write(item, context)).join(',')}]`)
  }
  if (isLeafType(type) && type.name === 'ID') return orNull((value) => planning.dialect.computedId(String(value)))
  if (isLeafType(type)) return orNull((value) => JSON.stringify(type.serialize(value)))
  if (isObjectType(type)) return orNull(objectWriter(planning, type, nodes))
  throw new Error(`${type.name} can be written by no one`)
}

const orNull =
  (write: ValueWriter): ValueWriter =>
  (value, context) =>
    value == null ? 'null' : write(value, context)

function objectWriter(planning: Planning, type: GraphQLObjectType, nodes: readonly FieldNode[]): ValueWriter {
  return membersOf(
    fieldsIn(planning, type, nodes).map(({ name, field, nodes }) => {
      if (!field) return { name, write: () => JSON.stringify(type.name) }
      const write = valueWriter(planning, field.type, nodes)
      return { name, write: (value, context) => write(fieldValue(field, value, context), context) }
    }),
  )
}

/** The value of a field of an object. */
export function fieldValue({ name, resolve }: GraphQLField<unknown, Context>, value: unknown, context: Context): unknown {
  return resolve && resolve !== defaultFieldResolver
    ? resolve(value, {}, context, noInfo)
    : (value as Record<string, unknown>)[name]
}

type Member = { name: string; write: ValueWriter }

function membersOf(members: readonly Member[]): ValueWriter {
  const labelled = members.map(({ name, write }) => ({ label: `${JSON.stringify(name)}:`, write }))
  return (value, context) => `{${labelled.map(({ label, write }) => label + write(value, context)).join(',')}}`
}
