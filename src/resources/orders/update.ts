/** Updates an order once it is placed. */
import { recordWrites } from '../../records/record-writes.ts'
import { orderGiftInfoInput } from './gift-info.ts'
import { update } from './update-rules.ts'
import { writable } from './writable.ts'

recordWrites('Order', {
  fields: writable,
  update: {
    others: (t) => ({
      orderGiftInfo: t.field({
        type: orderGiftInfoInput,
        description: 'The gift fields; fields that are left out stay as they are.',
      }),
    }),
    rule: update,
  },
})
