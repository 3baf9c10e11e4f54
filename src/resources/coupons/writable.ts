/** The writable fields of a coupon; none can be null. */
import { amount, count, flag, oneOf, text } from '../../values/writable.ts'

export const writable = {
  code: text('What the customer types, in any case', {
    max: 100,
    notBlank: true,
    uniqueTo: 'coupon',
  }),
  name: text('What the store calls it', { max: 200, initially: '' }),
  discountType: oneOf('Whether it takes off a percentage or an amount', ['percent', 'amount'], 'CouponDiscountType'),
  discountValue: amount('The percentage, at most 100, or the amount that it takes off', { min: 1n }),
  numRenewals: count('How many charges of a subscription it lowers, 0 counting as 1', { initially: 1 }),
  enabled: flag('Whether it can be used', { initially: true, isFixed: true }),
}
