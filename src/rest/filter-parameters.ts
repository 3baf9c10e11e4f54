/** Reads the names of filter parameters: the path of each, its operator, and which of them give one list together. */
import type { Parameter } from '../http/search.ts'
import { operatorOf, operators } from '../schema/operators.ts'

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
function splitName(name: string): FilterName {
  const brackets = /\[\d{0,9}\]$/.exec(name)?.[0]
  const bare = brackets === undefined ? name : name.slice(0, -brackets.length)
  const cut = bare.lastIndexOf('__')
  const suffix = cut > 0 ? bare.slice(cut + 2) : undefined
  const operator = suffix !== undefined && Object.hasOwn(suffixes, suffix) ? suffixes[suffix] : undefined
  return { rest: operator ? bare.slice(0, cut) : bare, operator, suffix, brackets }
}

/** One condition, as one or more parameters ask for it. */
export type FilterParameter = FilterName & {
  /** The name of the first of them. */
  name: string
  /** The values that were given; undefined where all were left empty, which asks for nothing. */
  values: string[] | undefined
  /** Whether each value is an item of a list, rather than all that the operator takes. */
  isList: boolean
}

/**
 * Puts together the parameters that are one condition: of `genre=prose&genre=verse`, `genre[]=prose&genre[]=verse` and
 * `genre[0]=prose&genre[1]=verse` either may hold, as of `genre__in=prose,verse`; of `genre__nin[]` none. Each other parameter is a
 * condition of its own.
 */
export function filterParameters(parameters: readonly Parameter[]): FilterParameter[] {
  const lists = new Map<string, FilterParameter>()
  const others: FilterParameter[] = []
  for (const { name, value } of parameters) {
    const split = splitName(name)
    const { rest, operator = 'eq', brackets } = split
    const isItem = brackets !== undefined && (operator === 'eq' || takesList(operator))
    const isEither = operator === 'eq' || (operator === 'in' && isItem)
    const isEmptyList = brackets === '[]' ? isEither : brackets === undefined && operator === 'in'
    const values = value !== '' ? [value] : isEmptyList ? [] : undefined
    const one = { ...split, name, values, isList: isItem || values?.length === 0 }
    const key = `${isEither ? 'in' : operator} ${rest}`
    if (isEither || isItem) lists.set(key, joined(lists.get(key), one))
    else others.push(one)
  }
  return [...lists.values(), ...others]
}

/** Whether an operator takes several values. */
const takesList = (operator: string): boolean => ['list', 'pair'].includes(operatorOf(operator)?.operand ?? '')

/** Whether it is one of several values that the field may equal. */
const isEquality = ({ operator = 'eq' }: FilterParameter): boolean => operator === 'eq' || operator === 'in'

/** A condition with the values of one more parameter. */
function joined(before: FilterParameter | undefined, one: FilterParameter): FilterParameter {
  const { values = before?.values } = one
  const isList = one.isList || before?.isList === true
  return {
    ...(before ?? one),
    ...(isList && isEquality(one) && { operator: 'in' }),
    isList,
    values: before?.values && one.values ? [...before.values, ...one.values] : values,
  }
}
