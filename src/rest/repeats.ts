/**
 * Read, change, write back: what a body may repeat of its record beside the fields that the write takes.
 *
 * Known is every field that some read of the table shows of the record. Its own columns must say what they say now. Its `type`
 * and `url`, what is summed up from other records, and the records embedded in it are taken whatever they say: they may have
 * changed since they were read, and nobody can mean to write them here.
 */
import { isDeepStrictEqual } from 'node:util'
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isLeafType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { type Resource, resourceOf } from '../schema/registry.ts'
import { badInput } from '../values/errors.ts'
import { each } from '../values/faults.ts'
import type { Body } from './body.ts'
import { coerceValue } from './coerce.ts'
import { asGraphql, asRun, type Compiled } from './compile.ts'
import { unknownName } from './faults.ts'
import { contractName, graphqlName } from './names.ts'

/** What the reads of the table show of the records of each type: the fields by their names in the contract. */
type ShownFields = Map<string, Map<string, FieldNode>>

/** What may be repeated of a record. */
export type Repeats = {
  /** The record's own columns, with their types. */
  columns: Map<string, GraphQLLeafType | undefined>
  /** What is taken whatever it says. */
  others: Set<string>
  /** Reads what the columns say now, as the record's own row would. */
  now: Pick<Compiled, 'document' | 'at'>
}

export type RepeatsOfTable = {
  /** What may be repeated of the record that a row reads. */
  of(reader: Compiled): Repeats | undefined
  /** What the reads show inside a field of a record, such as the fields of an answer inside `answers`. */
  within(record: string, field: string): readonly string[]
}

/** Compiles what may be repeated of the records that have a row of their own to read them by. */
export function compileRepeats(schema: GraphQLSchema, rows: readonly Compiled[]): RepeatsOfTable {
  const shown = fieldsShown(schema, rows)
  const readers = rows.flatMap((row) => {
    const resource = resourceOf(schema.getType(row.record))
    return row.method === 'GET' && row.answer === 'record' && resource ? [{ row, resource }] : []
  })
  const repeats = new Map(
    readers.map(({ row, resource }) => [row, repeatsOf(schema, row, resource, shown.get(row.record) ?? new Map())]),
  )
  return {
    of: (reader) => repeats.get(reader),
    within: (record, field) => {
      const type = schema.getType(record)
      const inside = isObjectType(type) && type.getFields()[shown.get(record)?.get(field)?.name.value ?? '']
      return [...(shown.get(inside ? getNamedType(inside.type).name : '')?.keys() ?? [])]
    },
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

function repeatsOf(schema: GraphQLSchema, row: Compiled, { columns }: Resource, fields: Map<string, FieldNode>): Repeats {
  const type = schema.getType(row.record)
  if (!isObjectType(type)) throw new Error(`${row.name} shows no record`)
  const isOwn = ({ name }: FieldNode) => columns.has(name.value) && !columns.get(name.value)?.isSummary
  const own = [...fields].filter(([, field]) => isOwn(field))
  return {
    columns: new Map(own.map(([name, field]) => [name, leafType(type, field)])),
    others: new Set([...fields].flatMap(([name, field]) => (isOwn(field) ? [] : [name]))),
    now: readingNow(
      schema,
      row,
      own.map(([, field]) => field),
    ),
  }
}

function leafType(parent: GraphQLObjectType, { name }: FieldNode): GraphQLLeafType | undefined {
  const type = getNullableType(parent.getFields()[name.value]?.type)
  return isLeafType(type) ? type : undefined
}

/** The row's own operation with nothing but these columns in the place of what it shows. */
function readingNow(schema: GraphQLSchema, { source, at, name }: Compiled, fields: FieldNode[]) {
  const columns: SelectionSetNode = { kind: Kind.SELECTION_SET, selections: fields }
  const operation = source.definitions[0] as OperationDefinitionNode
  const selectionSet = replaced(operation.selectionSet, at, columns)
  const named: DocumentNode = { kind: Kind.DOCUMENT, definitions: [{ ...operation, selectionSet }] }
  const document = asRun(named)
  const faults = validate(schema, asGraphql(named))
  if (faults.length > 0) throw new Error(`${name}: ${faults.map(({ message }) => message).join(' ')}`)
  return { document, at }
}

/** A selection whose part at the end of a path is another. */
function replaced({ selections, ...set }: SelectionSetNode, [step, ...steps]: string[], by: SelectionSetNode): SelectionSetNode {
  if (step === undefined) return by
  return {
    ...set,
    selections: selections.map((field) =>
      field.kind === Kind.FIELD && field.selectionSet && graphqlName(field) === step
        ? { ...field, selectionSet: replaced(field.selectionSet, steps, by) }
        : field,
    ),
  }
}

/** Whether what a record says now has to be read to check these fields of a body. */
export const needsNow = (names: readonly string[], repeats: Repeats | undefined): boolean =>
  names.some((name) => repeats?.columns.has(name))

/**
 * Checks fields of a body that its write does not take.
 *
 * @param repeats what may be repeated; nothing where the record cannot be read at the path of the write.
 * @param now what the record's own columns say now, if the body has any of them.
 * @param known the fields the write takes.
 * @throws Refusal BAD_INPUT naming each field that is unknown, or says something else than now.
 */
export function checkRepeated(
  names: readonly string[],
  body: Body,
  now: Body,
  repeats: Repeats | undefined,
  known: Iterable<string>,
): void {
  each(names, (name) => {
    if (repeats?.others.has(name)) return
    if (!repeats?.columns.has(name)) throw unknownName('field', name, known)
    if (!isSame(name, body[name], now[name], repeats.columns.get(name))) throw badInput(`${name} is read-only.`)
  })
}

/** Whether two values of a column are the same, be they spelled in different ways: `"12"` in a form, another offset of a time. */
function isSame(name: string, given: unknown, now: unknown, type: GraphQLLeafType | undefined): boolean {
  if (isDeepStrictEqual(given, now)) return true
  if (!type || given === null || now === null) return false
  const read = (value: unknown) => type.parseValue(coerceValue(name, value, type))
  try {
    return isDeepStrictEqual(read(given), read(now))
  } catch {
    return false
  }
}
