/**
 * The kind of a movement, in SQL: its meaning for the recurring revenue of the customer, by whether the subscription counts, before and
 * after, and by how many of the customer's do.
 */
import { Prisma } from '../../prisma/generated/client/client.ts'

/**
 * The recurring amount of a month, as a fraction of the smallest unit; 0 for a subscription that does not count. A week is 12/52 of a month.
 *
 * @param of the prefix of its columns.
 */
const monthly = (of: 'from' | 'to'): string =>
  `CASE WHEN ${of}_counted AND ${of}_months + ${of}_weeks > 0
      THEN ${of}_price * 52::numeric / (52 * ${of}_months + 12 * ${of}_weeks) ELSE 0 END`

/**
 * The kind of a movement. A subscription that is paused, resumed or a gift that is over has a kind of its own; else the customer's first or
 * last one that counts decides, and then the sign of the amount.
 *
 * Reads columns of a movement, and `counted_runs`: how often the customer began to have one that counts, this time included.
 */
export const kindSql: Prisma.Sql = Prisma.raw(`(CASE
      WHEN to_counted AND NOT from_counted THEN CASE
        WHEN from_status = 'suspended' THEN 'resumed'
        WHEN counted_before > 0 THEN 'expansion'
        WHEN counted_runs = 1 THEN 'new'
        ELSE 'reactivation' END
      WHEN from_counted AND NOT to_counted THEN CASE
        WHEN to_status = 'suspended' THEN 'paused'
        WHEN is_gift THEN 'gift_ended'
        WHEN counted_after = 0 THEN 'churn'
        ELSE 'contraction' END
      ELSE CASE sign(${monthly('to')} - ${monthly('from')}) WHEN 1 THEN 'expansion' WHEN -1 THEN 'contraction' ELSE 'none' END
    END)::"SubscriptionMovementKind"`)
