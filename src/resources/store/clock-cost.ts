/** Prices a move of a test clock by the work that falls due on the way. */
import { Prisma } from '../../../prisma/generated/client/client.ts'
import type { Write } from '../../writes/write.ts'

/** A renewal, or the end of a subscription, in milliseconds of the server's and the database's processors. */
const pointsOfStep = 20

/**
 * Estimates the points of a clock's way: a step for each term that a subscription begins by itself until then, or for its end, and for the end
 * of its pause.
 *
 * @param to the target of the clock.
 */
export async function pointsOfWay({ tx, viewer: { storeId } }: Write, to: Date): Promise<number> {
  const term = Prisma.sql`greatest(term.num_cycles * (billing.rebill_months * 30.4 + coalesce(billing.rebill_weeks, 0) * 7), 1)`
  const pause = Prisma.sql`CASE WHEN status = 'suspended' THEN greatest(paused_until - paused_at, interval '0') ELSE interval '0' END`
  const days = Prisma.sql`extract(epoch FROM ${to}::timestamptz - subscription.end_date - ${pause}) / 86400`
  const renewals = Prisma.sql`CASE WHEN autorenew THEN greatest(ceil(${days} / ${term}), 0) ELSE 1 END`
  const [{ steps }] = await tx.$queryRaw<[{ steps: number }]>`
    SELECT coalesce(sum(CASE WHEN status = 'active' THEN ${renewals} WHEN status = 'suspended' THEN 1 + ${renewals} ELSE 1 END), 0)::float8 AS steps
    FROM subscription
    JOIN subscription_type_term AS term ON term.store_id = subscription.store_id AND term.id = subscription.term_id
    JOIN product_billing AS billing ON billing.store_id = subscription.store_id AND billing.id = subscription.product_billing_id
    WHERE subscription.store_id = ${storeId} AND (
      subscription.end_date < ${to}::timestamptz AND subscription.status IN ('active', 'past_due', 'cancelled')
      OR subscription.status = 'suspended' AND paused_until < ${to}::timestamptz)`
  return Math.ceil(steps * pointsOfStep)
}
