import { lockRow, type Tx } from '../../db/transaction.ts'
import { notFound } from '../../errors.ts'
import { readId } from '../../values/id.ts'
import { changesOf } from '../../writes/log.ts'
import type { Shape } from '../data-model.ts'
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
  async write({ tx, viewer: { storeId } }, { id, ...given }, subject) {
    const row = await lockRow<Shape<'Order'>>(tx, 'order', { id: readId('id', id), storeId })
    if (!row) throw notFound()
    subject.orderId = row.id
    const isGiftable = makesGift(row, given) && (await holdsOnlyGiftable(tx, row))
    const change = update({ ...row, isGiftable }, given)
    const changes = changesOf(row, change as Partial<typeof row>)
    if (Object.keys(changes).length > 0) {
      await tx.order.update({ where: { storeId_id: { storeId, id: row.id } }, data: change, select: { id: true } })
    }
    return { id: row.id, orderId: row.id, changes }
  },
})

async function holdsOnlyGiftable(tx: Tx, { storeId, id }: Shape<'Order'>): Promise<boolean> {
  const others = { storeId, orderId: id, product: { giftable: false } }
  return (await tx.orderProduct.findFirst({ where: others, select: { id: true } })) === null
}
