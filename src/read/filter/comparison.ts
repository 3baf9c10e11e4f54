/** Translates filter operators, for each kind of column, into conditions that `condition.ts` writes in SQL. */

import type { Column, MatchedBy, Relation, ValueSource } from '../../schema/model.ts'
import { type OperatorName, operatorOf, operators } from '../../schema/operators.ts'
import { badInput } from '../../values/errors.ts'
import { readIdBound } from '../../values/id.ts'
import { isKept, keptForm, pathOfUnkept } from '../../values/number.ts'
import { field, type Name, say } from '../../values/sentence.ts'
import { shown } from '../../values/text.ts'
import { formatTime } from '../../values/time.ts'
import { allKnown, type Form, inForm } from './placeholder.ts'

/** A condition on the rows of a model, in Prisma's form, which resources also use to declare visibility. */
export type Condition = Record<string, unknown>

/** The condition that a related row exists, also for a relation that the model does not declare: `{ EXISTS: … }`. */
export type Exists = { relation: Pick<Relation, 'model' | 'from' | 'to'>; where: Condition }

/** The operators that compare a column with their operand, each with its name in a condition. */
export type Comparison = {
  [Name in OperatorName]: (typeof operators)[Name] extends { condition: string } ? Name : never
}[OperatorName]

/** A condition on the values of a field, as one on its rows. @param condition of a flag its value. */
export function onSource({ source, through, isSet }: ValueSource, condition: unknown): Condition {
  const own = isSet && condition ? { NOT: { [source]: null } } : { [source]: isSet ? null : condition }
  return through === undefined ? own : { [through]: own }
}

/** Matches no row. */
export const nothing: Condition = { OR: [] }

/** Matches every row. */
export const everything: Condition = {}

/**
 * Translates a comparison with a column.
 *
 * @throws Refusal BAD_INPUT for an operand that is no identifier, or a number that JSON does not hold exactly.
 */
export function comparison({ name, kind, values }: Column, operator: Comparison, operand: unknown): Condition {
  const operands = () => [allKnown(operand)].flat()
  if (kind === 'code') return { in: codesThat(values, operator, operands() as number[]) }
  const { condition } = operators[operator]
  if (kind === 'json') return { [condition]: readJson(name, allKnown(operand)) }
  if (kind === 'number' || kind === 'sequence') return { [condition]: inForm(operand, new ExactNumber(name)) }
  return { [condition]: kind === 'id' || kind === 'mark' ? inForm(operand, new Identifier(name)) : operand }
}

/**
 * Splits an operator of two sides into the comparisons that it combines; any other is returned as it is.
 *
 * @param numberOf the operand as a number, where two of them have an order that does not depend on the database.
 *
 * @throws Refusal BAD_INPUT for other than two values, and for a first one that is above the second.
 */
export function sidesOf<Operand>(
  named: Name,
  operator: string,
  operand: Operand | readonly Operand[],
  numberOf: (operand: Operand) => number | undefined,
): [operator: string, operand: Operand | readonly Operand[]][] {
  const sides = operatorOf(operator)?.sides
  if (!sides) return [[operator, operand]]
  const [from, to, ...others] = operand as readonly Operand[]
  if (from === undefined || to === undefined || others.length > 0)
    throw badInput(say`${named} takes two values, the lower one first.`)
  const [lower, upper] = [numberOf(from), numberOf(to)]
  if (lower !== undefined && upper !== undefined && lower > upper)
    throw badInput(say`${named} takes the lower value first: nothing is from ${written(from)} to ${written(to)}.`)
  return [
    [sides[0], from],
    [sides[1], to],
  ]
}

const written = (operand: unknown): string => (operand instanceof Date ? formatTime(operand) : shown(String(operand)))

/**
 * Translates a comparison with a set of texts into one with the keys that they are matched by. Every set has all of no values, and none has
 * one of them.
 */
export function setComparison({ column, keysOf }: MatchedBy, operator: string, operand: readonly unknown[]): Condition {
  const asked = operatorOf(operator)
  const { condition } = asked?.ofSet ?? asked ?? {}
  if (condition === undefined) throw new Error(`A set has no operator ${operator}`)
  if (operand.length === 0) return operator === 'in' ? nothing : everything
  return { [column]: { [condition]: inForm(operand, new MemberKey(keysOf)) } }
}

/** The key that a member of a set is matched by. */
class MemberKey implements Form {
  readonly name = 'member'
  private readonly keysOf: MatchedBy['keysOf']

  constructor(keysOf: MatchedBy['keysOf']) {
    this.keysOf = keysOf
  }

  keyOf(): string {
    return ''
  }

  read(value: unknown): unknown {
    return this.keysOf(value as string)[0]
  }
}

abstract class Operand implements Form {
  abstract readonly name: string
  protected readonly column: string

  constructor(column: string) {
    this.column = column
  }

  keyOf(value: unknown): string | undefined {
    try {
      this.read(value)
      return ''
    } catch {
      return undefined
    }
  }

  abstract read(value: unknown): unknown
}

class Identifier extends Operand {
  readonly name = 'id'

  read(value: unknown): bigint {
    return readIdBound(field(this.column), value as string)
  }
}

class ExactNumber extends Operand {
  readonly name = 'number'

  read(value: unknown): number {
    if (isKept(value as number)) return value as number
    throw badInput(say`${field(this.column)} is compared with ${keptForm}.`)
  }
}

/** The values of an enum whose integer codes satisfy a comparison. */
function codesThat(values: readonly string[], operator: Comparison, operands: readonly number[]): string[] {
  const { holds } = operators[operator]
  return values.filter((_value, index) => holds(index + 1, operands))
}

function readJson(name: string, operand: unknown): unknown {
  const path = pathOfUnkept(operand)
  if (path !== undefined) throw badInput(say`${field(name)}${shown(path)} must be ${keptForm}.`)
  return operand
}

/** The condition that a column is null, or is not. */
export function isNull({ source, required }: Column, wanted: boolean): Condition {
  if (required) return wanted ? nothing : everything
  const missing = { [source]: null }
  return wanted ? missing : { NOT: missing }
}

/** The conditions on a text with exact matching only, given the condition for equality with one text. */
export function exactConditions(operators: Condition, having: (text: string) => Condition): Condition[] {
  const any = (texts: string[]) => ({ OR: joined(texts.map(having)) })
  return Object.entries(operators).map(([operator, operand]) => {
    if (operator === 'isNull') return operand ? nothing : everything
    const texts = [operand].flat() as string[]
    return operator === 'ne' || operator === 'nin' ? { NOT: any(texts) } : any(texts)
  })
}

/** Merges alternatives: equalities of one column become a list of its values; all others are left unchanged. */
export function joined(conditions: readonly Condition[]): Condition[] {
  const columnOf = (condition: Condition) => {
    const [[column, value] = [], ...others] = Object.entries(condition)
    const isValue = value instanceof Date || (typeof value !== 'object' && value !== undefined)
    return others.length === 0 && isValue ? column : condition
  }
  return [...Map.groupBy(new Set(conditions), columnOf)].flatMap(([column, alike]) =>
    typeof column === 'string' && alike.length > 1 ? [{ [column]: { in: alike.map((condition) => condition[column]) } }] : alike,
  )
}
