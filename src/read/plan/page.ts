/** Plans a connection: the JSON of a page, and the rows and the count that it is made from. */

import { type FieldNode, type GraphQLObjectType, getNamedType } from 'graphql'
import type { ListRead } from '../filter/list-arguments.ts'
import type { StatementInput } from '../request.ts'
import { countIn } from '../run/kept-counts.ts'
import type { PageToRead } from '../run/pages.ts'
import { Cells } from '../sql/cells.ts'
import { type Container, jsonDocument } from '../sql/container.ts'
import { cursorSql } from '../sql/cursor.ts'
import { quoted } from '../sql/dialect.ts'
import { answered, constant, type FieldJson, isOfDatabase, type Json, madeBy, objectOf, writtenBy } from '../sql/json.ts'
import { type Found, numberSql, pageSql, sharedJoins } from '../sql/page-statement.ts'
import { Rows, rowsName } from '../sql/rows.ts'
import type { Scope } from '../sql/scope.ts'
import type { SharedJoins } from '../sql/shared-joins.ts'
import type { Statement } from '../sql/statement.ts'
import { untilSql } from './changes.ts'
import { fieldsIn, type Selected } from './fields.ts'
import type { Planning } from './planning.ts'

/** The list of a page. */
type Paged = {
  /** The list's arguments in a request. */
  of: (request: StatementInput) => ListRead
  /** The list's rows, under the scope's alias. */
  rows: (statement: Statement, request: StatementInput, shared: SharedJoins | undefined) => Found
  /** The count of the whole list. @param cell the index of its cell, where it is one. */
  count: (statement: Statement, request: StatementInput, cell?: number) => string
  /** Whether the count is a cell of its own, since it may be kept. */
  hasCell?: boolean
  /** Whether its rows may arrive one by one, which those inside a record cannot. */
  mayComeApart?: true
  /** Plans what is said of the changes that it lists, where its arguments ask for them. */
  changes?: (type: GraphQLObjectType, nodes: readonly FieldNode[]) => Json
  /** Plans the fields of a record of the list. */
  fields: (type: GraphQLObjectType, nodes: readonly FieldNode[]) => FieldJson[]
}

/** The plan of a page: its JSON, and its cells. */
export type PagePlan = PageToRead & { json: Json; cells: Cells }

type PageToPlan = { planning: Planning; scope: Scope; list: Paged; rows: Rows; wanted: WantedOfPage; cells: Cells }

/** The data that a page selects of its rows beside the records. */
type WantedOfPage = { cursors: boolean; more: boolean; isForward: boolean }

/** Plans a connection, whose rows a scope reads. */
export function planPage(planning: Planning, scope: Scope, { field, nodes }: Selected, list: Paged): PagePlan {
  const type = getNamedType(field?.type) as GraphQLObjectType
  const selection = fieldsIn(planning, type, nodes)
  const wanted = wantedOf(planning, selection, list)
  const cells = new Cells()
  // Reads one row more than the page size, which shows whether more follow; it is not shown.
  const shown = (request: StatementInput) => (wanted.more ? ` FILTER (WHERE ${rowsName}.n <= ${list.of(request).page.size})` : '')
  const rows = new Rows(scope, cells, shown)
  const page = { planning, scope, list, rows, wanted, cells }
  const isAnswer = planning.isAnswer(nodes)
  const fields = selection.map((selected) => ({
    name: selected.name,
    of: selected.field,
    json: pageField(page, type, selected, isAnswer, shown),
  }))
  // A plain list consists of its rows only.
  const plain = planning.dialect.hasPlainLists && !isAnswer && fields.find(({ of }) => of?.name === 'nodes')
  const hasRows = fields.some(({ of }) => of !== undefined && !isAggregate(of))
  return {
    json: plain ? plain.json : objectOf(fields),
    cells,
    weight: (request) => rows.weightOf(list.of(request).page.size),
    together: rows.areApart ? (found) => rows.together(found) : undefined,
    // A page is one row, also where nothing of its rows is selected.
    from: (statement, request) =>
      hasRows ? ` FROM (${rowsSql(page, statement, request)}) ${rowsName}${rows.areApart ? '' : ' HAVING TRUE'}` : '',
  }
}

/** Whether a field is computed from all rows of the list, not from those of the page. */
const isAggregate = ({ extensions }: NonNullable<Selected['field']>): boolean => extensions.isAggregate === true

function wantedOf(planning: Planning, selection: Selected[], { changes }: Paged): WantedOfPage {
  const inside = (name: string) =>
    selection
      .filter(({ field }) => field?.name === name)
      .flatMap(({ field, nodes }) => fieldsIn(planning, getNamedType(field?.type) as GraphQLObjectType, nodes))
      .map(({ field }) => field?.name ?? '')
  const [ofEdges, ofPage] = [inside('edges'), inside('pageInfo')]
  const isOf = (names: string[]) => (name: string) => names.includes(name)
  return {
    cursors: ofEdges.includes('cursor') || ofPage.some(isOf(['startCursor', 'endCursor'])),
    more: ofPage.some(isOf(['hasNextPage', 'hasPreviousPage'])) || (changes !== undefined && inside('changes').length > 0),
    isForward:
      selection.every(({ field }) => isOf(['nodes', 'pageInfo'])(field?.name ?? '')) &&
      ofPage.every(isOf(['endCursor', 'hasNextPage'])),
  }
}

function rowsSql({ scope, list, rows, wanted }: PageToPlan, statement: Statement, request: StatementInput): string {
  const read = list.of(request)
  const place = wanted.cursors || rows.areApart ? placeSql(scope, read, statement) : undefined
  // The end of a full page alone has a cursor where rows arrive one by one: that of each is written for nothing.
  const cursor = rows.areApart ? `CASE WHEN ${numberSql(scope, read)} = ${read.page.size} THEN ${place} END` : place
  const columns = [...rows.columns(statement, request), ...(cursor ? [`${cursor} AS cursor`] : [])]
  const shared = sharedJoins(scope, read, statement)
  const found = list.rows(statement, request, shared)
  const sql = pageSql(scope, columns, read, found, wanted.more && !rows.areApart, statement, shared)
  const others = [...(wanted.cursors ? ['cursor'] : []), ...(wanted.more ? ['n'] : [])]
  return rows.bounded(sql, others, read.page.size, request)
}

/** The SQL of the cursor of a row. */
const placeSql = ({ model, alias }: Scope, { terms, changes }: ListRead, statement: Statement): string =>
  cursorSql(terms, model, alias, changes && untilSql(changes, statement))

type ShownSql = (request: StatementInput) => string

function pageField(
  page: PageToPlan,
  type: GraphQLObjectType,
  { field, nodes }: Selected,
  isAnswer: boolean,
  shown: ShownSql,
): Json {
  if (!field) return constant(type.name)
  const { planning, cells, list, rows } = page
  const inside = getNamedType(field.type) as GraphQLObjectType
  if (field.name === 'nodes') {
    const container = isAnswer ? planning.container : jsonDocument
    const records = recordsOf(page, list.fields(inside, nodes), container)
    return isAnswer || planning.isAnswer(nodes) ? answered(records, cells, 'text') : records
  }
  if (field.name === 'edges') return rows.listOf(edgeFields(page, inside, nodes))
  if (isAggregate(field)) {
    const count = list.hasCell ? countOfCell(list, cells) : madeBy(list.count)
    return isAnswer ? answered(count, cells, 'count') : count
  }
  if (field.name === 'changes') {
    const changes = list.changes?.(inside, nodes) ?? ['null']
    return isAnswer ? answered(changes, cells, 'changes') : changes
  }
  const info = objectOf(
    fieldsIn(planning, inside, nodes).map(({ name, field }) => ({
      name,
      json: field
        ? madeBy((_statement, request) =>
            rows.areApart ? endSql(field.name) : infoSql(field.name, list.of(request), shown(request)),
          )
        : constant(inside.name),
    })),
  )
  return isAnswer ? answered(info, cells, 'pageInfo') : info
}

/** The count in a cell of its own, in which it may have with it what it is kept by. */
function countOfCell({ count }: Paged, cells: Cells): Json {
  const cell: number = cells.cell((statement, request) => count(statement, request, cell))
  return writtenBy((row) => countIn(row.cells[cell]))
}

/** The text of a page's records. */
function recordsOf({ list, rows, wanted }: PageToPlan, fields: readonly FieldJson[], container: Container): Json {
  const one = container.isByRow && list.mayComeApart && wanted.isForward ? container.row(fields) : undefined
  return one && isOfDatabase(one) ? rows.eachOf(one, container) : rows.listOf(fields, container)
}

function edgeFields({ planning, scope, list }: PageToPlan, type: GraphQLObjectType, nodes: Selected['nodes']): FieldJson[] {
  const cursor = quoted((statement, request) => placeSql(scope, list.of(request), statement))
  return fieldsIn(planning, type, nodes).map(({ name, field, nodes }) => {
    if (!field) return { name, json: constant(type.name) }
    if (field.name === 'cursor') return { name, json: cursor }
    return { name, json: objectOf(list.fields(getNamedType(field.type) as GraphQLObjectType, nodes)) }
  })
}

/** The SQL of `pageInfo`, by the last row of a page whose rows arrive one by one: a full page goes on behind it. */
const endSql = (name: string): string =>
  name === 'hasNextPage' ? `(${rowsName}.cursor IS NOT NULL)::text` : `coalesce('"' || ${rowsName}.cursor || '"', 'null')`

/** The SQL of `pageInfo`. */
function infoSql(name: string, { page }: ListRead, shown: string): string {
  const hasMore = `(count(*) > ${page.size})::text`
  if (name === 'hasNextPage') return page.backward ? `'${page.before !== undefined}'` : hasMore
  if (name === 'hasPreviousPage') return page.backward ? hasMore : `'${page.after !== undefined || page.offset > 0}'`
  const place = name === 'startCursor' ? '1' : `least(count(*), ${page.size})::int`
  return `coalesce('"' || (array_agg(${rowsName}.cursor)${shown})[${place}] || '"', 'null')`
}
