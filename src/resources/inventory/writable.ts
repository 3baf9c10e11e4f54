/** The writable fields of a stock record; none but `lowStockAt` can be null. */
import { count, flag, step } from '../../values/writable.ts'

export const writable = {
  quantityOnHand: count('How many are on the shelf'),
  confidence: step('How sure the count is', {
    from: 1,
    to: 10,
    range: 'Product Inventory Update Exception: confidence must be between 1-10.',
  }),
  trackInventory: flag('Whether the count is kept at all'),
  lowStockAt: count('The count at which the stock is low: `inventory.low` is emitted when it falls to it or below', {
    ifNull: '0',
  }),
  outOfStockPurchases: flag('Whether it may be bought when none is on the shelf'),
}
