/** Changes what may be written of an order once it is placed. */
import type { Shape } from '../../db/shape.ts'
import type { Tx } from '../../db/transaction.ts'
import { inputFields } from '../../schema/inputs.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { mutation } from '../describe.ts'
import { orderGiftInfoInput } from './gift-info.ts'
import { makesGift, update } from './update-rules.ts'
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
    const isGiftable = makesGift(row, given) && (await holdsOnlyGiftable(write.tx, row))
    await write.change(row, update({ ...row, isGiftable }, given))
    return { id: row.id }
  },
})

async function holdsOnlyGiftable(tx: Tx, { storeId, id }: Shape<'Order'>): Promise<boolean> {
  const others = { storeId, orderId: id, product: { giftable: false } }
  return (await tx.orderProduct.findFirst({ where: others, select: { id: true } })) === null
}
