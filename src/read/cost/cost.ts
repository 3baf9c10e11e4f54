/**
 * The requested cost of an operation, computed before it runs from its coerced variables: a row of a page is one point, a page its size
 * times one of its rows.
 *
 * Page sizes multiply as the client chooses, and so do aliases; parts of a record are fixed by the schema, and count little.
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
import { entryPoints } from '../../budget/account.ts'
import { defaultPageSize, maxPageSize } from '../../schema/paging.ts'
import { charactersOf } from '../filter/argument-size.ts'
import { known } from '../filter/placeholder.ts'
import type { GivenArguments, Values } from '../request.ts'
import { applies, fieldsUnder, fragmentsOf } from './collect.ts'
import { filterPoints } from './filter-cost.ts'
import {
  type DearestList,
  noList,
  noteList,
  type Points,
  pointsOf,
  pointsOfRepeated,
  type Request,
  type SizedTexts,
  sumOf,
  times,
} from './points.ts'

export type Cost = {
  /** The requested rows; `MAX_COST` limits it. */
  requested: number
  /** Points charged for any result. */
  fixed: number
  /** Arguments with texts that only a request has; their points are added for each request. */
  texts: SizedTexts[]
  /** Whether arguments are refused. */
  isRefused: boolean
  /** The most expensive list; its path is empty in an operation without lists. */
  dearest: DearestList
}

/** The parts of a record, selected once, that make a point. */
const partsOfPoint = 50

/** The size assumed for a list without a page, such as the few images of a record. */
const unpagedSize = 3

/** The size assumed for such a list nested in itself, as by way of parts and their owners. */
const unpagedSizeWithin = 100

/** The points of a count, which scans all matching rows. */
const countPoints = 10

/** The points of a write, which locks, checks, changes and logs; its payload is charged apart. */
const writePoints = 10

/** Characters of a write's input for one point: they are stored in the row, in the log, and in the answer kept for a replay. */
const charactersOfWritePoint = 256

/** Characters of a read's arguments for one point: a cursor or a filter is decoded, checked and compared. */
export const charactersOfReadPoint = 4_096

/** Conditions of a read for one point: each is compiled, and planned and evaluated by the database. */
const conditionsOfReadPoint = 30

/** The points of a root field that reads, which is a part of a statement, for any result. */
const readPoints = 0.25

/** The points of introspection, which runs synchronously: the milliseconds of the largest answer. */
const introspectionPoints: Readonly<Record<string, number>> = {
  __schema: 100,
  __type: 10,
}

/** The position of a field. */
type FieldPosition = {
  parent: GraphQLNamedType | undefined
  /** Whether its parent is a page, which repeats each of its lists for every row. */
  isOnPage: boolean
  /** The enclosing lists. */
  lists: ReadonlySet<object>
  /** The response names that lead to its parent, each with a dot behind it. */
  path: string
}

/** Computes the cost of a planned operation for its coerced variables. @param made collects the arguments of its fields. */
export type CostOf = (variables: Values, made?: GivenArguments) => Cost

/**
 * Plans the cost of a valid operation; its document has passed `checkDocument`, which bounds the walk.
 *
 * @param conditions the values of the variables in `@include` and `@skip`.
 *
 * @returns the function that computes it, and the number of fields, counted per spread.
 */
export function planCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  conditions: Values,
): { costOf: CostOf; fields: number } {
  const fragments = fragmentsOf(document)
  let fieldsPlanned = 0

  const fieldsIn = (selections: readonly SelectionNode[], parent: GraphQLNamedType | undefined) =>
    fieldsUnder(selections, (condition) => applies(schema, condition, parent), fragments, conditions)

  /** The fields that some nodes select of a type, by response name. */
  const fieldsOf = (nodes: readonly FieldNode[], parent: GraphQLNamedType | undefined) => [
    ...fieldsIn(nodes.flatMap(selectionsOf), parent).values(),
  ]

  function ofSelections(nodes: readonly FieldNode[], position: FieldPosition): Points {
    // A record has one of the types; the most expensive counts.
    if (isAbstractType(position.parent)) {
      const types = schema.getPossibleTypes(position.parent).map((parent) => ofSelections(nodes, { ...position, parent }))
      return (request, pageSize) => Math.max(...types.map((each) => pointsOf(each, request, pageSize)))
    }
    const fields = fieldsOf(nodes, position.parent)
    const names = fields.map(([first]) => first?.name.value)
    const isRepeated = (name: string | undefined) => names.indexOf(name) !== names.lastIndexOf(name)
    return sumOf(fields.map((same) => ofField(same, position, isRepeated(same[0]?.name.value))))
  }

  /** @param isRepeated whether the selection has the field under another alias too. */
  function ofField(same: readonly FieldNode[], { parent, isOnPage, lists, path }: FieldPosition, isRepeated: boolean): Points {
    fieldsPlanned += 1
    const [node] = same
    const name = node?.name.value ?? ''
    const field = isObjectType(parent) ? parent.getFields()[name] : undefined
    const isAggregate = field?.extensions.isAggregate === true
    if (!node?.selectionSet) return isAggregate ? countPoints : Number(field?.extensions.points ?? 0)
    const ofSchema = introspectionPoints[name]
    if (ofSchema !== undefined)
      return (request) => {
        request.fixed += ofSchema
        return ofSchema
      }
    if (!field) return 0
    const isList = isListType(getNullableType(field.type))
    const { rows, points: own = 0 } = field.extensions
    const isConnection = !isRowsOf(rows) && field.args.some((each) => each.name === 'first')
    const isMetAgain = lists.has(field)
    // `pageInfo` and `changes` read the rows, also where none is shown.
    const isReadUnseen = isConnection && onlyPlaces(fieldsOf(same, getNamedType(field.type)))
    const here = path + (node.alias ?? node.name).value
    const below = ofSelections(same, {
      parent: getNamedType(field.type),
      isOnPage: isConnection,
      lists: isList ? new Set(lists).add(field) : lists,
      path: `${here}.`,
    })
    if (isList && isOnPage) return (request, pageSize) => pageSize * (1 + pointsOfRepeated(below, request, pageSize, pageSize))
    const points = isRepeated || isMetAgain ? 1 : 1 / partsOfPoint
    const factor = isList ? (isMetAgain ? unpagedSizeWithin : unpagedSize) : 1
    if (field.args.length === 0) return times(factor, points, below)
    const isOfWrite = parent === schema.getMutationType()
    return (request) => {
      const args = argumentsOf(field, node, request)
      if (!isOfWrite) countArguments(args, request)
      const pageSize = isConnection ? sizeOfPage(args) : 0
      const count = isRowsOf(rows) ? rows(withKnown(args)) : factor
      const inside = pointsOfRepeated(below, request, pageSize, count) + (isReadUnseen ? pageSize : 0)
      if (isRowsOf(rows)) return count * (1 + inside) + (isAggregate ? countPoints : 0)
      if (isAggregate) return countPoints + inside + noteFilter(field, args, request, here, 0) + Number(own)
      if (!isConnection) return count * (points + inside)
      return 1 + inside + noteFilter(field, args, request, here, pageSize) + Number(own)
    }
  }

  function ofRoot(same: readonly FieldNode[], parent: GraphQLNamedType): Points {
    const [node] = same
    const root: FieldPosition = { parent, isOnPage: false, lists: new Set(), path: '' }
    if (!node?.selectionSet || node.name.value.startsWith('__')) return ofField(same, root, false)
    const isWrite = parent === schema.getMutationType()
    const points = ofField(same, root, true)
    return (request) => {
      const asked = Math.max(1, pointsOf(points, request, 0))
      const written = isWrite ? writePoints + Math.floor(charactersOf(request.made.get(node)?.args) / charactersOfWritePoint) : 0
      request.fixed += written || readPoints
      // A record counts as one row; a connection does so already.
      return written + asked
    }
  }

  const parent = schema.getRootType(operation.operation)
  if (!parent) return { costOf: () => ({ ...noCost, fixed: entryPoints }), fields: 0 }
  const roots = fieldsIn(operation.selectionSet.selections, parent)
  const points = sumOf([...roots.values()].map((same) => ofRoot(same, parent)))
  const costOf: CostOf = (variables, made = new Map()) => {
    const own = { texts: [], filters: new Map(), isRefused: false }
    const request: Request = { variables, made, fixed: entryPoints, repeated: 1, dearest: noList, ...own }
    // Sums of fiftieths are not exact.
    const requested = Math.max(1, Math.ceil(pointsOf(points, request, 0) - 1e-6))
    const { fixed, texts, isRefused, dearest } = request
    return { requested, fixed, texts, isRefused, dearest }
  }
  return { costOf, fields: fieldsPlanned }
}

/** The cost of an operation that is not run. */
export const noCost: Cost = { requested: 1, fixed: 1, texts: [], isRefused: false, dearest: noList }

/** The points of a list's filter, which is noted with the rows that the list may read. */
function noteFilter(field: GraphQLField<unknown, unknown>, args: Values, request: Request, path: string, rows: number): number {
  const filter = filterPoints(field, args, request.filters)
  noteList(request, path, rows, filter)
  request.fixed += Math.floor(filter / conditionsOfReadPoint)
  return filter
}

/** Whether a selection has only what is said of the page, and none of its rows. */
function onlyPlaces(fields: readonly (readonly FieldNode[])[]): boolean {
  const names = fields.map(([first]) => first?.name.value)
  return (names.includes('pageInfo') || names.includes('changes')) && !names.includes('nodes') && !names.includes('edges')
}

const selectionsOf = ({ selectionSet }: FieldNode): readonly SelectionNode[] => selectionSet?.selections ?? []

/** The rows of a root field that is neither a page nor a part of a record; the field declares it. */
type RowsOf = (args: Values) => number
const isRowsOf = (extension: unknown): extension is RowsOf => typeof extension === 'function'

/** The arguments of a field; empty where they are refused, since the field is then not run. */
function argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode, request: Request): Values {
  try {
    const args = getArgumentValues(field, node, request.variables)
    request.made.set(node, { field, args })
    return args
  } catch {
    request.isRefused = true
    return {}
  }
}

function countArguments(args: Values, request: Request): void {
  const at: number[] = []
  const characters = charactersOf(args, at)
  if (at.length > 0) request.texts.push({ characters, at })
  else request.fixed += Math.floor(characters / charactersOfReadPoint)
}

/** Arguments with known values, but for those inside lists and objects. */
const withKnown = (args: Values): Values => Object.fromEntries(Object.entries(args).map(([name, value]) => [name, known(value)]))

function sizeOfPage({ first, last }: Values): number {
  const size = known(first ?? last ?? defaultPageSize)
  return typeof size === 'number' ? Math.min(Math.max(size, 1), maxPageSize) : defaultPageSize
}
