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
import { defaultPageSize, maxPageSize } from '../schema/paging.ts'
import { charactersOf } from './argument-size.ts'
import { argumentsMaker } from './arguments.ts'
import { applies, fieldsUnder, fragmentsOf } from './collect.ts'
import { filterPoints } from './filter-cost.ts'
import { type Points, pointsOf, type Request, sumOf, times } from './points.ts'
import type { GivenArguments, Values } from './reading.ts'

type Cost = {
  /** What is asked for, in rows; `MAX_COST` limits it. */
  requested: number
  /** Points that are paid whatever comes of it. */
  fixed: number
  /** The arguments that were met, for the plan that then runs. */
  made: GivenArguments
}

/** What belongs to a record, asked for once; as many of them are a point. */
const partsOfPoint = 50

/** A list without a page, such as the few images of a record, counts as this many. */
const unpagedSize = 3

/** Met again within itself, as by way of its parts and what they are parts of, it counts as a page of this size. */
const unpagedSizeWithin = 100

/** All that match are looked at to be counted. */
const countPoints = 10

/** A write locks, checks, changes and logs, whatever its payload shows. */
const writePoints = 10

/** What is written is kept several times: in its place, in the log, and in the answer that a repeat gets. */
const charactersOfWritePoint = 256

/** What a read is given, such as a cursor or a filter, is decoded, checked and compared. */
const charactersOfReadPoint = 4_096

/** A condition is compiled, and looked at by the database, which also plans what it is joined with. */
const conditionsOfReadPoint = 30

/** A root field that reads is a part of a statement, whatever it finds. */
const readPoints = 0.25

/** Introspection is answered at once, while nothing else is done: points are the milliseconds that the largest answer takes. */
const introspectionPoints: Readonly<Record<string, number>> = {
  __schema: 100,
  __type: 10,
}

/** Where a field stands. */
type FieldPosition = {
  parent: GraphQLNamedType | undefined
  /** Whether its parent is a page, which has each of its lists as often as it has rows. */
  isOnPage: boolean
  /** The lists that it stands in. */
  lists: ReadonlySet<object>
}

/**
 * Reckons the cost of a planned operation; its variables are coerced, with their defaults, as it will run with them. What may come
 * again, as the very same object, is reckoned once as long as nothing else comes.
 */
export type CostOf = (variables: Values, mayComeAgain?: boolean) => Cost

/**
 * Plans the cost of a valid operation; its document has passed `checkDocument`, which bounds what is walked.
 *
 * @param conditions the values of the variables that `@include` and `@skip` name.
 * @returns what reckons it, and for how many fields, each as often as it is spread.
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

  /** The fields that some nodes select of a type, by their names in the answer. */
  const fieldsOf = (nodes: readonly FieldNode[], parent: GraphQLNamedType | undefined) => [
    ...fieldsIn(nodes.flatMap(selectionsOf), parent).values(),
  ]

  function ofSelections(nodes: readonly FieldNode[], position: FieldPosition): Points {
    // A record is of one type, whichever costs most.
    if (isAbstractType(position.parent)) {
      const types = schema.getPossibleTypes(position.parent).map((parent) => ofSelections(nodes, { ...position, parent }))
      return (request, pageSize) => Math.max(...types.map((each) => pointsOf(each, request, pageSize)))
    }
    const fields = fieldsOf(nodes, position.parent)
    const names = fields.map(([first]) => first?.name.value)
    const isRepeated = (name: string | undefined) => names.indexOf(name) !== names.lastIndexOf(name)
    return sumOf(fields.map((same) => ofField(same, position, isRepeated(same[0]?.name.value))))
  }

  /** @param isRepeated whether the selection has it by another name too. */
  function ofField(same: readonly FieldNode[], { parent, isOnPage, lists }: FieldPosition, isRepeated: boolean): Points {
    fieldsPlanned += 1
    const [node] = same
    const name = node?.name.value ?? ''
    if (!node?.selectionSet) return name === 'totalCount' ? countPoints : 0
    const ofSchema = introspectionPoints[name]
    if (ofSchema !== undefined)
      return (request) => {
        request.fixed += ofSchema
        return ofSchema
      }
    const field = isObjectType(parent) ? parent.getFields()[name] : undefined
    if (!field) return 0
    const isList = isListType(getNullableType(field.type))
    const { rows } = field.extensions
    const isConnection = !isRowsOf(rows) && field.args.some((each) => each.name === 'first')
    const isMetAgain = lists.has(field)
    // To say where a page lies its rows are read, also where none of them is shown.
    const isReadUnseen = isConnection && onlyPlaces(fieldsOf(same, getNamedType(field.type)))
    const below = ofSelections(same, {
      parent: getNamedType(field.type),
      isOnPage: isConnection,
      lists: isList ? new Set(lists).add(field) : lists,
    })
    if (isList && isOnPage) return (request, pageSize) => pageSize * (1 + pointsOf(below, request, pageSize))
    const points = isRepeated || isMetAgain ? 1 : 1 / partsOfPoint
    const factor = isList ? (isMetAgain ? unpagedSizeWithin : unpagedSize) : 1
    if (field.args.length === 0) return times(factor, points, below)
    const isOfWrite = parent === schema.getMutationType()
    // A write may make what it is given its own.
    const make = isOfWrite ? (variables: Values) => getArgumentValues(field, node, variables) : argumentsMaker(field, node)
    return (request) => {
      const args = argumentsOf(field, node, make, request)
      if (!isOfWrite) request.fixed += Math.floor(charactersOf(args) / charactersOfReadPoint)
      const pageSize = isConnection ? sizeOfPage(args) : 0
      const inside = pointsOf(below, request, pageSize) + (isReadUnseen ? pageSize : 0)
      if (isRowsOf(rows)) return rows(args) * (1 + inside)
      if (!isConnection) return factor * (points + inside)
      const filter = filterPoints(field, args)
      request.fixed += Math.floor(filter / conditionsOfReadPoint)
      return 1 + inside + filter
    }
  }

  function ofRoot(same: readonly FieldNode[], parent: GraphQLNamedType): Points {
    const [node] = same
    const root: FieldPosition = { parent, isOnPage: false, lists: new Set() }
    if (!node?.selectionSet || node.name.value.startsWith('__')) return ofField(same, root, false)
    const isWrite = parent === schema.getMutationType()
    const points = ofField(same, root, true)
    return (request) => {
      const asked = Math.max(1, pointsOf(points, request, 0))
      const written = isWrite ? writePoints + Math.floor(charactersOf(request.made.get(node)?.args) / charactersOfWritePoint) : 0
      request.fixed += written || readPoints
      // A record counts as one row; a connection does so anyway.
      return written + asked
    }
  }

  const parent = schema.getRootType(operation.operation)
  if (!parent) return { costOf: () => ({ requested: 1, fixed: entryPoints, made: new Map() }), fields: 0 }
  const roots = fieldsIn(operation.selectionSet.selections, parent)
  const points = sumOf([...roots.values()].map((same) => ofRoot(same, parent)))
  const reckon = (variables: Values): Cost => {
    const request: Request = { variables, made: new Map(), fixed: entryPoints }
    // Sums of fiftieths are no round numbers.
    const requested = Math.max(1, Math.ceil(pointsOf(points, request, 0) - 1e-6))
    return { requested, fixed: request.fixed, made: request.made }
  }
  let last: { variables: Values; cost: Cost } | undefined
  const costOf: CostOf = (variables, mayComeAgain) => {
    if (last?.variables === variables) return last.cost
    const cost = reckon(variables)
    if (mayComeAgain) last = { variables, cost }
    return cost
  }
  return { costOf, fields: fieldsPlanned }
}

/** Whether a page's place is asked for, and none of its rows. */
function onlyPlaces(fields: readonly (readonly FieldNode[])[]): boolean {
  const names = fields.map(([first]) => first?.name.value)
  return names.includes('pageInfo') && !names.includes('nodes') && !names.includes('edges')
}

const selectionsOf = ({ selectionSet }: FieldNode): readonly SelectionNode[] => selectionSet?.selections ?? []

/** How many rows a field asks for that is neither a page nor what belongs to a record; it says so itself. */
type RowsOf = (args: Values) => number
const isRowsOf = (extension: unknown): extension is RowsOf => typeof extension === 'function'

/** The values a field will be given; none where they are refused, since nothing of it runs then. */
function argumentsOf(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  make: (variables: Values) => Values,
  { variables, made }: Request,
): Values {
  try {
    const args = make(variables)
    made.set(node, { field, args })
    return args
  } catch {
    return {}
  }
}

function sizeOfPage({ first, last }: Values): number {
  const size = first ?? last ?? defaultPageSize
  return typeof size === 'number' ? Math.min(Math.max(size, 1), maxPageSize) : defaultPageSize
}
