/** Updates a subscription. */
import { recordWrites } from '../record-writes.ts'
import { update } from './update-rules.ts'
import { writable } from './writable.ts'

recordWrites('Subscription', { fields: writable, update: { rule: update } })
