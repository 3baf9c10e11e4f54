/**
 * Reads filters: from `shelf.name__ilike=%poetry` to `{ shelf: { name: { ilike: "%poetry" } } }`.
 *
 * The schema's filter types decide which fields can be filtered; this file knows none.
 */
import { type GraphQLInputObjectType, type GraphQLInputType, getNamedType, getNullableType, isListType } from 'graphql'
import { restBounds } from '../config/limits.ts'
import type { Parameter } from '../http/search.ts'
import { equality, isRecordFilter } from '../schema/operators.ts'
import { checkBounds } from '../values/bounds.ts'
import { badInput } from '../values/errors.ts'
import { each } from '../values/faults.ts'
import { keyStep } from '../values/sentence.ts'
import { shown, snakeCase } from '../values/text.ts'
import { coerceText } from './coerce.ts'
import {
  fieldsIn,
  isColumn,
  type KnownNames,
  keyedField,
  namedObject,
  operatorsOf,
  pathMeant,
  unknownFilter,
} from './filter-names.ts'
import { type FilterParameter, filterParameters, plainName, suffixes } from './filter-parameters.ts'

/**
 * Turns parameters into a filter of the given type. They must all hold, of the values that one field may equal any, and those
 * behind the same to-many relation for the same row. One that is left empty asks for nothing, as long as there is such a filter,
 * unless it is an empty list.
 *
 * @returns nothing when they say nothing.
 * @throws Refusal BAD_INPUT naming each filter, operator or value that is not known.
 */
export function readFilter(parameters: Parameter[], type: GraphQLInputObjectType, known: KnownNames): object | undefined {
  const conditions = each(filterParameters(parameters), (asked) => readCondition(asked, type, known)).flat()
  return conditions.length > 0 ? nested(conditions) : undefined
}

function readCondition(asked: FilterParameter, type: GraphQLInputObjectType, known: KnownNames): ConditionAt[] {
  const { name, operator = 'eq', brackets, isList, values } = asked
  const { path, key } = pathAndKey(asked.rest)
  if (key === undefined && plainName(asked.rest) !== undefined) throw unknownFilter(name, path, type, known)
  if (!asked.operator && asked.suffix !== undefined && key === undefined) {
    if (pathMeant(type, path)) throw unknownFilter(name, path, type, known)
    throw badInput(`Unknown operator: ${shown(asked.suffix)} in ${shown(name)}; known are ${Object.keys(suffixes).join(', ')}.`)
  }
  let at = type
  let isEmail = false
  const relations: string[] = []
  const fields: string[] = []
  for (const [index, step] of path.entries()) {
    const field = fieldsIn(at).get((index === 0 && known.given.get(step)) || step)
    const next = field && namedObject(field.type)
    if (!field || !next) throw unknownFilter(name, path, type, known)
    const steps = isRecordFilter(next) ? relations : fields
    steps.push(field.name)
    at = next
    isEmail = field.extensions.isEmail === true
  }
  const keyed = key === undefined ? undefined : keyedField(at)
  const operands = key === undefined ? at : keyed?.operands
  // A name that stops at a relation is no filter, nor is one at an object of fields, which may be missing but has no value.
  if (!operands || !(isColumn(operands) || operands.getFields()[operator])) throw unknownFilter(name, path, type, known)
  if (key === '') throw badInput(`${shown(name)} names no ${keyed?.step} key; write ${keyStep}.<key>.`)
  if (brackets !== undefined && !isList) throw badInput(`${shown(name)} takes no list; write ${shown(withoutBrackets(asked))}.`)
  const condition = (given: typeof values) => {
    const compared = comparison({ ...asked, values: given }, operands, isEmail)
    const inner = keyed ? { [keyed.name]: [{ key, ...compared }] } : compared
    return fields.reduceRight<object>((within, step) => ({ [step]: within }), inner)
  }
  if (!values) return []
  // A boolean takes no list, and has no need of one.
  const isEither = !isList && values.length > 1 && !operands.getFields().in
  const meant = isEither ? { OR: values.map((value) => condition([value])) } : condition(values)
  return [{ relations, condition: meant }]
}

const withoutBrackets = ({ name, brackets = '' }: FilterParameter): string => name.slice(0, name.length - brackets.length)

/** `{ gt: 5 }`, or `{ in: [5, 7] }` where any of several values will do. */
function comparison(
  { rest, operator = 'eq', values = [], isList }: FilterParameter,
  type: GraphQLInputObjectType,
  isEmail: boolean,
): object {
  const operand = type.getFields()[operator]
  if (!operand)
    throw badInput(
      `${shown(rest)} does not take the operator ${snakeCase(operator)}; it takes ${operatorsOf(type).map(snakeCase).join(', ')}.`,
    )
  const wanted = getNullableType(operand.type)
  const operands = each(values, ({ name, text, isItem }): unknown[] => {
    const isWhole = isListType(wanted) && !isItem
    const read = readOperand(name, text, isListType(wanted) && isItem ? wanted.ofType : wanted)
    return isWhole ? (read as unknown[]) : [read]
  })
    .flat(1)
    .map((each) => (isEmail && equality.includes(operator) ? withPlus(each as string) : each))
  if (isList) return { [operator]: operands }
  return operands.length > 1 ? { in: operands } : { [operator]: operands[0] }
}

/** An e-mail address with the plus signs that were not percent-encoded, each of which has arrived as a space. */
const withPlus = (address: string): string => address.replaceAll(' ', '+')

/** A JSON value is written as JSON; what is none is text. @throws Refusal BAD_INPUT for JSON beyond its bounds. */
function readOperand(name: string, text: string, type: GraphQLInputType): unknown {
  if (getNamedType(type).name !== 'Json') return coerceText(name, text, type)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return text
  }
  checkBounds(value, restBounds, name)
  return value
}

/**
 * `shelf.books.printed_at` → path `shelf`, `books`, `printed_at`; `shelf._md.shoe.size` → path `shelf`, key `shoe.size`, which has
 * whatever stands behind `_md.`: what is stored does not change what a filter means.
 */
function pathAndKey(rest: string): { path: string[]; key?: string } {
  const steps = rest.split('.')
  const at = steps.indexOf(keyStep)
  return at >= 0 && at < steps.length - 1 ? { path: steps.slice(0, at), key: steps.slice(at + 1).join('.') } : { path: steps }
}

/** A condition, and the relations that lead to what it is on. */
type ConditionAt = { relations: readonly string[]; condition: object }

/**
 * Joins conditions into a filter that they all must hold in. Those behind the same relation stand in one object, so that of a
 * to-many relation they mean one row.
 *
 * `shelves.room = A` and `shelves.books.price > 5` → `{ shelves: { AND: [{ room: … }, { books: { price: … } }] } }`
 */
function nested(conditions: readonly ConditionAt[], depth = 0): object {
  const byRelation = Map.groupBy(conditions, ({ relations }) => relations[depth])
  const parts = [...byRelation].flatMap(([relation, alike]) =>
    relation === undefined ? alike.map(({ condition }) => condition) : [{ [relation]: nested(alike, depth + 1) }],
  )
  const [only] = parts
  return only && parts.length === 1 ? only : { AND: parts }
}
