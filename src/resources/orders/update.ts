/** Changes what may be written of an order once it is placed. */
import { inputFields } from '../../schema/inputs.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { mutation } from '../describe.ts'
import { orderGiftInfoInput } from './gift-info.ts'
import { update } from './update-rules.ts'
import { writable } from './writable.ts'

mutation('updateOrder', {
  tells: ['order.updated'],
  description: 'Changes what may be written of an order; fields that are left out stay as they are.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The order.' }),
    ...inputFields(t, writable),
    orderGiftInfo: t.field({ type: orderGiftInfoInput, description: 'What makes it a gift, put beside what is there.' }),
  }),
  shows: { field: 'order', resource: 'Order' },
  async write(write, { id, ...given }) {
    const row = await write.hold('Order', { id: readId(field('id'), id) })
    await write.change(row, update(row, given))
    return { id: row.id }
  },
})
