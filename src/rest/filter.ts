/**
 * Reads filters: from `customer.email__ilike=%example.com` to `{ customer: { email: { ilike: "%example.com" } } }`.
 *
 * What can be filtered is whatever the schema's filter types say; this file knows no field.
 */
import { type GraphQLInputObjectType, type GraphQLInputType, getNullableType, isInputObjectType, isListType } from 'graphql'
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

const metadataPrefix = '_md.'

/**
 * Turns parameters into a filter of the given type; they must all hold.
 *
 * @throws Refusal BAD_INPUT naming the filter, operator or value that is not known.
 */
export function readFilter(parameters: Parameter[], type: GraphQLInputObjectType): object | undefined {
  return parameters.length === 0 ? undefined : { AND: parameters.map((parameter) => readCondition(parameter, type)) }
}

function readCondition({ name, value }: Parameter, type: GraphQLInputObjectType): object {
  const { path, operator } = splitName(name)
  if (path.startsWith(metadataPrefix)) return metadataCondition(name, path, operator, value, type)
  let at = type
  const steps: string[] = []
  for (const step of path.split('.')) {
    const field = fieldNamed(at, step)
    const next = field && namedObject(field.type)
    if (!field || !next) throw badInput(`Unknown filter: ${name}`)
    steps.push(field.name)
    at = next
  }
  const operand = at.getFields()[operator]
  // A name that stops at a relation, or stands for a list of conditions, is no filter.
  if (isResourceFilter(at)) throw badInput(`Unknown filter: ${name}`)
  if (!operand)
    throw badInput(
      `${path} does not take the operator ${operator}; it takes ${Object.keys(at.getFields()).map(restOperator).join(', ')}.`,
    )
  const condition = { [operator]: coerceText(name, value, operand.type) }
  return steps.reduceRight<object>((inner, step) => ({ [step]: inner }), condition)
}

/** `placed_at__gt` → path `placed_at`, operator `gt`; no suffix is `eq`. */
function splitName(name: string): { path: string; operator: string } {
  const cut = name.lastIndexOf('__')
  if (cut <= 0) return { path: name, operator: 'eq' }
  const suffix = name.slice(cut + 2)
  const operator = Object.hasOwn(operators, suffix) ? operators[suffix] : undefined
  if (!operator) {
    throw badInput(`Unknown operator: ${shown(suffix)} in ${name}; known are ${Object.keys(operators).join(', ')}.`)
  }
  return { path: name.slice(0, cut), operator }
}

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
function metadataCondition(name: string, path: string, operator: string, value: string, type: GraphQLInputObjectType): object {
  const field = type.getFields().metadata
  const list = field && getNullableType(field.type)
  const condition = isListType(list) ? namedObject(list.ofType) : undefined
  const operand = condition?.getFields()[operator]
  if (!operand) throw badInput(`Unknown filter: ${name}`)
  const key = path.slice(metadataPrefix.length)
  if (key === '') throw badInput(`${name} names no metadata key; write ${metadataPrefix}<key>.`)
  return { metadata: [{ key, [operator]: coerceText(name, value, operand.type) }] }
}
