/** JSON Schemas of the values of a GraphQL schema, as REST takes and answers them: under the contract's names, ids as numbers. */
import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { spelledValues } from '../../schema/dotted.ts'
import { snakeCase } from '../../values/text.ts'
import { type Components, type JsonSchema, nullable, objectSchema } from './components.ts'

/** The scalars of GraphQL itself; all others state their own schema in their extensions. */
const standard: Record<string, JsonSchema> = {
  ID: { type: 'integer', format: 'int64' },
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
}

/** The schema of a scalar or an enum; enums are components. */
export function leafSchema(type: GraphQLLeafType, components: Components): JsonSchema {
  if (!isEnumType(type)) return standard[type.name] ?? (type.extensions.jsonSchema as JsonSchema | undefined) ?? {}
  const values = spelledValues(type).map(({ spelled }) => spelled)
  return components.refer(type.name, () => ({
    type: 'string',
    ...(type.description && { description: type.description }),
    enum: values,
  }))
}

/**
 * The schema of a value in a body.
 *
 * @param takesNull whether null is a value of it; an optional field does not take null by being optional.
 */
export function inputSchema(type: GraphQLInputType, components: Components, takesNull = false): JsonSchema {
  const wanted = getNullableType(type)
  const schema = isListType(wanted)
    ? { type: 'array', items: inputSchema(wanted.ofType, components) }
    : isInputObjectType(wanted)
      ? components.refer(wanted.name, () => inputObject(wanted, components))
      : leafSchema(wanted, components)
  return takesNull ? nullable(schema) : schema
}

/** The schema of a field of an input, with its description. */
export const inputFieldSchema = ({ type, description, extensions }: GraphQLInputField, components: Components): JsonSchema => ({
  ...inputSchema(type, components, extensions.takesNull === true),
  ...(description && { description }),
})

function inputObject(type: GraphQLInputObjectType, components: Components): JsonSchema {
  const fields = Object.values(type.getFields())
  const properties = fields.map((field) => [snakeCase(field.name), inputFieldSchema(field, components)])
  const required = fields.filter(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined)
  const names = required.map(({ name }) => snakeCase(name))
  return objectSchema(Object.fromEntries(properties), names, type.description ?? undefined)
}
