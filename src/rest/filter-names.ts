/** The names filters have on REST, as the schema's filter types say, and which of them was meant by one that is none. */
import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { isRecordFilter } from '../schema/operators.ts'
import type { Refusal } from '../values/errors.ts'
import { didYouMean } from '../values/faults.ts'
import { keyStep } from '../values/sentence.ts'
import { snakeCase } from '../values/text.ts'
import { adviseNearest, unknown } from './faults.ts'
import { plainName, splitName } from './filter-parameters.ts'

/** Names that stand in no filter type. */
export type KnownNames = {
  /** The fields whose names in the contract cannot be derived, by those: `on-hand` → `on_hand`. */
  given: ReadonlyMap<string, string>
  /** Parameters that are no filters. */
  others: readonly string[]
}

const logical = new Set(['AND', 'OR', 'NOT'])

const fieldsByType = new WeakMap<GraphQLInputObjectType, Map<string, GraphQLInputField>>()

/** The fields of a filter or an order by their names on REST; looked at once, for the schema stays what it is. */
export function fieldsIn(type: GraphQLInputObjectType): Map<string, GraphQLInputField> {
  const known = fieldsByType.get(type)
  if (known) return known
  const fields = Object.values(type.getFields()).filter(({ name }) => !logical.has(name))
  const named = new Map(fields.map((field) => [snakeCase(field.name), field]))
  fieldsByType.set(type, named)
  return named
}

/** The object type of a field, unless it is a value or a list. */
export function namedObject(type: GraphQLInputType | undefined): GraphQLInputObjectType | undefined {
  const nullable = getNullableType(type)
  return isInputObjectType(nullable) ? nullable : undefined
}

/** The field of a filter that takes conditions on free-form keys, where it has one: it alone takes a list of them. */
export function keyedField(type: GraphQLInputObjectType) {
  for (const [step, { name, type: declared }] of fieldsIn(type)) {
    const list = getNullableType(declared)
    const operands = isListType(list) ? namedObject(list.ofType) : undefined
    if (operands) return { step, name, operands }
  }
  return undefined
}

/** The operators a filter type takes, as REST spells them. */
export const operatorsOf = (type: GraphQLInputObjectType): string[] =>
  [...fieldsIn(type)].flatMap(([name, field]) => (namedObject(field.type) ? [] : [name]))

/** Whether a type compares a value; those of relations and of objects of fields have at most `is_null` of their own. */
export const isColumn = (type: GraphQLInputObjectType): boolean => !isRecordFilter(type) && operatorsOf(type).length > 1

/**
 * Refuses an unknown filter, with the nearest that exists and the kinds of parameters that a list takes.
 *
 * @param path the name without its operator.
 */
export function unknownFilter(
  name: string,
  path: string[],
  type: GraphQLInputObjectType,
  { given, others }: KnownNames,
): Refusal {
  const part = path.join('.')
  const plain = plainName(part) ?? part
  const asked = plain === part ? part : splitName(plain).rest
  const operator = plain.slice(asked.length) + name.slice(part.length)
  const nearestFilter = (): string | undefined => {
    const meant = plain.startsWith(`${keyStep}.`) ? asked : pathMeant(type, asked.split('.'), operator.startsWith('.'))
    if (meant) return didYouMean(meant + operator)
    const names = namesIn(type, operator === '')
    const ofRelation = names.find((name) => name.endsWith(`.${asked}`))
    if (ofRelation) return didYouMean(ofRelation + operator)
    const filters = [...given.keys(), ...names]
    return adviseNearest(asked, operator === '' ? [...others, ...filters] : filters, (nearest) => nearest + operator)
  }
  const taken = `list takes ${others.join(', ')} and its fields (GET /v1/).`
  return unknown('filter', name, () => {
    const nearest = nearestFilter()
    return nearest ? `${nearest} A ${taken}` : `a ${taken}`
  })
}

/**
 * The path that was meant, if every step of the given one leads on in some spelling: `shelf__id` → `shelf_id`, `shelf` →
 * `shelf_id`, `old_shelf.name` → `shelf.name`, `notes.color` → `_md.color` where `notes` has free-form keys.
 *
 * @param isFollowed whether a free-form key comes behind it, so that it ends where records are.
 */
export function pathMeant(type: GraphQLInputObjectType, path: string[], isFollowed = false): string | undefined {
  const steps = path.flatMap((step) => step.split('__'))
  const named: string[] = []
  let at = type
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1
    if (!isLast && step === keyedField(at)?.step) return [...named, keyStep, ...steps.slice(index + 1)].join('.')
    const name = fieldsIn(at).has(step) || isLast ? step : relationLike(step, at)
    const next = name && namedObject(fieldsIn(at).get(name)?.type)
    if (!name || !next || isColumn(at)) return undefined
    named.push(name)
    at = next
  }
  if (isFollowed) return keyedField(at) ? named.join('.') : undefined
  if (!isColumn(at)) return named.length > 0 && fieldsIn(at).has('id') ? byId(type, named) : undefined
  return named.length > 1 && named.at(-1) === 'id' ? byId(type, named.slice(0, -1)) : named.join('.')
}

/** How a record that a path of relations leads to is asked for by its id: by the column that holds it, where there is one. */
function byId(type: GraphQLInputObjectType, relations: string[]): string {
  const owner = relations.slice(0, -1).reduce<GraphQLInputObjectType | undefined>((at, step) => at && stepInto(at, step), type)
  const relation = relations.join('.')
  return owner && fieldsIn(owner).has(`${relations.at(-1)}_id`) ? `${relation}_id` : `${relation}.id`
}

const stepInto = (type: GraphQLInputObjectType, step: string): GraphQLInputObjectType | undefined =>
  namedObject(fieldsIn(type).get(step)?.type)

/** The relation whose name is a part of another one, or the other way round: `old_shelf` is like `shelf`. */
const relationLike = (name: string, type: GraphQLInputObjectType): string | undefined =>
  [...fieldsIn(type)].find(([known, field]) => {
    const inner = namedObject(field.type)
    return inner && !isColumn(inner) && (name.endsWith(`_${known}`) || known.endsWith(`_${name}`))
  })?.[0]

const namesByType = new WeakMap<GraphQLInputObjectType, Map<boolean, string[]>>()

/** Looked at once too: of a hundred unknown names each is compared with some thousands. */
function namesIn(type: GraphQLInputObjectType, withOperators: boolean): string[] {
  const ofType = namesByType.get(type) ?? new Map<boolean, string[]>()
  namesByType.set(type, ofType)
  const known = ofType.get(withOperators) ?? listNames(type, withOperators)
  ofType.set(withOperators, known)
  return known
}

/** The columns of a resource, also each with its operators where none is given, and those of what it leads to. */
function listNames(type: GraphQLInputObjectType, withOperators: boolean): string[] {
  return [...fieldsIn(type)].flatMap(([name, field]) => {
    const inner = namedObject(field.type)
    if (!inner) return []
    if (!isColumn(inner)) return columnsOf(inner).map((column) => `${name}.${column}`)
    return [name, ...(withOperators ? operatorsOf(inner).map((operator) => `${name}__${operator}`) : [])]
  })
}

const columnsOf = (type: GraphQLInputObjectType): string[] =>
  [...fieldsIn(type)].flatMap(([name, field]) => {
    const inner = namedObject(field.type)
    return inner && isColumn(inner) ? [name] : []
  })
