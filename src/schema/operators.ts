/** The operators that columns are filtered by. */
import type { ColumnKind } from './model.ts'

/** How many values a list to compare with may have. */
export const maxListLength = 100

/** The operators of what is compared as a whole. */
export const equality = ['eq', 'ne', 'in', 'nin'] as const
const ordering = ['lt', 'le', 'gt', 'ge'] as const

/** The operators a kind of column takes, `isNull` apart, which every kind does. */
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
