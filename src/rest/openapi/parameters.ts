/** The parameters of rows: those of their paths, and of their queries. */

import { type GraphQLInputType, getNullableType, isInputObjectType, isListType, isNonNullType } from 'graphql'
import { maxFeedSize } from '../../read/plan/feed.ts'
import { maxGroups, maxGroupsOfPage, maxTop, usualGroups } from '../../schema/aggregate-limits.ts'
import { defaultPageSize, maxPageSize } from '../../schema/paging.ts'
import { maxSearchLength, searchMeaning } from '../../schema/search-argument.ts'
import { snakeCase } from '../../values/text.ts'
import { aggregateParameters } from '../aggregate.ts'
import { columnValues } from '../aggregate-row.ts'
import { changesParameters } from '../changes.ts'
import type { Compiled } from '../compile.ts'
import { exportFormats } from '../export.ts'
import { fieldsIn } from '../filter-names.ts'
import { pathParameters } from '../match.ts'
import { maxPage } from '../read.ts'
import { storePrefix } from '../route.ts'
import { searchParameter } from '../search.ts'
import type { Components, JsonSchema } from './components.ts'
import { filterParametersOf, filtersOfList, filterType } from './filters.ts'
import { listOf, type OpenapiParameter } from './parameter.ts'
import { inputSchema, leafSchema } from './values.ts'

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
      ...parametersOfChanges(row),
      ...searchParameters(row),
      ...computedParameter(row),
      ...embedded,
      ...filterParametersOf(row, components),
    ]
  if (row.answer === 'groups')
    return [...groupsParameters(row), ...searchParameters(row), ...computedParameter(row), filtersOfList]
  if (row.answer === 'feed') return [...feedParameters(row, components), ...embedded]
  return [...(row.page ? [pageFormatParameter] : []), ...ownParameters(row, components), ...embedded]
}

/** The parameters of a row that reads one record. */
const ownParameters = ({ own }: Compiled, components: Components): OpenapiParameter[] =>
  own.map(({ name, type, description }) => ({
    ...{ name, in: 'query', description, schema: inputSchema(getNullableType(type), components) },
    ...(isNonNullType(type) && { required: true }),
  }))

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
const pageFormatParameter: OpenapiParameter = {
  name: 'format',
  in: 'query',
  description:
    'The form of the answer; `html` is a page to be shown and printed. It is `text/html`, which is no content of the answer here: clients would take every answer for a text.',
  schema: { type: 'string', enum: ['json', 'html'] },
}

const formatParameter: OpenapiParameter = {
  name: 'format',
  in: 'query',
  description:
    'The form of the answer; `ndjson` and `csv` are exports of the whole list, in the order of its ids, without `page` and `sort`. `limit` is their number of rows. They are `application/x-ndjson` and `text/csv`, which are no contents of the answer here: clients would take every answer for a text.',
  schema: { type: 'string', enum: ['json', ...exportFormats], default: 'json' },
}

const parametersOfChanges = (row: Compiled): OpenapiParameter[] =>
  Object.entries(row.takesChanges ? changesParameters : {}).map(([name, description]) => ({
    ...{ name, description },
    in: 'query',
    schema: { type: 'string' },
  }))

/** The parameter that looks for a text. */
const searchParameters = ({ variables }: Compiled): OpenapiParameter[] =>
  variables.has(searchParameter)
    ? [
        {
          ...{ name: searchParameter, in: 'query', description: searchMeaning },
          schema: { type: 'string', maxLength: maxSearchLength },
        },
      ]
    : []

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
