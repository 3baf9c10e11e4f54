/** Deletes consents three years after the last subscription of their customer has ended. */
import { Prisma } from '../../../prisma/generated/client/client.ts'
import { inBatches } from '../../db/batch-delete.ts'
import { type Clock, timeAgo } from '../../db/clock.ts'
import type { Db } from '../../db/connect.ts'

/** Three years, in days; the database keeps younger ones too (`keep_consent`). */
const keptDays = 1_097

/** Deletes the consents whose customer has had no subscription for three years. @returns how many. */
export const forgetOldConsents = (db: Db, clock: Clock): Promise<number> =>
  inBatches(db, (size) => {
    const since = timeAgo(clock, { days: keptDays })
    return Prisma.sql`
      DELETE FROM consent WHERE (store_id, id) IN (
        SELECT store_id, id FROM consent WHERE accepted_at < ${since} AND NOT EXISTS (
          SELECT FROM subscription WHERE subscription.store_id = consent.store_id AND subscription.customer_id = consent.customer_id
            AND (subscription.status NOT IN ('cancelled', 'expired') OR subscription.end_date > ${since}))
        ORDER BY accepted_at LIMIT ${size})`
  })
