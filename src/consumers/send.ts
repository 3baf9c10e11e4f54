/** Sends due deliveries of a consumer: claims each, sends it outside of any transaction, and records the result. */
import { emit } from '../observe/observe.ts'
import { claimDeliveries } from './claim.ts'
import type { Claimed, Consumer } from './consumer.ts'
import { noteFailing, recover } from './recovery.ts'
import { nextTry } from './schedule.ts'

/** Claims due deliveries; the promises are of those in progress, and never reject. */
export async function sendDue<Content>(consumer: Consumer<Content>, most: number): Promise<Promise<void>[]> {
  const claimed = await claimDeliveries<Content>(consumer, consumer.db, consumer.clock, most)
  return claimed.map((delivery) => deliver(consumer, delivery).catch(consumer.report))
}

async function deliver<Content>(consumer: Consumer<Content>, delivery: Claimed & Content): Promise<void> {
  const { name, db, clock, pauses, chance = Math.random, subscribers, deliveries, subscriberId } = consumer
  const { storeId, id, claimedUntil, tries, scheduledAt } = delivery
  const { isTaken, isFinal, answer, giveUp } = await consumer.send(delivery)
  // A try before the end of the backoff leaves the backoff unchanged.
  const retriedAt = isTaken || isFinal ? undefined : (scheduledAt ?? nextTry(pauses, tries, clock.now(), chance()))
  const state = isTaken ? 'delivered' : retriedAt ? 'waiting' : 'failed'
  emit({ kind: 'delivered', consumer: name, result: state })
  if (state === 'failed' && giveUp) return void (await giveUp())
  // Nothing is recorded where the claim ran out meanwhile and another try has begun.
  const [recorded] = await db.$queryRaw<{ isFailing: boolean }[]>`
    UPDATE ${deliveries} AS delivery SET state = ${state}::${consumer.state}, next_try_at = ${retriedAt ?? null}::timestamptz,
      scheduled_at = NULL, ${answer}, delivered_at = CASE WHEN ${isTaken}::boolean THEN ${clock.inSql()} END
    FROM ${subscribers} AS subscriber
    WHERE delivery.store_id = ${storeId}::bigint AND delivery.id = ${id}::bigint AND delivery.state = 'sending'
      AND delivery.next_try_at = ${claimedUntil}::timestamptz
      AND subscriber.store_id = ${storeId}::bigint AND subscriber.id = delivery.${subscriberId}
    RETURNING subscriber.probe_at IS NOT NULL AS "isFailing"`
  if (state === 'delivered' && recorded?.isFailing) await recover(consumer, delivery)
  if (state === 'waiting' && recorded?.isFailing === false) await noteFailing(consumer, delivery)
}
