/** Plans the lists of a record: connections, a page of which is asked for, and short lists, which are shown whole. */
import type { GraphQLObjectType } from 'graphql'
import { getNamedType } from 'graphql'
import type { Condition } from '../comparison.ts'
import { readList } from '../list-arguments.ts'
import { type OrderTerm, reversed } from '../order.ts'
import { hasResource, type Link, type Resource, resourceOf } from '../registry.ts'
import { relationOf } from '../model.ts'
import { visible } from '../visible.ts'
import { all, conditionSql } from './condition.ts'
import { argumentsOf, type Selected } from './fields.ts'
import { orderCells, planPage } from './page.ts'
import { type Place, planRecord, type Write } from './record.ts'
import type { Reading } from './reading.ts'
import { Scope } from './scope.ts'
import type { Statement } from './statement.ts'
import { columnSql, ofStore, tableName } from './tables.ts'

/** The rows that a list's are among: its table, reached from the record, maybe through one that joins the two. */
type Source = {
  from: string
  /** The conditions under which they are the record's. */
  belongs: string
  /** What the joining table is called, if there is one. */
  joining: string | undefined
}

/** Where the rows that a link leads to are found. */
function sourceOf({ planning, alias, model }: Place, { path, only }: Link, scope: Scope): Source & { only: Condition; first: string } {
  const [outer, inner] = path
  const relation = relationOf(model, outer)
  const target = scope.alias
  if (!inner) {
    const belongs = `${ofStore(relation.model, target)} AND ${columnSql(target, relation.to)} = ${columnSql(alias, relation.from)}`
    return { from: `${tableName(relation.model)} ${target}`, belongs, joining: undefined, only, first: target }
  }
  const joining = `t${planning.tables++}`
  const second = relationOf(relation.model, inner)
  const from = `${tableName(relation.model)} ${joining} JOIN ${tableName(second.model)} ${target} ON ${ofStore(second.model, target)} AND ${columnSql(target, second.to)} = ${columnSql(joining, second.from)}`
  const belongs = `${ofStore(relation.model, joining)} AND ${columnSql(joining, relation.to)} = ${columnSql(alias, relation.from)}`
  return { from, belongs, joining, only, first: joining }
}

/** A list of which a page is asked for. */
export function planConnection(place: Place, link: Link, selected: Selected): Write {
  const { planning, scope: outer } = place
  const resource = resourceOf(link.target)
  const number = planning.lists++
  const scope = new Scope(planning, resource.model)
  const { from, belongs } = sourceOf(place, link, scope)
  const page = planPage(planning, scope, resource, selected)

  const conditions = (reading: Reading, statement: Statement) => {
    reading.lists[number] ??= readList(resource, argumentsOf(selected, reading), reading.viewer)
    const { where } = reading.lists[number]
    return all([belongs, conditionSql(where, resource.model, scope.alias, statement)])
  }
  const rows = (statement: Statement, reading: Reading) => {
    const where = conditions(reading, statement)
    const list = reading.lists[number] as ReturnType<typeof readList>
    const inner = `SELECT ${scope.alias}.* FROM ${from} WHERE ${all([where, conditionSql(list.place, resource.model, scope.alias, statement)])}${pageSql(list, resource, scope, statement)}`
    const cells = page.wantsCursors ? orderCells(list.terms, resource, scope) : []
    const order = scope.isJoined ? ` ORDER BY ${orderSql(inOrder(list), scope.alias)}` : ''
    return jsonList(scope.json(statement, reading, cells), order, `(${inner}) ${scope.alias}${scope.from}`)
  }
  const count = (statement: Statement, reading: Reading) =>
    `(SELECT count(*) FROM ${from} WHERE ${conditions(reading, statement)})`

  const rowsAt = page.wantsRows ? outer.list(rows) : undefined
  const countAt = page.wantsCount ? outer.cell(count) : undefined
  return ({ cells, lists }, reading) => {
    const found = rowsAt === undefined ? [] : (lists[rowsAt] ?? []).map((row) => scope.nested(row))
    const counted = countAt === undefined ? 0 : Number(cells[countAt])
    return page.write(found, counted, reading.lists[number] as ReturnType<typeof readList>, reading)
  }
}

/** The few records of a relation, all of them, by id. */
export function planShortList(place: Place, link: Link, { nodes, field }: Selected): Write {
  const { planning, scope: outer, model } = place
  const resource = resourceOf(link.target)
  const scope = new Scope(planning, resource.model)
  const { from, belongs, only, first, joining } = sourceOf(place, link, scope)
  const firstModel = relationOf(model, link.path[0]).model
  // A mere joining table has neither a wall nor an id of its own.
  const wall = hasResource(firstModel) ? resourceOf(firstModel) : undefined
  const order = columnSql(wall && joining ? joining : scope.alias, 'id')
  const type = getNamedType(field?.type) as GraphQLObjectType
  const write = planRecord({ planning, scope, alias: scope.alias, model: resource.model }, type, nodes)
  const at = outer.list((statement, reading) => {
    const seen = wall ? visible(wall, reading.viewer) : {}
    const where = all([
      belongs,
      conditionSql(only, firstModel, first, statement),
      conditionSql(seen, firstModel, first, statement),
    ])
    return jsonList(scope.json(statement, reading), ` ORDER BY ${order}`, `${from}${scope.from} WHERE ${where}`)
  })
  return ({ lists }, reading) => `[${(lists[at] ?? []).map((row) => write(scope.nested(row), reading)).join(',')}]`
}

const jsonList = (row: string, order: string, from: string): string =>
  `(SELECT coalesce('[' || string_agg(${row}, ','${order}) || ']', '[]') FROM ${from})`

/** Where pages begin that cost more to find than to read. */
const deepOffset = 1_000

/** The order in which a page's rows are read: backwards from the end, for its last ones. */
const inOrder = ({ page, terms }: ReturnType<typeof readList>): OrderTerm[] => (page.backward ? reversed(terms) : terms)

const orderSql = (terms: OrderTerm[], alias: string): string =>
  terms.map(({ name, direction }) => `${columnSql(alias, name)} ${direction === 'asc' ? 'ASC' : 'DESC'}`).join(', ')

/** The order and bounds of a page; one row more than asked tells whether more follow. */
function pageSql(list: ReturnType<typeof readList>, _resource: Resource, scope: Scope, statement: Statement): string {
  const { size, offset } = list.page
  // Written out: for a bound that it does not know the planner takes a tenth of the table.
  const bounds = ` LIMIT ${size + 1}${offset > 0 ? ` OFFSET ${statement.bind(offset)}` : ''}`
  return ` ORDER BY ${orderSql(inOrder(list), scope.alias)}${bounds}`
}

/** The statement that reads a page of a list that begins at a root field. */
export function pageStatement(
  scope: Scope,
  resource: Resource,
  list: ReturnType<typeof readList>,
  wantsCursors: boolean,
  reading: Reading,
  statement: Statement,
): string {
  const { alias } = scope
  const table = tableName(resource.model)
  const where = all([
    ofStore(resource.model, alias),
    conditionSql(list.where, resource.model, alias, statement),
    conditionSql(list.place, resource.model, alias, statement),
  ])
  const page = pageSql(list, resource, scope, statement)
  const cells = wantsCursors ? orderCells(list.terms, resource, scope) : []
  const columns = scope.columns(statement, reading, cells)
  const order = ` ORDER BY ${orderSql(inOrder(list), alias)}`
  if (list.page.offset >= deepOffset) {
    // An index has the ids of what is passed over: of none of those a row is looked at.
    const ids = `SELECT ${columnSql(alias, 'id')} FROM ${table} ${alias} WHERE ${where}${page}`
    const found = `(${ids}) k JOIN ${table} ${alias} ON ${ofStore(resource.model, alias)} AND ${columnSql(alias, 'id')} = k."id"`
    return `SELECT ${columns} FROM ${found}${scope.from}${order}`
  }
  if (!scope.isJoined) return `SELECT ${columns} FROM ${table} ${alias} WHERE ${where}${page}`
  return `SELECT ${columns} FROM (SELECT ${alias}.* FROM ${table} ${alias} WHERE ${where}${page}) ${alias}${scope.from}${order}`
}

/** The statement that counts a list that begins at a root field. */
export function countStatement(scope: Scope, resource: Resource, { where }: ReturnType<typeof readList>, statement: Statement): string {
  const condition = all([ofStore(resource.model, scope.alias), conditionSql(where, resource.model, scope.alias, statement)])
  return `SELECT count(*) FROM ${tableName(resource.model)} ${scope.alias} WHERE ${condition}`
}
