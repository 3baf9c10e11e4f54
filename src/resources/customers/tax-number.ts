/** The tax numbers of customers: their form, and what becomes of their status when they change. Pure. */
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { taxNumberFault } from '../../values/tax-number.ts'

/** The fields that customers do not write. */
export const taxNumberFields = ['taxId', 'taxIdCountry', 'taxIdStatus', 'taxIdCheckedAt', 'taxIdAnswer'] as const

type TaxNumber = { taxId: string | null; taxIdCountry: string | null }
type CheckedNumber = TaxNumber & { taxIdStatus: string | null; taxIdCheckedAt: Date | null; taxIdAnswer: string | null }

/** Refuses a number without its country, and one that its country does not give. @throws Refusal BAD_INPUT. */
export function checkTaxNumber({ taxId, taxIdCountry, taxIdStatus }: CheckedNumber): void {
  if (taxId === null && taxIdStatus !== null && taxIdStatus !== 'unchecked')
    throw badInput(say`${field('taxIdStatus')} must be left out: the customer has no ${field('taxId')}.`)
  if (taxId === null) return
  if (taxIdCountry === null) throw badInput(say`${field('taxIdCountry')} is required with ${field('taxId')}.`)
  const fault = taxNumberFault(taxId, taxIdCountry, field('taxId'))
  if (fault) throw badInput(fault, 'taxId')
}

/**
 * The status of a number as it is written: another number is unchecked, until its status is set to another one than that of the number
 * before.
 */
export function statusOfNumber(customer: CheckedNumber, before?: CheckedNumber) {
  const nothing = { taxIdCheckedAt: null, taxIdAnswer: null }
  if (customer.taxId === null) return { taxIdStatus: null, ...nothing }
  const isAnother = before && (before.taxId !== customer.taxId || before.taxIdCountry !== customer.taxIdCountry)
  if (isAnother && before.taxIdStatus === customer.taxIdStatus) return { taxIdStatus: 'unchecked' as const, ...nothing }
  return { taxIdStatus: (customer.taxIdStatus ?? 'unchecked') as 'unchecked' | 'valid' | 'invalid' | 'unavailable' }
}
