/** Turns what a request says, as the text of a parameter or as a value of a body, into what its GraphQL type takes. */
import {
  GraphQLError,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql'
import { badInput } from '../values/errors.ts'
import { each, together } from '../values/faults.ts'
import { isWhole, readId, readIdBound } from '../values/id.ts'
import { shown, snakeCase } from '../values/text.ts'
import { unknownName } from './faults.ts'
import { readLeaf } from './leaf.ts'

/**
 * Reads a parameter's text as a type of the schema says.
 *
 * Accepted: `12` for an id; `true`, `True`, `1` for a boolean; `Captured` or `2` for an enum; `a,"b,c"` for a list.
 *
 * @throws Refusal BAD_INPUT naming the parameter and what it should be.
 */
export function coerceText(name: string, text: string, type: GraphQLInputType): unknown {
  const wanted = getNullableType(type)
  if (isListType(wanted)) return each(splitList(name, text), (item) => coerceText(name, item, wanted.ofType))
  if (!isLeafType(wanted)) throw badInput(`${shown(name)} cannot be written in a query string.`)
  if (wanted.name === 'ID') return String(readIdBound(shown(name), text))
  return withSentence(
    () => readLeaf(text, wanted),
    (fault) => `Bad value for ${shown(name)}: ${fault}${fault.includes(', not ') ? '' : `, not ${shown(text)}`}.`,
  )
}

/**
 * Reads a body value as a type of the schema says; names inside are the contract's.
 *
 * Booleans may be `true`, `"True"`, `1` or `"1"` and their opposites; integers may be strings of digits; objects must have
 * no field that the type does not have.
 *
 * @throws Refusal BAD_INPUT naming the field and what it should be.
 */
export function coerceValue(name: string, value: unknown, type: GraphQLInputType, shown?: TakenRecord): unknown {
  if (isNonNullType(type)) {
    if (value === null || value === undefined) throw badInput(`${name} must not be null.`)
    return coerceValue(name, value, type.ofType, shown)
  }
  if (value === null) return null
  if (isListType(type)) {
    if (!Array.isArray(value)) throw badInput(`${name} must be a list.`)
    // A list out of a form may have gaps, which are left out.
    const items = value.filter(() => true)
    return each(items.entries(), ([index, item]) => coerceValue(`${name}[${index}]`, item, type.ofType, shown?.item(index)))
  }
  if (isInputObjectType(type)) return coerceObject(name, value, type, shown)
  if (type.name === 'ID') return idText(name, value)
  return withSentence(
    () => readLeaf(value, type),
    (fault) => `${name} ${fault}.`,
  )
}

/** A record as reads show it, of which a body may have more than the input takes. */
export type TakenRecord = {
  /** Takes fields that the input lacks. @returns those that no read shows. */
  take: (names: readonly string[], given: Record<string, unknown>) => readonly string[]
  /** The records in one of its fields, and one of a list. */
  inside: (name: string) => TakenRecord | undefined
  item: (index: number) => TakenRecord
}

function coerceObject(name: string, value: unknown, type: GraphQLInputObjectType, record?: TakenRecord): object {
  if (typeof value !== 'object' || value === null) throw badInput(`${name} must be an object.`)
  // PHP encodes an object without fields as an empty list.
  if (Array.isArray(value) && value.length > 0) throw badInput(`${name} must be an object.`)
  const fields = new Map(Object.values(type.getFields()).map((field) => [snakeCase(field.name), field]))
  const given = value as Record<string, unknown>
  const others = Object.keys(given).filter((key) => !fields.has(key))
  const unknown = record?.take(others, given) ?? others
  const [pairs] = together(
    () =>
      each(
        fields,
        ([key, field]) => [field.name, coerceField(`${name}.${key}`, given[key], field, record?.inside(key))] as const,
      ),
    () =>
      each(unknown, (key) => {
        throw unknownName('field', `${name}.${shown(key)}`, fields.keys(), key, (nearest) => `${name}.${nearest}`)
      }),
  )
  return Object.fromEntries(pairs.filter(([, item]) => item !== undefined))
}

function coerceField(
  name: string,
  given: unknown,
  { type, defaultValue }: GraphQLInputField,
  record: TakenRecord | undefined,
): unknown {
  if (given !== undefined) return coerceValue(name, given, type, record)
  if (isNonNullType(type) && defaultValue === undefined) throw badInput(`${name} is required.`)
  return undefined
}

/** An identifier as text. Any whole number passes: the write says in its own words that no record has that id. */
function idText(name: string, value: unknown): string {
  const text = Number.isInteger(value) ? String(BigInt(value as number)) : typeof value === 'string' ? value : shown(value)
  return isWhole(text) ? text : String(readId(name, text))
}

/** Reads a value; a fault gets its sentence. */
function withSentence(read: () => unknown, sentenceOf: (fault: string) => string): unknown {
  try {
    return read()
  } catch (error) {
    if (error instanceof GraphQLError) throw badInput(sentenceOf(error.message))
    throw error
  }
}

/**
 * Splits a comma list; an item in double quotes may hold commas, and a quote inside it is doubled.
 *
 * Accepted: `a, b` · `"a, ""b""",c` · `a,` (its last item is empty). Refused: `a"b` · `"a"b` · `"a`.
 */
export function splitList(name: string, text: string): string[] {
  return partsOf(text).map((part) => {
    const item = part.trim()
    if (!item.includes('"')) return item
    const inner = item.slice(1, -1)
    const isQuoted = item.length > 1 && item.startsWith('"') && item.endsWith('"') && !inner.replaceAll('""', '').includes('"')
    if (!isQuoted) throw badInput(`${shown(name)} must be a list such as a,b or "a, b",c.`)
    return inner.replaceAll('""', '"')
  })
}

// Not by a regular expression: one that skips spaces, quoted texts and spaces again tries each division of them anew.
function partsOf(text: string): string[] {
  const parts: string[] = []
  let start = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted
    if (text[at] !== ',' || isQuoted) continue
    parts.push(text.slice(start, at))
    start = at + 1
  }
  return [...parts, text.slice(start)]
}
