/** The rules of payment methods. Pure. */
import { badInput, Refusal } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import type { GivenOf } from '../../values/writable.ts'
import { differing } from '../../values/written-values.ts'
import { otherPurpose } from '../cards-of-visitors.ts'
import { writable } from './writable.ts'

/** The most live payment methods of a customer. */
export const maxMethods = 50

/** Whether a stored method is the one with a token that is added: a token means something at its own gateway alone. */
export const isMethodOf = (row: { gateway: string; gatewayToken: string }, gateway: string, token: string): boolean =>
  row.gateway === gateway && row.gatewayToken === token

type GivenToken = { gatewayToken: string; gatewayCustomer: string | null }

/**
 * Checks a token that is added.
 *
 * @param gateway of the store.
 * @throws Refusal where a customer sends one to a real gateway, or the token cannot be of that gateway.
 */
export function checkToken(gateway: string, isByCustomer: boolean, { gatewayToken, gatewayCustomer }: GivenToken): void {
  if (gateway === 'sandbox') {
    if (gatewayCustomer !== null) throw badInput(say`${field('gatewayCustomer')} must be null: the sandbox knows no customers.`)
    return
  }
  if (isByCustomer)
    throw new Refusal('WRONG_STATUS', 'Cards of this store are entered on the page of its payment gateway, not sent as tokens.')
  if (!/^pm_\w+$/.test(gatewayToken))
    throw badInput(say`${field('gatewayToken')} must be the id of a payment method at Stripe, which begins with pm_.`)
  if (gatewayCustomer === null || !/^cus_\w+$/.test(gatewayCustomer))
    throw badInput(
      say`${field('gatewayCustomer')} must be the id of the customer at Stripe to whom the token belongs, which begins with cus_.`,
    )
}

/** The refusal of the gateway's id of another customer. */
export const otherCustomers = () =>
  badInput(
    say`${field('gatewayCustomer')} must be the id of this customer at the gateway; it is that of another one, or this customer has another id there.`,
  )

type StoredMethod = { archivedAt: Date | null; isDefault: boolean; enteredByVisitor: boolean }

/** Refuses to change a payment method that was removed. */
export function checkThere({ archivedAt }: Pick<StoredMethod, 'archivedAt'>): void {
  if (archivedAt) throw new Refusal('WRONG_STATUS', 'The payment method was removed; add it again.')
}

const {
  customerId: _customer,
  gatewayToken: _token,
  gatewayCustomer: _theirs,
  brand: _brand,
  last4: _last4,
  ...changeable
} = writable

/** Decides what an update changes: the default is changed by making another one the default. */
export function update(row: StoredMethod, given: GivenOf<typeof changeable>) {
  checkThere(row)
  const change = differing(changeable, row, given)
  if (change.isDefault && row.enteredByVisitor) throw otherPurpose('id')
  if (change.isDefault === false)
    throw new Refusal(
      'WRONG_STATUS',
      say`${field('isDefault')} must be true: it is the default until another one is made the default.`,
    )
  return change
}
