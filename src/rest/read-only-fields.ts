/**
 * Read, change, write back: what a body may have of its record beside the fields that the write takes.
 *
 * Known is every field that some read of the table shows of the record. The write compares the record's own columns with the row
 * that it locks; its `type` and `url`, sums of other records and embedded records may differ. Where the write changes nothing,
 * embedded records are compared too (`embedded.ts`): then nothing else can have been meant.
 */

import { isDeepStrictEqual } from 'node:util'
import {
  type FieldNode,
  type GraphQLLeafType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isLeafType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { columnsOf } from '../schema/registry.ts'
import { each } from '../values/faults.ts'
import { parseHttpDate } from '../values/time.ts'
import type { Body } from './body.ts'
import { coerceValue } from './coerce.ts'
import type { Compiled } from './compile.ts'
import { unknownName } from './faults.ts'
import { contractName } from './names.ts'
import { storePrefix } from './route.ts'

/** The fields of each type that the reads of the table show, by their names in the contract. */
type ShownFields = Map<string, Map<string, FieldNode>>

/** An own column of a record: the name of its field, and its type. */
type OwnColumn = { name: string; type: GraphQLLeafType | undefined }

/** The fields of a record that a write of it may be sent, by their names in the contract. */
export type ReadOnlyFields = { columns: ReadonlyMap<string, OwnColumn>; others: ReadonlySet<string> }

export type ReadOnlyOfTable = {
  /** The fields of the record that a row reads, if it reads one. */
  of(reader: Compiled): ReadOnlyFields | undefined
  /** The row of the Merchant API that reads one record of a type, and the list of all of them, if there is one. */
  readerOf(record: string): Compiled | undefined
  listOf(record: string): Compiled | undefined
  /** The fields that reads show inside a field of a record, such as those of an answer inside `answers`. */
  within(record: string, field: string): readonly string[]
  /** The fields of a record of a type, wherever reads show it. */
  shownOf(record: string): ReadOnlyFields
  /** The type of the records in a field of a record, and the name of that field in GraphQL. */
  inside(record: string, field: string): { record: string; field: string } | undefined
}

/** Compiles the fields of the records that have a row of their own to read them by. */
export function compileReadOnly(schema: GraphQLSchema, rows: readonly Compiled[]): ReadOnlyOfTable {
  const shown = fieldsShown(schema, rows)
  const readers = rows.filter(({ method, answer, record }) => {
    return method === 'GET' && answer === 'record' && columnsOf(schema.getType(record))
  })
  const compiled = new Map(readers.map((row) => [row, readOnlyOf(schema, row.record, shown.get(row.record) ?? new Map())]))
  const inside: ReadOnlyOfTable['inside'] = (record, name) => {
    const type = schema.getType(record)
    const field = isObjectType(type) && type.getFields()[shown.get(record)?.get(name)?.name.value ?? '']
    return field ? { record: getNamedType(field.type).name, field: field.name } : undefined
  }
  const byType = new Map<string, ReadOnlyFields>()
  const ofMerchants = rows.filter(({ method, path }) => method === 'GET' && !path.startsWith(storePrefix))
  return {
    of: (reader) => compiled.get(reader),
    readerOf: (record) => ofMerchants.find((row) => row.answer === 'record' && row.record === record),
    listOf: (record) => ofMerchants.find((row) => row.answer === 'list' && row.record === record && !row.path.includes('{')),
    within: (record, field) => [...(shown.get(inside(record, field)?.record ?? '')?.keys() ?? [])],
    shownOf: (record) => {
      const fields = byType.get(record) ?? readOnlyOf(schema, record, shown.get(record) ?? new Map())
      byType.set(record, fields)
      return fields
    },
    inside,
  }
}

function fieldsShown(schema: GraphQLSchema, rows: readonly Compiled[]): ShownFields {
  const shown: ShownFields = new Map()
  const types = new TypeInfo(schema)
  // Rows share their fragments, which need to be looked at once.
  const definitions = new Set(rows.filter(({ method }) => method === 'GET').flatMap(({ source }) => source.definitions))
  for (const definition of definitions) {
    visit(
      definition,
      visitWithTypeInfo(types, {
        Field: (field) => {
          const parent = types.getParentType()?.name ?? ''
          shown.set(parent, (shown.get(parent) ?? new Map()).set(contractName(field), field))
        },
      }),
    )
  }
  return shown
}

function readOnlyOf(schema: GraphQLSchema, record: string, fields: Map<string, FieldNode>): ReadOnlyFields {
  const type = schema.getType(record)
  if (!isObjectType(type)) throw new Error(`${record} is no record`)
  const columns = columnsOf(type)
  const isOwn = ({ name }: FieldNode) => {
    const column = columns?.get(name.value)
    return column?.isSummary === false && column.through === undefined
  }
  const leafType = ({ name }: FieldNode) => {
    const leaf = getNullableType(type.getFields()[name.value]?.type)
    return isLeafType(leaf) ? leaf : undefined
  }
  const own = [...fields].filter(([, field]) => isOwn(field))
  return {
    columns: new Map(own.map(([name, field]) => [name, { name: field.name.value, type: leafType(field) }])),
    others: new Set([...fields].flatMap(([name, field]) => (isOwn(field) ? [] : [name]))),
  }
}

/** Fields of a body that its write does not take: columns, with their values, and the names of the others. */
export type SentBackFields = { columns: Record<string, unknown>; others: string[] }

/**
 * Reads the fields of a body that its write does not take.
 *
 * @param fields those of the record; nothing where it cannot be read at the path of the write.
 * @param known the fields that the write takes.
 * @returns the columns by the names of their GraphQL fields.
 * @throws Refusal BAD_INPUT naming each field that is unknown.
 */
export function readSentBack(
  names: readonly string[],
  body: Body,
  fields: ReadOnlyFields | undefined,
  known: Iterable<string>,
): SentBackFields {
  each(names, (name) => {
    if (!fields?.columns.has(name) && !fields?.others.has(name)) throw unknownName('field', name, known)
  })
  return {
    columns: fields ? readColumns(names, body, fields.columns) : {},
    others: names.filter((name) => fields?.others.has(name)),
  }
}

/** The columns among some fields of a body, by the names of their GraphQL fields. */
export const readColumns = (names: readonly string[], body: Body, columns: ReadOnlyFields['columns']): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const column = columns.get(name)
      return column ? [[column.name, parsedLeaf(name, body[name], column.type)]] : []
    }),
  )

/** A value as its type has it, however a form or a client spells it; ids are numbers. What the type cannot have stays as it is. */
function parsedLeaf(name: string, given: unknown, type: GraphQLLeafType | undefined): unknown {
  if (!type || given === null) return given
  try {
    const time = type.name === 'DateTime' && parseHttpDate(String(given))
    const value = time || type.parseValue(coerceValue(name, given, type))
    return type.name === 'ID' ? Number(value) : value
  } catch {
    return given
  }
}

/** Whether two values of a body and of an answer are the same, be they spelled in different ways, such as `"12"` in a form. */
export const isSame = (name: string, given: unknown, now: unknown, type: GraphQLLeafType): boolean =>
  isDeepStrictEqual(given, now) || isDeepStrictEqual(parsedLeaf(name, given, type), parsedLeaf(name, now, type))
