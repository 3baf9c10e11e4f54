/**
 * What an operation costs, reckoned from its document before it runs: an object is one point, a list its page size times one
 * of its rows, a value nothing.
 */
import {
  type ArgumentNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql'
import { fragmentsOf } from './documents.ts'
import { defaultPageSize, maxPageSize } from './page.ts'

/** A list without a page, such as a product's images, counts as this many. */
const unpagedSize = 3

/** Met again within itself, as by way of a product's forms and their product, it is no longer read for what is in it. */
const unpagedSizeWithin = 100

/** All that match are looked at to be counted. */
const countPoints = 10

/** A filter's condition is asked of every row, and one behind a relation of every row there. */
const conditionPoints = 1
const relationPoints = 10

/** A write locks, checks, changes and logs, whatever its payload shows. */
const writePoints = 10

/** A schema is read from memory, but it has thousands of objects. */
const introspectionPoints = 1_000

type Variables = Readonly<Record<string, unknown>>

/**
 * The cost of a valid operation in points, at least 1; its document has passed `checkDocument`, which bounds what is walked.
 *
 * @param variables as the client sent them; a page size that is no number counts as the default, since the request fails.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): number {
  const fragments = fragmentsOf(document)
  const given = { ...defaultsOf(operation), ...variables }

  function ofSelection({ selections }: SelectionSetNode, place: Place): number {
    let points = 0
    for (const node of selections) {
      if (isLeftOut(node.directives, given)) continue
      if (node.kind === Kind.FIELD) points += ofField(node, place)
      else {
        const spread = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value)
        if (spread) points += ofSelection(spread.selectionSet, place)
      }
    }
    return points
  }

  function ofField({ name, arguments: args, selectionSet }: FieldNode, { parent, pageSize, lists }: Place): number {
    if (!selectionSet) return name.value === 'totalCount' ? countPoints : 0
    if (name.value.startsWith('__')) return introspectionPoints
    const field = isObjectType(parent) ? parent.getFields()[name.value] : undefined
    if (!field) return 0
    const isList = isListType(getNullableType(field.type))
    const isConnection = field.args.some((each) => each.name === 'first')
    const one = ofSelection(selectionSet, {
      parent: getNamedType(field.type),
      pageSize: isConnection ? pageSizeOf(args, given) : undefined,
      lists: isList ? new Set(lists).add(field) : lists,
    })
    const rows = isList ? (pageSize ?? (lists.has(field) ? unpagedSizeWithin : unpagedSize)) : 1
    return rows * (1 + one) + filterPoints(field, args, given) + (parent === schema.getMutationType() ? writePoints : 0)
  }

  const parent = schema.getRootType(operation.operation) ?? undefined
  return Math.max(1, ofSelection(operation.selectionSet, { parent, pageSize: undefined, lists: new Set() }))
}

/** Where a selection stands. */
type Place = {
  parent: GraphQLNamedType | undefined
  /** Rows of each list in the selection, where its parent is a connection. */
  pageSize: number | undefined
  /** The lists that it stands in. */
  lists: ReadonlySet<object>
}

/** What a list's filter costs; once, however many rows it is asked about. */
function filterPoints(
  { args }: GraphQLField<unknown, unknown>,
  given: readonly ArgumentNode[] = [],
  variables: Variables,
): number {
  const type = args.find(({ name }) => name === 'filter')?.type
  const value = given.find(({ name }) => name.value === 'filter')?.value
  return type && value ? conditionsOf(valueFromASTUntyped(value, { ...variables }), type) : 0
}

/** Conditions are an operator's operands, or stand in a list or an object of others; `AND` tells a record's filter apart. */
function conditionsOf(value: unknown, type: GraphQLInputType): number {
  const named = getNamedType(type)
  if (value === null || typeof value !== 'object' || !isInputObjectType(named)) return conditionPoints
  if (Array.isArray(value)) return value.reduce((points: number, item) => points + conditionsOf(item, named), 0)
  const fields = named.getFields()
  const isRecord = (each: GraphQLNamedType) => isInputObjectType(each) && 'AND' in each.getFields()
  return Object.entries(value).reduce((points, [key, inner]) => {
    const field = fields[key]
    if (!field) return points
    const leadsOn = isRecord(named) && !['AND', 'OR', 'NOT'].includes(key) && isRecord(getNamedType(field.type))
    return points + (leadsOn ? relationPoints : 0) + conditionsOf(inner, field.type)
  }, 0)
}

function pageSizeOf(args: readonly ArgumentNode[] = [], given: Variables): number {
  for (const { name, value } of args) {
    if (name.value !== 'first' && name.value !== 'last') continue
    const size = value.kind === Kind.VARIABLE ? given[value.name.value] : value.kind === Kind.INT ? Number(value.value) : null
    if (typeof size === 'number') return Math.min(Math.max(size, 1), maxPageSize)
  }
  return defaultPageSize
}

/** Whether `@include` or `@skip` leaves a field out. */
const isLeftOut = (directives: readonly DirectiveNode[] = [], given: Variables): boolean =>
  directives.some(({ name, arguments: args }) => {
    const value = args?.[0]?.value
    const condition = value?.kind === Kind.VARIABLE ? given[value.name.value] : value?.kind === Kind.BOOLEAN && value.value
    return (name.value === 'include' && condition === false) || (name.value === 'skip' && condition === true)
  })

/** The defaults of variables that decide about sizes and about what is left out. */
const defaultsOf = ({ variableDefinitions = [] }: OperationDefinitionNode): Variables =>
  Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }): [string, unknown][] => {
      if (defaultValue?.kind === Kind.INT) return [[variable.name.value, Number(defaultValue.value)]]
      return defaultValue?.kind === Kind.BOOLEAN ? [[variable.name.value, defaultValue.value]] : []
    }),
  )
