/** Plans a list of what changed since a mark: the mark it ends below, what was deleted, and what delays it. */
import { type FieldNode, type GraphQLObjectType, Kind } from 'graphql'
import type { Model, StoredColumn } from '../../schema/model.ts'
import type { Resource } from '../../schema/registry.ts'
import { snakeCase } from '../../values/text.ts'
import { type ChangedBetween, checkMarks } from '../filter/changes.ts'
import type { ListRead } from '../filter/list-arguments.ts'
import type { Reading, StatementInput } from '../request.ts'
import { joined } from '../sql/answer-limit.ts'
import { type Cells, type Row, sqlOf } from '../sql/cells.ts'
import { all, always } from '../sql/condition.ts'
import { valueJson } from '../sql/dialect.ts'
import { boundedBy, constant, type Json, jsonSql, literal, madeBy, objectOf } from '../sql/json.ts'
import { openSql } from '../sql/kept-count.ts'
import type { Statement } from '../sql/statement.ts'
import { columnSql, ofStore, tableName } from '../sql/tables.ts'
import { fieldsIn, type Selected } from './fields.ts'
import type { Planning } from './planning.ts'

/** The SQL of the mark that a list of changes ends below. */
export const untilSql = ({ until }: ChangedBetween, statement: Statement): string =>
  until === undefined ? openSql : `${statement.bind(until)}::bigint`

/** The condition that a list of changes ends below its mark; a cursor has it among the list's own. */
export const belowOpen = ({ changes, terms: [first] }: ListRead, alias: string): string =>
  changes && changes.until === undefined && first ? `${columnSql(alias, first.source)} < ${openSql}` : always

/** Whether a document may ask for changes: only such plans have what they take. */
export const mayAskForChanges = ({ nodes: [node] }: Selected): boolean =>
  node.arguments?.some(({ name, value }) => name.value === 'changedSince' && value.kind !== Kind.NULL) ?? false

type ListOfChanges = {
  planning: Planning
  resource: Pick<Resource, 'model' | 'markedBy'>
  /** The list's arguments in a request. */
  of: (request: StatementInput) => ListRead
}

/** Plans `changes` of a page; it is null where the arguments, given by variables, ask for no changes. */
export function planChanges(list: ListOfChanges, type: GraphQLObjectType, nodes: readonly FieldNode[]): Json {
  const fields = fieldsIn(list.planning, type, nodes).map((selected) => ({
    name: selected.name,
    json: selected.field ? fieldJson(list, selected) : constant(type.name),
  }))
  const object = jsonSql(objectOf(fields))
  return boundedBy((statement, request) => (list.of(request).changes ? sqlOf(object, statement, request) : "'null'"))
}

const hasMore = ({ page }: ListRead): string => `count(*) > ${page.size}`

function fieldJson(list: ListOfChanges, { field, nodes: [node] }: Selected): Json {
  const { planning, of } = list
  if (field?.name === 'delayedSince') return valueJson(delay, delaySql, node, planning.dialect)
  const text = (statement: Statement, request: StatementInput) =>
    field?.name === 'nextMark'
      ? `'"' || ${untilSql(of(request).changes as ChangedBetween, statement)} || '"'`
      : deletedSql(list, statement, request)
  return madeBy((statement, request) => `CASE WHEN ${hasMore(of(request))} THEN 'null' ELSE ${text(statement, request)} END`)
}

const delay = { kind: 'time', required: false, list: false } as StoredColumn

/** When the oldest transaction began that holds the mark back; a role sees its own, unless it may see all. */
const delaySql = `(SELECT date_trunc('second', min(xact_start)) FROM pg_stat_activity WHERE backend_xid IS NOT NULL
  AND pg_snapshot_xmin(pg_current_snapshot()) < pg_snapshot_xmax(pg_current_snapshot()))`

/** The deletions of a resource since a mark. */
function deletionsSince({ resource }: ListOfChanges, { since }: ChangedBetween, statement: Statement) {
  const { model, markedBy } = resource
  const deletions = markedBy?.deletions as Model
  const column = (name: string) => columnSql('gone', name)
  const where = all([
    ofStore(deletions, 'gone'),
    `${column('recordType')} = ${literal(snakeCase(model.name))}`,
    `${column('changedIn')} >= ${statement.bind(since)}::bigint`,
  ])
  return { column, from: `${tableName(deletions)} gone`, where }
}

function deletedSql(list: ListOfChanges, statement: Statement, request: StatementInput): string {
  const changes = list.of(request).changes as ChangedBetween
  // A reader of all records has none that is deleted.
  if (changes.since === undefined) return "'[]'"
  const { column, from, where } = deletionsSince(list, changes, statement)
  const id = sqlOf(jsonSql(list.planning.dialect.id('gone.id')), statement, request)
  const found = `SELECT ${column('recordId')} AS id FROM ${from} WHERE ${where} AND ${column('recordId')} > 0 AND ${column('changedIn')} < ${untilSql(changes, statement)} ORDER BY 1`
  return `(SELECT '[' || coalesce(${joined(id, '', request.context)}, '') || ']' FROM (${found}) gone)`
}

/** Selects what the marks of a request are checked by; returns the check of a row that was read. */
export function planMarkCheck(list: ListOfChanges, cells: Cells): (row: Row, reading: Reading) => void {
  const state = cells.cell((statement, request) => {
    const { changes } = list.of(request)
    if (!changes) return 'NULL'
    if (changes.since === undefined) return `${openSql} || ',false'`
    const { column, from, where } = deletionsSince(list, changes, statement)
    return `${openSql} || ',' || EXISTS (SELECT FROM ${from} WHERE ${where} AND ${column('recordId')} = 0)`
  })
  return (row, reading) => {
    const { changes } = list.of(reading)
    const [open = '', isForgotten] = (row.cells[state] ?? '').split(',')
    if (changes) checkMarks(changes, BigInt(open), isForgotten === 'true')
  }
}
