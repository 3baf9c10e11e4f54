/** The input types of lists, made from a resource's columns and relations: its filter and its order. */
import { InputObjectRef } from '@pothos/core'
import { builder } from './builder.ts'
import { equality, operatorsOf } from './comparison.ts'
import { inWords } from './describe.ts'
import type { ColumnKind, Part, StoredColumn } from './model.ts'
import { type Resource, resourceOf } from './registry.ts'

type TypeName = string

/** The GraphQL type a column has; an enum's is the enum itself. */
export const typeOfKind: Record<Exclude<ColumnKind, 'enum'>, TypeName> = {
  id: 'ID',
  amount: 'Amount',
  integer: 'Int',
  number: 'Float',
  boolean: 'Boolean',
  time: 'DateTime',
  text: 'String',
  json: 'Json',
  code: 'Int',
}

export const columnType = (column: StoredColumn): TypeName =>
  column.kind === 'enum' ? (column.enumName as string) : typeOfKind[column.kind]

const operatorMeaning: Record<string, string> = {
  eq: 'Equal to.',
  ne: 'Present, and not equal to.',
  lt: 'Less than; before.',
  le: 'Less than or equal to; at or before.',
  gt: 'Greater than; after.',
  ge: 'Greater than or equal to; at or after.',
  in: 'Equal to one of at most 100.',
  nin: 'Present, and equal to none of at most 100.',
  like: 'Matching a pattern in which `%` stands for any run of characters.',
  ilike: 'Matching a pattern, upper and lower case being the same.',
}
const isNullMeaning = 'True for missing, false for present.'

// Pothos infers field types from literals; here the names come from the data model, so they are checked when the schema is built.
type LooseFields = { field(options: object): unknown }

const made = new Map<string, unknown>()

/** The input type of that name, made at its first mention: filters mention each other, so the name goes in before the fields. */
function inputType(
  name: string,
  description: string,
  fields: (t: LooseFields, self: unknown) => Record<string, unknown>,
  isOneOf = false,
): unknown {
  const known = made.get(name)
  if (known) return known
  const ref = new InputObjectRef<never, Record<string, unknown>>(name)
  made.set(name, ref)
  builder.inputType(ref as never, { description, isOneOf, fields: (t: unknown) => fields(t as LooseFields, ref) } as never)
  return ref
}

/** The input type that holds the operators of a column's type, such as `DateTimeFilter`. */
function operatorInput(column: StoredColumn): unknown {
  const type = columnType(column)
  const description = `Conditions on a value of type ${type}; all that are given must hold.`
  return operatorType(`${type}Filter`, description, type, operatorsOf[column.kind])
}

const operatorType = (name: string, description: string, type: TypeName, operators: readonly string[]): unknown =>
  inputType(name, description, (t) => ({
    ...Object.fromEntries(
      operators.map((operator) => [
        operator,
        t.field({ type: operator === 'in' || operator === 'nin' ? [type] : type, description: operatorMeaning[operator] }),
      ]),
    ),
    isNull: t.field({ type: 'Boolean', description: isNullMeaning }),
  }))

const exactFilter = operatorType(
  'ExactFilter',
  'Conditions on a text that is compared as a whole; all that are given must hold.',
  'String',
  equality,
)

/** Conditions on a key of free-form metadata. */
const metadataFilter = inputType(
  'MetadataKeyFilter',
  'Conditions on one key of free-form metadata; all that are given must hold. Numbers compare as numbers, times as times, else text.',
  (t) => ({
    key: t.field({
      type: 'String',
      required: true,
      description: 'The key, or the dotted path to a value inside nested objects; a key of that very name comes first.',
    }),
    ...Object.fromEntries(
      ['eq', 'ne', 'lt', 'le', 'gt', 'ge'].map((operator) => [
        operator,
        t.field({ type: 'Plain', description: operatorMeaning[operator] }),
      ]),
    ),
    in: t.field({ type: ['Plain'], description: operatorMeaning.in }),
    nin: t.field({ type: ['Plain'], description: operatorMeaning.nin }),
    like: t.field({ type: 'String', description: operatorMeaning.like }),
    ilike: t.field({ type: 'String', description: operatorMeaning.ilike }),
    isNull: t.field({ type: 'Boolean', description: 'True for a missing key or a null value, false for a value.' }),
  }),
)

type Conditions = Record<string, unknown>

const columnFilters = (t: LooseFields, columns: Iterable<StoredColumn>): Conditions =>
  Object.fromEntries(
    [...columns]
      .filter(({ list }) => !list)
      .map((column) => [column.name, t.field({ type: operatorInput(column), description: column.description })]),
  )

/** The filter of a resource, such as `SubscriptionFilter`. */
export function filterInput(resource: Resource): unknown {
  const description = `Conditions on the columns of one ${inWords(resource.name)} and on what it is linked to; all that are given must hold.`
  return inputType(`${resource.name}Filter`, description, (t, self) => ({
    ...columnFilters(t, [...resource.columns.values(), ...resource.derived.values()]),
    ...Object.fromEntries([...resource.parts.values()].map((part) => [part.name, t.field(partFilter(part))])),
    type: t.field({ type: exactFilter, description: `The kind of resource: all of these are \`${resource.kind}\`.` }),
    ...(resource.path && { url: t.field({ type: exactFilter, description: 'Path of the record on the REST surface.' }) }),
    ...Object.fromEntries(
      [...resource.links.values()].map((link) => [
        link.name,
        t.field({
          type: link.target === 'Metadata' ? [metadataFilter] : filterInput(resourceOf(link.target)),
          description: link.list ? `At least one of these: ${link.description}` : link.description,
        }),
      ]),
    ),
    AND: t.field({ type: [self], description: 'All of these hold.' }),
    OR: t.field({ type: [self], description: 'At least one of these holds.' }),
    NOT: t.field({ type: self, description: 'This does not hold.' }),
  }))
}

const partFilter = ({ typeName, description, columns }: Part) => ({
  description,
  type: inputType(`${typeName}Filter`, `Conditions on an ${typeName}; all that are given must hold.`, (t) => ({
    ...columnFilters(t, columns.values()),
    isNull: t.field({ type: 'Boolean', description: isNullMeaning }),
  })),
})

builder.enumType('Direction', {
  description: 'Which end of an order comes first.',
  values: { asc: { description: 'Smallest or earliest first.' }, desc: { description: 'Largest or latest first.' } },
})

/** One term of a resource's order, such as `SubscriptionOrder`. */
export function orderInput(resource: Resource): unknown {
  const description = `What a list is ordered by: exactly one column of a ${inWords(resource.name)}. Equals follow in the order of their ids.`
  const isOneOf = true
  return inputType(
    `${resource.name}Order`,
    description,
    (t) =>
      Object.fromEntries(
        [...resource.columns.values()]
          .filter(({ kind, list }) => kind !== 'json' && !list)
          .map((column) => [column.name, t.field({ type: 'Direction', description: column.description })]),
      ),
    isOneOf,
  )
}
