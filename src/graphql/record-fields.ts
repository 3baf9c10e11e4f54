/** The fields of a record's type: its columns, its kind and path, and the records it leads to. */
import type { Context } from '../context.ts'
import { reads } from './audience.ts'
import { builder } from './builder.ts'
import type { LooseObjectFields } from './connection.ts'
import { columnType } from './inputs.ts'
import { type Column, enumValues, type Part } from './model.ts'
import type { Path } from './path.ts'
import { hasResource, type Link, resourceOf } from './registry.ts'
import { checkLink, visible } from './visible.ts'

type Row = Record<string, unknown>

/** A column; null for whoever does not read it. */
export function columnField(t: LooseObjectFields, column: Column): unknown {
  const { name, source, kind, required, isClosed } = column
  const isPlain = name === source && kind !== 'id' && !isClosed
  if (isPlain) return t.expose(name, { type: typeOf(column), nullable: !required })
  return t.field({ ...shownField(column), select: { [source]: true } })
}

const typeOf = (column: Column) => (column.list ? [columnType(column)] : columnType(column))

function shownField(column: Column) {
  const { source, required, reader, isClosed, description } = column
  const shown = shownAs(column)
  const read = (row: Row) => (row[source] == null ? null : shown(row[source]))
  return {
    type: typeOf(column),
    nullable: isClosed || !required,
    description: isClosed ? `${description} For merchants; null for others.` : description,
    resolve: isClosed ? (row: Row, _args: unknown, { viewer }: Context) => (reads(viewer.role, reader) ? read(row) : null) : read,
  }
}

function shownAs({ kind, enumName }: Column): (value: unknown) => unknown {
  // GraphQL's ID takes no bigint.
  if (kind === 'id') return String
  return kind === 'code' ? (value) => enumValues(enumName ?? '').indexOf(value as string) + 1 : (value) => value
}

/** An object of columns; null in a row that is not as it wants it. */
export function partField(t: LooseObjectFields, { typeName, description, columns, when }: Part): unknown {
  const all = [...columns.values()]
  const wanted = Object.entries(when)
  const type = builder.objectRef<Row>(typeName).implement({
    description,
    fields: (own) =>
      Object.fromEntries(all.map((column) => [column.name, (own as LooseObjectFields).field(shownField(column))])) as never,
  })
  const read = [...wanted.map(([column]) => column), ...all.map(({ source }) => source)]
  return t.field({
    type,
    nullable: true,
    description,
    select: Object.fromEntries(read.map((column) => [column, true])),
    resolve: (row: Row) => (wanted.every(([column, value]) => row[column] === value) ? row : null),
  })
}

export const kindField = (t: LooseObjectFields, kind: string): unknown =>
  t.field({ type: 'String', description: `Always \`${kind}\`.`, resolve: () => kind })

/** A record is only ever shown to somebody of its store, whose currency is known with the credential. */
export const currencyField = (t: LooseObjectFields): unknown =>
  t.field({
    type: 'String',
    description: "ISO 4217 code of the currency its amounts are in, the store's.",
    resolve: (_row: Row, _args: unknown, { viewer }: Context) => ('currency' in viewer ? viewer.currency : ''),
  })

export const pathField = (t: LooseObjectFields, { columns, write }: Path): unknown =>
  t.field({
    type: 'String',
    description: 'Path of the record on the REST surface.',
    select: Object.fromEntries(columns.map((column) => [column, true])),
    resolve: (row: Row, _args: unknown, { viewer }: Context) => write(row, viewer.role),
  })

// What a field selects is planned by Pothos, which reads the plan from this extension of the field.
type Plan = (args: unknown, context: Context, nested: (query: object) => object) => { select: object }

/** The one record that a relation leads to. */
export function linkedRecord(t: LooseObjectFields, link: Link): unknown {
  const [name] = link.path
  const plan: Plan = (_args, { viewer }, nested) => {
    checkLink(link, viewer)
    return { select: { [name]: nested({}) } }
  }
  return t.field({
    type: resourceOf(link.target).ref,
    nullable: !link.required,
    description: link.description,
    extensions: { pothosPrismaSelect: plan },
    resolve: (parent: Row) => parent[name],
  })
}

/**
 * The few records of a to-many relation, all of them, by id. Links that share a relation ask for it in the same words, so
 * that it is read once.
 */
export function shortList(t: LooseObjectFields, link: Link): unknown {
  const [outer, inner] = link.path
  const onlyColumns = Object.fromEntries(Object.keys(link.only).map((column) => [column, true]))
  const first = link.joining ?? link.target
  const plan: Plan = (_args, { viewer }, nested) => {
    checkLink(link, viewer)
    // A mere joining table has neither a wall nor an id of its own.
    const rows = hasResource(first)
      ? { where: visible(resourceOf(first), viewer), orderBy: { id: 'asc' } }
      : { orderBy: { [inner ?? outer]: { id: 'asc' } } }
    if (inner) return { select: { [outer]: { ...rows, select: { ...onlyColumns, [inner]: nested({}) } } } }
    return { select: { [outer]: nested({ ...rows, select: onlyColumns }) } }
  }
  return t.field({
    type: [resourceOf(link.target).ref],
    description: link.description,
    extensions: { pothosPrismaSelect: plan },
    resolve: (parent: Record<string, Row[]>) => {
      const rows = (parent[outer] ?? []).filter((row) =>
        Object.entries(link.only).every(([column, value]) => row[column] === value),
      )
      return inner ? rows.map((row) => row[inner]).filter(Boolean) : rows
    },
  })
}
