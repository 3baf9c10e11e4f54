/** Plans the inputs of computed values: columns of a row, of the rows its relations lead to, and of theirs, read with the row. */

import { columnOf, type Relation, relationOf } from '../../schema/model.ts'
import type { ComputedInputs, InputValues, ListInputs } from '../../schema/reads.ts'
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
type InputTable = Omit<RecordTable, 'planning' | 'isOfOwn'> & { names: TableNames; leads?: Leading[] }

/** Extracts inputs from a row. */
type InputReader<T = unknown> = (row: Row, reading: Reading) => T

/** Selects the inputs of a table's rows; returns their extractor. */
export function planInputs(
  table: InputTable,
  { columns, relations = {}, store, computed = {} }: ComputedInputs,
): InputReader<InputValues> {
  const readers = [
    ...columns.map((name): [string, InputReader] => [name, columnReader(table, name)]),
    ...Object.entries(relations).map(([name, inputs]): [string, InputReader] => [name, relationReader(table, name, inputs)]),
    ...(store ? [['store', storeReader(table, store)] satisfies [string, InputReader]] : []),
    ...Object.entries(computed).map(([name, sqlOf]): [string, InputReader] => [name, sqlReader(table, sqlOf)]),
  ]
  return (row, reading) => {
    const values: InputValues = {}
    for (const [name, read] of readers) values[name] = read(row, reading)
    return values
  }
}

function columnReader({ scope, alias, model }: InputTable, name: string): InputReader {
  const column = columnOf(model, name)
  const at = scope.column(alias, model, name)
  return ({ cells }) => valueIn(column, cells[at] ?? null)
}

/** A value that the database computes from columns of the row, as text. */
function sqlReader({ scope, alias }: InputTable, sqlOf: (column: (name: string) => string) => string): InputReader {
  const at = scope.cell(sqlOf((name) => scope.sql(alias, name)))
  return ({ cells }) => cells[at] ?? null
}

/** Columns of the statement's store: they are extracted once. */
function storeReader({ scope }: InputTable, { model, columns }: NonNullable<ComputedInputs['store']>): InputReader<InputValues> {
  const readers = columns.map((name) => ({ name, column: columnOf(model, name), at: scope.ofStore(model, name) }))
  return ({ cells }) => Object.fromEntries(readers.map(({ name, column, at }) => [name, valueIn(column, cells[at] ?? null)]))
}

function relationReader({ leads, ...table }: InputTable, name: string, inputs: ComputedInputs): InputReader {
  const relation = relationOf(table.model, name)
  if (relation.list) return listReader(table, relation, inputs)
  if (leads) return leadingReader(table, relation, inputs, leads)
  const { scope } = table
  const { model, required } = relation
  const alias = scope.join(table.alias, name, relation)
  const read = planInputs({ ...table, alias, model }, inputs)
  if (required) return read
  const at = scope.column(alias, model, 'id')
  return (row, reading) => (row.cells[at] == null ? null : read(row, reading))
}

function leadingReader(table: InputTable, { model, from, to }: Relation, inputs: ComputedInputs, leads: Leading[]): InputReader {
  const scope = new Scope(table.names, model)
  const { alias } = scope
  const at = table.scope.column(table.alias, table.model, from)
  const place = scope.column(alias, model, to)
  const leading = { at, model, key: to, place, scope, read: planInputs({ ...table, scope, alias, model }, inputs) }
  leads.push(leading)
  return ({ cells }, { kept }) => kept?.get(leading)?.get(cells[at] ?? '') ?? null
}

function listReader(table: InputTable, { model, from, to }: Relation, { only = {}, most, ...inputs }: ListInputs): InputReader {
  const scope = new Scope(table.names, model)
  const { alias } = scope
  const read = planInputs({ ...table, scope, alias, model }, inputs)
  const key = table.scope.sql(table.alias, from)
  // A joining table has no id of its own.
  const order = model.columns.has('id') ? ` ORDER BY ${columnSql(alias, 'id')}` : ''
  const at = table.scope.list((statement, request) => {
    const where = all([ofStore(model, alias), `${columnSql(alias, to)} = ${key}`, conditionSql(only, model, alias, statement)])
    const bounds = most === undefined ? '' : ` LIMIT ${most}`
    const rows = `SELECT ${scope.json(statement, request)} AS cells FROM ${tableName(model)} ${alias}${scope.joins} WHERE ${where}${order}${bounds}`
    const text = joined(`${rowsName}.cells`, '', request.context)
    return `(SELECT '[' || coalesce(${text}, '') || ']' FROM (${rows}) ${rowsName})`
  })
  return ({ lists }, reading) => (lists[at] ?? []).map((json) => read(scope.nested(json), reading))
}
