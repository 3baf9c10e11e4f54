/** The data model as values: its models, with their columns and relations. */
import type { Audience, Mask } from './audience.ts'

/** The kind of a column determines its GraphQL type, its filters and its order. */
export type ColumnKind =
  | 'id'
  | 'amount'
  | 'sequence'
  | 'mark'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'time'
  | 'text'
  | 'json'
  | 'enum'
  | 'code'

/** A column of the database. */
export type StoredColumn = {
  name: string
  kind: ColumnKind
  enumName: string | undefined
  /** The values of its enum; the integer code of a value is its position, counted from 1. */
  values: readonly string[]
  /** Whether these have dots, for which GraphQL writes `_`; see dotted.ts. */
  isDotted?: boolean
  list: boolean
  required: boolean
  description: string
}

/** The source of a field's value. */
export type ValueSource = {
  /** The column in the database. */
  source: string
  /** The relation to the record that has the column, where that is not the row itself; every row has that record. */
  through?: string
  /** Whether the value is not the column's, but whether that has one. */
  isSet?: true
}

/** A column as a field. */
export type Column = StoredColumn &
  ValueSource & {
    audience: Audience
    /** Whether some viewers of its row may not read it. */
    isClosed: boolean
    /** The mask that hides its value in some rows. */
    mask?: Mask
    /** Whether it aggregates other records, and so changes without a write to its own. */
    isSummary: boolean
    /** Whether its values are e-mail addresses. */
    isEmail: boolean
    /** The column that equality compares instead, and its value for a value of this one. */
    matchedBy: MatchedBy | undefined
  }

/** The column that holds the key of a text, and the keys that a text is found by: first the one that it is stored by. */
export type MatchedBy = { column: string; keysOf: (text: string) => readonly string[] }

/** Columns shown together as one object. */
export type Part = {
  name: string
  typeName: string
  description: string
  columns: Map<string, Column>
  /** The condition of the rows that have the object. The filter's `isNull: true` finds all other rows. */
  when: Readonly<Record<string, unknown>>
  /** The column without which a row has no object, and shows null; undefined where every row shows one. */
  unless: string | undefined
  /** Its fields that are never null, though their columns are where there is no object. */
  required: readonly string[]
  /** The relations of the model whose records it shows, by its fields. */
  relations: Readonly<Record<string, { of: string; description: string }>>
  /** The description of that `isNull`. */
  whenNull: string
}

/** A relation: the rows of a model, of the same store, whose column `to` equals the column `from` here. */
export type Relation = {
  name: string
  model: Model
  list: boolean
  required: boolean
  description: string
  from: string
  to: string
}

export type Model = {
  name: string
  description: string
  columns: ReadonlyMap<string, StoredColumn>
  relations: ReadonlyMap<string, Relation>
  /** The column of a row's store. */
  storeColumn: string
}

export type Models = ReadonlyMap<string, Model>

/** An enum; each value's meaning has the same index. */
export type Enum = {
  name: string
  description: string
  values: string[]
  meanings: string[]
  /** Whether its values have dots, for which GraphQL writes `_`; see dotted.ts. */
  isDotted?: boolean
}

type ModelField = {
  name: string
  type: string
  kind: string
  isRequired: boolean
  isList: boolean
  documentation?: string
  relationName?: string
  relationFromFields?: readonly string[]
}
type Described = { fields: readonly ModelField[]; documentation?: string }

/** A data model as Prisma describes it. */
export type Datamodel = { models: Readonly<Record<string, Described>> }

/** Finds a model by name. */
export function modelOf(models: Models, name: string): Model {
  const model = models.get(name)
  if (!model) throw new Error(`There is no model ${name}`)
  return model
}

/** Finds a column by name. */
export function columnOf({ name: model, columns }: Model, name: string): StoredColumn {
  const column = columns.get(name)
  if (!column) throw new Error(`${model} has no column ${name}`)
  return column
}

/** Finds a relation by name. */
export function relationOf({ name: model, relations }: Model, name: string): Relation {
  const relation = relations.get(name)
  if (!relation) throw new Error(`${model} has no relation ${name}`)
  return relation
}

/**
 * Creates the models of a data model.
 *
 * @param store the model of the store itself; a row of any other model refers to its store by `storeId`.
 */
export function dataModel({ models: described }: Datamodel, enums: readonly Enum[], store: string): Models {
  const isRelation = ({ kind }: ModelField) => kind === 'object'
  const made = Object.entries(described).map(([name, { fields, documentation = '' }]) => ({
    name,
    description: documentation,
    columns: new Map(fields.filter((field) => !isRelation(field)).map((field) => [field.name, storedColumn(field, enums)])),
    relations: new Map<string, Relation>(),
    storeColumn: name === store ? 'id' : 'storeId',
  }))
  const models = new Map(made.map((model) => [model.name, model]))
  // Relations reference models, so all models are created first.
  for (const { name, relations } of made) {
    for (const field of described[name]?.fields.filter(isRelation) ?? []) {
      const { isList: list, isRequired: required, documentation: description = '' } = field
      const model = modelOf(models, field.type)
      relations.set(field.name, { name: field.name, model, list, required, description, ...joinedBy(field, described) })
    }
  }
  return models
}

function storedColumn(field: ModelField, enums: readonly Enum[]): StoredColumn {
  const { name, type, isList: list, isRequired: required, documentation: description = '' } = field
  const enumName = field.kind === 'enum' ? type : undefined
  const values = enums.find((each) => each.name === enumName)?.values ?? []
  return { name, kind: columnKind(field), enumName, values, list, required, description }
}

const kinds: Record<string, ColumnKind> = {
  Int: 'integer',
  Float: 'number',
  Boolean: 'boolean',
  DateTime: 'time',
  String: 'text',
  Json: 'json',
  // A sum of amounts.
  Decimal: 'amount',
}

/**
 * Maps a column to its kind: 64-bit integers are identifiers where they are keys or refer to one, sequence numbers where they are
 * positions, marks where they number a row's last change, and amounts otherwise.
 */
function columnKind({ name, type, kind: fieldKind }: ModelField): ColumnKind {
  if (fieldKind === 'enum') return 'enum'
  if (type === 'BigInt' && /sequence$/i.test(name)) return 'sequence'
  if (type === 'BigInt' && name === 'changedIn') return 'mark'
  if (type === 'BigInt') return name === 'id' || name.endsWith('Id') ? 'id' : 'amount'
  const kind = kinds[type]
  if (!kind) throw new Error(`${name} has type ${type}, which has no place in the API`)
  return kind
}

/** The columns that join a relation: a record is referenced by its id, beside the store, and the referencing side declares the column. */
function joinedBy(
  { type, relationName, relationFromFields = [] }: ModelField,
  models: Datamodel['models'],
): { from: string; to: string } {
  const own = relationFromFields.at(-1)
  if (own) return { from: own, to: 'id' }
  const other = models[type]?.fields.find((each) => each.relationName === relationName && each.relationFromFields?.length)
  const to = other?.relationFromFields?.at(-1)
  if (!to) throw new Error(`No column says how ${type} is joined by ${relationName}`)
  return { from: 'id', to }
}
