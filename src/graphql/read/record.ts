/** Plans what a selection asks of a record: the cells it needs, and the writer that makes JSON of them. */
import type { FieldNode, GraphQLObjectType } from 'graphql'
import { getNamedType } from 'graphql'
import type { Context } from '../../context.ts'
import { reads } from '../audience.ts'
import { type Column, columnOf, type ModelName, type Part, relationOf } from '../model.ts'
import type { Link } from '../registry.ts'
import { leafWriter, valueIn } from './dialect.ts'
import { type FieldRead, type Needed, type Needs, readOf } from './field-read.ts'
import { fieldsIn, type Selected } from './fields.ts'
import { objectOf } from './json.ts'
import { planConnection, planShortList } from './list.ts'
import { valueWriter } from './object.ts'
import type { Planning, Reading } from './reading.ts'
import type { Row, Scope } from './scope.ts'

/** Writes something of a row as JSON. */
export type Write = (row: Row, reading: Reading) => string

/** Where a record is read: the table of its model, as the scope calls it. */
export type Place = { planning: Planning; scope: Scope; alias: string; model: ModelName }

/** Plans a record of a type. */
export function planRecord(place: Place, type: GraphQLObjectType, nodes: readonly FieldNode[]): Write {
  const { planning } = place
  const fields = fieldsIn(planning, type, nodes).map((selected) => {
    const write = selected.field ? planField(place, selected, readOf(selected.field)) : constant(type.name)
    return { name: selected.name, write }
  })
  const write = objectOf(fields)
  if (!planning.isAnswer(nodes)) return write
  return (row, reading) => {
    const text = write(row, reading)
    reading.answer = { records: [text] }
    return text
  }
}

function planField(place: Place, selected: Selected, read: FieldRead): Write {
  if ('column' in read) return planColumn(place, read.column, selected.nodes)
  if ('part' in read) return planPart(place, read.part, selected)
  if ('constant' in read) return constant(read.constant)
  if ('link' in read) return planLink(place, read.link, selected)
  return planComputed(place, read.needs, read.compute, selected)
}

const constant = (text: string): Write => {
  const json = JSON.stringify(text)
  return () => json
}

const nothing: Write = () => 'null'

/** A column; null for whoever does not read it. */
function planColumn({ planning, scope, alias, model }: Place, column: Column, [node]: Selected['nodes']): Write {
  const { isClosed, reader, source } = column
  if (isClosed && !reads(planning.role, reader)) return nothing
  const at = scope.column(alias, model, source)
  const write = leafWriter(column, node, planning.dialect)
  return ({ cells }) => {
    const cell = cells[at]
    return cell == null ? 'null' : write(cell)
  }
}

/** An object of columns; null in a row that is not as it wants it. */
function planPart(place: Place, { columns, when }: Part, { field, nodes }: Selected): Write {
  const { planning, scope, alias, model } = place
  const type = getNamedType(field?.type) as GraphQLObjectType
  const wanted = Object.entries(when).map(([name, value]) => {
    const column = columnOf(model, name)
    const at = scope.column(alias, model, name)
    return ({ cells }: Row) => valueIn(column, cells[at] ?? null) === value
  })
  const fields = fieldsIn(planning, type, nodes).map((selected) => {
    const column = columns.get(selected.field?.name ?? '')
    const write = column ? planColumn(place, column, selected.nodes) : constant(type.name)
    return { name: selected.name, write }
  })
  const write = objectOf(fields)
  return (row, reading) => (wanted.every((holds) => holds(row)) ? write(row, reading) : 'null')
}

/** What JavaScript computes from columns. */
function planComputed(
  place: Place,
  needs: Needs,
  compute: (values: Needed, context: Context) => unknown,
  { field, nodes }: Selected,
): Write {
  const { planning, scope } = place
  const write = valueWriter(planning, (field as NonNullable<typeof field>).type, nodes)
  const own = readersOf(place, needs.columns)
  const others = Object.entries(needs.relations ?? {}).map(([name, columns]) => {
    const relation = relationOf(place.model, name)
    const alias = scope.join(place.alias, name, relation)
    return [name, readersOf({ ...place, alias, model: relation.model }, columns)] as const
  })
  return (row, { context }) => {
    const values: Needed = valuesOf(own, row)
    for (const [name, readers] of others) values[name] = valuesOf(readers, row)
    return write(compute(values, context), context)
  }
}

type Reader = readonly [name: string, read: (row: Row) => unknown]

const readersOf = ({ scope, alias, model }: Place, columns: readonly string[]): Reader[] =>
  columns.map((name) => {
    const column = columnOf(model, name)
    const at = scope.column(alias, model, name)
    return [name, ({ cells }) => valueIn(column, cells[at] ?? null)] as const
  })

const valuesOf = (readers: readonly Reader[], row: Row): Needed =>
  Object.fromEntries(readers.map(([name, read]) => [name, read(row)]))

function planLink(place: Place, link: Link, selected: Selected): Write {
  place.planning.links.add(link)
  if (link.isConnection) return planConnection(place, link, selected)
  return link.list ? planShortList(place, link, selected) : planOne(place, link, selected)
}

/** The one record that a relation leads to; belonging with the row, it is in the row's store and whoever sees the row sees it. */
function planOne({ planning, scope, alias, model }: Place, link: Link, { nodes, field }: Selected): Write {
  const [name] = link.path
  const relation = relationOf(model, name)
  const target = scope.join(alias, name, relation)
  const inner = { planning, scope, alias: target, model: relation.model }
  const write = planRecord(inner, getNamedType(field?.type) as GraphQLObjectType, nodes)
  if (link.required) return write
  const at = scope.column(target, relation.model, 'id')
  return (row, reading) => (row.cells[at] == null ? 'null' : write(row, reading))
}
