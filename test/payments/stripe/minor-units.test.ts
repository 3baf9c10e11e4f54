/** Amounts as Stripe takes them. */
import { expect, it } from 'vitest'
import { notTaken, toStripe } from '../../../src/payments/stripe/minor-units.ts'

it.each([
  [1999n, 'EUR', 1999],
  [500n, 'JPY', 500],
  // Without a smaller unit, but with two zeros at Stripe.
  [5n, 'UGX', 500],
  [5n, 'ISK', 500],
  // With a smaller unit, but without one at Stripe.
  [1200n, 'MGA', 12],
  [1250n, 'MGA', undefined],
  [1230n, 'KWD', 1230],
  [1234n, 'KWD', undefined],
  [1234n, 'HUF', 1234],
])('%s %s is %s', (amount, currency, taken) => {
  expect(toStripe(amount, currency)).toBe(taken)
})

it('an amount that Stripe cannot take is refused with what it would take', () => {
  expect(notTaken(1234n, 'KWD')).toBe('Stripe takes amounts in KWD that are multiples of 10, not 1234.')
})
