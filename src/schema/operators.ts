/** The filter operators of columns. */
import type { ColumnKind } from './model.ts'

/** Maximum values of a list operand. */
export const maxListLength = 100

/** The operators of columns with equality only. */
export const equality = ['eq', 'ne', 'in', 'nin'] as const
const ordering = ['lt', 'le', 'gt', 'ge'] as const

/** The operators of each kind of column; every kind also takes `isNull`. */
export const operatorsOf: Record<ColumnKind, readonly string[]> = {
  id: [...equality, ...ordering],
  amount: [...equality, ...ordering],
  sequence: [...equality, ...ordering],
  integer: [...equality, ...ordering],
  number: [...equality, ...ordering],
  time: [...equality, ...ordering],
  text: [...equality, ...ordering, 'like', 'ilike'],
  boolean: ['eq', 'ne'],
  enum: equality,
  code: [...equality, ...ordering],
  json: ['eq', 'ne'],
}
