/** The writable fields of a coupon. */
import { amount, count, flag, oneOf, references, time } from '../../values/writable.ts'
import { externalId, name, typedCode } from '../../values/writable-texts.ts'

const anyNumber = { min: 1, ifNull: 'any number of times' } as const
const years: [number, number] = [1970, 9999]

export const writable = {
  externalId: externalId('coupon'),
  code: typedCode('The code that the customer types, in any case', {
    max: 100,
    notBlank: true,
    uniqueTo: 'coupon',
  }),
  name: name("The store's name for it", { max: 200, initially: '' }),
  discountType: oneOf(
    'Whether it takes off a percentage of the price, an amount of it, or the shipping',
    ['percent', 'amount', 'free_shipping'],
    'CouponDiscountType',
  ),
  discountValue: amount('The percentage, from 1 to 100, or the amount from 1 that it takes off; 0 for free shipping'),
  numRenewals: count('How many charges of a subscription it lowers, 0 counting as 1', { initially: 1 }),
  forever: flag('Whether it lowers every charge of a subscription; `num_renewals` is then 0', { initially: false }),
  maxUses: count('How often it may be used in all', anyNumber),
  maxUsesPerCustomer: count('How often one customer may use it', anyNumber),
  startsAt: time('From when it can be used', { years, ifNull: 'any time' }),
  endsAt: time('From when it can no longer be used, later than `starts_at`', { years, ifNull: 'never' }),
  minSubTotal: amount(
    'The smallest price of the products that it applies to, all of an order together, that it can be used for',
    {
      initially: 0n,
    },
  ),
  productIds: references('Product', 'CouponProduct', 'The products that it applies to, all where there is none'),
  enabled: flag('Whether it can be used', { initially: true, isFixed: true }),
}
