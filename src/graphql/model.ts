/** The data model as the GraphQL engine sees it: Prisma's own description of `schema.prisma`. */
import { readFileSync } from 'node:fs'
import type PrismaTypes from '../../prisma/generated/pothos.ts'
import { getDatamodel } from '../../prisma/generated/pothos.ts'
import type { Reader } from './audience.ts'

export type ModelName = keyof PrismaTypes
export type Where<M extends ModelName = ModelName> = PrismaTypes[M]['Where']
export type Shape<M extends ModelName> = PrismaTypes[M]['Shape']
export type RelationName<M extends ModelName> = PrismaTypes[M]['RelationName']
export type ColumnName<M extends ModelName> = Exclude<keyof Shape<M>, symbol | number> & string

/** How the values of a column behave: which GraphQL type they have, how they are filtered and ordered. */
export type ColumnKind = 'id' | 'amount' | 'integer' | 'number' | 'boolean' | 'time' | 'text' | 'json' | 'enum' | 'code'

/** A column as the database has it. */
export type StoredColumn = {
  name: string
  kind: ColumnKind
  enumName: string | undefined
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
  /** Whether it sums up other records, and so changes without the record being written. */
  isSummary: boolean
  /** The column that equality looks at instead of this one, and what it holds for a value of this one. */
  matchedBy: MatchedBy | undefined
}

export type MatchedBy = { column: string; of: (text: string) => string }

/** Columns that are shown together as one object, in rows that have certain values. */
export type Part = {
  name: string
  typeName: string
  description: string
  columns: Map<string, Column>
  when: Readonly<Record<string, unknown>>
}

/** What a relation leads to: the rows of a model, of the same store, whose column `to` has the value of the column `from` here. */
export type Relation = {
  name: string
  model: ModelName
  list: boolean
  required: boolean
  description: string
  from: string
  to: string
}

type DatamodelField = {
  name: string
  type: string
  kind: string
  isRequired: boolean
  isList: boolean
  documentation?: string
  relationName?: string
  relationFromFields?: readonly string[]
}
type Datamodel = { models: Record<string, { fields: DatamodelField[]; documentation?: string }> }

const { datamodel } = getDatamodel() as unknown as { datamodel: Datamodel }

const kinds: Record<string, ColumnKind> = {
  Int: 'integer',
  Float: 'number',
  Boolean: 'boolean',
  DateTime: 'time',
  String: 'text',
  Json: 'json',
}

function modelOf(name: string) {
  const model = datamodel.models[name]
  if (!model) throw new Error(`schema.prisma has no model ${name}`)
  return model
}

const fields = new Map(
  Object.entries(datamodel.models).map(([model, each]) => [model, new Map(each.fields.map((field) => [field.name, field]))]),
)
const fieldOf = (model: string, name: string): DatamodelField | undefined => fields.get(model)?.get(name)

/** The description of a model, from its comment in `schema.prisma`. */
export const modelDescription = (name: ModelName): string => modelOf(name).documentation ?? ''

/** Whether a name is that of a relation of a model. */
export const isRelation = (model: ModelName, name: string): boolean => fieldOf(model, name)?.kind === 'object'

/** The names of all columns of a model. */
export const columnNames = (model: ModelName): string[] =>
  modelOf(model).fields.flatMap(({ name, kind }) => (kind === 'object' ? [] : [name]))

/** The column of that name; 64-bit integers are identifiers when they are a key or point at one, else amounts. */
export function columnOf(model: ModelName, name: string): StoredColumn {
  const field = fieldOf(model, name)
  if (!field || field.kind === 'object') throw new Error(`${model} has no column ${name}`)
  return {
    name,
    kind: columnKind(field),
    enumName: field.kind === 'enum' ? field.type : undefined,
    list: field.isList,
    required: field.isRequired,
    description: field.documentation ?? '',
  }
}

function columnKind(field: DatamodelField): ColumnKind {
  if (field.kind === 'enum') return 'enum'
  if (field.type === 'BigInt') return field.name === 'id' || field.name.endsWith('Id') ? 'id' : 'amount'
  const kind = kinds[field.type]
  if (!kind) throw new Error(`${field.name} has type ${field.type}, which has no place in the API`)
  return kind
}

/** The relation of that name. */
export function relationOf(model: ModelName, name: string): Relation {
  const field = fieldOf(model, name)
  if (field?.kind !== 'object') throw new Error(`${model} has no relation ${name}`)
  return {
    name,
    model: field.type as ModelName,
    list: field.isList,
    required: field.isRequired,
    description: field.documentation ?? '',
    ...joinedBy(field),
  }
}

/** Records are pointed at by their ids, besides the store; the side that points says by which column. */
function joinedBy({ type, relationName, relationFromFields = [] }: DatamodelField): { from: string; to: string } {
  const own = relationFromFields.at(-1)
  if (own) return { from: own, to: 'id' }
  const other = modelOf(type).fields.find((each) => each.relationName === relationName && each.relationFromFields?.length)
  const to = other?.relationFromFields?.at(-1)
  if (!to) throw new Error(`No column says how ${type} is joined by ${relationName}`)
  return { from: 'id', to }
}

/** An enum; each value has its meaning at the same place. */
export type Enum = { name: string; description: string; values: string[]; meanings: string[] }

// Pothos's description of the data leaves enums out, so they are read where they are written.
const source = readFileSync(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8')

/** The enums of `schema.prisma`. */
export const enums: Enum[] = source.split('\n\n').flatMap((block) => {
  const lines = block.trim().split('\n')
  const first = lines.findIndex((line) => line.startsWith('enum '))
  if (first < 0) return []
  const [, name = ''] = lines[first]?.split(' ') ?? []
  const isComment = (line = '') => line.startsWith('///')
  const textOf = (line = '') => line.replace('///', '').trim()
  const inside = lines.slice(first + 1, -1).map((line) => line.trim())
  const values = inside.filter((line) => !isComment(line))
  const before = values.map((value) => inside[inside.indexOf(value) - 1])
  return [
    {
      name,
      description: lines.slice(0, first).map(textOf).join('\n').trim(),
      values,
      meanings: before.map((line) => (isComment(line) ? textOf(line) : '')),
    },
  ]
})

/** The names of an enum's values; the integer code of a value is its place here, counted from 1. */
export const enumValues = (name: string): string[] => enums.find((each) => each.name === name)?.values ?? []
