/** Plans the lists of a record: connections, which are paged, and short lists, which are complete. */

import { type GraphQLObjectType, getNamedType } from 'graphql'
import { type Model, relationOf } from '../../schema/model.ts'
import type { AggregateRead } from '../../schema/reads.ts'
import type { Link } from '../../schema/registry.ts'
import { ofListed, visible } from '../../schema/visible.ts'
import { type ListRead, readList } from '../filter/list-arguments.ts'
import type { StatementInput } from '../request.ts'
import { Cells, type Sql, sqlOf } from '../sql/cells.ts'
import { all, conditionSql } from '../sql/condition.ts'
import { boundedBy, isOfDatabase, type Json, jsonSql, writerOf, writtenBy } from '../sql/json.ts'
import { Rows, rowsName } from '../sql/rows.ts'
import { Scope } from '../sql/scope.ts'
import type { SharedJoins } from '../sql/shared-joins.ts'
import type { Statement } from '../sql/statement.ts'
import { columnSql, ofStore, tableName } from '../sql/tables.ts'
import { planAggregate } from './aggregate.ts'
import { argumentsOf, type Selected } from './fields.ts'
import { planPage } from './page.ts'
import type { PlanFields, RecordTable } from './planning.ts'

/** The rows of a link, reached directly or through a joining table. */
type RowSource = {
  from: string
  /** The condition that ties the rows to the record. */
  belongs: string
  /** The table that is tied to the record: the rows' own, or the joining table. */
  first: { model: Model; alias: string }
}

function sourceOf({ planning, scope, alias, model }: RecordTable, { path: [outer, inner] }: Link, target: string): RowSource {
  const relation = relationOf(model, outer)
  const joining = inner && relationOf(relation.model, inner)
  const first = { model: relation.model, alias: joining ? `j${planning.tables++}` : target }
  const belongs = all([
    ofStore(first.model, first.alias),
    `${columnSql(first.alias, relation.to)} = ${scope.sql(alias, relation.from)}`,
  ])
  const table = `${tableName(first.model)} ${first.alias}`
  if (!joining) return { from: table, belongs, first }
  const condition = all([
    ofStore(joining.model, target),
    `${columnSql(target, joining.to)} = ${columnSql(first.alias, joining.from)}`,
  ])
  return { from: `${table} JOIN ${tableName(joining.model)} ${target} ON ${condition}`, belongs, first }
}

/** The rows of a connection: its arguments in a request, and its rows under conditions. */
function connectedRows(table: RecordTable, link: Link, selected: Selected, alias: string) {
  const { planning } = table
  const { model } = link.target
  const number = planning.lists++
  const { from, belongs, first } = sourceOf(table, link, alias)
  const of = (request: StatementInput): ListRead => {
    const known = request.lists[number]
    if (known) return known
    const made = readList(link.target, argumentsOf(selected, request), request.viewer, { own: table })
    request.lists[number] = made
    return made
  }
  // Arguments are checked before any statement: other root fields share it, and would fail with this one.
  planning.checks.push((request) => void of(request))
  const found = (conditions: ListRead['where'][], statement: Statement, shared?: SharedJoins) => ({
    from,
    where: all([
      belongs,
      conditionSql(link.only, first.model, first.alias, statement),
      conditionSql({ AND: conditions }, model, alias, statement, shared),
    ]),
  })
  return { of, found }
}

/** Plans a paged list. */
export function planConnection(table: RecordTable, link: Link, selected: Selected, planFields: PlanFields): Json {
  const { planning, scope: outer } = table
  const { model } = link.target
  const scope = new Scope(planning, model)
  const { alias } = scope
  const { of, found } = connectedRows(table, link, selected, alias)
  const page = planPage(planning, scope, selected, {
    of,
    count(statement, request) {
      const { from, where } = found([of(request).where], statement)
      return `(SELECT count(*) FROM ${from} WHERE ${where})`
    },
    rows: (statement, request, shared) => {
      const list = of(request)
      return found([list.where, list.place], statement, shared)
    },
    fields: (type, nodes) => planFields({ planning, scope, alias, model, ...ofListed(link, planning.role, table) }, type, nodes),
  })
  return listInside(outer, page.cells, page.json, page.from)
}

/** Plans the aggregates of a connection's records. */
export function planConnectionAggregate(table: RecordTable, { aggregateOf: link }: AggregateRead, selected: Selected): Json {
  const { planning } = table
  const resource = link.target
  const { alias } = new Scope(planning, resource.model)
  const { of, found } = connectedRows(table, link, selected, alias)
  const { json, check } = planAggregate(
    planning,
    { resource, alias, cells: table.scope, found: (statement, request) => found([of(request).where], statement) },
    selected,
  )
  planning.checks.push(check)
  return json
}

/** Plans the short list of a relation: all its records, by id. */
export function planShortList(table: RecordTable, link: Link, { nodes, field }: Selected, planFields: PlanFields): Json {
  const { planning, scope: outer } = table
  const { model } = link.target
  const scope = new Scope(planning, model)
  const { alias } = scope
  const { from, belongs, first } = sourceOf(table, link, alias)
  // A plain joining table has neither a visibility rule nor an id of its own.
  const wall = link.first
  const order = columnSql(wall ? first.alias : alias, 'id')
  const type = getNamedType(field?.type) as GraphQLObjectType
  const cells = new Cells()
  const rows = new Rows(scope, cells)
  const json = rows.listOf(planFields({ planning, scope, alias, model, ...ofListed(link, planning.role, table) }, type, nodes))
  return listInside(outer, cells, json, (statement, request) => {
    const seen = { AND: [link.only, wall ? { AND: [visible(wall, request.viewer, table), wall.listed] } : {}] }
    const columns = rows.columns(statement, request).join(', ')
    const where = all([belongs, conditionSql(seen, first.model, first.alias, statement)])
    return ` FROM (SELECT ${columns} FROM ${from}${scope.joins} WHERE ${where} ORDER BY ${order}) ${rowsName}`
  })
}

type From = (statement: Statement, request: StatementInput) => string

/** The JSON of a list inside its record: written by the database, or assembled from its rows. */
function listInside(outer: Cells, cells: Cells, json: Json, from: From): Json {
  const one = (sql: Sql) => (statement: Statement, request: StatementInput) =>
    `(SELECT ${sqlOf(sql, statement, request)}${from(statement, request)})`
  if (isOfDatabase(json)) return boundedBy(one(jsonSql(json)))
  const write = writerOf(json, cells)
  const at = outer.list(one((statement, request) => cells.json(statement, request)))
  return writtenBy(({ lists }, reading) => write(cells.nested(lists[at]), reading))
}
