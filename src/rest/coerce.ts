/** Turns the text of a parameter into the value its GraphQL type takes. */
import {
  GraphQLError,
  type GraphQLInputType,
  type GraphQLLeafType,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
} from 'graphql'
import { badInput } from '../errors.ts'
import { each } from '../values/faults.ts'
import { readIdBound } from '../values/id.ts'
import { isKept } from '../values/number.ts'
import { shown } from '../values/text.ts'

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
  try {
    return coerceLeaf(text, wanted)
  } catch (error) {
    if (error instanceof GraphQLError) throw badInput(`Bad value for ${shown(name)}: ${error.message}.`)
    throw error
  }
}

function coerceLeaf(text: string, type: GraphQLLeafType): unknown {
  const value = isEnumType(type)
    ? enumValue(
        text,
        type.getValues().map(({ name }) => name),
      )
    : (readers[type.name]?.(text) ?? text)
  type.parseValue(value)
  return value
}

const expected = (what: string, text: string) => new GraphQLError(`must be ${what}, not ${shown(text)}`)

const readers: Record<string, (text: string) => unknown> = {
  Int: (text) => numeral(text, /^-?\d{1,15}$/, 'a whole number'),
  // Sums may be larger than a number holds exactly; those stay text.
  Amount: (text) => {
    const amount = numeral(text, /^-?\d{1,19}$/, 'a whole number')
    return isKept(amount) ? amount : text
  },
  Float: (text) => numeral(text, /^-?\d{1,300}(\.\d{1,300})?$/, 'a number'),
  Boolean: (text) => {
    const value = { true: true, '1': true, false: false, '0': false }[text.toLowerCase()]
    if (value === undefined) throw expected('true or false', text)
    return value
  },
  // A plus sign that was not percent-encoded arrives as a space.
  DateTime: (text) => text.replace(/ (\d\d:?\d\d)$/, '+$1'),
}

function numeral(text: string, form: RegExp, what: string): number {
  if (!form.test(text)) throw expected(what, text)
  return Number(text)
}

/** An enum's value by its name in any case, or by its integer code, which is its place counted from 1. */
export function enumValue(text: string, names: string[]): string {
  const value = /^\d{1,3}$/.test(text) ? names[Number(text) - 1] : names.find((name) => name === text.toLowerCase())
  if (value === undefined) throw expected(`one of ${names.map((name, index) => `${name} (${index + 1})`).join(', ')}`, text)
  return value
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
