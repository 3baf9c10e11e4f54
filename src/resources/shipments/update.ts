/** Corrects the carrier and the tracking of a shipment that was sent. */
import { recordWrites } from '../../records/record-writes.ts'
import { update } from './rules.ts'
import { tracking } from './writable.ts'

recordWrites('Shipment', {
  fields: tracking,
  update: {
    description: 'Changes the carrier and the tracking of a shipment that was sent. Its label stays as it was bought.',
    rule: update,
  },
})
