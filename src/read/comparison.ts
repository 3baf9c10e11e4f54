/** What the operators of a filter mean for each kind of column, as conditions that `condition.ts` writes in SQL. */

import type { Column, Relation } from '../schema/model.ts'
import { badInput } from '../values/errors.ts'
import { readIdBound } from '../values/id.ts'
import { isKept, keptForm, pathOfUnkept } from '../values/number.ts'
import { field, say } from '../values/sentence.ts'
import { shown } from '../values/text.ts'

/** A condition on the rows of a model, in the words of Prisma: those in which a resource says who sees what. */
export type Condition = Record<string, unknown>

/** The condition that there is a row that a relation leads to, also one that the model does not say: `{ EXISTS: … }`. */
export type Exists = { relation: Pick<Relation, 'model' | 'from' | 'to'>; where: Condition }

export const comparisons = { eq: 'equals', ne: 'not', lt: 'lt', le: 'lte', gt: 'gt', ge: 'gte', in: 'in', nin: 'notIn' } as const
export type Comparison = keyof typeof comparisons

/** What no row matches. */
export const nothing: Condition = { OR: [] }

/** What every row matches. */
export const everything: Condition = {}

/**
 * What a column is compared with.
 *
 * @throws Refusal BAD_INPUT for an operand that is no identifier, or a number that is not kept as it was sent.
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

/** The values of an enum whose code stands to some numbers as an operator says. */
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

/** The condition that a column is missing, or is there. */
export function isNull({ source, required }: Column, wanted: boolean): Condition {
  if (required) return wanted ? nothing : everything
  const missing = { [source]: null }
  return wanted ? missing : { NOT: missing }
}

/** The conditions on a text that is compared as a whole, given what it means for a row to have one. */
export function exactConditions(operators: Condition, having: (text: string) => Condition): Condition[] {
  const any = (texts: string[]) => ({ OR: joined(texts.map(having)) })
  return Object.entries(operators).map(([operator, operand]) => {
    if (operator === 'isNull') return operand ? nothing : everything
    const texts = [operand].flat() as string[]
    return operator === 'ne' || operator === 'nin' ? { NOT: any(texts) } : any(texts)
  })
}

/**
 * Conditions of which one has to hold, as few of them as say the same: those that hold one and the same column to be equal to some
 * value become a list of these; all others are left as they are.
 */
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
