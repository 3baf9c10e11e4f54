/** The writable fields of a stock record; none of them can be null. */
import { count, flag, step } from '../../values/writable.ts'

export const writable = {
  quantityOnHand: count('How many are on the shelf'),
  confidence: step('How sure the count is', {
    from: 1,
    to: 10,
    range: 'Product Inventory Update Exception: confidence must be between 1-10.',
  }),
  trackInventory: flag('Whether the count is kept at all'),
  outOfStockPurchases: flag('Whether it may be bought when none is on the shelf'),
}
