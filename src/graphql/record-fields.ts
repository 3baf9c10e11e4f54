/** The fields of a record's type: its columns, its kind and path, and the records it leads to. */
import { builder } from './builder.ts'
import type { LooseObjectFields } from './connection.ts'
import { columnType } from './inputs.ts'
import type { Column, Part } from './model.ts'
import type { Path } from './path.ts'
import { type FieldRead, planned } from './read/field-read.ts'
import { type Link, resourceOf } from './registry.ts'

const readFrom = (read: FieldRead) => ({ extensions: { read }, resolve: planned })

/** A column; null for whoever does not read it. */
export function columnField(t: LooseObjectFields, column: Column): unknown {
  const { name, source, kind, required, isClosed } = column
  // Pothos describes a column that it is told of by its name.
  const isPlain = name === source && kind !== 'id' && !isClosed
  if (isPlain) return t.expose(name, { type: typeOf(column), nullable: !required, extensions: { read: { column } } })
  return t.field(shownField(column))
}

const typeOf = (column: Column) => (column.list ? [columnType(column)] : columnType(column))

function shownField(column: Column) {
  const { required, isClosed, description } = column
  return {
    ...readFrom({ column }),
    type: typeOf(column),
    nullable: isClosed || !required,
    description: isClosed ? `${description} For merchants; null for others.` : description,
  }
}

/** An object of columns; null in a row that is not as it wants it. */
export function partField(t: LooseObjectFields, part: Part): unknown {
  const { typeName, description, columns } = part
  const type = builder.objectRef<object>(typeName).implement({
    description,
    fields: (own) =>
      Object.fromEntries(
        [...columns.values()].map((column) => [column.name, (own as unknown as LooseObjectFields).field(shownField(column))]),
      ) as never,
  })
  return t.field({ ...readFrom({ part }), type, nullable: true, description })
}

export const kindField = (t: LooseObjectFields, kind: string): unknown =>
  t.field({
    ...readFrom({ constant: kind }),
    type: 'String',
    description: `Always \`${kind}\`.`,
  })

/** A record is only ever shown to somebody of its store, whose currency is known with the credential. */
export const currencyField = (t: LooseObjectFields): unknown =>
  t.field({
    ...readFrom({
      needs: { columns: [] },
      compute: (_values, { viewer }) => ('currency' in viewer ? viewer.currency : ''),
    }),
    type: 'String',
    description: "ISO 4217 code of the currency its amounts are in, the store's.",
  })

export const pathField = (t: LooseObjectFields, { columns, write }: Path): unknown =>
  t.field({
    ...readFrom({ needs: { columns }, compute: (values, { viewer }) => write(values, viewer.role) }),
    type: 'String',
    description: 'Path of the record on the REST surface.',
  })

/** The one record that a relation leads to. */
export const linkedRecord = (t: LooseObjectFields, link: Link): unknown =>
  t.field({
    ...readFrom({ link }),
    type: resourceOf(link.target).ref,
    nullable: !link.required,
    description: link.description,
  })

/** The few records of a to-many relation, all of them, by id. */
export const shortList = (t: LooseObjectFields, link: Link): unknown =>
  t.field({ ...readFrom({ link }), type: [resourceOf(link.target).ref], description: link.description })
