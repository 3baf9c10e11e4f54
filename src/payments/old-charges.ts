/** Deletes old charges from the books of the sandbox. A refund of one that is gone is done in any case, as those of the demo store are. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import { inBatches } from '../db/batch-delete.ts'
import { type Clock, timeAgo } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'

/** Days for which a charge is kept. */
const keptDays = 90

/** Rows that still ask the sandbox for a charge: a payment, a refund or a dispute that is not over. */
const isNeeded = Prisma.sql`(
  EXISTS (SELECT FROM payment WHERE payment.reference = charge.reference
    AND (payment.due_at IS NOT NULL OR payment.state NOT IN ('captured', 'declined', 'failed', 'refunded', 'credited')))
  OR EXISTS (SELECT FROM refund WHERE refund.due_at IS NOT NULL AND refund.charge = 'sandbox_' || charge.reference)
  OR EXISTS (SELECT FROM gateway_dispute AS dispute WHERE dispute.due_at IS NOT NULL AND dispute.reference = 'sandbox_dispute_' || charge.reference))`

/** Deletes old charges that nothing needs, a batch at a time, found by the index of their time. @returns their number. The server runs it once a minute. */
export const forgetOldCharges = (db: Db, clock: Clock): Promise<number> =>
  inBatches(
    db,
    (rows) => Prisma.sql`
      DELETE FROM sandbox_charge WHERE reference = ANY(ARRAY(
        SELECT reference FROM sandbox_charge AS charge WHERE created_at < ${timeAgo(clock, { days: keptDays })} AND NOT ${isNeeded}
        ORDER BY created_at LIMIT ${rows}))`,
  )
