/** Updates, archives and restores a product. */
import { recordWrites } from '../record-writes.ts'
import { writable } from './writable.ts'

recordWrites('Product', { fields: writable, update: {}, archivedBy: 'deleted' })
