/** Plans the inputs of computed values: columns of a row, of the rows its relations lead to, and of theirs, read with the row. */

import { columnOf, type Relation, relationOf } from '../../schema/model.ts'
import type { ListNeeds, Needed, Needs } from '../../schema/reads.ts'
import type { Reading } from '../request.ts'
import type { Leading } from '../run/kept-rows.ts'
import { joined } from '../sql/answer-limit.ts'
import type { Row } from '../sql/cells.ts'
import { all, conditionSql } from '../sql/condition.ts'
import { valueIn } from '../sql/dialect.ts'
import { rowsName } from '../sql/rows.ts'
import { Scope, type TableNames } from '../sql/scope.ts'
import { columnSql, ofStore, tableName } from '../sql/tables.ts'
import type { RecordTable } from './planning.ts'

/** A table whose rows have inputs to select; with `leads`, referenced rows are read by a statement of their own. */
type NeededTable = Omit<RecordTable, 'planning'> & { names: TableNames; leads?: Leading[] }

/** Extracts inputs from a row. */
type NeededReader<T = unknown> = (row: Row, reading: Reading) => T

/** Selects the inputs of a table's rows; returns their extractor. */
export function planNeeded(table: NeededTable, { columns, relations = {}, store }: Needs): NeededReader<Needed> {
  const readers = [
    ...columns.map((name): [string, NeededReader] => [name, columnReader(table, name)]),
    ...Object.entries(relations).map(([name, needs]): [string, NeededReader] => [name, relationReader(table, name, needs)]),
    ...(store ? [['store', storeReader(table, store)] satisfies [string, NeededReader]] : []),
  ]
  return (row, reading) => {
    const values: Needed = {}
    for (const [name, read] of readers) values[name] = read(row, reading)
    return values
  }
}

function columnReader({ scope, alias, model }: NeededTable, name: string): NeededReader {
  const column = columnOf(model, name)
  const at = scope.column(alias, model, name)
  return ({ cells }) => valueIn(column, cells[at] ?? null)
}

/** Columns of the statement's store: they are extracted once. */
function storeReader({ scope }: NeededTable, { model, columns }: NonNullable<Needs['store']>): NeededReader<Needed> {
  const readers = columns.map((name) => ({ name, column: columnOf(model, name), at: scope.ofStore(model, name) }))
  return ({ cells }) => Object.fromEntries(readers.map(({ name, column, at }) => [name, valueIn(column, cells[at] ?? null)]))
}

function relationReader({ leads, ...table }: NeededTable, name: string, needs: Needs): NeededReader {
  const relation = relationOf(table.model, name)
  if (relation.list) return listReader(table, relation, needs)
  if (leads) return leadingReader(table, relation, needs, leads)
  const { scope } = table
  const { model, required } = relation
  const alias = scope.join(table.alias, name, relation)
  const read = planNeeded({ ...table, alias, model }, needs)
  if (required) return read
  const at = scope.column(alias, model, 'id')
  return (row, reading) => (row.cells[at] == null ? null : read(row, reading))
}

function leadingReader(table: NeededTable, { model, from, to }: Relation, needs: Needs, leads: Leading[]): NeededReader {
  const scope = new Scope(table.names, model)
  const { alias } = scope
  const at = table.scope.column(table.alias, table.model, from)
  const place = scope.column(alias, model, to)
  const leading = { at, model, key: to, place, scope, read: planNeeded({ ...table, scope, alias, model }, needs) }
  leads.push(leading)
  return ({ cells }, { kept }) => kept?.get(leading)?.get(cells[at] ?? '') ?? null
}

function listReader(table: NeededTable, { model, from, to }: Relation, { only = {}, most, ...needs }: ListNeeds): NeededReader {
  const scope = new Scope(table.names, model)
  const { alias } = scope
  const read = planNeeded({ ...table, scope, alias, model }, needs)
  const key = table.scope.sql(table.alias, from)
  // A joining table has no id of its own.
  const order = model.columns.has('id') ? ` ORDER BY ${columnSql(alias, 'id')}` : ''
  const at = table.scope.list((statement, asked) => {
    const where = all([ofStore(model, alias), `${columnSql(alias, to)} = ${key}`, conditionSql(only, model, alias, statement)])
    const bounds = most === undefined ? '' : ` LIMIT ${most}`
    const rows = `SELECT ${scope.json(statement, asked)} AS cells FROM ${tableName(model)} ${alias}${scope.joins} WHERE ${where}${order}${bounds}`
    const text = joined(`${rowsName}.cells`, '', asked.context)
    return `(SELECT '[' || coalesce(${text}, '') || ']' FROM (${rows}) ${rowsName})`
  })
  return ({ lists }, reading) => (lists[at] ?? []).map((json) => read(scope.nested(json), reading))
}
