/** Plans what a selection asks of a record: its JSON, most of which the database writes. */
import type { FieldNode, GraphQLField, GraphQLObjectType } from 'graphql'
import { getNamedType } from 'graphql'
import type { Context } from '../context.ts'
import { reads } from '../schema/audience.ts'
import { type Column, columnOf, type Model, type Part, relationOf } from '../schema/model.ts'
import type { Path } from '../schema/path.ts'
import type { FieldRead, Needed, Needs } from '../schema/reads.ts'
import type { Link } from '../schema/registry.ts'
import { type Row, sqlOf } from './cells.ts'
import { conditionSql } from './condition.ts'
import { base64urlSql } from './cursor.ts'
import { quoted, valueIn, valueJson } from './dialect.ts'
import { fieldsIn, type Selected } from './fields.ts'
import { answered, isOfDatabase, type Json, jsonSql, madeBy, madeOf, objectOf, weightOf, writerOf, writtenBy } from './json.ts'
import { planConnection, planShortList } from './list.ts'
import { valueWriter } from './object.ts'
import type { Planning } from './reading.ts'
import type { Scope } from './scope.ts'

/** Where a record is read: the table of its model, as the scope calls it. */
export type RecordTable = { planning: Planning; scope: Scope; alias: string; model: Model }

/** Plans a record of a type. */
export function planRecord(table: RecordTable, type: GraphQLObjectType, nodes: readonly FieldNode[]): Json {
  const { planning, scope } = table
  const fields = fieldsIn(planning, type, nodes).map((selected) => {
    const json = selected.field ? planField(table, selected, readOf(selected.field)) : constant(type.name)
    return { name: selected.name, json }
  })
  const json = objectOf(fields)
  return planning.isAnswer(nodes) ? answered(json, scope, (text) => ({ text })) : json
}

function planField(table: RecordTable, selected: Selected, read: FieldRead): Json {
  if ('column' in read) return planColumn(table, read.column, selected.nodes)
  if ('part' in read) return planPart(table, read.part, selected)
  if ('constant' in read) return constant(read.constant)
  if ('link' in read) return planLink(table, read.link, selected)
  if ('path' in read) return planPath(table, read.path)
  if ('nameOf' in read) return planName(table, read.nameOf)
  if ('ofStore' in read) return currency
  return planComputed(table, read.needs, read.compute, selected)
}

/** What a field of a record is read from. */
function readOf({ name, extensions }: GraphQLField<unknown, unknown>): FieldRead {
  const { read } = extensions
  if (!read) throw new Error(`${name} does not say what it is read from`)
  return read as FieldRead
}

function planPath({ planning, scope, alias }: RecordTable, { steps }: Path): Json {
  const pieces = steps(planning.role).flatMap((step) => ('column' in step ? madeBy(scope.sql(alias, step.column)) : [step.text]))
  return ['"', ...pieces, '"']
}

function planName({ scope, alias }: RecordTable, typeName: string): Json {
  const of = (name: string) => scope.sql(alias, name)
  return quoted(base64urlSql(`concat('${typeName}:', ${of('storeId')}, ':', ${of('id')})`))
}

/** Known with the credential. */
const currency = quoted((statement, { viewer }) => `${statement.bind('currency' in viewer ? viewer.currency : '')}::text`)

export const constant = (text: string): Json => [JSON.stringify(text)]

/** A column; null for whoever does not read it. */
function planColumn({ planning, scope, alias }: RecordTable, column: Column, [node]: Selected['nodes']): Json {
  const { isClosed, reader, source } = column
  if (isClosed && !reads(planning.role, reader)) return ['null']
  return valueJson(column, scope.sql(alias, source), node, planning.dialect)
}

/** An object of columns; null in a row that is not as it wants it. */
function planPart(table: RecordTable, { columns, when }: Part, { field, nodes }: Selected): Json {
  const { planning, scope, alias, model } = table
  for (const name of Object.keys(when)) scope.sql(alias, name)
  const type = getNamedType(field?.type) as GraphQLObjectType
  const fields = fieldsIn(planning, type, nodes).map((selected) => {
    const column = columns.get(selected.field?.name ?? '')
    return { name: selected.name, json: column ? planColumn(table, column, selected.nodes) : constant(type.name) }
  })
  const json = objectOf(fields)
  const text = jsonSql(json)
  return madeBy((statement, reading) => {
    const condition = conditionSql(when, model, alias, statement)
    return `CASE WHEN ${condition} THEN ${sqlOf(text, statement, reading)} ELSE 'null' END`
  }, weightOf(json))
}

/** What JavaScript computes from columns. */
function planComputed(
  table: RecordTable,
  needs: Needs,
  compute: (values: Needed, context: Context) => unknown,
  { field, nodes }: Selected,
): Json {
  const { planning, scope } = table
  const write = valueWriter(planning, (field as NonNullable<typeof field>).type, nodes)
  const own = readersOf(table, needs.columns)
  const others = Object.entries(needs.relations ?? {}).map(([name, columns]) => {
    const relation = relationOf(table.model, name)
    const alias = scope.join(table.alias, name, relation)
    return [name, readersOf({ ...table, alias, model: relation.model }, columns)] as const
  })
  const ofStore = needs.store && storeReaders(table, needs.store)
  return writtenBy((row, { context }) => {
    const values: Needed = valuesOf(own, row)
    if (ofStore) values.store = valuesOf(ofStore, row)
    for (const [name, readers] of others) values[name] = valuesOf(readers, row)
    return write(compute(values, context), context)
  })
}

type CellReader = readonly [name: string, read: (row: Row) => unknown]

const readersOf = ({ scope, alias, model }: RecordTable, columns: readonly string[]): CellReader[] =>
  columns.map((name) => {
    const column = columnOf(model, name)
    const at = scope.column(alias, model, name)
    return [name, ({ cells }) => valueIn(column, cells[at] ?? null)] as const
  })

/** Columns of the one store that all rows of a statement are of: they are looked up once. */
const storeReaders = ({ scope }: RecordTable, { model, columns }: NonNullable<Needs['store']>): CellReader[] =>
  columns.map((name) => {
    const column = columnOf(model, name)
    const at = scope.ofStore(model, name)
    return [name, ({ cells }) => valueIn(column, cells[at] ?? null)] as const
  })

const valuesOf = (readers: readonly CellReader[], row: Row): Needed =>
  Object.fromEntries(readers.map(([name, read]) => [name, read(row)]))

function planLink(table: RecordTable, link: Link, selected: Selected): Json {
  table.planning.links.add(link)
  if (link.isConnection) return planConnection(table, link, selected)
  return link.list ? planShortList(table, link, selected) : planOne(table, link, selected)
}

/** The one record that a relation leads to; belonging with the row, it is in the row's store and whoever sees the row sees it. */
function planOne({ planning, scope, alias, model }: RecordTable, link: Link, { nodes, field }: Selected): Json {
  const [name] = link.path
  const relation = relationOf(model, name)
  const target = scope.join(alias, name, relation)
  const inner = { planning, scope, alias: target, model: relation.model }
  const json = planRecord(inner, getNamedType(field?.type) as GraphQLObjectType, nodes)
  return link.required ? json : orNull(json, inner)
}

/** The JSON of a record, or null where there is none. */
function orNull(json: Json, { scope, alias, model }: RecordTable): Json {
  const id = scope.sql(alias, 'id')
  if (isOfDatabase(json)) return madeOf(json, (text) => `CASE WHEN ${id} IS NULL THEN 'null' ELSE ${text} END`)
  const write = writerOf(json, scope)
  const at = scope.column(alias, model, 'id')
  return writtenBy((row, reading) => (row.cells[at] == null ? 'null' : write(row, reading)))
}
