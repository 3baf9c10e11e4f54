/** Deletes open carts that nothing has changed for months. */
import { Prisma } from '../../../../prisma/generated/client/client.ts'
import { inBatches } from '../../../db/batch-delete.ts'
import { type Clock, timeAgo } from '../../../db/clock.ts'
import type { Db } from '../../../db/connect.ts'

/** Days after its last change for which an open cart is kept. */
const keptDays = 90

/** Deletes old open carts, of which no checkout was begun, a batch at a time. @returns their number. The server runs it once a minute. */
export function forgetOldCarts(db: Db, clock: Clock): Promise<number> {
  return inBatches(
    db,
    (rows) => Prisma.sql`
      DELETE FROM cart WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM cart WHERE order_id IS NULL AND changed_at IS NOT NULL AND changed_at < ${timeAgo(clock, { days: keptDays })}
          AND NOT EXISTS (SELECT FROM payment WHERE payment.store_id = cart.store_id AND payment.cart_id = cart.id)
          AND NOT EXISTS (SELECT FROM metadata WHERE metadata.store_id = cart.store_id AND metadata.cart_id = cart.id)
        ORDER BY changed_at LIMIT ${rows}))`,
  )
}
