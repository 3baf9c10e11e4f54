/** Plans a connection: which of its rows, count and cursors are wanted, and the writer of its page. */
import { type GraphQLObjectType, getNamedType } from 'graphql'
import type { ListRead } from '../list-arguments.ts'
import { columnOf, type ModelName } from '../model.ts'
import { type OrderTerm, writeCursor } from '../order.ts'
import { valueIn } from './dialect.ts'
import { fieldsIn, type Selected } from './fields.ts'
import { objectOf } from './json.ts'
import { valueWriter } from './object.ts'
import { checkLength, type Planning, type Reading } from './reading.ts'
import { planRecord } from './record.ts'
import type { Row, Scope } from './scope.ts'
import { cellSql } from './tables.ts'

/** A page that was found: its rows in their order, whether more follow where it was read to, and what it was asked for. */
type Page = { rows: readonly Row[]; hasMore: boolean; count: number; list: ListRead }

type PageWrite = (page: Page, reading: Reading) => string

export type PagePlan = {
  wantsRows: boolean
  wantsCount: boolean
  /** Whether the values that rows are ordered by are needed, in cells behind the scope's own. */
  wantsCursors: boolean
  /** Writes a page out of the rows as they were read, one more than asked if there are more. */
  write: (rows: readonly Row[], count: number, list: ListRead, reading: Reading) => string
}

/** The cells of a row's place in an order. */
export const orderCells = (terms: OrderTerm[], model: ModelName, alias: string): string[] =>
  terms.map(({ name }) => cellSql(model, alias, name))

/** Plans what is asked of a connection, whose rows a scope reads. */
export function planPage(planning: Planning, scope: Scope, { field, nodes }: Selected): PagePlan {
  const type = getNamedType(field?.type) as GraphQLObjectType
  const selection = fieldsIn(planning, type, nodes)
  const place = { planning, scope, alias: scope.alias, model: scope.model }
  const cursorOf: CursorOf = ({ terms }, { cells }) =>
    writeCursor(
      terms,
      Object.fromEntries(
        terms.map(({ name }, index) => [name, valueIn(columnOf(scope.model, name), cells[scope.width + index] ?? null)]),
      ),
    )
  const isAnswer = planning.isAnswer(nodes)
  const fields = selection.map((selected) => ({
    name: selected.name,
    of: selected.field?.name,
    write: pageField(place, type, selected, cursorOf, isAnswer),
  }))
  // The rows of a plain list are all there is of it.
  const rows = planning.dialect.hasPlainLists && fields.find(({ of }) => of === 'nodes')
  const writePage: PageWrite = rows ? rows.write : objectOf(fields)
  return {
    wantsRows: fields.some(({ of }) => of !== undefined && of !== 'totalCount'),
    wantsCount: fields.some(({ of }) => of === 'totalCount'),
    wantsCursors: selection.some((selected) => hasCursors(planning, selected)),
    write(found, count, list, reading) {
      const inPage = found.slice(0, list.page.size)
      const page = { rows: list.page.backward ? inPage.reverse() : inPage, hasMore: found.length > list.page.size, count, list }
      const text = writePage(page, reading)
      if (isAnswer) reading.answer = { records: [], ...reading.answer, count }
      return text
    },
  }
}

type CursorOf = (list: ListRead, row: Row) => string

/** Whether a field of a connection shows cursors. */
function hasCursors(planning: Planning, { field, nodes }: Selected): boolean {
  if (field?.name !== 'edges' && field?.name !== 'pageInfo') return false
  const inside = fieldsIn(planning, getNamedType(field.type) as GraphQLObjectType, nodes)
  return inside.some(({ field }) => ['cursor', 'startCursor', 'endCursor'].includes(field?.name ?? ''))
}

type Place = Parameters<typeof planRecord>[0]

function pageField(
  place: Place,
  type: GraphQLObjectType,
  { field, nodes }: Selected,
  cursorOf: CursorOf,
  isAnswer: boolean,
): PageWrite {
  const { planning } = place
  if (!field) return () => JSON.stringify(type.name)
  const inside = getNamedType(field.type) as GraphQLObjectType
  if (field.name === 'nodes') return planNodes(place, inside, nodes, isAnswer || planning.isAnswer(nodes))
  if (field.name === 'edges') return planEdges(place, inside, nodes, cursorOf)
  if (field.name === 'totalCount') return ({ count }) => String(count)
  const write = valueWriter(planning, field.type, nodes)
  return (page, { context }) => write(infoOf(page, cursorOf), context)
}

function planNodes(place: Place, type: GraphQLObjectType, nodes: Selected['nodes'], isAnswer: boolean): PageWrite {
  const write = planRecord(place, type, nodes)
  return ({ rows }, reading) => {
    const records = rows.map((row) => write(row, reading))
    if (isAnswer) reading.answer = { records }
    return listOf(records, reading)
  }
}

/** What an edge is written from, beside its row. */
type EdgeOf = { reading: Reading; list: ListRead }

function planEdges(place: Place, type: GraphQLObjectType, nodes: Selected['nodes'], cursorOf: CursorOf): PageWrite {
  const edge = objectOf<Row, EdgeOf>(
    fieldsIn(place.planning, type, nodes).map(({ name, field, nodes }) => {
      if (!field) return { name, write: () => JSON.stringify(type.name) }
      if (field.name === 'cursor') return { name, write: (row, { list }) => JSON.stringify(cursorOf(list, row)) }
      const write = planRecord(place, getNamedType(field.type) as GraphQLObjectType, nodes)
      return { name, write: (row, { reading }) => write(row, reading) }
    }),
  )
  return ({ rows, list }, reading) => {
    const from = { reading, list }
    return listOf(
      rows.map((row) => edge(row, from)),
      reading,
    )
  }
}

function listOf(records: readonly string[], reading: Reading): string {
  const text = `[${records.join(',')}]`
  checkLength(text.length, reading)
  return text
}

/** Where a page lies in its list. */
function infoOf({ rows, hasMore, list }: Page, cursorOf: CursorOf) {
  const { page } = list
  const [first, last] = [rows.at(0), rows.at(-1)]
  return {
    hasNextPage: page.backward ? page.before !== undefined : hasMore,
    hasPreviousPage: page.backward ? hasMore : page.after !== undefined || page.offset > 0,
    get startCursor() {
      return first ? cursorOf(list, first) : null
    },
    get endCursor() {
      return last ? cursorOf(list, last) : null
    },
  }
}
