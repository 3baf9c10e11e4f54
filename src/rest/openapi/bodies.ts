/** The bodies that writes take. */
import {
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { Compiled } from '../compile.ts'
import { bodyFields } from '../row-facts.ts'
import { type Components, type JsonSchema, objectSchema } from './components.ts'
import type { Examples } from './examples.ts'
import { inputFieldSchema, inputSchema } from './values.ts'

/**
 * The body of the rows of one path and method; where there are several, the body chooses one of them by its flag.
 *
 * @returns nothing where they take no body.
 */
export function bodyOf(
  schema: GraphQLSchema,
  rows: readonly Compiled[],
  components: Components,
  example: Examples[string] | undefined,
): object | undefined {
  const bodies = rows.map((row) => rowBody(schema, row, components))
  if (bodies.every(({ isEmpty }) => isEmpty)) return undefined
  const [first] = bodies
  const taken = bodies.length === 1 ? first?.taken : { oneOf: bodies.map((body) => body.taken) }
  const media = { schema: taken, ...shown(example) }
  const lines = rows[0]?.list !== undefined && {
    'application/x-ndjson': { schema: { type: 'string', description: linesOfRecords } },
  }
  return { required: bodies.some(({ isRequired }) => isRequired), content: { 'application/json': media, ...lines } }
}

/** A body as an example, with who sends it where that matters. */
const shown = ({ as, body }: Examples[string] = {}) =>
  as === undefined ? body !== undefined && { example: body } : { examples: { demo: { summary: `As ${as}`, value: body } } }

const linesOfRecords = 'The records as JSON objects, one a line.'

function rowBody(
  schema: GraphQLSchema,
  row: Compiled,
  components: Components,
): { taken: JsonSchema; isRequired: boolean; isEmpty: boolean } {
  const { flag } = row
  const fields = [...bodyFields(row)]
  if (fields.some(([name]) => name === 'body')) {
    return {
      taken: { type: 'object', description: 'Any keys and values.', additionalProperties: true },
      isRequired: true,
      isEmpty: false,
    }
  }
  const listed = row.list === undefined ? undefined : row.variables.get(row.list)
  if (listed) {
    const taken = { ...inputSchema(listed, components), minItems: 1, maxItems: row.most }
    return { taken, isRequired: true, isEmpty: false }
  }
  const filled = filledFields(schema, row)
  const properties: Record<string, JsonSchema> = Object.fromEntries(
    fields.map(([name, type]) => {
      const field = filled.get(name)
      const pair = row.entries.get(name)
      if (!field) return [name, inputSchema(type, components)]
      const { description } = field
      const pairs = pair && { ...entriesSchema(type, pair, components), ...(description && { description }) }
      return [name, pairs ?? inputFieldSchema(field, components)]
    }),
  )
  if (flag) properties[flag] = { type: 'boolean', const: true, description: 'Chooses this operation.' }
  const required = [...(flag ? [flag] : []), ...fields.flatMap(([name, type]) => (isNonNullType(type) ? [name] : []))]
  const isEmpty = Object.keys(properties).length === 0
  const taken = isEmpty ? {} : components.refer(`${row.name}Body`, () => objectSchema(properties, required))
  return { taken, isRequired: required.length > 0, isEmpty }
}

/** An object's keys and values, or the list of pairs that they are shown as. */
function entriesSchema(type: GraphQLInputType, [, valueName]: readonly [string, string], components: Components): JsonSchema {
  const list = getNullableType(type)
  const item = isListType(list) ? getNullableType(list.ofType) : undefined
  if (!isInputObjectType(item)) throw new Error(`${String(type)} is no list of pairs`)
  const value = item.getFields()[valueName]
  const values = value ? inputSchema(value.type, components) : {}
  return { anyOf: [{ type: 'object', additionalProperties: values }, inputSchema(list, components)] }
}

/** The input fields that the variables of a row fill in, by the variables. */
function filledFields(schema: GraphQLSchema, { graphql }: Compiled): Map<string, GraphQLInputField> {
  const types = new TypeInfo(schema)
  const found = new Map<string, GraphQLInputField>()
  visit(
    graphql,
    visitWithTypeInfo(types, {
      ObjectField({ name, value }) {
        const parent = getNamedType(types.getParentInputType())
        const field = isInputObjectType(parent) ? parent.getFields()[name.value] : undefined
        if (value.kind === Kind.VARIABLE && field) found.set(value.name.value, field)
      },
    }),
  )
  return found
}
