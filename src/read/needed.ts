/** Plans what JavaScript computes with: values of a row, of the rows that its relations lead to, and of theirs, read with the row. */
import { columnOf, type Relation, relationOf } from '../schema/model.ts'
import type { Needed, Needs } from '../schema/reads.ts'
import type { Row } from './cells.ts'
import { all, conditionSql } from './condition.ts'
import { valueIn } from './dialect.ts'
import type { Reading } from './reading.ts'
import { rowsName } from './rows.ts'
import { type RecordTable, Scope } from './scope.ts'
import { columnSql, ofStore, tableName } from './tables.ts'
import { joined } from './too-long.ts'

/** Takes what is needed out of a row. */
type Reader<T = unknown> = (row: Row, reading: Reading) => T

/** Has what is needed of a table's rows read with them. */
export function planNeeded(table: RecordTable, { columns, relations = {} }: Needs): Reader<Needed> {
  const readers = [
    ...columns.map((name): [string, Reader] => [name, columnReader(table, name)]),
    ...Object.entries(relations).map(([name, needs]): [string, Reader] => [name, relationReader(table, name, needs)]),
  ]
  return (row, reading) => {
    const values: Needed = {}
    for (const [name, read] of readers) values[name] = read(row, reading)
    return values
  }
}

function columnReader({ scope, alias, model }: RecordTable, name: string): Reader {
  const column = columnOf(model, name)
  const at = scope.column(alias, model, name)
  return ({ cells }) => valueIn(column, cells[at] ?? null)
}

function relationReader(table: RecordTable, name: string, needs: Needs): Reader {
  const relation = relationOf(table.model, name)
  if (relation.list) return listReader(table, relation, needs)
  const { scope } = table
  const { model, required } = relation
  const alias = scope.join(table.alias, name, relation)
  const read = planNeeded({ ...table, alias, model }, needs)
  if (required) return read
  const at = scope.column(alias, model, 'id')
  return (row, reading) => (row.cells[at] == null ? null : read(row, reading))
}

type ListNeeds = Extract<NonNullable<Needs['relations']>[string], { most?: number }>

function listReader(table: RecordTable, { model, from, to }: Relation, { only = {}, most, ...needs }: ListNeeds): Reader {
  const scope = new Scope(table.planning, model)
  const { alias } = scope
  const read = planNeeded({ ...table, scope, alias, model }, needs)
  const key = table.scope.sql(table.alias, from)
  // What joins two tables has no id of its own.
  const order = model.columns.has('id') ? ` ORDER BY ${columnSql(alias, 'id')}` : ''
  const at = table.scope.list((statement, reading) => {
    const where = all([ofStore(model, alias), `${columnSql(alias, to)} = ${key}`, conditionSql(only, model, alias, statement)])
    const bounds = most === undefined ? '' : ` LIMIT ${most}`
    const rows = `SELECT ${scope.json(statement, reading)} AS cells FROM ${tableName(model)} ${alias}${scope.joins} WHERE ${where}${order}${bounds}`
    const text = joined(`${rowsName}.cells`, '', reading.context)
    return `(SELECT '[' || coalesce(${text}, '') || ']' FROM (${rows}) ${rowsName})`
  })
  return ({ lists }, reading) => (lists[at] ?? []).map((json) => read(scope.nested(json), reading))
}
