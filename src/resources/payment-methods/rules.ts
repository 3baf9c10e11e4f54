/** The rules of payment methods. Pure. */
import { Refusal } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import type { GivenOf } from '../../values/writable.ts'
import { differing } from '../../values/written-values.ts'
import { writable } from './writable.ts'

/** The most live payment methods of a customer. */
export const maxMethods = 50

type StoredMethod = { archivedAt: Date | null; isDefault: boolean }

/** Refuses to change a payment method that was removed. */
export function checkThere({ archivedAt }: Pick<StoredMethod, 'archivedAt'>): void {
  if (archivedAt) throw new Refusal('WRONG_STATUS', 'The payment method was removed; add it again.')
}

const { customerId: _customer, gatewayToken: _token, brand: _brand, last4: _last4, ...changeable } = writable

/** Decides what an update changes: the default is changed by making another one the default. */
export function update(row: StoredMethod, given: GivenOf<typeof changeable>) {
  checkThere(row)
  const change = differing(changeable, row, given)
  if (change.isDefault === false)
    throw new Refusal(
      'WRONG_STATUS',
      say`${field('isDefault')} must be true: it is the default until another one is made the default.`,
    )
  return change
}
