/** Changes what may be written of an order once it is placed. */
import type { Shape } from '../../db/shape.ts'
import type { Tx } from '../../db/transaction.ts'
import { readId } from '../../values/id.ts'
import { mutation } from '../describe.ts'
import { orderGiftInfoInput } from './gift-info.ts'
import { makesGift, update } from './update-rules.ts'

mutation('updateOrder', {
  description: 'Changes what may be written of an order; fields that are left out stay as they are.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The order.' }),
    note: t.string({ description: 'What the store notes about it, at most 10,000 characters; null for nothing.' }),
    orderGiftInfo: t.field({ type: orderGiftInfoInput, description: 'What makes it a gift, put beside what is there.' }),
    giftRenewalNotif: t.boolean({ description: 'Whether the recipient of the gift is told of renewals.' }),
  }),
  shows: { field: 'order', resource: 'Order' },
  async write(write, { id, ...given }) {
    const row = await write.hold('Order', { id: readId('id', id) })
    const isGiftable = makesGift(row, given) && (await holdsOnlyGiftable(write.tx, row))
    await write.change(row, update({ ...row, isGiftable }, given) as Partial<typeof row>)
    return { id: row.id }
  },
})

async function holdsOnlyGiftable(tx: Tx, { storeId, id }: Shape<'Order'>): Promise<boolean> {
  const others = { storeId, orderId: id, product: { giftable: false } }
  return (await tx.orderProduct.findFirst({ where: others, select: { id: true } })) === null
}
