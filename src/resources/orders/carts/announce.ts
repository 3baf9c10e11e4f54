/** Announces that carts are abandoned, by an event of each, once. */
import type { Context } from '../../../context.ts'
import { fromNothing } from '../../../writes/changes.ts'
import type { Written, WrittenRecord } from '../../../writes/result.ts'
import { operation } from '../../describe.ts'
import { isAbandoned } from './cart-rules.ts'

/** Announces those of some carts that still are to be: another worker may have been first. A cart without lines, or a visitor's without an e-mail address, is passed over. */
export const announceAbandoned: (context: Context, asked: { ids: readonly bigint[] }) => Promise<{ many?: readonly unknown[] }> =
  operation('announceAbandonedCarts', {
    emits: ['cart.abandoned'],
    shows: { resource: 'Cart', as: 'OpenCart' },
    async write(write, { ids }: { ids: readonly bigint[] }): Promise<Written> {
      const { tx, now } = write
      const { storeId } = write.viewer
      const store = await tx.store.findUniqueOrThrow({ where: { id: storeId }, select: { abandonedAfterHours: true } })
      const locked = await write.lockAll('Cart', { id: { in: ids } })
      const rows = locked.filter((row) => isAbandoned(row, store.abandonedAfterHours, now))
      await write.changeAll(new Map(rows.map((row) => [row, { abandonedAt: now }])))
      const counts = await tx.cartProduct.groupBy({
        by: ['cartId'],
        where: { storeId, cartId: { in: rows.map(({ id }) => id) } },
        _count: true,
      })
      const lines = new Map(counts.map(({ cartId, _count }) => [cartId, _count]))
      const many = rows.flatMap((row, index): WrittenRecord[] => {
        const { id, customerId, orderId, changedAt, email } = row
        const count = lines.get(id)
        if (count === undefined || (customerId === null && email === null)) return []
        const changes = fromNothing({ abandonedAt: now, changedAt, lines: count, ...(email !== null && { email }) })
        return [{ index, id, ...(customerId !== null && { customerId }), ...(orderId !== null && { orderId }), changes }]
      })
      return many.length > 0 ? { many } : { isNothing: true }
    },
  })
