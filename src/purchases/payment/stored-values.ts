/** The parsers of values in a stored plan: ids and amounts are stored as numbers, times as texts; ids are read as bigint. */
import * as v from 'valibot'
import { taxCategories } from '../price/tax.ts'

const whole = v.pipe(v.number(), v.safeInteger())
const positive = v.pipe(whole, v.minValue(1))

export const stored = {
  whole,
  positive,
  amount: whole,
  id: v.pipe(
    positive,
    v.transform((id) => BigInt(id)),
  ),
  time: v.pipe(v.string(), v.check(isTime, 'Expected a time such as 2026-04-15T12:00:00.000Z')),
} as const

/** The parser of a rate of a line, see `TaxLine`. */
export const storedTaxLine = v.object({
  ...{ name: v.string(), rate: v.number(), amount: whole, base: whole, country: v.string(), region: v.string() },
  category: v.picklist(taxCategories),
  text: v.optional(v.string()),
  shipping: v.optional(v.literal(true)),
})

/** Whether a text is a time as JSON has it, or the same without its milliseconds. */
function isTime(text: string): boolean {
  const read = new Date(text)
  if (Number.isNaN(read.getTime())) return false
  const written = read.toISOString()
  return text === written || text === written.replace('.000Z', 'Z')
}
