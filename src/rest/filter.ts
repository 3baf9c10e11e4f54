/**
 * Reads filters: from `shelf.name__ilike=%poetry` to `{ shelf: { name: { ilike: "%poetry" } } }`.
 *
 * What can be filtered is whatever the schema's filter types say; this file knows no field.
 */
import { type GraphQLInputObjectType, type GraphQLInputType, getNamedType } from 'graphql'
import type { Parameter } from '../http/search.ts'
import { restBounds } from '../limits.ts'
import { isRecordFilter } from '../read/filter-cost.ts'
import { checkBounds } from '../values/bounds.ts'
import { badInput } from '../values/errors.ts'
import { each } from '../values/faults.ts'
import { keyStep } from '../values/sentence.ts'
import { shown } from '../values/text.ts'
import { coerceText } from './coerce.ts'
import {
  fieldsIn,
  isColumn,
  type KnownNames,
  keyedField,
  listMeant,
  namedObject,
  operatorsOf,
  pathMeant,
  unknownFilter,
} from './filter-names.ts'
import { type ConditionAt, nested } from './nested.ts'

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

/**
 * Turns parameters into a filter of the given type. They must all hold, of several equalities of one field any, and those
 * behind the same to-many relation for the same row. One that is left empty says nothing, as long as there is such a filter.
 *
 * @returns nothing when they say nothing.
 * @throws Refusal BAD_INPUT naming each filter, operator or value that is not known.
 */
export function readFilter(parameters: Parameter[], type: GraphQLInputObjectType, known: KnownNames): object | undefined {
  const conditions = each(equalitiesTogether(parameters), (asked) => readCondition(asked, type, known)).flat()
  return conditions.length > 0 ? nested(conditions) : undefined
}

/** One condition; it has several values when it is that a field equals any of them, and none where it was left empty. */
type NamedValues = { name: string; values: string[] }

/** `genre=prose&genre=verse` asks for either, as `genre__in` does; other operators that are repeated must all hold. */
function equalitiesTogether(parameters: Parameter[]): NamedValues[] {
  const equalities = new Map<string, NamedValues>()
  const others: NamedValues[] = []
  for (const { name, value } of parameters) {
    const equal = equalName(name)
    const first = equal === undefined ? undefined : equalities.get(equal)
    const asked = { name, values: value === '' ? [] : [value] }
    if (equal === undefined) others.push(asked)
    else if (first) first.values.push(...asked.values)
    else equalities.set(equal, asked)
  }
  return [...equalities.values(), ...others]
}

/** What a name is about that has no operator, or `__eq`. */
function equalName(name: string): string | undefined {
  const { operator, rest } = cutOperator(name)
  return operator === undefined || operator === 'eq' ? rest : undefined
}

function readCondition({ name, values }: NamedValues, type: GraphQLInputObjectType, known: KnownNames): ConditionAt[] {
  const { path, key, operator, unknownOperator } = splitName(name)
  if (unknownOperator !== undefined) {
    if (pathMeant(type, path) || listMeant(type, name)) throw unknownFilter(name, path, type, known)
    throw badInput(
      `Unknown operator: ${shown(unknownOperator)} in ${shown(name)}; known are ${Object.keys(operators).join(', ')}.`,
    )
  }
  let at = type
  const relations: string[] = []
  const fields: string[] = []
  for (const [index, step] of path.entries()) {
    const field = fieldsIn(at).get((index === 0 && known.given.get(step)) || step)
    const next = field && namedObject(field.type)
    if (!field || !next) throw unknownFilter(name, path, type, known)
    const steps = isRecordFilter(next) ? relations : fields
    steps.push(field.name)
    at = next
  }
  const keyed = key === undefined ? undefined : keyedField(at)
  const operands = key === undefined ? at : keyed?.operands
  // A name that stops at a relation is no filter, nor is one at an object of fields, which may be missing but has no value.
  if (!operands || !(isColumn(operands) || operands.getFields()[operator])) throw unknownFilter(name, path, type, known)
  if (key === '') throw badInput(`${shown(name)} names no ${keyed?.step} key; write ${keyStep}.<key>.`)
  const condition = (given: string[]) => {
    const compared = comparison(name, operator, given, operands)
    const inner = keyed ? { [keyed.name]: [{ key, ...compared }] } : compared
    return fields.reduceRight<object>((within, step) => ({ [step]: within }), inner)
  }
  // A boolean takes no list, and has no need of one.
  const isEither = values.length > 1 && !operands.getFields().in
  const asked = isEither ? { OR: values.map((value) => condition([value])) } : condition(values)
  return values.length > 0 ? [{ relations, condition: asked }] : []
}

/** `{ gt: 5 }`, or `{ in: [5, 7] }` where any of several values will do. */
function comparison(name: string, operator: string, values: string[], type: GraphQLInputObjectType): object {
  const operand = type.getFields()[operator]
  if (!operand) {
    throw badInput(
      `${shown(cutOperator(name).rest)} does not take the operator ${operator}; it takes ${operatorsOf(type).join(', ')}.`,
    )
  }
  const operands = each(values, (value) => readOperand(name, value, operand.type))
  return operands.length > 1 ? { in: operands } : { [operator]: operands[0] }
}

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
 * `shelf.books.printed_at__gt` → path `shelf`, `books`, `printed_at`, operator `gt`; no suffix is `eq`.
 * `shelf._md.shoe.size__gt` → path `shelf`, key `shoe.size`, operator `gt`. A known operator at the end of a key is
 * always the operator, and what is none is always part of the key: what is stored does not change what a filter means.
 */
function splitName(name: string) {
  const { operator, rest, suffix } = cutOperator(name)
  const steps = rest.split('.')
  const at = steps.indexOf(keyStep)
  const key = at >= 0 && at < steps.length - 1 ? steps.slice(at + 1).join('.') : undefined
  const unknownOperator = operator || key !== undefined ? undefined : suffix
  return { path: key === undefined ? steps : steps.slice(0, at), key, operator: operator ?? 'eq', unknownOperator }
}

/** Cuts a known operator off a name; `suffix` is what stands behind the last `__`, known or not. */
function cutOperator(name: string): { rest: string; operator: string | undefined; suffix: string | undefined } {
  const cut = name.lastIndexOf('__')
  const suffix = cut > 0 ? name.slice(cut + 2) : undefined
  const operator = suffix !== undefined && Object.hasOwn(operators, suffix) ? operators[suffix] : undefined
  return { rest: operator ? name.slice(0, cut) : name, operator, suffix }
}
