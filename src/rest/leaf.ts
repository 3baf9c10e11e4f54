/** Reads a single value of a request, of a parameter or of a body, as a scalar or an enum of the schema takes it. */
import { type GraphQLEnumType, GraphQLError, type GraphQLLeafType, isEnumType } from 'graphql'
import { isDotted, spelledValues } from '../schema/dotted.ts'
import { inWords, withArticle } from '../schema/wording.ts'
import { isWhole } from '../values/id.ts'
import { nearestName } from '../values/nearest.ts'
import { isKept } from '../values/number.ts'
import { shown } from '../values/text.ts'

/**
 * A value as its type takes it. Numbers and booleans may be texts that say them, a boolean `1` or `0` too; an enum's value may be
 * in any case, or its integer code.
 *
 * @throws GraphQLError that says what it must be.
 */
export function readLeaf(value: unknown, type: GraphQLLeafType): unknown {
  const read = isEnumType(type) ? enumValue(shown(value), type) : (readers[type.name]?.(value) ?? value)
  try {
    type.parseValue(read)
    return read
  } catch (error) {
    const what = expected[type.name]
    throw what === undefined || !(error instanceof GraphQLError) ? error : new GraphQLError(`must be ${what}`)
  }
}

/** Sentences for the scalars of graphql-js, in place of its own. */
const expected: Record<string, string> = {
  Int: 'a whole number of at most 32 bits',
  WholeNumber: 'a whole number',
  Float: 'a number',
  Boolean: 'true or false',
  String: 'text',
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Parses a number; any other value stays as it is, for the type to refuse it. */
const numeral = (form: RegExp) => (value: unknown) => (isText(value) && form.test(value) ? Number(value) : value)

/** A whole number beyond what JSON keeps as its digits: the write refuses it in its own words. */
function amount(value: unknown): unknown {
  if (isText(value) && !/^-?\d{1,19}$/.test(value) && !isFraction.test(value)) throw new GraphQLError('must be a whole number')
  const text = Number.isInteger(value) ? String(BigInt(value as number)) : value
  return isText(text) && isKept(Number(text)) ? Number(text) : text
}

const isFraction = /^-?\d{1,300}\.\d{1,300}$/

const isDecimal = /^-?\d{1,300}(\.\d{1,300})?$/

/** A whole number, or a fraction such as `10.5`: the write says which of them it takes. */
function wholeOrFraction(value: unknown): unknown {
  if (!isText(value)) return value
  return isWhole(value) || (isDecimal.test(value) && !Number.isInteger(Number(value))) ? Number(value) : value
}

const booleans = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

const readers: Record<string, (value: unknown) => unknown> = {
  Int: numeral(/^-?\d{1,16}$/),
  Amount: amount,
  WholeNumber: wholeOrFraction,
  Float: numeral(isDecimal),
  Boolean: (value) => (isText(value) || typeof value === 'number' ? (booleans.get(String(value).toLowerCase()) ?? value) : value),
}

/** The name of an enum's value, by its spelling in any case, or by its integer code, which is its place counted from 1. */
function enumValue(text: string, type: GraphQLEnumType): string {
  const values = spelledValues(type)
  const hasCode = !isDotted(type) && /^\d{1,3}$/.test(text)
  const value = hasCode ? values[Number(text) - 1] : values.find(({ spelled }) => spelled === text.toLowerCase())
  if (value !== undefined) return value.name
  throw new GraphQLError(`must be ${isDotted(type) ? nearDotted(text, type) : allOf(type)}, not ${shown(text)}`)
}

const allOf = (type: GraphQLEnumType): string =>
  `one of ${spelledValues(type)
    .map(({ spelled }, index) => `${spelled} (${index + 1})`)
    .join(', ')}`

/** One of many values, by an example: the nearest, else the first. */
function nearDotted(text: string, type: GraphQLEnumType): string {
  const values = spelledValues(type).map(({ spelled }) => spelled)
  const nearest = nearestName(text, values)
  return `${withArticle(inWords(type.name))} (${nearest ? `did you mean ${nearest}?` : `such as ${values[0]}`})`
}
