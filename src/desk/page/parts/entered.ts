/** Reads numbers as people enter them. Pure. */
import { FieldFault } from './field-fault.ts'

/** Reads a whole number from 0 on. @throws FieldFault saying what would be right. */
export function readWhole(text: string, field: string, right: string): number {
  if (!/^\d{1,9}$/.test(text.trim())) throw new FieldFault(field, right)
  return Number(text)
}

/**
 * Reads a number from 0 on, with a point or a comma.
 * @param places how many digits may follow it, 9 at most.
 * @throws FieldFault saying what would be right.
 */
export function readDecimal(text: string, field: string, right: string, places = 9): number {
  const [, decimals = ''] = text.trim().split(/[.,]/)
  if (!/^\d{1,9}(?:[.,]\d{1,9})?$/.test(text.trim()) || decimals.length > places) throw new FieldFault(field, right)
  return Number(text.replace(',', '.'))
}
