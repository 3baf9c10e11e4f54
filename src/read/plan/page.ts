/** Plans a connection: the JSON of a page, and the rows and the count that it is made from. */

import { type FieldNode, type GraphQLObjectType, getNamedType } from 'graphql'
import type { ListRead } from '../filter/list-arguments.ts'
import type { StatementInput } from '../request.ts'
import type { PageToRead } from '../run/pages.ts'
import { Cells, type Sql } from '../sql/cells.ts'
import { jsonDocument } from '../sql/container.ts'
import { cursorSql } from '../sql/cursor.ts'
import { quoted } from '../sql/dialect.ts'
import { answered, constant, type FieldJson, type Json, madeBy, objectOf } from '../sql/json.ts'
import { type Found, pageSql, sharedJoins } from '../sql/page-statement.ts'
import { Rows, rowsName } from '../sql/rows.ts'
import type { Scope } from '../sql/scope.ts'
import type { SharedJoins } from '../sql/shared-joins.ts'
import type { Statement } from '../sql/statement.ts'
import { fieldsIn, type Selected } from './fields.ts'
import type { Planning } from './planning.ts'

/** The list of a page. */
type Paged = {
  /** The list's arguments in a request. */
  of: (request: StatementInput) => ListRead
  /** The list's rows, under the scope's alias. */
  rows: (statement: Statement, request: StatementInput, shared: SharedJoins | undefined) => Found
  /** The count of the whole list. */
  count: Sql
  /** Plans the fields of a record of the list. */
  fields: (type: GraphQLObjectType, nodes: readonly FieldNode[]) => FieldJson[]
}

/** The plan of a page: its JSON, and its cells. */
export type PagePlan = PageToRead & { json: Json; cells: Cells }

type PageToPlan = { planning: Planning; scope: Scope; list: Paged; rows: Rows; wanted: WantedOfPage; cells: Cells }

/** The data that a page selects of its rows beside the records. */
type WantedOfPage = { cursors: boolean; more: boolean }

/** Plans a connection, whose rows a scope reads. */
export function planPage(planning: Planning, scope: Scope, { field, nodes }: Selected, list: Paged): PagePlan {
  const type = getNamedType(field?.type) as GraphQLObjectType
  const selection = fieldsIn(planning, type, nodes)
  const wanted = wantedOf(planning, selection)
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
    // A page is one row, also where nothing of its rows is selected.
    from: (statement, request) => (hasRows ? ` FROM (${rowsSql(page, statement, request)}) ${rowsName} HAVING TRUE` : ''),
  }
}

/** Whether a field is computed from all rows of the list, not from those of the page. */
const isAggregate = ({ extensions }: NonNullable<Selected['field']>): boolean => extensions.isAggregate === true

function wantedOf(planning: Planning, selection: Selected[]): WantedOfPage {
  const inside = (name: string) =>
    selection
      .filter(({ field }) => field?.name === name)
      .flatMap(({ field, nodes }) => fieldsIn(planning, getNamedType(field?.type) as GraphQLObjectType, nodes))
      .map(({ field }) => field?.name ?? '')
  const [ofEdges, ofPage] = [inside('edges'), inside('pageInfo')]
  const isOf = (names: string[]) => (name: string) => names.includes(name)
  return {
    cursors: ofEdges.includes('cursor') || ofPage.some(isOf(['startCursor', 'endCursor'])),
    more: ofPage.some(isOf(['hasNextPage', 'hasPreviousPage'])),
  }
}

function rowsSql({ scope, list, rows, wanted }: PageToPlan, statement: Statement, request: StatementInput): string {
  const read = list.of(request)
  const cursor = wanted.cursors ? [`${cursorSql(read.terms, scope.model, scope.alias)} AS cursor`] : []
  const columns = [...rows.columns(statement, request), ...cursor]
  const shared = sharedJoins(scope, read, statement)
  const found = list.rows(statement, request, shared)
  const sql = pageSql(scope, columns, read, found, wanted.more, statement, shared)
  const others = [...(wanted.cursors ? ['cursor'] : []), ...(wanted.more ? ['n'] : [])]
  return rows.bounded(sql, others, read.page.size, request)
}

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
    const records = rows.listOf(list.fields(inside, nodes), container)
    return isAnswer || planning.isAnswer(nodes) ? answered(records, cells, 'text') : records
  }
  if (field.name === 'edges') return rows.listOf(edgeFields(page, inside, nodes))
  if (isAggregate(field)) {
    const count = madeBy(list.count)
    return isAnswer ? answered(count, cells, 'count') : count
  }
  return objectOf(
    fieldsIn(planning, inside, nodes).map(({ name, field }) => ({
      name,
      json: field
        ? madeBy((_statement, request) => infoSql(field.name, list.of(request), shown(request)))
        : constant(inside.name),
    })),
  )
}

function edgeFields({ planning, scope, list }: PageToPlan, type: GraphQLObjectType, nodes: Selected['nodes']): FieldJson[] {
  const cursor = quoted((_statement, request) => cursorSql(list.of(request).terms, scope.model, scope.alias))
  return fieldsIn(planning, type, nodes).map(({ name, field, nodes }) => {
    if (!field) return { name, json: constant(type.name) }
    if (field.name === 'cursor') return { name, json: cursor }
    return { name, json: objectOf(list.fields(getNamedType(field.type) as GraphQLObjectType, nodes)) }
  })
}

/** The SQL of `pageInfo`. */
function infoSql(name: string, { page }: ListRead, shown: string): string {
  const hasMore = `(count(*) > ${page.size})::text`
  if (name === 'hasNextPage') return page.backward ? `'${page.before !== undefined}'` : hasMore
  if (name === 'hasPreviousPage') return page.backward ? hasMore : `'${page.after !== undefined || page.offset > 0}'`
  const place = name === 'startCursor' ? '1' : `least(count(*), ${page.size})::int`
  return `coalesce('"' || (array_agg(${rowsName}.cursor)${shown})[${place}] || '"', 'null')`
}
