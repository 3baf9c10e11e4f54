/** The parameters of rows: those of their paths, their filters with each operator, and the headers that requests may carry. */
import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { maxFeedSize } from '../../read/plan/feed.ts'
import { maxGroups, maxGroupsOfPage, maxTop, usualGroups } from '../../schema/aggregate-limits.ts'
import { isRecordFilter } from '../../schema/operators.ts'
import { defaultPageSize, maxPageSize } from '../../schema/paging.ts'
import { keyStep } from '../../values/sentence.ts'
import { snakeCase } from '../../values/text.ts'
import { aggregateParameters } from '../aggregate.ts'
import { columnValues } from '../aggregate-row.ts'
import type { Compiled } from '../compile.ts'
import { storePrefix } from '../directory.ts'
import { exportFormats } from '../export.ts'
import { fieldsIn, isColumn, keyedField, namedObject, operatorsOf } from '../filter-names.ts'
import { pathParameters } from '../match.ts'
import { maxPage } from '../read.ts'
import type { Components, JsonSchema } from './components.ts'
import { inputSchema, leafSchema } from './values.ts'

export type OpenapiParameter = {
  name: string
  in: 'path' | 'query' | 'header'
  description: string
  required?: boolean
  schema: JsonSchema
  style?: string
  explode?: boolean
  example?: unknown
}

/** A list of values, repeated as `name=a&name=b`, which is what OpenAPI assumes and generated clients send. */
const listOf = (items: JsonSchema) => ({ schema: { type: 'array', items } })

/** The parameters of a row's path. @param examples their values in the example of the row. */
export const pathParametersOf = (
  { path, variables }: Compiled,
  components: Components,
  examples: Readonly<Record<string, string>> = {},
): OpenapiParameter[] =>
  pathParameters(path).map((name) => {
    const schema = schemaOfPath(variables.get(name), components)
    const given = examples[name]
    const example = given !== undefined && { example: schema.type === 'integer' ? Number(given) : given }
    return { name, in: 'path', required: true, description: 'Identifies the record.', schema, ...example }
  })

function schemaOfPath(type: GraphQLInputType | undefined, components: Components): JsonSchema {
  const leaf = type && getNullableType(type)
  const schema = leaf && !isInputObjectType(leaf) && !isListType(leaf) ? leafSchema(leaf, components) : { type: 'string' }
  return schema.type === 'integer' ? { ...schema, minimum: 1 } : schema
}

/** The choice of what is done about a record that is refused. */
function onErrorParameter({ variables }: Compiled, components: Components): OpenapiParameter {
  const policy = variables.get('on_error')
  if (!policy) throw new Error('A list of records takes on_error.')
  const description = 'What is done where a record is refused: `reject_all`, unless given, or `keep_going`.'
  return { name: 'on_error', in: 'query', description, schema: inputSchema(policy, components) }
}

/** The query parameters of a row. */
export function queryParametersOf(row: Compiled, components: Components): OpenapiParameter[] {
  if (row.list !== undefined) return [onErrorParameter(row, components)]
  if (row.method !== 'GET') return []
  const embedded = row.path.startsWith(storePrefix) ? [] : withParameter(row)
  if (row.answer === 'list')
    return [
      ...pageParameters,
      formatParameter,
      ...sortParameter(row),
      ...computedParameter(row),
      ...embedded,
      ...filterParametersOf(row, components),
    ]
  if (row.answer === 'groups') return [...groupsParameters(row), ...computedParameter(row), filtersOfList]
  if (row.answer === 'feed') return [...feedParameters(row, components), ...embedded]
  return embedded
}

const pageParameters: OpenapiParameter[] = [
  {
    name: 'page',
    in: 'query',
    description: 'Number of the page, counted from 0 unless the store or the server has chosen 1. The last one given counts.',
    schema: { type: 'integer', minimum: 0, maximum: maxPage },
  },
  {
    name: 'limit',
    in: 'query',
    description: 'Number of records on a page.',
    schema: { type: 'integer', minimum: 1, maximum: maxPageSize, default: defaultPageSize },
  },
]

/** The parameters of an aggregate; a row has those of values that its columns have. */
function groupsParameters({ variables }: Compiled): OpenapiParameter[] {
  const isTaken = (name: string) => !columnValues.includes(name as 'sum') || variables.has(name)
  const own = Object.entries(aggregateParameters).filter(([name]) => isTaken(name))
  const schemaOf = (name: string): JsonSchema =>
    name === 'top' ? { type: 'integer', minimum: 1, maximum: maxTop } : { type: name === 'fill' ? 'boolean' : 'string' }
  const [page, limit] = pageParameters as [OpenapiParameter, OpenapiParameter]
  const sizes = { maximum: maxGroupsOfPage, default: usualGroups }
  return [
    { ...page, schema: { ...page.schema, maximum: maxGroups } as JsonSchema },
    { ...limit, description: 'Number of groups on a page.', schema: { ...limit.schema, ...sizes } as JsonSchema },
    ...own.map(([name, description]) => ({ name, in: 'query' as const, description, schema: schemaOf(name) })),
  ]
}

/** The parameter that exports a list. */
const formatParameter: OpenapiParameter = {
  name: 'format',
  in: 'query',
  description:
    'The form of the answer; `ndjson` and `csv` are exports of the whole list, in the order of its ids, without `page` and `sort`. `limit` is their number of rows. They are `application/x-ndjson` and `text/csv`, which are no contents of the answer here: clients would take every answer for a text.',
  schema: { type: 'string', enum: ['json', ...exportFormats], default: 'json' },
}

/** The parameter that the rows of a list are computed from. */
function computedParameter({ computed }: Compiled): OpenapiParameter[] {
  if (!computed?.argument) return []
  const { name, from, to, initially, description } = computed.argument
  return [
    {
      name,
      in: 'query',
      description: `${description}.`,
      schema: { type: 'integer', minimum: from, maximum: to, default: initially },
    },
  ]
}

function sortParameter({ variables, computed }: Compiled): OpenapiParameter[] {
  const type = filterType(variables.get('orderBy'))
  if (!type) return []
  const names = [...fieldsIn(type).keys()]
  const items = { type: 'string', enum: names.flatMap((name) => [name, `-${name}`]) }
  const usual = computed?.orderBy?.flatMap((term) =>
    Object.entries(term).map(([field, way]) => `${way === 'desc' ? '-' : ''}${snakeCase(field)}`),
  )
  const otherwise = usual ? `\`${usual.join(',')}\` unless given.` : 'Ascending ids unless given.'
  const description = `Fields to sort by, the first foremost; a minus sorts downwards. ${otherwise}`
  return [{ name: 'sort', in: 'query', description, ...listOf(items) }]
}

function withParameter({ embeddable, embedded }: Compiled): OpenapiParameter[] {
  if (embeddable.length === 0) return []
  const items = { type: 'string', enum: [...embeddable, ...embedded.filter((name) => !embeddable.includes(name)), 'all'] }
  return [{ name: 'with', in: 'query', description: 'Relations to embed in each record.', ...listOf(items) }]
}

function feedParameters({ variables }: Compiled, components: Components): OpenapiParameter[] {
  const lists = [...variables].flatMap(([name, type]) => {
    const list = getNullableType(type)
    if (!isListType(list)) return []
    const items = inputSchema(list.ofType, components)
    const description = 'Only records with this value; several times: with any of them.'
    return [
      { name, in: 'query' as const, description, ...listOf(items) },
      { name: `${name}__in`, in: 'query' as const, description: 'The same.', ...listOf(items) },
    ]
  })
  return [
    {
      name: 'after',
      in: 'query',
      description: 'The number after which to go on: `last_sequence` of the answer before.',
      schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    },
    {
      name: 'limit',
      in: 'query',
      description: 'Largest number of records.',
      schema: { type: 'integer', minimum: 1, maximum: maxFeedSize },
    },
    ...lists,
  ]
}

/** The type of a filter or an order that a variable takes. */
function filterType(declared: GraphQLInputType | undefined): GraphQLInputObjectType | undefined {
  const type = declared && getNullableType(declared)
  return namedObject(isListType(type) ? type.ofType : type)
}

/** A parameter for each column and operator; for relations and free-form keys, whose names are too many, one that takes any of them. */
function filterParametersOf({ variables, names }: Compiled, components: Components): OpenapiParameter[] {
  const type = filterType(variables.get('filter'))
  if (!type) return []
  const spelled = new Map([...names].map(([contract, derived]) => [derived, contract]))
  return [...columnParameters(type, components, (name) => spelled.get(name) ?? name), ...otherFilters(type)]
}

function columnParameters(
  type: GraphQLInputObjectType,
  components: Components,
  nameOf: (derived: string) => string,
): OpenapiParameter[] {
  return [...fieldsIn(type)].flatMap(([derived, field]) => {
    const inner = namedObject(field.type)
    if (!inner || isRecordFilter(inner)) return []
    const name = nameOf(derived)
    if (isColumn(inner)) return operatorParameters(name, field, inner, components)
    return columnParameters(inner, components, (part) => `${name}.${part}`)
  })
}

function operatorParameters(
  name: string,
  { description: meaning, extensions }: GraphQLInputField,
  type: GraphQLInputObjectType,
  components: Components,
): OpenapiParameter[] {
  return operatorsOf(type).flatMap((operator) => {
    const field = fieldsIn(type).get(operator)
    const operand = field && getNullableType(field.type)
    if (!operand || isInputObjectType(operand) || !isNamed(operator, name, type)) return []
    if (operator === 'is_null' && extensions.required) return []
    const description = (operator === 'eq' ? meaning : field.description) ?? operator
    const parameter = { name: operator === 'eq' ? name : `${name}__${operator}`, in: 'query' as const, description }
    return isListType(operand)
      ? [{ ...parameter, ...listOf(leafSchema(getNullableType(operand.ofType) as GraphQLLeafType, components)) }]
      : [{ ...parameter, schema: leafSchema(operand, components) }]
  })
}

const compared = ['eq', 'lt', 'le', 'gt', 'ge', 'is_null']
const chosen = ['eq', 'ne', 'in', 'nin', 'is_null']

/** The operators that are parameters of their own, by the type of the conditions on a column; columns of other types are enums. */
const namedOperators: Readonly<Record<string, readonly string[]>> = {
  IDFilter: chosen,
  StringFilter: ['eq', 'ne', 'in', 'like', 'ilike', 'is_null'],
  BooleanFilter: ['eq', 'is_null'],
  AmountFilter: compared,
  WholeNumberFilter: compared,
  IntFilter: compared,
  FloatFilter: compared,
  DateTimeFilter: compared,
  JsonFilter: ['is_null'],
}

/** Whether a filter is a parameter of its own: one that fits the column, which for the record's own id are those of walks through a list. */
const isNamed = (operator: string, name: string, { name: type }: GraphQLInputObjectType): boolean =>
  name === 'id' ? operator !== 'is_null' && operator !== 'between' : (namedOperators[type] ?? chosen).includes(operator)

/** The operators that are not parameters of their own everywhere, for the introduction of a document. */
export const aboutOperators =
  'Every field of a list takes `ne`, `in`, `nin`, `lt`, `le`, `gt`, `ge` and `between` where its values allow it, also those that are no parameters of their own here: `<field>__between=<from>,<to>`.'

/** The filters of an aggregate, which are parameters of its list. */
const filtersOfList: OpenapiParameter = {
  name: 'filters',
  in: 'query',
  description: 'The filters of the list, each a parameter of its own name.',
  style: 'form',
  explode: true,
  schema: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
  example: {},
}

function otherFilters(type: GraphQLInputObjectType): OpenapiParameter[] {
  const relations = [...fieldsIn(type)].flatMap(([name, field]) => {
    const inner = namedObject(field.type)
    return inner && isRecordFilter(inner) && !isColumn(inner) ? [name] : []
  })
  const keys = keyedField(type) ? [`free-form keys as \`${keyStep}.<key>\``] : []
  if (relations.length + keys.length === 0) return []
  const lists = relations.map((name) => `\`${name}.<field>\``).join(', ')
  const taken = [...(lists ? [`fields of relations as ${lists}`] : []), ...keys].join('; ')
  return [
    {
      ...filtersOfList,
      description: `Any other filters, each a parameter of its own name, with an operator behind two underscores like those above: ${taken}.`,
    },
  ]
}
