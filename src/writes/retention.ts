/** Deletes old entries of the write log, old events and old tombstones. Orders, transactions and payments are no log: they are kept for good. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { LogDays } from '../config/config.ts'
import { inBatches } from '../db/batch-delete.ts'
import { type Clock, timeAgo } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { consumersOfEvents } from './consumers.ts'

/** Maximum undelivered events kept for consumers, however old they are. */
const mostAwaited = 100_000

/** Deletes expired log entries, a batch at a time; returns their number. The server runs it once a minute. */
export async function forgetOldEntries(db: Db, clock: Clock, { done, refused }: LogDays): Promise<number> {
  // Each condition has an index of its own, in the order of time.
  const forget = async (which: Prisma.Sql, days: number) => {
    const old = (rows: number) => Prisma.sql`
      DELETE FROM log_entry WHERE (store_id, id) IN (
        SELECT store_id, id FROM log_entry WHERE ${which} AND created_at < ${timeAgo(clock, { days })}
          AND store_id NOT IN (SELECT id FROM store WHERE clock_now IS NOT NULL) ORDER BY created_at LIMIT ${rows})`
    // Where a test clock was moved, the age of entries is by its time.
    const oldByTestClock = (rows: number) => Prisma.sql`
      DELETE FROM log_entry WHERE (store_id, id) IN (
        SELECT log_entry.store_id, log_entry.id FROM store JOIN log_entry ON log_entry.store_id = store.id
        WHERE ${which} AND log_entry.created_at < store.clock_now - make_interval(days => ${days}) LIMIT ${rows})`
    return (await inBatches(db, old)) + (await inBatches(db, oldByTestClock))
  }
  return (await forget(Prisma.sql`refused_by IS NULL`, done)) + (await forget(Prisma.sql`refused_by IS NOT NULL`, refused))
}

/** The number that all subscribers of a store have reached; null without any. */
const reached = (storeId: bigint): Prisma.Sql => {
  const each = consumersOfEvents.map(
    ({ subscribers }) => Prisma.sql`(SELECT min(subscriber.last_sequence) FROM ${subscribers} AS subscriber
    WHERE subscriber.store_id = ${storeId}::bigint AND subscriber.disabled_at IS NULL)`,
  )
  return Prisma.sql`least(${Prisma.join(each)})`
}

/**
 * Deletes expired events, a batch at a time, always a store's oldest: the remaining ones have no gap, and the deleting statement also
 * stores where they begin. Only numbering waits for a batch, and returns to the store shortly after. Where a test clock was moved, or is
 * set to a time, the age of events is by its time, as for entries. Events that a subscriber has not yet reached are kept for it, if they are
 * among the newest hundred thousand. Events that an `adopt` counts as deleted go first.
 *
 * @returns their number. The server runs it once a minute.
 */
export async function forgetOldEvents(db: Db, clock: Clock, days: number): Promise<number> {
  const since = (storeId: Prisma.Sql) =>
    Prisma.sql`coalesce((SELECT clock_now - make_interval(days => ${days}) FROM store WHERE id = ${storeId}), ${timeAgo(clock, { days })})`
  const stores = await db.$queryRaw<{ storeId: bigint }[]>`
    SELECT counter.store_id AS "storeId" FROM event_counter AS counter
    JOIN event AS oldest ON oldest.store_id = counter.store_id AND oldest.sequence = counter.forgotten_sequence + 1
    WHERE oldest.created_at < ${since(Prisma.sql`counter.store_id`)}`
  let deleted = await inBatches(
    db,
    (rows) => Prisma.sql`
      DELETE FROM event WHERE (store_id, id) IN (
        SELECT old.store_id, old.id FROM event_counter AS counter CROSS JOIN LATERAL (
          SELECT event.store_id, event.id FROM event WHERE event.store_id = counter.store_id AND event.sequence <= counter.forgotten_sequence
          ORDER BY event.sequence LIMIT ${rows}
        ) AS old LIMIT ${rows})`,
  )
  for (const { storeId } of stores)
    deleted += await inBatches(
      db,
      (rows) => Prisma.sql`
      WITH held AS (
        SELECT forgotten_sequence AS last, least(forgotten_sequence + ${rows}::int, greatest(last_sequence - ${mostAwaited}::int,
          coalesce(${reached(storeId)}, event_counter.last_sequence))) AS until FROM event_counter WHERE store_id = ${storeId}::bigint FOR NO KEY UPDATE
      ),
      kept AS (SELECT ${since(Prisma.sql`${storeId}::bigint`)} AS since),
      old AS (
        SELECT coalesce(min(sequence) FILTER (WHERE created_at >= kept.since) - 1, max(sequence)) AS last FROM event, held, kept
        WHERE event.store_id = ${storeId}::bigint AND event.sequence > held.last AND event.sequence <= held.until
      ), forgotten AS (
        UPDATE event_counter SET forgotten_sequence = old.last FROM old WHERE store_id = ${storeId}::bigint AND old.last > forgotten_sequence
      )
      DELETE FROM event WHERE store_id = ${storeId}::bigint AND sequence <= (SELECT last FROM old)`,
    )
  return deleted
}

/**
 * Deletes expired tombstones, a batch at a time. The last deletion of each kind that is kept no longer stays, with the id 0: who has not
 * read up to it may have missed some.
 *
 * @returns their number. The server runs it once a minute.
 */
export const forgetTombstones = (db: Db, clock: Clock, days: number): Promise<number> =>
  inBatches(
    db,
    (rows) => Prisma.sql`
      WITH old AS (
        SELECT store_id, record_type, record_id, changed_in, deleted_at FROM tombstone
        WHERE deleted_at < ${timeAgo(clock, { days })} AND record_id > 0
        ORDER BY deleted_at LIMIT ${rows}
      ), kept AS (
        INSERT INTO tombstone (store_id, record_type, record_id, changed_in, deleted_at)
        SELECT store_id, record_type, 0, max(changed_in), max(deleted_at) FROM old GROUP BY store_id, record_type
        ON CONFLICT (store_id, record_type, record_id) DO UPDATE
        SET changed_in = greatest(tombstone.changed_in, excluded.changed_in), deleted_at = excluded.deleted_at
      )
      DELETE FROM tombstone USING old WHERE tombstone.store_id = old.store_id
        AND tombstone.record_type = old.record_type AND tombstone.record_id = old.record_id`,
  )
