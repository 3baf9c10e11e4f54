/** Plans the selection of a record: its JSON, most of which the database writes. */

import type { FieldNode, GraphQLField, GraphQLObjectType } from 'graphql'
import { getNamedType } from 'graphql'
import { canRead, type Mask } from '../../schema/audience.ts'
import { type Column, type Part, relationOf } from '../../schema/model.ts'
import type { Path } from '../../schema/path.ts'
import type { AggregateRead, ComputedRead, FieldRead } from '../../schema/reads.ts'
import { type Link, resourceOf } from '../../schema/registry.ts'
import { leadsToOwn } from '../../schema/visible.ts'
import { allKnown } from '../filter/placeholder.ts'
import type { Sql } from '../sql/cells.ts'
import { base64urlSql } from '../sql/cursor.ts'
import { currency, quoted, valueJson } from '../sql/dialect.ts'
import {
  answered,
  constant,
  isOfDatabase,
  type Json,
  madeBy,
  madeOf,
  objectOf,
  weightOfValue,
  writerOf,
  writtenBy,
} from '../sql/json.ts'
import { neededColumn, sourceSql } from '../sql/tables.ts'
import { planInputs } from './computed-inputs.ts'
import { argumentsOf, fieldsIn, type Selected } from './fields.ts'
import { planConnection, planConnectionAggregate, planShortList } from './list.ts'
import { valueWriter } from './object.ts'
import type { PlanFields, RecordTable } from './planning.ts'
import { planRareRecord } from './rare-record.ts'

/** Plans the fields of a record of a type. */
export const planRecordFields: PlanFields = (table, type, nodes) =>
  planFields({ ...table, ...leadsToOwn(resourceOf(type), table.planning.role, table) }, type, nodes)

/** Plans a record of a type. */
export function planRecord(table: RecordTable, type: GraphQLObjectType, nodes: readonly FieldNode[]): Json {
  const { planning, scope } = table
  const json = objectOf(planRecordFields(table, type, nodes))
  return planning.isAnswer(nodes) ? answered(json, scope, 'text') : json
}

const planFields = (table: RecordTable, type: GraphQLObjectType, nodes: readonly FieldNode[]) =>
  fieldsIn(table.planning, type, nodes).map((selected) => {
    const json = selected.field ? planField(table, selected, readOf(selected.field)) : constant(type.name)
    return { name: selected.name, json }
  })

function planField(table: RecordTable, selected: Selected, read: FieldRead): Json {
  if ('column' in read) return planColumn(table, read.column, selected.nodes)
  if ('part' in read) return planPart(table, read.part, selected)
  if ('constant' in read) return constant(read.constant)
  if ('link' in read) return planLink(table, read.link, selected)
  if ('aggregateOf' in read) return planLinkAggregate(table, read, selected)
  if ('path' in read) return planPath(table, read.path)
  if ('nameOf' in read) return planName(table, read.nameOf)
  if ('ofStore' in read) return currency
  return planComputed(table, read, selected)
}

/** The source of a record's field. */
function readOf({ name, extensions }: GraphQLField<unknown, unknown>): FieldRead {
  const { read } = extensions
  if (!read) throw new Error(`${name} does not say what it is read from`)
  return read as FieldRead
}

/** Plans a path; null where there is none to follow. */
function planPath({ planning, scope, alias }: RecordTable, { steps, isFor, unless }: Path): Json {
  const { role, dialect } = planning
  if (!isFor(role) && !dialect.hasEveryPath) return ['null']
  const pieces = steps(role).flatMap((step) => ('column' in step ? madeBy(scope.sql(alias, step.column)) : [step.text]))
  const json: Json = ['"', ...pieces, '"']
  if (unless === undefined) return json
  const without = scope.sql(alias, unless)
  return madeOf(json, (text) => `CASE WHEN ${without} IS NULL THEN ${text} ELSE 'null' END`)
}

function planName({ scope, alias }: RecordTable, typeName: string): Json {
  const of = (name: string) => scope.sql(alias, name)
  return quoted(base64urlSql(`concat('${typeName}:', ${of('storeId')}, ':', ${of('id')})`))
}

/** Plans a column; null for a viewer that may not read it. */
function planColumn({ planning, scope, alias, model }: RecordTable, column: Column, [node]: Selected['nodes']): Json {
  const { isClosed, audience } = column
  if (isClosed && !canRead(planning.role, audience)) return ['null']
  if (column.mask) return madeBy(maskedSql({ scope, alias }, column, column.mask), weightOfValue)
  scope.sql(alias, neededColumn(model, column))
  return valueJson(column, sourceSql(model, alias, column), node, planning.dialect)
}

/** The SQL of a masked column: hidden where the viewer may not read the row's subject. */
function maskedSql({ scope, alias }: Pick<RecordTable, 'scope' | 'alias'>, { source, kind }: Column, mask: Mask): Sql {
  const [value, about] = [scope.sql(alias, source), scope.sql(alias, mask.by)]
  const json = (sql: string) => (kind === 'json' ? sql : `to_json(${sql})`)
  return (statement, { viewer }) => {
    const shown = mask.shownFor(viewer)
    if (!shown) return json(value)
    return json(`CASE WHEN ${about} = ANY(${statement.bind([...shown])}::text[]) THEN ${value} ELSE ${mask.otherwise(value)} END`)
  }
}

/** Plans an object of columns and records; null where the row has none. */
function planPart(table: RecordTable, { unless }: Part, { field, nodes }: Selected): Json {
  const type = getNamedType(field?.type) as GraphQLObjectType
  if (unless === undefined) return objectOf(planFields(table, type, nodes))
  const json = objectOf(planFields({ ...table, isRare: true }, type, nodes))
  const without = table.scope.sql(table.alias, unless)
  return madeOf(json, (text) => `CASE WHEN ${without} IS NULL THEN 'null' ELSE ${text} END`)
}

/** Plans a value that JavaScript computes from columns. */
function planComputed(table: RecordTable, { inputs, check, compute }: ComputedRead, selected: Selected): Json {
  const { planning } = table
  const { nodes } = selected
  const { type } = selected.field as NonNullable<typeof selected.field>
  const write = valueWriter(planning, type, nodes)
  const isSelected = (name: string) =>
    fieldsIn(planning, getNamedType(type) as GraphQLObjectType, nodes).some(({ field }) => field?.name === name)
  const chosen = typeof inputs === 'function' ? inputs(planning.role, isSelected) : inputs
  const read = planInputs({ ...table, names: planning }, chosen)
  if (check) planning.checks.push((request) => check(allKnown(argumentsOf(selected, request))))
  return writtenBy((row, reading) => {
    const { context } = reading
    const { stopwatch = () => 0 } = context.account
    const from = stopwatch()
    const text = write(compute(read(row, reading), context, argumentsOf(selected, reading)), context)
    reading.computed += stopwatch() - from
    return text
  })
}

function planLink(table: RecordTable, link: Link, selected: Selected): Json {
  const { dialect, role } = table.planning
  if (dialect.isListed(selected.nodes[0]) && link.closedTo.includes(role)) return ['[]']
  if (link.emptyFor.includes(role)) return ['null']
  table.planning.links.add(link)
  if (link.isConnection) return planConnection(table, link, selected, planRecordFields)
  if (link.list) return planShortList(table, link, selected, planRecordFields)
  return table.isRare ? planRareRecord(table, link, selected, planRecord) : planOne(table, link, selected)
}

function planLinkAggregate(table: RecordTable, read: AggregateRead, selected: Selected): Json {
  table.planning.links.add(read.aggregateOf)
  return planConnectionAggregate(table, read, selected)
}

/** Plans the record of a to-one relation; it is in the row's store, and visible to every viewer of the row. */
function planOne({ planning, scope, alias, model, isOfOwn }: RecordTable, link: Link, { nodes, field }: Selected): Json {
  const [name] = link.path
  const relation = relationOf(model, name)
  const target = scope.join(alias, name, relation)
  const inner = { planning, scope, alias: target, model: relation.model, isOfOwn }
  const json = planRecord(inner, getNamedType(field?.type) as GraphQLObjectType, nodes)
  if (planning.dialect.isListed(nodes[0])) return orElse('[]', ['[', ...json, ']'], inner)
  return link.required ? json : orElse('null', json, inner)
}

/** The JSON of a record, or another where there is none. */
function orElse(absent: 'null' | '[]', json: Json, { scope, alias, model }: RecordTable): Json {
  const id = scope.sql(alias, 'id')
  if (isOfDatabase(json)) return madeOf(json, (text) => `CASE WHEN ${id} IS NULL THEN '${absent}' ELSE ${text} END`)
  const write = writerOf(json, scope)
  const at = scope.column(alias, model, 'id')
  return writtenBy((row, reading) => (row.cells[at] == null ? absent : write(row, reading)))
}
