/** Updates the stock record of an instance. */
import { recordCounts } from '../../purchases/stock/stock.ts'
import { recordWrites } from '../../records/record-writes.ts'
import { writable } from './writable.ts'

recordWrites('ProductInventory', {
  name: 'inventory',
  key: { column: 'productInstanceId', description: 'The instance.' },
  fields: writable,
  update: {
    description: 'Changes the stock record of an instance; fields that are left out stay as they are.',
    beside: ['inventory.low'],
    afterwards: (write, row, change) => recordCounts(write, [{ before: row, after: { ...row, ...change } }]),
  },
})
