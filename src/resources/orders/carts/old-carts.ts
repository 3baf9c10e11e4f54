/** Deletes open carts that nothing has changed for months, and the oldest of too many carts of visitors. */
import { Prisma } from '../../../../prisma/generated/client/client.ts'
import { inBatches } from '../../../db/batch-delete.ts'
import { type Clock, timeAgo } from '../../../db/clock.ts'
import type { Db } from '../../../db/connect.ts'

/** Days after its last change for which an open cart is kept, and a visitor's, whose token has ended by then. */
const keptDays = 90
const keptDaysOfVisitors = 31

/** The most open carts of the visitors of a store that are kept. */
const mostOfVisitors = 20_000

/** Open carts of which no checkout was begun; the index cart_open has the first words. */
const unused = Prisma.sql`order_id IS NULL AND changed_at IS NOT NULL
  AND NOT EXISTS (SELECT FROM payment WHERE payment.store_id = cart.store_id AND payment.cart_id = cart.id)
  AND NOT EXISTS (SELECT FROM metadata WHERE metadata.store_id = cart.store_id AND metadata.cart_id = cart.id)`

/** Deletes old open carts, a batch at a time. @returns their number. The server runs it once a minute. */
export async function forgetOldCarts(db: Db, clock: Clock): Promise<number> {
  const deleted = (found: Prisma.Sql) => Prisma.sql`DELETE FROM cart WHERE (store_id, id) IN (${found})`
  const old = await inBatches(db, (rows) =>
    deleted(Prisma.sql`
      SELECT store_id, id FROM cart WHERE ${unused} AND changed_at < ${timeAgo(clock, { days: keptDaysOfVisitors })}
        AND (customer_id IS NULL OR changed_at < ${timeAgo(clock, { days: keptDays })})
      ORDER BY changed_at LIMIT ${rows}`),
  )
  const tooMany = await inBatches(db, (rows) =>
    deleted(Prisma.sql`
      SELECT cart.store_id, cart.id FROM store CROSS JOIN LATERAL (
        SELECT store_id, id FROM cart WHERE cart.store_id = store.id AND customer_id IS NULL AND ${unused}
        ORDER BY changed_at DESC OFFSET ${mostOfVisitors}
      ) AS cart LIMIT ${rows}`),
  )
  return old + tooMany
}
