/** Translates filter operators, for each kind of column, into conditions that `condition.ts` writes in SQL. */

import type { Column, Relation } from '../../schema/model.ts'
import { badInput } from '../../values/errors.ts'
import { readIdBound } from '../../values/id.ts'
import { isKept, keptForm, pathOfUnkept } from '../../values/number.ts'
import { field, say } from '../../values/sentence.ts'
import { shown } from '../../values/text.ts'

/** A condition on the rows of a model, in Prisma's form, which resources also use to declare visibility. */
export type Condition = Record<string, unknown>

/** The condition that a related row exists, also for a relation that the model does not declare: `{ EXISTS: … }`. */
export type Exists = { relation: Pick<Relation, 'model' | 'from' | 'to'>; where: Condition }

export const comparisons = { eq: 'equals', ne: 'not', lt: 'lt', le: 'lte', gt: 'gt', ge: 'gte', in: 'in', nin: 'notIn' } as const
export type Comparison = keyof typeof comparisons

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
  const operands = [operand].flat()
  if (kind === 'code') return { in: codesThat(values, operator, operands as number[]) }
  if (kind === 'json') return { [comparisons[operator]]: readJson(name, operand) }
  if ((kind === 'number' || kind === 'sequence') && !(operands as number[]).every(isKept))
    throw badInput(say`${field(name)} is compared with ${keptForm}.`)
  return { [comparisons[operator]]: kind === 'id' ? idsOf(name, operand as string | string[]) : operand }
}

const idsOf = (name: string, operand: string | string[]): bigint | bigint[] =>
  Array.isArray(operand) ? operand.map((each) => readIdBound(field(name), each)) : readIdBound(field(name), operand)

/** The values of an enum whose integer codes satisfy a comparison. */
function codesThat(values: readonly string[], operator: Comparison, operands: readonly number[]): string[] {
  const [one = 0] = operands
  const holds: Record<Comparison, (code: number) => boolean> = {
    eq: (code) => code === one,
    ne: (code) => code !== one,
    lt: (code) => code < one,
    le: (code) => code <= one,
    gt: (code) => code > one,
    ge: (code) => code >= one,
    in: (code) => operands.includes(code),
    nin: (code) => !operands.includes(code),
  }
  return values.filter((_value, index) => holds[operator](index + 1))
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
