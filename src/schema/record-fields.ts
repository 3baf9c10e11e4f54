/** The fields of a record's type: columns, kind and path, and linked records. */
import type { Role } from '../auth/viewer.ts'
import type { Builder, MadeField, ObjectFields } from './builder.ts'
import { columnType } from './inputs.ts'
import type { Column, Part } from './model.ts'
import type { Path } from './path.ts'
import { type FieldRead, planned } from './reads.ts'
import type { Link } from './registry.ts'

const readFrom = (read: FieldRead) => ({ extensions: { read }, resolve: planned })

/** A column; null for a viewer that may not read it. */
export const columnField = (t: ObjectFields, column: Column): MadeField => t.field(shownField(column))

function shownField(column: Column) {
  const { list, required, isClosed, description } = column
  const named = columnType(column)
  const type: typeof named | [typeof named] = list ? [named] : named
  return {
    ...readFrom({ column }),
    type,
    nullable: isClosed || !required,
    description: isClosed ? `${description} For merchants; null for others.` : description,
  }
}

/** The content of a type: columns, additional fields, and the kind, if it has one. */
export type ColumnsAsType = {
  description: string
  columns: ReadonlyMap<string, Column>
  fields?: (t: ObjectFields) => Record<string, MadeField>
  kind?: string
}

export const typeOfColumns = (builder: Builder, name: string, { description, columns, fields, kind }: ColumnsAsType) =>
  builder.objectRef<object>(name).implement({
    description,
    ...(kind && { extensions: { columns } }),
    fields: (t) => ({
      ...Object.fromEntries([...columns.values()].map((column) => [column.name, columnField(t, column)])),
      ...fields?.(t),
      ...(kind && { type: kindField(t, kind) }),
    }),
  })

/** An object of columns, and of the records of these links. */
export function partField(builder: Builder, t: ObjectFields, part: Part, links: readonly Link[]): MadeField {
  const { typeName, description, unless, required } = part
  const shown = new Map(
    [...part.columns].map(([name, column]) => [name, required.includes(name) ? { ...column, required: true } : column]),
  )
  const type = typeOfColumns(builder, typeName, {
    ...{ description, columns: shown },
    fields: (inner) => Object.fromEntries(links.map((link) => [link.name, linkedRecord(inner, link)])),
  })
  return t.field({ ...readFrom({ part }), type, nullable: unless !== undefined, description })
}

export const kindField = (t: ObjectFields, kind: string): MadeField =>
  t.field({
    ...readFrom({ constant: kind }),
    type: 'String',
    description: `Always \`${kind}\`.`,
  })

/** The currency is never null: a record is only shown to viewers of its store. */
export const currencyField = (t: ObjectFields): MadeField =>
  t.field({
    ...readFrom({ ofStore: 'currency' }),
    type: 'String',
    description: "ISO 4217 code of the currency its amounts are in, the store's.",
  })

const pathMeaning = 'Path of the record on the REST surface'

/** Describes a path where every record shows one. */
export const everyPath = `${pathMeaning}.`

/** The path of a record; null for a viewer whose role has no row there. */
export const pathField = (t: ObjectFields, path: Path, roles: readonly Role[]): MadeField => {
  const isForMerchants = roles.some((role) => !path.isFor(role))
  const whose = isForMerchants ? ', for merchants; null for others' : path.unless ? '; null where it has none' : ''
  return t.field({
    ...readFrom({ path }),
    type: 'String',
    nullable: whose !== '',
    description: `${pathMeaning}${whose}.`,
  })
}

/** The record of a to-one relation. */
export const linkedRecord = (t: ObjectFields, link: Link): MadeField =>
  t.field({
    ...readFrom({ link }),
    type: link.target.ref,
    nullable: !link.required,
    description: link.description,
  })

/** The records of a short to-many relation, all of them, by id. */
export const shortList = (t: ObjectFields, link: Link): MadeField =>
  t.field({ ...readFrom({ link }), type: [link.target.ref], description: link.description })
