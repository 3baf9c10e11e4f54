/** Reads a single value of a request, of a parameter or of a body, as a scalar or an enum of the schema takes it. */
import { GraphQLError, type GraphQLLeafType, isEnumType } from 'graphql'
import { isWhole } from '../values/id.ts'
import { isKept } from '../values/number.ts'
import { shown } from '../values/text.ts'

/**
 * A value as its type takes it. Numbers and booleans may be texts that say them, a boolean `1` or `0` too; an enum's value may be
 * in any case, or its integer code.
 *
 * @throws GraphQLError that says what it must be.
 */
export function readLeaf(value: unknown, type: GraphQLLeafType): unknown {
  const read = isEnumType(type)
    ? enumValue(
        String(value),
        type.getValues().map(({ name }) => name),
      )
    : (readers[type.name]?.(value) ?? value)
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
  if (isText(value) && !/^-?\d{1,19}$/.test(value)) throw new GraphQLError('must be a whole number')
  const text = Number.isInteger(value) ? String(BigInt(value as number)) : value
  return isText(text) && isKept(Number(text)) ? Number(text) : text
}

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

/** An enum's value by its name in any case, or by its integer code, which is its place counted from 1. */
function enumValue(text: string, names: string[]): string {
  const value = /^\d{1,3}$/.test(text) ? names[Number(text) - 1] : names.find((name) => name === text.toLowerCase())
  if (value !== undefined) return value
  throw new GraphQLError(`must be one of ${names.map((name, index) => `${name} (${index + 1})`).join(', ')}, not ${shown(text)}`)
}
