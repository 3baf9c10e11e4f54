/** The columns of a resource as fields: each with its readers, some derived, some combined into objects. */
import type { Role } from '../auth/viewer.ts'
import { type Audience, canRead, type Mask } from './audience.ts'
import { type Column, columnOf, type Enum, type MatchedBy, type Model, type Part, relationOf } from './model.ts'

/** The types of a model, as Pothos's generator for Prisma writes them. */
export type ModelTypes = { Shape: object; Where: object; RelationName: string }

/** A model without generated types. */
export type AnyModel = { Shape: Record<string, unknown>; Where: object; RelationName: string }

type ColumnName<M extends ModelTypes> = Exclude<keyof M['Shape'], symbol | number> & string

/**
 * A column shown differently: under another name, an enum's value by its integer code, or whether there is a value; or that of the record
 * of a relation, whose resource is described before, as it is shown there.
 */
type DerivedColumn<M extends ModelTypes> = { audience: Audience; description: string } & (
  | { of: ColumnName<M>; as?: 'code' | 'isSet' }
  | { through: M['RelationName']; of: string }
)

/**
 * Columns shown together as an object; `when` and `whenNull` describe the rows that the filter's `isNull` finds. Columns that are named
 * anew are shown in the object alone, which is null where the column `unless` is; `required` are those that every object has.
 */
type PartOptions<M extends ModelTypes> = {
  type: string
  whenNull: string
  description: string
} & (
  | { columns: readonly ColumnName<M>[]; when: Readonly<Record<string, unknown>> }
  | {
      columns: Readonly<Record<string, ColumnName<M>>>
      unless: ColumnName<M>
      required: readonly string[]
      /** Records that it shows, by relations of the model. */
      relations?: Readonly<Record<string, { of: M['RelationName']; description: string }>>
    }
)

export type ColumnOptions<M extends ModelTypes> = {
  /** Every column of the model with its readers, in the order of the contract. */
  columns: { readonly [Name in ColumnName<M>]: Audience }
  /** Columns that aggregate other records, such as counts. */
  summaries?: readonly ColumnName<M>[]
  /** Columns of e-mail addresses. */
  emails?: readonly ColumnName<M>[]
  /** Texts with another equality than byte by byte, each with the column that is compared, and the keys that a text is found by. */
  matchedBy?: { readonly [Name in ColumnName<M>]?: MatchedBy & { column: ColumnName<M> } }
  /** Texts, and lists of texts, that are values of an enum. */
  enums?: { readonly [Name in ColumnName<M>]?: Enum }
  /** Texts and JSON, never null, that are masked in some rows. */
  masked?: { readonly [Name in ColumnName<M>]?: Mask & { by: ColumnName<M> } }
  derived?: Readonly<Record<string, DerivedColumn<M>>>
  parts?: Readonly<Record<string, PartOptions<M>>>
}

/** The columns with any readers; checked at run time, since a process may start without type checks. */
export function shownColumns<M extends ModelTypes>(
  model: Model,
  { columns, summaries, emails, matchedBy, enums, masked }: ColumnOptions<M>,
  roles: readonly Role[],
): Map<string, Column> {
  const audiences: Readonly<Record<string, Audience>> = columns
  const undeclared = [...model.columns.keys()].find((name) => !Object.hasOwn(audiences, name))
  if (undeclared) throw new Error(`${model.name}.${undeclared} does not say who reads it`)
  const shown = Object.entries(audiences).filter(([, audience]) => audience !== 'nobody') as [ColumnName<M>, Audience][]
  return new Map(
    shown.map(([name, audience]) => [
      name,
      {
        ...columnOf(model, name),
        ...(enums?.[name] && ofEnum(enums[name])),
        source: name,
        audience,
        isClosed: isClosed(audience, roles),
        isSummary: summaries?.includes(name) ?? false,
        isEmail: emails?.includes(name) ?? false,
        matchedBy: matchedBy?.[name],
        ...(masked?.[name] && { mask: masked[name] }),
      },
    ]),
  )
}

const ofEnum = ({ name: enumName, values, isDotted = false }: Enum) => ({ kind: 'enum' as const, enumName, values, isDotted })

const isClosed = (audience: Audience, roles: readonly Role[]): boolean => !roles.every((role) => canRead(role, audience))

/** The fields that show a column differently. @param shownOf the columns of the resource of a model. */
export function derivedColumns<M extends ModelTypes>(
  model: Model,
  derived: ColumnOptions<M>['derived'] = {},
  roles: readonly Role[],
  shownOf: (model: Model) => ReadonlyMap<string, Column>,
): Map<string, Column> {
  const plain = { isSummary: false, isEmail: false, matchedBy: undefined }
  const flag = { isSet: true, kind: 'boolean', enumName: undefined, values: [], required: true } as const
  const columnFor = ({ of: source, ...as }: DerivedColumn<M>) => {
    if ('through' in as) {
      const { through } = as
      const { model: target, list, required } = relationOf(model, through)
      if (list || !required) throw new Error(`Not every row has one record of ${through}`)
      const column = shownOf(target).get(source)
      if (!column || column.mask || column.through) throw new Error(`${target.name}.${source} is not shown through a relation`)
      return { ...column, through }
    }
    const column = { ...columnOf(model, source), ...plain, source }
    return as.as === 'isSet' ? { ...column, ...flag } : { ...column, kind: as.as ?? column.kind }
  }
  return new Map(
    Object.entries(derived).map(([name, column]) => {
      const { audience, description } = column
      return [name, { ...columnFor(column), name, audience, description, isClosed: isClosed(audience, roles) }]
    }),
  )
}

/** The value of a field in a row, which has none of the columns that are shown through a relation. */
export const valueOfColumn = ({ source, isSet, kind, values }: Column, row: Readonly<Record<string, unknown>>): unknown =>
  isSet ? row[source] != null : kind === 'code' ? values.indexOf(row[source] as string) + 1 : row[source]

/** The objects of columns; those that they alone show are taken out of the columns. */
export function partsOf<M extends ModelTypes>(
  columns: Map<string, Column>,
  parts: ColumnOptions<M>['parts'] = {},
): Map<string, Part> {
  return new Map(
    Object.entries(parts).map(([name, { type: typeName, whenNull, description, ...part }]): [string, Part] => {
      const shared = { name, typeName, description, whenNull }
      const columnNamed = (column: string): Column => {
        const found = columns.get(column)
        if (!found) throw new Error(`${name} shows ${column}, which nobody reads`)
        return found
      }
      if (!('unless' in part)) {
        const own = new Map(part.columns.map((column): [string, Column] => [column, columnNamed(column)]))
        return [name, { ...shared, columns: own, when: part.when, unless: undefined, required: [], relations: {} }]
      }
      const { unless, required, relations = {} } = part
      const sources = Object.entries<string>(part.columns)
      const own = new Map(sources.map(([field, column]): [string, Column] => [field, { ...columnNamed(column), name: field }]))
      for (const [, column] of sources) columns.delete(column)
      return [name, { ...shared, columns: own, when: { NOT: { [unless]: null } }, unless, required, relations }]
    }),
  )
}
