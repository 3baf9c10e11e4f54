/** Work that waits in the database, over all stores: what metrics show and `doctor` looks at. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import { givenUpOf, waitingOf } from '../consumers/backlog.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { expired } from '../mails/expiry.ts'
import { mailRows } from '../mails/rows.ts'
import { dueAt, isAwaited } from '../purchases/subscription/due-sql.ts'
import { webhookRows } from '../webhooks/rows.ts'

/** Each that is counted is so up to `mostCounted`. */
export type Backlog = {
  /** Renewals that are due, in stores without a test clock. */
  renewalsDue: number
  /** The renewals that have been due for ten minutes. */
  renewalsLate: number
  /**
   * Payments of which it is not known whether they were charged, a minute after the gateway was asked. Of one that was given up the gateway
   * knows nothing.
   */
  paymentsUnknown: number
  /** Payments whose result is known and cannot be written: most are captured. */
  paymentsUnwritten: number
  /** Refunds of which it is not known whether they were given, a minute after they were recorded. */
  refundsUnknown: number
  /** Deliveries that wait to be sent to webhooks. */
  deliveriesWaiting: number
  /** Deliveries that were given up. */
  deliveriesFailed: number
  /** Webhooks that were disabled. */
  webhooksDisabled: number
  /** Mails that wait to be sent. */
  mailsWaiting: number
  /** Mails that a relay refused for good or for too long. */
  mailsFailed: number
  /** Mails whose time was over before they were sent. */
  mailsExpired: number
  /** Mails that were not sent since `MAIL_URL` was not set. */
  mailsUnsent: number
  /** Events that wait for their numbers. */
  eventsUnnumbered: number
  /** Seconds since the beginning of the last backup that is whole, by the database's clock; infinite where there is none. */
  backupAge: number
}

/** More are not counted: a count must not take longer the more there is wrong. */
const mostCounted = 10_000

const lateMinutes = 10

const mails = mailRows(false)

/** Counts what waits, by one statement over partial indexes. */
export async function readBacklog(db: Pick<Db, '$queryRaw'>, clock: Clock): Promise<Backlog> {
  const now = Prisma.sql`(SELECT ${clock.inSql()})`
  const dueBefore = (time: Prisma.Sql) => Prisma.sql`
    (SELECT count(*)::int FROM (
      SELECT 1 FROM store CROSS JOIN LATERAL (
        SELECT 1 FROM subscription WHERE store_id = store.id AND ${isAwaited} AND ${dueAt} <= ${time} LIMIT ${mostCounted}
      ) AS found WHERE NOT store.has_test_clock LIMIT ${mostCounted}) AS counted)`
  const count = (rows: Prisma.Sql) => Prisma.sql`(SELECT count(*)::int FROM (${rows} LIMIT ${mostCounted}) AS counted)`
  const [backlog] = await db.$queryRaw<[Backlog]>`
    SELECT ${dueBefore(now)} AS "renewalsDue",
      ${dueBefore(Prisma.sql`${now} - ${lateMinutes}::int * interval '1 minute'`)} AS "renewalsLate",
      ${count(Prisma.sql`SELECT 1 FROM payment WHERE due_at IS NOT NULL AND state = 'asked'
        AND asked_at < ${now} - interval '1 minute' AND unwritten_since IS NULL`)} AS "paymentsUnknown",
      ${count(Prisma.sql`SELECT 1 FROM payment WHERE due_at IS NOT NULL AND state IN ('asked', 'given_up')
        AND unwritten_since IS NOT NULL`)} AS "paymentsUnwritten",
      ${count(Prisma.sql`SELECT 1 FROM refund WHERE due_at IS NOT NULL AND status IN ('pending', 'unknown') AND accepted_at IS NULL
        AND created_at < ${now} - interval '1 minute'`)} AS "refundsUnknown",
      ${count(waitingOf(webhookRows))} AS "deliveriesWaiting",
      ${count(givenUpOf(webhookRows))} AS "deliveriesFailed",
      ${count(Prisma.sql`SELECT 1 FROM webhook WHERE disabled_at IS NOT NULL AND deleted_at IS NULL`)} AS "webhooksDisabled",
      ${count(waitingOf(mails))} AS "mailsWaiting",
      ${count(Prisma.sql`${givenUpOf(mails)} AND answer IS DISTINCT FROM ${expired}`)} AS "mailsFailed",
      ${count(Prisma.sql`${givenUpOf(mails)} AND answer = ${expired}`)} AS "mailsExpired",
      ${count(Prisma.sql`SELECT 1 FROM mail WHERE kept = 'no_relay'`)} AS "mailsUnsent",
      ${count(Prisma.sql`SELECT 1 FROM event WHERE sequence IS NULL`)} AS "eventsUnnumbered",
      coalesce((SELECT extract(epoch FROM clock_timestamp() - backed_up_at)::float8 FROM installation), 'Infinity') AS "backupAge"`
  return backlog
}
