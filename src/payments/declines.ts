/** Reads what a bank says with a decline: whether the payment method may be tried again. Pure. */
import type { ChargeDetails } from './gateway.ts'

/**
 * The codes after which a payment method is not tried again, https://docs.stripe.com/declines/codes: the card is gone, or its holder has
 * stopped the payments.
 */
const codesForGood: ReadonlySet<string> = new Set([
  'lost_card',
  'stolen_card',
  'pickup_card',
  'restricted_card',
  'invalid_account',
  'stop_payment_order',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'do_not_try_again',
])

/** Mastercard's merchant advice codes "do not try again" and "payment cancellation". */
const networkAdviceForGood: ReadonlySet<string> = new Set(['03', '21'])

/** Whether a decline forbids to try the payment method again. */
export const isForGood = ({ declineCode = '', advice, networkAdvice = '' }: ChargeDetails): boolean =>
  advice === 'never' || codesForGood.has(declineCode) || networkAdviceForGood.has(networkAdvice)

/** Days in which card networks count the tries of a payment method for one amount, and the most of them. */
export const triesWindowDays = 30
export const mostTries = 15
