/** The data model as values: its models, each with its columns and with what its relations lead to. */
import type { Mask, Reader } from './audience.ts'

/** How the values of a column behave: which GraphQL type they have, how they are filtered and ordered. */
export type ColumnKind =
  | 'id'
  | 'amount'
  | 'sequence'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'time'
  | 'text'
  | 'json'
  | 'enum'
  | 'code'

/** A column as the database has it. */
export type StoredColumn = {
  name: string
  kind: ColumnKind
  enumName: string | undefined
  /** The values of its enum; the integer code of one is its place here, counted from 1. */
  values: readonly string[]
  list: boolean
  required: boolean
  description: string
}

/** A column as it is shown. */
export type Column = StoredColumn & {
  /** Its name in the database; `name` is that of the field. */
  source: string
  reader: Reader
  /** Whether some who see its row do not read it. */
  isClosed: boolean
  /** What hides its value in some rows. */
  mask?: Mask
  /** Whether it sums up other records, and so changes without the record being written. */
  isSummary: boolean
  /** Whether its values are e-mail addresses. */
  isEmail: boolean
  /** The column that equality looks at instead of this one, and what it holds for a value of this one. */
  matchedBy: MatchedBy | undefined
}

export type MatchedBy = { column: string; of: (text: string) => string }

/** Columns that are shown together as one object. */
export type Part = {
  name: string
  typeName: string
  description: string
  columns: Map<string, Column>
  /** The values of a row for which the object says anything. The filter's `isNull: true` finds all other rows. */
  when: Readonly<Record<string, unknown>>
  /** A sentence about that `isNull`. */
  whenNull: string
}

/** What a relation leads to: the rows of a model, of the same store, whose column `to` has the value of the column `from` here. */
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
  /** The column that says of which store a row is. */
  storeColumn: string
}

export type Models = ReadonlyMap<string, Model>

/** An enum; each value has its meaning at the same place. */
export type Enum = { name: string; description: string; values: string[]; meanings: string[] }

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

/** The model of that name. */
export function modelOf(models: Models, name: string): Model {
  const model = models.get(name)
  if (!model) throw new Error(`There is no model ${name}`)
  return model
}

/** The column of that name. */
export function columnOf({ name: model, columns }: Model, name: string): StoredColumn {
  const column = columns.get(name)
  if (!column) throw new Error(`${model} has no column ${name}`)
  return column
}

/** The relation of that name. */
export function relationOf({ name: model, relations }: Model, name: string): Relation {
  const relation = relations.get(name)
  if (!relation) throw new Error(`${model} has no relation ${name}`)
  return relation
}

/**
 * Makes the models of a data model.
 *
 * @param store the model that is the store itself; a row of any other says by its `storeId` of which store it is.
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
  // Relations lead to each other's models.
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
}

/** Of 64-bit integers, keys and what points at one are identifiers, places in a sequence are counted, all others are amounts. */
function columnKind({ name, type, kind: fieldKind }: ModelField): ColumnKind {
  if (fieldKind === 'enum') return 'enum'
  if (type === 'BigInt' && /sequence$/i.test(name)) return 'sequence'
  if (type === 'BigInt') return name === 'id' || name.endsWith('Id') ? 'id' : 'amount'
  const kind = kinds[type]
  if (!kind) throw new Error(`${name} has type ${type}, which has no place in the API`)
  return kind
}

/** Records are pointed at by their ids, besides the store; the side that points says by which column. */
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
