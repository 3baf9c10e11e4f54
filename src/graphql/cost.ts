/**
 * What an operation asks for, reckoned before it runs from the values that it will run with, whatever way they came: a row of
 * a page is one point, a page its size times one of its rows.
 *
 * Pages multiply as the client chooses, and so do further names for one thing; what belongs to a record by the schema does
 * not, and counts little.
 */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql'
import { entryPoints } from '../budget/account.ts'
import { sizeOf } from './answer-size.ts'
import { applies, fieldsUnder } from './collect.ts'
import { fragmentsOf } from './documents.ts'
import { filterPoints } from './filter-cost.ts'
import { defaultPageSize, maxPageSize } from './page.ts'

export type Cost = {
  /** What is asked for, in rows; `MAX_COST` limits it. */
  requested: number
  /** Points that are paid whatever comes of it. */
  fixed: number
}

/** What belongs to a record, asked for once; as many of them are a point. */
const partsOfPoint = 50

/** A list without a page, such as a product's images, counts as this many. */
const unpagedSize = 3

/** Met again within itself, as by way of a product's forms and their product, it counts as a page of this size. */
const unpagedSizeWithin = 100

/** All that match are looked at to be counted. */
const countPoints = 10

/** A write locks, checks, changes and logs, whatever its payload shows. */
const writePoints = 10

/** What is written is kept several times: in its place, in the log, and in the answer that a repeat gets. */
const charactersOfWritePoint = 256

/** What a read is given, such as a cursor or a filter, is decoded, checked and compared. */
const charactersOfReadPoint = 4_096

/** A root field that reads is one statement. */
const statementPoints = 1

/** A schema is read from memory, but it has thousands of objects. */
const introspectionPoints = 1_000

type Values = { [name: string]: unknown }

/** Where a field stands. */
type Place = {
  parent: GraphQLNamedType | undefined
  /** Rows of each list in the selection, where its parent is a connection. */
  pageSize: number | undefined
  /** The lists that it stands in. */
  lists: ReadonlySet<object>
}

/**
 * The cost of a valid operation; its document has passed `checkDocument`, which bounds what is walked.
 *
 * @param variables coerced, with their defaults, as the operation will run with them.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Values,
): Cost {
  const fragments = fragmentsOf(document)
  let fixed = entryPoints

  const fieldsIn = (selections: readonly SelectionNode[], parent: GraphQLNamedType | undefined) =>
    fieldsUnder(selections, (condition) => applies(schema, condition, parent), fragments, variables)

  function ofSelections(nodes: readonly FieldNode[], place: Place): number {
    // A record is of one type, whichever costs most.
    if (isAbstractType(place.parent)) {
      const types = schema.getPossibleTypes(place.parent)
      return Math.max(...types.map((parent) => ofSelections(nodes, { ...place, parent })))
    }
    const fields = [...fieldsIn(nodes.flatMap(selectionsOf), place.parent).values()]
    const names = fields.map(([first]) => first?.name.value)
    return fields.reduce((points, same) => {
      const name = same[0]?.name.value
      return points + ofField(same, place, names.indexOf(name) !== names.lastIndexOf(name))
    }, 0)
  }

  /** @param isRepeated whether the selection has it by another name too. */
  function ofField(same: readonly FieldNode[], { parent, pageSize, lists }: Place, isRepeated: boolean): number {
    const [node] = same
    const name = node?.name.value ?? ''
    if (!node?.selectionSet) return name === 'totalCount' ? countPoints : 0
    if (name.startsWith('__')) return introspectionPoints
    const field = isObjectType(parent) ? parent.getFields()[name] : undefined
    if (!field) return 0
    const args = argumentsOf(field, node, variables)
    if (parent !== schema.getMutationType())
      fixed += Math.floor(sizeOf(args, Number.POSITIVE_INFINITY).characters / charactersOfReadPoint)
    const isList = isListType(getNullableType(field.type))
    const isConnection = field.args.some((each) => each.name === 'first')
    const isMetAgain = lists.has(field)
    const below = ofSelections(same, {
      parent: getNamedType(field.type),
      pageSize: isConnection ? sizeOfPage(args) : undefined,
      lists: isList ? new Set(lists).add(field) : lists,
    })
    if (isList && pageSize !== undefined) return pageSize * (1 + below)
    if (isRowsOf(field.extensions.rows)) return field.extensions.rows(args) * (1 + below)
    if (isConnection) return 1 + below + filterPoints(field, args)
    const points = isRepeated || isMetAgain ? 1 : 1 / partsOfPoint
    return (isList ? (isMetAgain ? unpagedSizeWithin : unpagedSize) : 1) * (points + below)
  }

  function ofRoot(same: readonly FieldNode[], parent: GraphQLNamedType): number {
    const [node] = same
    if (!node?.selectionSet || node.name.value.startsWith('__')) return ofField(same, rootOf(parent), false)
    const written = parent === schema.getMutationType() ? writePoints + sizePoints(parent, node, variables) : 0
    fixed += written || statementPoints
    // A record counts as one row; a connection does so anyway.
    return written + Math.max(1, ofField(same, rootOf(parent), true))
  }

  const parent = schema.getRootType(operation.operation)
  if (!parent) return { requested: 1, fixed }
  const roots = fieldsIn(operation.selectionSet.selections, parent)
  const requested = [...roots.values()].reduce((points, same) => points + ofRoot(same, parent), 0)
  // Sums of fiftieths are no round numbers.
  return { requested: Math.max(1, Math.ceil(requested - 1e-6)), fixed }
}

const rootOf = (parent: GraphQLNamedType): Place => ({ parent, pageSize: undefined, lists: new Set() })

const selectionsOf = ({ selectionSet }: FieldNode): readonly SelectionNode[] => selectionSet?.selections ?? []

/** How many rows a field asks for that is neither a page nor what belongs to a record; it says so itself. */
type RowsOf = (args: Values) => number
const isRowsOf = (extension: unknown): extension is RowsOf => typeof extension === 'function'

/** The values a field will be given; none where they are refused, since nothing of it runs then. */
function argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode, variables: Values): Values {
  if (field.args.length === 0) return {}
  try {
    return getArgumentValues(field, node, variables)
  } catch {
    return {}
  }
}

function sizeOfPage({ first, last }: Values): number {
  const size = first ?? last ?? defaultPageSize
  return typeof size === 'number' ? Math.min(Math.max(size, 1), maxPageSize) : defaultPageSize
}

function sizePoints(parent: GraphQLNamedType, node: FieldNode, variables: Values): number {
  const field = isObjectType(parent) ? parent.getFields()[node.name.value] : undefined
  const { characters } = sizeOf(field && argumentsOf(field, node, variables), Number.POSITIVE_INFINITY)
  return Math.floor(characters / charactersOfWritePoint)
}
