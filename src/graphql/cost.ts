/**
 * What an operation costs, reckoned from its document before it runs: an object is one point, a list its page size times one
 * of its rows, a value nothing.
 */
import {
  type ArgumentNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf } from './documents.ts'
import { defaultPageSize, maxPageSize } from './page.ts'

/** A list without a page, such as a product's images, counts as this many: enough that lists within lists add up. */
const unpagedSize = 3

/** A write locks, checks, changes and logs, whatever its payload shows. */
const writePoints = 10

/** A schema is read from memory, but it has thousands of objects. */
const introspectionPoints = 1_000

type Variables = Readonly<Record<string, unknown>>

/**
 * The cost of a valid operation in points, at least 1.
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
  const known = new Map<string, number>()

  /** @param pageSize rows of each list in the selection, where it is that of a connection. */
  function ofSelection({ selections }: SelectionSetNode, type: GraphQLNamedType | undefined, pageSize?: number): number {
    let points = 0
    for (const node of selections) {
      if (isLeftOut(node.directives, given)) continue
      if (node.kind === Kind.FIELD) points += ofField(node, type, pageSize)
      else if (node.kind === Kind.INLINE_FRAGMENT) points += ofSelection(node.selectionSet, type, pageSize)
      else points += ofFragment(node.name.value, type, pageSize)
    }
    return points
  }

  // Reckoned once however often it is spread: a few fragments that spread each other write out to millions of fields.
  function ofFragment(name: string, type: GraphQLNamedType | undefined, pageSize?: number): number {
    const key = `${name} ${pageSize}`
    const points = known.get(key)
    if (points !== undefined) return points
    const selection = fragments.get(name)?.selectionSet
    const reckoned = selection ? ofSelection(selection, type, pageSize) : 0
    known.set(key, reckoned)
    return reckoned
  }

  function ofField({ name, arguments: args, selectionSet }: FieldNode, parent: GraphQLNamedType | undefined, pageSize?: number) {
    if (!selectionSet) return 0
    if (name.value.startsWith('__')) return introspectionPoints
    const field = isObjectType(parent) ? parent.getFields()[name.value] : undefined
    if (!field) return 0
    const isConnection = field.args.some((each) => each.name === 'first')
    const one = 1 + ofSelection(selectionSet, getNamedType(field.type), isConnection ? pageSizeOf(args, given) : undefined)
    const rows = isListType(getNullableType(field.type)) ? (pageSize ?? unpagedSize) : 1
    return rows * one + (parent === schema.getMutationType() ? writePoints : 0)
  }

  return Math.max(1, ofSelection(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined))
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
