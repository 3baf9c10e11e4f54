/** The fields of a record's type: its columns, its kind and path, and the records it leads to. */
import type { Builder, LooseObjectFields } from './builder.ts'
import { columnType } from './inputs.ts'
import type { Column, Part } from './model.ts'
import type { Path } from './path.ts'
import { type FieldRead, planned } from './reads.ts'
import type { Link } from './registry.ts'

const readFrom = (read: FieldRead) => ({ extensions: { read }, resolve: planned })

/** A column; null for whoever does not read it. */
export const columnField = (t: LooseObjectFields, column: Column): unknown => t.field(shownField(column))

function shownField(column: Column) {
  const { list, required, isClosed, description } = column
  return {
    ...readFrom({ column }),
    type: list ? [columnType(column)] : columnType(column),
    nullable: isClosed || !required,
    description: isClosed ? `${description} For merchants; null for others.` : description,
  }
}

/** An object of columns; null in a row that is not as it wants it. */
export function partField(builder: Builder, t: LooseObjectFields, part: Part): unknown {
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

/** A record is only ever shown to somebody of its store. */
export const currencyField = (t: LooseObjectFields): unknown =>
  t.field({
    ...readFrom({ ofStore: 'currency' }),
    type: 'String',
    description: "ISO 4217 code of the currency its amounts are in, the store's.",
  })

export const pathField = (t: LooseObjectFields, path: Path): unknown =>
  t.field({ ...readFrom({ path }), type: 'String', description: 'Path of the record on the REST surface.' })

/** The one record that a relation leads to. */
export const linkedRecord = (t: LooseObjectFields, link: Link): unknown =>
  t.field({
    ...readFrom({ link }),
    type: link.target.ref,
    nullable: !link.required,
    description: link.description,
  })

/** The few records of a to-many relation, all of them, by id. */
export const shortList = (t: LooseObjectFields, link: Link): unknown =>
  t.field({ ...readFrom({ link }), type: [link.target.ref], description: link.description })
