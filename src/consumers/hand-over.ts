/** Turns events that have their numbers into deliveries, one for each subscriber that wants them. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { keptPlan } from '../db/kept-plan.ts'
import type { Session } from '../db/session.ts'
import type { ConsumerRows } from './consumer.ts'

/** How many events of a store are looked at for a subscriber at a time, and for how many subscribers. */
const batchEvents = 100
const batchSubscribers = 50

/** As many wait for a subscriber unless its consumer says otherwise; they are counted each time there is an event. */
const usuallyOpen = 1_000

/**
 * Inserts the deliveries of rows `event` and `subscriber`. They are due since the second began: times are kept in whole seconds, and one
 * that is rounded up is still to come.
 */
export const insertDeliveries = (
  { deliveries, subscriberId, content }: ConsumerRows,
  { from, now }: { from: Prisma.Sql; now: Prisma.Sql },
): Prisma.Sql => Prisma.sql`
  INSERT INTO ${deliveries} (store_id, ${subscriberId}, sequence, ${content.columns}, next_try_at, created_at)
  SELECT event.store_id, subscriber.id, event.sequence, content.*,
    CASE WHEN ${content.isDue ?? Prisma.sql`true`} THEN date_trunc('second', ${now}) END, ${now}
  FROM ${from} CROSS JOIN LATERAL (${content.select}) AS content
  ORDER BY event.sequence, subscriber.id`

/**
 * Hands some events over to the subscribers that have not reached them. Deliveries are made and the subscriber's place is moved in one
 * statement, which locks the subscriber: concurrent processes take different subscribers, and none makes a delivery twice. A subscriber
 * whose next event is kept no longer is left alone.
 *
 * @param stores those whose subscribers are looked at; all, unless given.
 * @returns whether there may be more.
 */
export async function handOver(rows: ConsumerRows, db: Db, clock: Clock, stores?: readonly bigint[]): Promise<boolean> {
  const { subscribers, deliveries, subscriberId, mostOpen = usuallyOpen } = rows
  const from = Prisma.sql`seen AS event JOIN held AS subscriber ON subscriber.store_id = event.store_id AND subscriber.id = event.subscriber_id`
  const ofStores = stores ? Prisma.sql`counter.store_id = ANY(${stores}::bigint[]) AND` : Prisma.empty
  const moved = await db.$executeRaw`
    WITH held AS (
      SELECT subscriber.* FROM event_counter AS counter JOIN ${subscribers} AS subscriber ON subscriber.store_id = counter.store_id
      WHERE ${ofStores} subscriber.disabled_at IS NULL AND subscriber.last_sequence < counter.last_sequence
        AND subscriber.last_sequence >= counter.forgotten_sequence
        AND (SELECT count(*) FROM (SELECT 1 FROM ${deliveries} AS open WHERE open.store_id = subscriber.store_id
          AND open.${subscriberId} = subscriber.id AND open.state IN ('waiting', 'sending') LIMIT ${mostOpen}::int) AS found)
          < ${mostOpen}::int
      ORDER BY random() LIMIT ${batchSubscribers}::int FOR NO KEY UPDATE OF subscriber SKIP LOCKED
    ), seen AS MATERIALIZED (
      SELECT held.id AS subscriber_id, event.* FROM held CROSS JOIN LATERAL (
        SELECT event.* FROM event WHERE event.store_id = held.store_id AND event.sequence > held.last_sequence
        ORDER BY event.sequence LIMIT ${batchEvents}::int
      ) AS event
    ), made AS (${insertDeliveries(rows, { from, now: clock.inSql() })} ON CONFLICT DO NOTHING)
    UPDATE ${subscribers} AS subscriber SET last_sequence = newest.sequence
    FROM (SELECT store_id, subscriber_id, max(sequence) AS sequence FROM seen GROUP BY store_id, subscriber_id) AS newest
    WHERE subscriber.store_id = newest.store_id AND subscriber.id = newest.subscriber_id ${keptPlan}`
  return moved > 0
}

/** Locks the subscribers of a consumer, as `handOver` does before it reads the counters. */
export const lockSubscribers = ({ query }: Session, { subscribers }: ConsumerRows): Promise<unknown> =>
  query(Prisma.sql`SELECT 1 FROM ${subscribers} ORDER BY store_id, id FOR NO KEY UPDATE`.text)

/**
 * Hands over all numbered events at once, without a limit, and moves the subscribers past a number. The transaction of the session has
 * locked the subscribers and the counters.
 */
export async function handOverAll({ query }: Session, rows: ConsumerRows, last: bigint): Promise<void> {
  const isReached = Prisma.sql`subscriber.disabled_at IS NULL AND subscriber.last_sequence >= counter.forgotten_sequence`
  const from = Prisma.sql`${rows.subscribers} AS subscriber JOIN event_counter AS counter ON counter.store_id = subscriber.store_id
    AND ${isReached} JOIN event ON event.store_id = subscriber.store_id AND event.sequence > subscriber.last_sequence`
  const all = Prisma.sql`${insertDeliveries(rows, { from, now: Prisma.sql`now()` })} ON CONFLICT DO NOTHING`
  await query(all.text, all.values)
  const moved = Prisma.sql`UPDATE ${rows.subscribers} AS subscriber SET last_sequence = ${last} FROM event_counter AS counter
    WHERE counter.store_id = subscriber.store_id AND ${isReached}`
  await query(moved.text, moved.values)
}
