/** When pages are to be opened for renewals that want their customers: one at a time for each. */
import type { Clock } from '../../db/clock.ts'
import type { Db } from '../../db/connect.ts'
import type { Tx } from '../../db/transaction.ts'

const atOnce = 8
/** The pause before another process tries to open a page, and that behind the end of one. */
const leaseSeconds = 600
const behindSeconds = 60

/** A subscription whose page is due; `isOpen` where it has one already. */
export type DuePage = { storeId: bigint; id: bigint; isOpen: boolean; hasTestClock: boolean }

/** Claims those that are due the longest. One whose page is open is due when that ends. */
export const claimPages = (db: Db, clock: Clock): Promise<DuePage[]> => db.$queryRaw<DuePage[]>`
  WITH due AS (
    SELECT store_id, id FROM subscription WHERE page_due_at <= ${clock.inSql()} ORDER BY page_due_at LIMIT ${atOnce} FOR UPDATE SKIP LOCKED
  ), found AS (
    SELECT due.store_id, due.id, (SELECT max(waits_until) FROM payment
      WHERE payment.store_id = due.store_id AND payment.subscription_id = due.id AND state = 'waiting') AS waits_until FROM due
  )
  UPDATE subscription SET page_due_at = COALESCE(GREATEST(waits_until, CASE WHEN waits_until IS NOT NULL THEN ${clock.inSql()} END)
    + ${behindSeconds}::int * interval '1 second', ${clock.inSql()} + ${leaseSeconds}::int * interval '1 second')
  FROM found, store
  WHERE subscription.store_id = found.store_id AND subscription.id = found.id AND store.id = found.store_id
  RETURNING subscription.store_id AS "storeId", subscription.id, waits_until IS NOT NULL AS "isOpen", has_test_clock AS "hasTestClock"`

/** Has no page opened for a subscription until a charge wants its customer again. */
export async function leavePage(tx: Tx, { storeId, id }: { storeId: bigint; id: bigint }): Promise<void> {
  await tx.$executeRaw`UPDATE subscription SET page_due_at = NULL WHERE store_id = ${storeId}::bigint AND id = ${id}::bigint`
}
