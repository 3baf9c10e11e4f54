/** Reads the names of filter parameters: the path of each, its operator, and which of them give one list together. */
import type { Parameter } from '../http/search.ts'
import { operatorOf, operators } from '../schema/operators.ts'
import { keyStep } from '../values/sentence.ts'

/** The operators as REST spells them, each with its name in the schema. */
export const suffixes: Record<string, string> = Object.fromEntries(
  Object.entries(operators).flatMap(([name, { suffixes }]) => suffixes.map((suffix) => [suffix, name])),
)

/** The parts of a parameter's name. */
type FilterName = {
  /** The path to the field: all that stands before the operator. */
  rest: string
  /** The operator in the schema's words; undefined where there is none that is known. */
  operator: string | undefined
  /** The text behind the last `__`, known or not. */
  suffix: string | undefined
  /** `[]` or `[0]` at the end, with which clients write one value of a list. */
  brackets: string | undefined
}

/**
 * Splits the name of a parameter: `total__gt` → `total`, `gt`; `status[]` → `status`, `[]`; `id__nin[0]` → `id`, `nin`, `[0]`.
 *
 * A known operator at the end is always the operator, and brackets at the end are always those of a list, be it of a free-form key.
 */
export function splitName(name: string): FilterName {
  const brackets = /\[\d{0,9}\]$/.exec(name)?.[0]
  const bare = brackets === undefined ? name : name.slice(0, -brackets.length)
  const cut = bare.lastIndexOf('__')
  const suffix = cut > 0 ? bare.slice(cut + 2) : undefined
  const operator = suffix !== undefined && Object.hasOwn(suffixes, suffix) ? suffixes[suffix] : undefined
  return { rest: operator ? bare.slice(0, cut) : bare, operator, suffix, brackets }
}

/** One text that was given, with the parameter that gave it. */
type GivenText = {
  name: string
  text: string
  /** Whether the text is one value; otherwise it is all that its operator takes, such as a list with commas. */
  isItem: boolean
}

/** One condition, as one or more parameters ask for it. */
export type FilterParameter = FilterName & {
  /** The name of the first of them. */
  name: string
  /** The texts that were given; undefined where all were left empty, which asks for nothing. */
  values: GivenText[] | undefined
  /** Whether the condition is on a list of values, of which there may be none. */
  isList: boolean
}

/**
 * Merges the parameters that are one condition: those for equality (`genre=prose`, `genre__in=verse,essay`, `genre[]=novel`) are one list,
 * of which any value may hold, and those with `__nin` are one list of which none may. Each other parameter is a condition of its own.
 */
export function filterParameters(parameters: readonly Parameter[]): FilterParameter[] {
  const lists = new Map<string, FilterParameter>()
  const others: FilterParameter[] = []
  for (const { name, value } of parameters) {
    const split = splitName(name)
    const { rest, operator = 'eq', brackets } = split
    const isEither = operator === 'eq' || operator === 'in'
    const isItem = operator === 'eq' || (brackets !== undefined && takesList(operator))
    const isEmptyList = isEither && (brackets === '[]' || (brackets === undefined && operator === 'in'))
    const values = value !== '' ? [{ name, text: value, isItem }] : isEmptyList ? [] : undefined
    const isList = takesList(operator) || (isEither && brackets !== undefined)
    const one = { ...split, name, values, isList }
    const isMerged = isEither || operator === 'nin' || (isItem && brackets !== undefined)
    const key = `${isEither ? 'in' : operator} ${rest}`
    if (isMerged) lists.set(key, merged(lists.get(key), one, isEither))
    else others.push(one)
  }
  return [...lists.values(), ...others]
}

/** Whether an operator takes several values. */
const takesList = (operator: string): boolean => ['list', 'pair'].includes(operatorOf(operator)?.operand ?? '')

/** A condition with the values of one more parameter. */
function merged(before: FilterParameter | undefined, one: FilterParameter, isEither: boolean): FilterParameter {
  const isList = one.isList || before?.isList === true
  const values = before?.values && one.values ? [...before.values, ...one.values] : (one.values ?? before?.values)
  return { ...(before ?? one), ...(isEither && isList && { operator: 'in' }), isList, values }
}

/** Words in which other interfaces wrap their filters: `filter[status]`. */
const wrappers = new Set(['filter', 'filters', 'where'])

/**
 * The name that a filter in brackets has here: `placed_at[gte]` → `placed_at__gte`, `filter[status]` → `status`, `_md[shoe][size]` →
 * `_md.shoe.size`; undefined for a name without them.
 */
export function plainName(name: string): string | undefined {
  const [, first = '', rest] = /^([^[\]]+)((?:\[[^[\]]+\])+)$/.exec(name) ?? []
  if (rest === undefined) return undefined
  const inner = rest.slice(1, -1).split('][')
  const steps = wrappers.has(first) ? inner : [first, ...inner]
  const last = steps.at(-1)?.replace(/^\$/, '') ?? ''
  const isOperator = steps.length > (steps[0] === keyStep ? 2 : 1) && Object.hasOwn(suffixes, last)
  return isOperator ? `${steps.slice(0, -1).join('.')}__${last}` : steps.join('.')
}
