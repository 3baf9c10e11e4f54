/**
 * Compares the embedded records of a body with what they are, where its write changes nothing.
 *
 * Compared are ids, texts, free-form values, prices and flags. Counts, sums, stock, statuses and times are not: they change by
 * themselves, so that those of a body may be older than the record. Of the history of a record nothing is compared either.
 */
import {
  type FieldNode,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  type SelectionNode,
} from 'graphql'
import { resourceOf } from '../schema/registry.ts'
import { badInput, type Refusal } from '../values/errors.ts'
import { each } from '../values/faults.ts'
import { isObject } from '../values/object.ts'
import { shown, snakeCase } from '../values/text.ts'
import type { Body } from './body.ts'
import type { Compiled } from './compile.ts'
import { contractName, directive } from './names.ts'
import { isSame } from './read-only-fields.ts'
import { answerSelection, type Fragments, fieldsOf, fieldType } from './selection.ts'

/** A field that a read shows: a value, an embedded record, or a list of them. */
type ShownField = {
  /** The type of the value, where values are compared. */
  compared?: GraphQLLeafType
  /** The type of what is embedded, and what the read shows of it. */
  record?: GraphQLObjectType
  fields: InnerFields
  /** Of a list: whether a read shows all of it, or the first of any number. */
  list?: 'whole' | 'page'
}

type InnerFields = ReadonlyMap<string, ShownField>

/** Where a value stands in a body. */
export type Place = {
  /** The names on the way to it: `editions[0].price`. */
  path: string
  /** The type of the record that has it, unless that is the record of the write. */
  record: GraphQLObjectType | undefined
  /** Its name there, in the contract's spelling. */
  name: string
}

const compiled = new WeakMap<Compiled, InnerFields>()

/** Compiles the fields that a row shows of its record, and inside them, once. */
export function compileShown(schema: GraphQLSchema, row: Compiled): InnerFields {
  const known = compiled.get(row)
  if (known) return known
  const type = schema.getType(row.record)
  if (!isObjectType(type)) throw new Error(`${row.name} shows no record`)
  const { selections: answered, fragments } = answerSelection(row)
  const nodes = row.answer === 'list' ? fieldsOf(answered, fragments).find(({ name }) => name.value === 'nodes') : undefined
  const selections = nodes ? (nodes.selectionSet?.selections ?? []) : answered
  const fields = shownFields(type, selections, fragments)
  compiled.set(row, fields)
  return fields
}

function shownFields(parent: GraphQLObjectType, selections: readonly SelectionNode[], fragments: Fragments): InnerFields {
  return new Map(fieldsOf(selections, fragments).map((node) => [contractName(node), shownField(parent, node, fragments)]))
}

function shownField(parent: GraphQLObjectType, node: FieldNode, fragments: Fragments): ShownField {
  const type = getNullableType(fieldType(parent, node))
  const record = getNamedType(type)
  if (!isObjectType(record)) {
    const isCompared = isLeafType(type) && isComparedValue(parent, node.name.value, type)
    return { ...(isCompared && { compared: type }), fields: new Map() }
  }
  const selections = node.selectionSet?.selections ?? []
  const nodes = record.name.endsWith('Connection') && fieldsOf(selections, fragments).find(({ name }) => name.value === 'nodes')
  if (nodes) return { ...shownField(record, nodes, fragments), list: 'page' }
  const fields = shownFields(record, selections, fragments)
  return { record, fields, ...((isListType(type) || directive(node, 'list')) && { list: 'whole' as const }) }
}

const comparedTypes = new Set(['ID', 'String', 'Boolean', 'Json'])

/** Whether values of a field are compared. A kind or an address that is no column says what and where a record is, and is not. */
function isComparedValue(parent: GraphQLObjectType, name: string, { name: type }: GraphQLLeafType): boolean {
  const resource = resourceOf(parent)
  const column = resource?.columns.get(name)
  if (resource ? !column || column.isSummary : name === 'type') return false
  if (type === 'Amount') return /price$/i.test(name) && !name.startsWith('total')
  return comparedTypes.has(type) && !/status/i.test(name)
}

/**
 * The records, and the values of other records, among some fields of a body that a row shows, or can be asked for by `with=all`.
 *
 * @param names of fields that are no columns of the record itself.
 */
export function embeddedIn(schema: GraphQLSchema, row: Compiled, names: readonly string[]): string[] {
  const fields = compileShown(schema, row)
  const isAsked = (name: string) => !row.embeddable.includes(name) || row.ofAll.includes(name)
  return names.filter((name) => {
    const { record, compared } = fields.get(name) ?? {}
    return (record || compared) && isAsked(name)
  })
}

/**
 * Compares embedded records of a body.
 *
 * @param names of the fields that have them.
 * @param now the record as it is, with what is embedded.
 * @param changedBy says how a value may be changed, as the end of a sentence.
 * @param prefix the place of the record in the body.
 * @throws Refusal BAD_INPUT naming each value that differs.
 */
export function checkEmbedded(
  fields: InnerFields,
  names: readonly string[],
  body: Body,
  now: Body,
  changedBy: (place: Place) => string | undefined,
  prefix = '',
): void {
  const refusal = (place: Place): Refusal => {
    const advice = changedBy(place)
    return badInput(`${prefix}${place.path} is read-only here${advice ? `; ${advice}` : ''}.`)
  }
  const checkField = (given: unknown, value: unknown, place: Place, field: ShownField): void => {
    if (field.list) checkList(given, value as readonly Body[], place, field)
    else if (field.record) checkRecord(given, value, place, field)
    else if (field.compared && !isSame(place.path, given, value, field.compared)) throw refusal(place)
  }
  const checkRecord = (given: unknown, value: unknown, place: Place, { record, fields }: ShownField): void => {
    if (given === null && value === null) return
    if (!isObject(given) || !isObject(value)) throw refusal(place)
    each(Object.entries(given), ([name, item]) => {
      const inner: Place = { path: `${place.path}.${shown(name)}`, record, name }
      const field = fields.get(name)
      if (field) checkField(item, value[name], inner, field)
      else if (!isShownElsewhere(record, name)) throw refusal(inner)
    })
  }
  const checkList = (given: unknown, value: readonly Body[], place: Place, field: ShownField): void => {
    if (!Array.isArray(given)) throw refusal(place)
    const isShort = field.list === 'whole' ? given.length < value.length : given.length === 0 && value.length > 0
    if (isShort) throw refusal(place)
    const known = new Map(value.map((record) => [String(record.id), record]))
    each(given.entries(), ([index, item]) => {
      const path = `${place.path}[${index}]`
      const id = isObject(item) ? item.id : undefined
      const record = id === undefined ? value[index] : known.get(String(id))
      if (record) checkRecord(item, record, { ...place, path }, field)
      // Behind those that are shown there may be more.
      else if (field.list === 'whole' || value.length < maxShown)
        throw refusal(id === undefined ? { ...place, path } : { path: `${path}.id`, record: field.record, name: 'id' })
    })
  }
  each(names, (name) => {
    const field = fields.get(name)
    if (field) checkField(body[name], now[name], { path: name, record: undefined, name }, field)
  })
}

/** Whether some reads show a field of a record and others do not, and it is not compared anyway: what it is, where it is, and its sums. */
function isShownElsewhere(record: GraphQLObjectType | undefined, name: string): boolean {
  const columns = [...((record && resourceOf(record)?.columns) ?? [])]
  return name === 'type' || name === 'url' || columns.some(([column, { isSummary }]) => isSummary && snakeCase(column) === name)
}

/** Records that a read shows of a relation to any number. */
const maxShown = 100
