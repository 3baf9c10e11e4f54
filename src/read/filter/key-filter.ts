/** Conditions on the free-form keys of a record, whose values are kept as rows of their own. */

import { type Model, relationOf } from '../../schema/model.ts'
import { equality, type OperatorName, operatorOf, operators } from '../../schema/operators.ts'
import type { Keyed, Link, Resource } from '../../schema/registry.ts'
import { comparable, type KeyedValue } from '../../values/comparable.ts'
import { badInput } from '../../values/errors.ts'
import { neverKey } from '../../values/never-key.ts'
import { isKept, isNumeral, keptForm } from '../../values/number.ts'
import { conditionOnKey, field, type Name, say } from '../../values/sentence.ts'
import { shown, snakeCase } from '../../values/text.ts'
import { type Comparison, type Condition, joined, sidesOf } from './comparison.ts'
import { checkLength, isPattern, type Progress, patternConditions, spend } from './filter-limits.ts'

/** The conditions on one key. */
export type KeyFilter = { key: string; isNull?: boolean | null } & {
  [operator in OperatorName]?: KeyedValue | readonly KeyedValue[] | null
}

/**
 * Compiles a condition on a key of the records that a link leads to. The operand decides the comparison: a number compares with numbers, a
 * time with times, other text with text, and `eq` also with a number that is spelled the same. A missing key and a null value match only
 * `isNull: true`.
 */
export function keyCondition(
  model: Model,
  { name, target }: Link,
  { key, isNull, ...operators }: KeyFilter,
  progress: Progress,
): Condition {
  spend(progress, 1)
  const named = (operator?: string) => conditionOnKey(name, shown(key), operator)
  checkLength(field(name), key, progress)
  if (key.split('.').includes(neverKey)) throw badInput(`A key of ${name} is never ${neverKey}.`)
  const having = entryWith(model, target, key)
  const conditions = Object.entries(operators).flatMap(([operator, operand]) => {
    if (operand === undefined) return []
    if (operand === null)
      throw badInput(say`${named(operator)} must not be null; to ask for missing keys use ${field('isNull')}.`)
    spend(progress, Array.isArray(operand) ? operand.length : 1)
    return [having(entryCondition(operator, operand, named, progress))]
  })
  if (isNull != null) conditions.push(isNull ? { NOT: having({}) } : having({}))
  if (conditions.length === 0) throw badInput(`The condition on ${name} key ${shown(key)} needs an operator, such as eq.`)
  return { AND: conditions }
}

/** The condition that a row has an entry of a key that matches. */
function entryWith(model: Model, { model: record, keyed }: Resource, key: string): (condition: Condition) => Condition {
  const { entries, path, owner } = keyed as Keyed
  const { model: entry, to } = relationOf(record, entries)
  const relation = { model: entry, from: 'id', to }
  return (condition) => ({ EXISTS: { relation, where: { [owner]: snakeCase(model.name), [path]: key, ...condition } } })
}

function entryCondition(
  operator: string,
  operand: KeyedValue | readonly KeyedValue[],
  named: (operator?: string) => Name,
  progress: Progress,
): Condition {
  checkLength(named(), operand, progress)
  if (isPattern(operator)) {
    const conditions = patternConditions(named(operator), operator, String(operand), progress)
    return { AND: [hasValue, ...conditions.map((text) => ({ text }))] }
  }
  if (operatorOf(operator)?.sides) {
    const sides = sidesOf(named(operator), operator, operand, valueIn([operand].flat(), named(operator)))
    return { AND: sides.map(([side, value]) => entryCondition(side, value, () => named(operator), progress)) }
  }
  const operands = Array.isArray(operand) ? operand : [operand]
  if (!operands.every((each) => isComparable(each, operator))) {
    throw badInput(say`${named(operator)} must be ${keptForm}.`)
  }
  const values = joined(operands.map(comparable))
  // A value of another type differs; NOT of an unknown is unknown in SQL, so null is excluded first.
  if (operator === 'ne' || operator === 'nin') return { NOT: { OR: values.map(known) }, ...hasValue }
  if (operator === 'eq' || operator === 'in') return { OR: values }
  const [[kind, comparand] = []] = values.flatMap((value) => Object.entries(value))
  const comparison = { [kind as string]: { [operators[operator as Comparison].condition]: comparand } }
  return kind === 'text' ? { ...comparison, number: null, time: null } : comparison
}

/** Whether an operand can be compared by its value. A number beyond the exact ones is text, which has another order. */
function isComparable(operand: KeyedValue, operator: string): boolean {
  if (typeof operand === 'number') return isKept(operand)
  const isOrdering = !equality.includes(operator)
  return (
    !isOrdering ||
    typeof operand !== 'string' ||
    !isNumeral(operand) ||
    'number' in comparable(operand) ||
    isKept(Number(operand))
  )
}

/**
 * The values of an operator of two sides as numbers; texts have an order that only the database knows.
 *
 * @throws Refusal BAD_INPUT for values of two kinds.
 */
function valueIn(operands: readonly KeyedValue[], named: Name): (operand: KeyedValue) => number | undefined {
  const kinds = new Set(operands.flatMap((operand) => Object.keys(comparable(operand))))
  if (kinds.size > 1) throw badInput(say`${named} takes two numbers, two times or two texts.`)
  return (operand) => {
    const { text, ...others } = { text: undefined, ...comparable(operand) }
    return text === undefined ? Number(Object.values(others)[0]) : undefined
  }
}

const hasValue = { text: { not: null } }

const known = (value: Condition): Condition => ({
  AND: [value, ...Object.keys(value).map((kind) => ({ [kind]: { not: null } }))],
})
