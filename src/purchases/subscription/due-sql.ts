/** When a subscription is due, in SQL: for the worker, which claims it, and for metrics, which count those that wait. */
import { Prisma } from '../../../prisma/generated/client/client.ts'
import { meetsChecks } from '../../db/checks.ts'

/** Whether credit is left that becomes the customer's once the time of an ended subscription is over. */
const hasCredit = Prisma.raw('"credit" > 0 AND "unpaid_order_id" IS NULL')

/** The time at which a subscription is due; the index subscription_due has the same expression. */
export const dueAt = Prisma.sql`(CASE WHEN "status" = 'active' THEN "end_date" WHEN "status" = 'past_due' THEN "next_try_at"
  WHEN "status" = 'suspended' THEN "paused_until"
  WHEN "status" = 'cancelled' THEN CASE WHEN "cancelled_at" IS NULL OR "cancelled_at" < "end_date" OR ${hasCredit} THEN "end_date" END
  WHEN "status" = 'expired' THEN CASE WHEN ${hasCredit} THEN "end_date" END END)`

/** Subscriptions that can be processed once they are due. One that breaks a CHECK cannot be written, not even its claim. */
export const isAwaited = Prisma.sql`(status IN ('active', 'cancelled', 'past_due', 'suspended') OR status = 'expired' AND ${hasCredit})
  AND ${dueAt} IS NOT NULL AND ${meetsChecks('subscription')}`
