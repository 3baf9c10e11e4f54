/** Sets, changes and deletes what a product costs for its terms. */
import { recordWrites } from '../record-writes.ts'
import { termPriceFields } from './writable.ts'

recordWrites('ProductTermPrice', { fields: termPriceFields, parent: 'productId', create: {}, update: {}, isDeletable: true })
