/** The scalars of the API. Each refuses values that the database cannot store, so that no argument is checked again. */
import { GraphQLError, Kind, type ValueNode, valueFromASTUntyped } from 'graphql'
import { dayForm, parseDay } from '../values/day.ts'
import { exactNumber, isKept, keptForm, parseWhole } from '../values/number.ts'
import { shown } from '../values/text.ts'
import { formatTime, parseHttpDate, parseTime, timeForm } from '../values/time.ts'

type GivenVariables = Record<string, unknown> | null | undefined

type ScalarParts<Internal, External> = {
  description: string
  serialize: (value: Internal) => External
  parseValue: (value: unknown) => Internal
  parseLiteral: (node: ValueNode, variables?: GivenVariables) => Internal
}

/** A scalar of any values. */
export type AnyScalar = Omit<ScalarParts<never, unknown>, 'parseValue' | 'parseLiteral'> & {
  parseValue: (value: unknown) => unknown
  parseLiteral: (node: ValueNode, variables?: GivenVariables) => unknown
  extensions?: { jsonSchema: object }
}

export const refused = (expected: string, value: unknown) => new GraphQLError(`must be ${expected}, not ${shown(value)}`)

/** The JSON Schema of a scalar's values, in the extensions where the documents of an interface look for it. */
export const asJson = (jsonSchema: object) => ({ extensions: { jsonSchema } })

/** Creates a scalar that parses a literal like the same value in a variable. */
export function scalar<Internal, External>(
  description: string,
  serialize: (value: Internal) => External,
  parseValue: (value: unknown) => Internal,
  readLiteral: (node: ValueNode, variables: GivenVariables) => unknown = valueFromASTUntyped,
): ScalarParts<Internal, External> {
  const parseLiteral = (node: ValueNode, variables: GivenVariables) => {
    try {
      return parseValue(readLiteral(node, variables))
    } catch (error) {
      // Adds the location in the document, which the message lacks.
      throw error instanceof GraphQLError ? new GraphQLError(error.message, { nodes: node }) : error
    }
  }
  return { description, serialize, parseValue, parseLiteral }
}

/** Parses a whole number from its digits, which a double would round. */
export function exactLiteral(node: ValueNode, variables: GivenVariables): unknown {
  return node.kind === Kind.INT && !isKept(Number(node.value)) ? node.value : valueFromASTUntyped(node, variables)
}

const amountForm = `a whole number, beyond ±${Number.MAX_SAFE_INTEGER} as text`

const fractionForm = "a whole number of the currency's smallest unit, such as 999 for 9.99"
const isFraction = (value: unknown) => !Number.isInteger(Number(value)) && Number.isFinite(Number(value))

/** Parses an amount; sums may exceed an exact JSON number, and filters take digits in a text. */
function parseAmount(value: unknown): bigint {
  if (Number.isSafeInteger(value)) return BigInt(value as number)
  const amount = typeof value === 'string' && !isKept(Number(value)) ? parseWhole(value) : undefined
  if (amount === undefined) throw refused(isFraction(value) ? fractionForm : amountForm, value)
  return amount
}

/** Parses a number of any size; beyond the exact range it is approximate. */
function parseWholeNumber(value: unknown): number {
  // JSON's 1e400 is parsed as infinity: larger than any rule allows, and no other kind of value.
  if (typeof value === 'number' && !Number.isNaN(value)) return value
  throw refused('a whole number', value)
}

function parseDate(value: unknown): string {
  const day = typeof value === 'string' ? parseDay(value) : undefined
  if (!day) throw refused(dayForm, value)
  return day
}

function parseDateTime(value: unknown): Date {
  const time = typeof value === 'string' ? (parseTime(value) ?? parseHttpDate(value)) : undefined
  if (!time) throw refused(timeForm, value)
  return time
}

/** Parses the value of a free-form key: text, a number or a boolean. */
function parsePlain(value: unknown): string | number | boolean {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value !== 'number') throw refused('text, a number or a boolean', value)
  if (!isKept(value)) throw new GraphQLError(`must be ${keptForm}`)
  return value
}

const maxJsonDepth = 64

/** Parses any JSON value that recursion can process; checked without recursion, since clients choose the depth. */
function parseJson(value: unknown): unknown {
  const waiting = [{ value, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.depth > maxJsonDepth) throw new GraphQLError(`must be at most ${maxJsonDepth} levels deep`)
    if (typeof next.value !== 'object' || next.value === null) continue
    for (const child of Object.values(next.value)) waiting.push({ value: child, depth: next.depth + 1 })
  }
  return value
}

export const scalars = {
  Amount: {
    ...scalar(
      "An amount of money: a whole number of the smallest unit of the store's currency (cents for USD).",
      exactNumber,
      parseAmount,
      exactLiteral,
    ),
    ...asJson({ type: 'integer', format: 'int64' }),
  },
  DateTime: {
    ...scalar(
      'A time in UTC, in whole seconds: `2026-11-20T13:45:00Z`. Taken in as an ISO 8601 date or time with any offset.',
      formatTime,
      parseDateTime,
    ),
    ...asJson({ type: 'string', format: 'date-time' }),
  },
  Date: {
    ...scalar('A day of the calendar: `2026-11-20`.', (day: string) => day, parseDate),
    ...asJson({ type: 'string', format: 'date' }),
  },
  Json: {
    ...scalar('Any JSON value, at most 64 levels deep.', (value: unknown) => value, parseJson),
    ...asJson({ type: ['object', 'array', 'string', 'number', 'boolean', 'null'] }),
  },
  WholeNumber: {
    ...scalar(
      'A whole number; one that is too large, or a fraction, is refused by the rule it breaks.',
      (number: number) => number,
      parseWholeNumber,
    ),
    parseLiteral: (node: ValueNode) =>
      parseWholeNumber(node.kind === Kind.INT || node.kind === Kind.FLOAT ? Number(node.value) : valueFromASTUntyped(node)),
    ...asJson({ type: 'integer', format: 'int64' }),
  },
  Plain: {
    ...scalar(
      'Text, a number or a boolean: the value of a free-form key.',
      (value: string | number | boolean) => value,
      parsePlain,
    ),
    ...asJson({ type: ['string', 'number', 'boolean'] }),
  },
}
