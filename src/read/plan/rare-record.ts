/** Plans the record of a to-one relation that few rows have: a subquery of its own, where a join would cost every row. */
import { type GraphQLObjectType, getNamedType } from 'graphql'
import { relationOf } from '../../schema/model.ts'
import type { Link } from '../../schema/registry.ts'
import { isOfDatabase, type Json, madeOf, writerOf, writtenBy } from '../sql/json.ts'
import { Scope } from '../sql/scope.ts'
import { columnSql, ofStore, tableName } from '../sql/tables.ts'
import type { Selected } from './fields.ts'
import type { PlanRecord, RecordTable } from './planning.ts'

/** Plans a record, which is in the row's store and visible to every viewer of the row; null where there is none. */
export function planRareRecord(table: RecordTable, link: Link, { nodes, field }: Selected, planRecord: PlanRecord): Json {
  const { planning, scope: outer } = table
  const [name] = link.path
  const { model, from, to } = relationOf(table.model, name)
  const scope = new Scope(planning, model)
  const { alias } = scope
  const json = planRecord(
    { planning, scope, alias, model, isOfOwn: table.isOfOwn },
    getNamedType(field?.type) as GraphQLObjectType,
    nodes,
  )
  const condition = `${ofStore(model, alias)} AND ${columnSql(alias, to)} = ${outer.sql(table.alias, from)}`
  const orNull = (text: string) =>
    `coalesce((SELECT ${text} FROM ${tableName(model)} ${alias}${scope.joins} WHERE ${condition}), 'null')`
  if (isOfDatabase(json)) return madeOf(json, orNull)
  const write = writerOf(json, scope)
  const at = outer.list((statement, request) => orNull(scope.json(statement, request)))
  return writtenBy(({ lists }, reading) => (lists[at] == null ? 'null' : write(scope.nested(lists[at]), reading)))
}
