/**
 * Drops the plans of payments that were captured long ago: most of the row, and no longer read. A payment in any other state keeps its plan,
 * since a charge of one that was declined or has failed may still be reported, and is then given back by its plan.
 *
 * The readers of a captured payment's plan: a process that has asked the gateway and was stopped, which has the plan itself (arrive.ts); the
 * next payment of a cart, of which the first was declined (cart-payments.ts); and the repeat of an order under its external id, which compares
 * the fingerprint of the request: it is kept as `request_hash`.
 */
import { Prisma } from '../../../prisma/generated/client/client.ts'
import { inBatches } from '../../db/batch-delete.ts'
import { type Clock, timeAgo } from '../../db/clock.ts'
import type { Db } from '../../db/connect.ts'

/** Days after its capture for which a payment keeps its plan: gateways repeat their webhooks for days. */
const keptDays = 30

/** Drops old plans, a batch at a time, found by the index payment_old_plan. @returns their number. The server runs it once a minute. */
export const dropOldPlans = (db: Db, clock: Clock): Promise<number> =>
  inBatches(
    db,
    (rows) => Prisma.sql`
      UPDATE payment SET plan = NULL, request_hash = plan->'named'->>'request'
      WHERE (store_id, id) IN (SELECT store_id, id FROM payment
        WHERE state = 'captured' AND plan IS NOT NULL AND settled_at < ${timeAgo(clock, { days: keptDays })} AND due_at IS NULL
        ORDER BY settled_at LIMIT ${rows} FOR UPDATE SKIP LOCKED)`,
  )
