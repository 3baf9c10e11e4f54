/** Plans the lists of a record: connections, a page of which is asked for, and short lists, which are shown whole. */
import { type GraphQLObjectType, getNamedType } from 'graphql'
import { AnswerTooLong } from '../answer-size.ts'
import { type ListRead, readList } from '../list-arguments.ts'
import { type ModelName, relationOf } from '../model.ts'
import { hasResource, type Link, resourceOf } from '../registry.ts'
import { visible } from '../visible.ts'
import { mostRead } from './ask.ts'
import { all, conditionSql } from './condition.ts'
import { argumentsOf, type Selected } from './fields.ts'
import { orderCells, planPage } from './page.ts'
import { inOrder, orderSql, pageSql } from './page-statement.ts'
import type { Reading } from './reading.ts'
import { type Place, planRecord, type Write } from './record.ts'
import { type Row, Scope } from './scope.ts'
import type { Statement } from './statement.ts'
import { columnSql, ofStore, tableName } from './tables.ts'

/** The rows that a link leads to: where they are found, maybe through a table that joins them to the record. */
type Source = {
  from: string
  /** Under which conditions they are the record's. */
  belongs: string
  /** The table that leads to them from the record: their own, unless one joins them. */
  first: { model: ModelName; alias: string }
}

function sourceOf({ planning, alias, model }: Place, { path: [outer, inner] }: Link, target: string): Source {
  const relation = relationOf(model, outer)
  const joining = inner && relationOf(relation.model, inner)
  const first = { model: relation.model, alias: joining ? `j${planning.tables++}` : target }
  const belongs = all([
    ofStore(first.model, first.alias),
    `${columnSql(first.alias, relation.to)} = ${columnSql(alias, relation.from)}`,
  ])
  const table = `${tableName(first.model)} ${first.alias}`
  if (!joining) return { from: table, belongs, first }
  const condition = all([
    ofStore(joining.model, target),
    `${columnSql(target, joining.to)} = ${columnSql(first.alias, joining.from)}`,
  ])
  return { from: `${table} JOIN ${tableName(joining.model)} ${target} ON ${condition}`, belongs, first }
}

/** A list of which a page is asked for. */
export function planConnection(place: Place, link: Link, selected: Selected): Write {
  const { planning, scope: outer } = place
  const resource = resourceOf(link.target)
  const { model } = resource
  const number = planning.lists++
  const scope = new Scope(planning, model)
  const { alias } = scope
  const { from, belongs } = sourceOf(place, link, alias)
  const page = planPage(planning, scope, selected)

  const listOf = (reading: Reading): ListRead => {
    const known = reading.lists[number]
    if (known) return known
    const made = readList(resource, argumentsOf(selected, reading), reading.viewer)
    reading.lists[number] = made
    return made
  }
  const count = (statement: Statement, reading: Reading) => {
    const condition = conditionSql(listOf(reading).where, model, alias, statement)
    return `(SELECT count(*) FROM ${from} WHERE ${all([belongs, condition])})`
  }
  const rows = (statement: Statement, reading: Reading) => {
    const list = listOf(reading)
    const conditions = [list.where, list.place].map((each) => conditionSql(each, model, alias, statement))
    const bounded = `SELECT ${alias}.* FROM ${from} WHERE ${all([belongs, ...conditions])}${pageSql(list, alias, statement)}`
    const cells = page.wantsCursors ? orderCells(list.terms, model, alias) : []
    // What is joined to them may come in another order.
    const order = scope.isJoined ? ` ORDER BY ${orderSql(inOrder(list), alias)}` : ''
    return jsonList(scope.json(statement, reading, cells), order, `(${bounded}) ${alias}${scope.from}`, reading)
  }

  const rowsAt = page.wantsRows ? outer.list(rows) : undefined
  const countAt = page.wantsCount ? outer.cell(count) : undefined
  return ({ cells, lists }, reading) => {
    const found = rowsAt === undefined ? [] : sent(lists[rowsAt], reading)
    return page.write(
      found.map((row) => scope.nested(row)),
      countAt === undefined ? 0 : Number(cells[countAt]),
      listOf(reading),
      reading,
    )
  }
}

/** The few records of a relation, all of them, by id. */
export function planShortList(place: Place, link: Link, { nodes, field }: Selected): Write {
  const { planning, scope: outer } = place
  const { model } = resourceOf(link.target)
  const scope = new Scope(planning, model)
  const { alias } = scope
  const { from, belongs, first } = sourceOf(place, link, alias)
  // A mere joining table has neither a wall nor an id of its own.
  const wall = hasResource(first.model) ? resourceOf(first.model) : undefined
  const order = ` ORDER BY ${columnSql(wall ? first.alias : alias, 'id')}`
  const type = getNamedType(field?.type) as GraphQLObjectType
  const write = planRecord({ planning, scope, alias, model }, type, nodes)
  const at = outer.list((statement, reading) => {
    const conditions = [link.only, wall ? visible(wall, reading.viewer) : {}].map((each) =>
      conditionSql(each, first.model, first.alias, statement),
    )
    const where = all([belongs, ...conditions])
    return jsonList(scope.json(statement, reading), order, `${from}${scope.from} WHERE ${where}`, reading)
  })
  return ({ lists }, reading) =>
    `[${sent(lists[at], reading)
      .map((row) => write(scope.nested(row), reading))
      .join(',')}]`
}

/** The statement's part that makes JSON of a list's rows; of one too long for an answer it says only that. */
function jsonList(row: string, order: string, from: string, { context }: Reading): string {
  const list = `SELECT coalesce('[' || string_agg(${row}, ','${order}) || ']', '[]') AS list FROM ${from}`
  // Octets are counted without reading them.
  return `(SELECT CASE WHEN octet_length(list) > ${mostRead(context)} THEN '"${tooLong}"' ELSE list END FROM (${list}) made)`
}

const tooLong = 'too long'

/** @throws AnswerTooLong for a list that the database did not send. */
function sent(list: Row['lists'][number] | string | undefined, { context }: Reading): Row['lists'][number] {
  if (typeof list === 'string') throw new AnswerTooLong(context.limits.answer)
  return list ?? []
}
