/** Tax numbers have the form and the check digits of their country. */
import { describe, expect, it } from 'vitest'
import { field } from '../../src/values/sentence.ts'
import { taxNumberExamples, taxNumberFault } from '../../src/values/tax-number.ts'

const name = field('taxId')

describe('A tax number', () => {
  it.each(taxNumberExamples)('of %s such as %s is taken', (country, number) => {
    expect(taxNumberFault(number, country, name)).toBeUndefined()
    expect(taxNumberFault(number.toLowerCase(), country, name)).toBeUndefined()
  })

  it.each(taxNumberExamples)('of %s with another digit than in %s is refused', (country, number) => {
    const other = number.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))
    const before = number.replace(/\d/, (digit) => String((Number(digit) + 1) % 10))
    expect([other, before].some((one) => taxNumberFault(one, country, name))).toBe(true)
  })

  it('of another country may have any form', () => {
    expect(taxNumberFault('whatever', 'US', name)).toBeUndefined()
  })
})
