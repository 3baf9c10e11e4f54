/** Creates customers and updates them. */
import { recordWrites } from '../record-writes.ts'
import { fullName } from './rules.ts'
import { writable } from './writable.ts'

recordWrites('Customer', {
  fields: writable,
  derive: ({ firstName, lastName }) => ({ name: fullName(firstName, lastName) }),
  create: {},
  update: {},
})
