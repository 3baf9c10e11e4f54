/** Updates a product and restores one; archived it is with its subscriptions (`subscriptions/archive-product.ts`). */
import { recordWrites } from '../../records/record-writes.ts'
import { writable } from './writable.ts'

recordWrites('Product', { fields: writable, update: {}, archivedBy: 'deleted', archives: false })
