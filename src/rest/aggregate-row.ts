/** The rows that aggregate lists: `GET /v1/books/aggregate/` beside `GET /v1/books/`, each made from the row of its list. */
import {
  type FieldNode,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLNamedInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  Kind,
  type OperationDefinitionNode,
  print,
} from 'graphql'
import { nameOfAggregate } from '../schema/aggregate-limits.ts'
import { capital } from '../schema/wording.ts'
import { snakeCase } from '../values/text.ts'
import type { Compiled } from './compile.ts'
import { type Route, storePrefix } from './route.ts'

/** The values of a group that have a column each, in the order of the answer. */
export const columnValues = ['sum', 'avg', 'min', 'max'] as const

/** The variable that selects the value of a column: `sum_total`. */
export const valueVariable = (value: string, column: string): string => `${value}_${snakeCase(column)}`

/** The variables of a list's operation that an aggregate does not take. */
const ofPage = new Set(['orderBy', 'first', 'offset'])

/** The routes that aggregate the lists of the Merchant API that are at the root. */
export const aggregateRoutes = (schema: GraphQLSchema, rows: readonly Compiled[]): Route[] =>
  rows.flatMap((row) =>
    row.answer === 'list' && row.at.length === 1 && !row.path.startsWith(storePrefix) ? [routeOf(schema, row)] : [],
  )

/** The type of an argument. */
const argumentType = (field: GraphQLField<unknown, unknown> | undefined, name: string) =>
  getNamedType(field?.args.find((each) => each.name === name)?.type) as GraphQLNamedInputType

function routeOf(schema: GraphQLSchema, { path, source }: Compiled): Route {
  const operation = source.definitions.find((each): each is OperationDefinitionNode => each.kind === Kind.OPERATION_DEFINITION)
  const [list] = (operation?.selectionSet.selections ?? []) as FieldNode[]
  const name = nameOfAggregate(list?.name.value ?? '')
  const given = list?.arguments?.filter((each) => !ofPage.has(each.name.value)) ?? []
  const declared = operation?.variableDefinitions?.filter(({ variable }) => !ofPage.has(variable.name.value)) ?? []
  const field = schema.getQueryType()?.getFields()[name]
  const aggregate = getNamedType(field?.type) as GraphQLObjectType
  const groups = aggregate.getFields().groups as GraphQLField<unknown, unknown>
  const group = getNamedType((getNamedType(groups.type) as GraphQLObjectType).getFields().nodes?.type) as GraphQLObjectType
  const columns = argumentType(group.getFields().countDistinct, 'column') as GraphQLEnumType
  const values = columnValues.flatMap((value) => {
    const type = group.getFields()[value] && getNamedType(group.getFields()[value]?.type)
    const fields = type ? Object.keys((type as GraphQLObjectType).getFields()) : []
    return fields.length > 0 ? [{ value, fields }] : []
  })
  const flags = [
    'previous',
    'distinct',
    ...values.flatMap(({ value, fields }) => [value, ...fields.map((each) => valueVariable(value, each))]),
  ]
  const included = (field: string, flag: string) => `${field} @include(if: $${flag})`
  const selected = [
    'count',
    included('countDistinct(column: $count_distinct)', 'distinct'),
    ...values.map(
      ({ value, fields }) =>
        `${included(value, value)} { ${fields.map((each) => included(each, valueVariable(value, each))).join(' ')} }`,
    ),
  ].join(' ')
  const variables = [
    ...declared.map(print),
    `$period: ${argumentType(field, 'period').name}`,
    `$compareTo: ${argumentType(field, 'compareTo').name}`,
    `$by: [${argumentType(groups, 'by').name}!]! = []`,
    `$groupOrder: [${argumentType(groups, 'orderBy').name}!]`,
    `$top: ${argumentType(groups, 'top').name}`,
    '$first: Int',
    '$offset: Int',
    `$count_distinct: ${columns.name}! = ${columns.getValues()[0]?.name}`,
    ...flags.map((flag) => `$${flag}: Boolean! = false`),
  ]
  const args = [...given.map(print), 'period: $period', 'compareTo: $compareTo']
  const page = 'groups(by: $by, orderBy: $groupOrder, top: $top, first: $first, offset: $offset)'
  return {
    method: 'GET',
    path: `${path}aggregate/`,
    operation: `query ${capital(name)}(${variables.join(', ')}) { ${name}(${args.join(', ')}) {
      ${page} { totalCount nodes { key { column value start isOthers } ${selected} previous @include(if: $previous) { ${selected} } } }
    } }`,
    flag: undefined,
  }
}
