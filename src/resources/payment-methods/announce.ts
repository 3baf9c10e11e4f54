/** Announces that payment methods run out, by an event of each, once a day. */
import type { Context } from '../../context.ts'
import { fromNothing } from '../../writes/changes.ts'
import type { Written, WrittenRecord } from '../../writes/result.ts'
import { operation } from '../describe.ts'
import { dayOf, expiryOf, isToAnnounce } from './expiry-rules.ts'

type ExpiringBatch = {
  /** Methods that a subscription is renewed with. */
  ids: readonly bigint[]
  /** Whether these are the last of the day. */
  isLast: boolean
}

/** Announces those of some payment methods that still are to be: another worker may have been first. */
export const announceExpiries: (context: Context, asked: ExpiringBatch) => Promise<{ many?: readonly unknown[] }> = operation(
  'announceExpiries',
  {
    emits: ['payment_method.expiring'],
    shows: { resource: 'PaymentMethod' },
    async write(write, { ids, isLast }: ExpiringBatch): Promise<Written> {
      // One worker after the other: the day of a store is over once none of its methods is being announced.
      const store = await write.lockStore()
      const today = dayOf(write.now)
      if (store.expiriesLookedAt && store.expiriesLookedAt >= today) return { isNothing: true }
      const locked = ids.length === 0 ? [] : await write.lockAll('PaymentMethod', { id: { in: ids } })
      const rows = locked.filter((row) => isToAnnounce(row, write.now))
      await write.changeAll(new Map(rows.map((row) => [row, { expiryNoticedFor: expiryOf(row) }])))
      if (isLast) await write.change(store, { expiriesLookedAt: today })
      if (rows.length === 0) return { isNothing: true }
      const many = rows.map((row, index): WrittenRecord => {
        const { id, customerId, brand, last4, expMonth, expYear, isDefault } = row
        const changes = fromNothing({ expiresAt: expiryOf(row), brand, last4, expMonth, expYear, isDefault })
        return { index, id, customerId, changes }
      })
      return { many }
    },
  },
)
