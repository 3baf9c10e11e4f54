/** Turns a value of a request body into the value its GraphQL type takes. */
import {
  GraphQLError,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { badInput } from '../errors.ts'
import { each, together } from '../values/faults.ts'
import { isWhole, readId } from '../values/id.ts'
import { isKept } from '../values/number.ts'
import { shown, snakeCase } from '../values/text.ts'
import { enumValue } from './coerce.ts'
import { unknownName } from './faults.ts'

/**
 * Reads a body value as a type of the schema says; names inside are the contract's.
 *
 * Booleans may be `true`, `"True"`, `1` or `"1"` and their opposites; integers may be strings of digits; objects must have
 * no field that the type does not have.
 *
 * @throws Refusal BAD_INPUT naming the field and what it should be.
 */
export function coerceValue(name: string, value: unknown, type: GraphQLInputType): unknown {
  if (isNonNullType(type)) {
    if (value === null || value === undefined) throw badInput(`${name} must not be null.`)
    return coerceValue(name, value, type.ofType)
  }
  if (value === null) return null
  if (isListType(type)) {
    if (!Array.isArray(value)) throw badInput(`${name} must be a list.`)
    // A list out of a form may have gaps.
    const items = value.filter(() => true)
    return each(items.entries(), ([index, item]) => coerceValue(`${name}[${index}]`, item, type.ofType))
  }
  return isInputObjectType(type) ? coerceObject(name, value, type) : coerceLeaf(name, value, type)
}

function coerceObject(name: string, value: unknown, type: GraphQLInputObjectType): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badInput(`${name} must be an object.`)
  const fields = new Map(Object.values(type.getFields()).map((field) => [snakeCase(field.name), field]))
  const given = value as Record<string, unknown>
  const unknown = Object.keys(given).filter((key) => !fields.has(key))
  const [pairs] = together(
    () => each(fields, ([key, field]) => [field.name, coerceField(`${name}.${key}`, given[key], field)] as const),
    () =>
      each(unknown, (key) => {
        throw unknownName('field', `${name}.${shown(key)}`, fields.keys(), key, (nearest) => `${name}.${nearest}`)
      }),
  )
  return Object.fromEntries(pairs.filter(([, item]) => item !== undefined))
}

function coerceField(name: string, given: unknown, { type, defaultValue }: GraphQLInputField): unknown {
  if (given !== undefined) return coerceValue(name, given, type)
  if (isNonNullType(type) && defaultValue === undefined) throw badInput(`${name} is required.`)
  return undefined
}

function coerceLeaf(name: string, value: unknown, type: GraphQLLeafType): unknown {
  if (type.name === 'ID') return idText(name, value)
  try {
    const read = isEnumType(type)
      ? enumValue(
          String(value),
          type.getValues().map((each) => each.name),
        )
      : (readers[type.name]?.(value) ?? value)
    type.parseValue(read)
    return read
  } catch (error) {
    if (error instanceof GraphQLError) throw badInput(`${name} ${expectation[type.name] ?? error.message}.`)
    throw error
  }
}

/** An identifier as text. A whole number passes whatever it is: the write says in its own words that nothing has that id. */
function idText(name: string, value: unknown): string {
  const text = Number.isInteger(value) ? String(BigInt(value as number)) : isText(value) ? value : shown(value)
  return isWhole(text) ? text : String(readId(name, text))
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** What graphql-js would say of its own scalars in its own words. */
const expectation: Record<string, string> = {
  Int: 'must be a whole number of at most 32 bits',
  WholeNumber: 'must be a whole number',
  Float: 'must be a number',
  Boolean: 'must be true or false',
  String: 'must be text',
}

const wholeNumber = (value: unknown) => (isText(value) && /^-?\d{1,16}$/.test(value) ? Number(value) : value)

/** A whole number beyond what JSON keeps as its digits: the write refuses it in its own words. */
function amount(value: unknown): unknown {
  const text = Number.isInteger(value) ? String(BigInt(value as number)) : value
  return isText(text) && isWhole(text) && isKept(Number(text)) ? Number(text) : text
}

/** A whole number, or a fraction such as `10.5`: the write says which of them it takes. */
function wholeOrFraction(value: unknown): unknown {
  if (!isText(value)) return value
  return isWhole(value) || (isDecimal.test(value) && !Number.isInteger(Number(value))) ? Number(value) : value
}

const isDecimal = /^-?\d{1,300}(\.\d{1,300})?$/

const booleans = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

const readers: Record<string, (value: unknown) => unknown> = {
  Int: wholeNumber,
  Amount: amount,
  WholeNumber: wholeOrFraction,
  Float: (value) => (isText(value) && isDecimal.test(value) ? Number(value) : value),
  Boolean: (value) => (isText(value) || typeof value === 'number' ? (booleans.get(String(value).toLowerCase()) ?? value) : value),
}
