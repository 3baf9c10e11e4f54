/**
 * Reads filters: from `customer.email__ilike=%example.com` to `{ customer: { email: { ilike: "%example.com" } } }`.
 *
 * What can be filtered is whatever the schema's filter types say; this file knows no field.
 */
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { badInput } from '../errors.ts'
import { shown, snakeCase } from '../values/text.ts'
import { coerceText } from './coerce.ts'
import type { Parameter } from './query.ts'

/** The operators as REST spells them, and what the schema calls them. */
const operators: Record<string, string> = {
  eq: 'eq',
  ne: 'ne',
  lt: 'lt',
  le: 'le',
  lte: 'le',
  gt: 'gt',
  ge: 'ge',
  gte: 'ge',
  like: 'like',
  ilike: 'ilike',
  in: 'in',
  nin: 'nin',
  is_null: 'isNull',
}

/** The step that leads to free-form keys; what follows it is the key, whatever it is made of. */
const metadataStep = '_md'

/**
 * Turns parameters into a filter of the given type; they must all hold.
 *
 * @param names the fields whose names in the contract cannot be derived, by those.
 * @throws Refusal BAD_INPUT naming the filter, operator or value that is not known.
 */
export function readFilter(
  parameters: Parameter[],
  type: GraphQLInputObjectType,
  names: ReadonlyMap<string, string>,
): object | undefined {
  return parameters.length === 0 ? undefined : { AND: parameters.map((parameter) => readCondition(parameter, type, names)) }
}

function readCondition({ name, value }: Parameter, type: GraphQLInputObjectType, names: ReadonlyMap<string, string>): object {
  const { path, key, operator } = splitName(name)
  let at = type
  const steps: string[] = []
  for (const [index, step] of path.entries()) {
    const field = fieldNamed(at, (index === 0 && names.get(step)) || step)
    const next = field && namedObject(field.type)
    if (!field || !next) throw badInput(`Unknown filter: ${name}`)
    steps.push(field.name)
    at = next
  }
  const condition =
    key === undefined ? columnCondition(name, operator, value, at) : metadataCondition(name, key, operator, value, at)
  return steps.reduceRight<object>((inner, step) => ({ [step]: inner }), condition)
}

function columnCondition(name: string, operator: string, value: string, type: GraphQLInputObjectType): object {
  const operand = type.getFields()[operator]
  if (operand) return { [operator]: readOperand(name, value, operand.type) }
  const known = Object.values(type.getFields()).filter((field) => !namedObject(field.type))
  // A name that stops at a relation or an object of fields is no filter.
  if (isResourceFilter(type) || known.length <= 1) throw badInput(`Unknown filter: ${name}`)
  const taken = known.map((field) => restOperator(field.name)).join(', ')
  throw badInput(`${withoutOperator(name)} does not take the operator ${operator}; it takes ${taken}.`)
}

/** A JSON value is written as JSON; what is none is text. */
function readOperand(name: string, text: string, type: GraphQLInputType): unknown {
  if (getNamedType(type).name !== 'Json') return coerceText(name, text, type)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * `customer.orders.placed_at__gt` → path `customer`, `orders`, `placed_at`, operator `gt`; no suffix is `eq`.
 * `customer._md.shoe.size__gt` → path `customer`, key `shoe.size`, operator `gt`. A known operator at the end of a key is
 * always the operator, and what is none is always part of the key: what is stored does not change what a filter means.
 */
function splitName(name: string): { path: string[]; key: string | undefined; operator: string } {
  const cut = name.lastIndexOf('__')
  const suffix = name.slice(cut + 2)
  const operator = cut > 0 && Object.hasOwn(operators, suffix) ? operators[suffix] : undefined
  const steps = (operator ? name.slice(0, cut) : name).split('.')
  const at = steps.indexOf(metadataStep)
  const key = at >= 0 && at < steps.length - 1 ? steps.slice(at + 1).join('.') : undefined
  if (!operator && cut > 0 && key === undefined) {
    throw badInput(`Unknown operator: ${shown(suffix)} in ${name}; known are ${Object.keys(operators).join(', ')}.`)
  }
  return { path: key === undefined ? steps : steps.slice(0, at), key, operator: operator ?? 'eq' }
}

const withoutOperator = (name: string): string => name.slice(0, name.lastIndexOf('__'))

const restOperator = (name: string): string => (name === 'isNull' ? 'is_null' : name)

const logical = new Set(['AND', 'OR', 'NOT'])

const fieldNamed = (type: GraphQLInputObjectType, restName: string) =>
  Object.values(type.getFields()).find(({ name }) => !logical.has(name) && snakeCase(name) === restName)

const isResourceFilter = (type: GraphQLInputObjectType): boolean => 'AND' in type.getFields()

function namedObject(type: GraphQLInputType): GraphQLInputObjectType | undefined {
  const nullable = getNullableType(type)
  return isInputObjectType(nullable) ? nullable : undefined
}

/** `_md.shoe.size__gt=9` → `{ metadata: [{ key: "shoe.size", gt: "9" }] }`. */
function metadataCondition(name: string, key: string, operator: string, value: string, type: GraphQLInputObjectType): object {
  const field = type.getFields().metadata
  const list = field && getNullableType(field.type)
  const operand = isListType(list) ? namedObject(list.ofType)?.getFields()[operator] : undefined
  if (!operand) throw badInput(`Unknown filter: ${name}`)
  if (key === '') throw badInput(`${name} names no metadata key; write ${metadataStep}.<key>.`)
  return { metadata: [{ key, [operator]: coerceText(name, value, operand.type) }] }
}
