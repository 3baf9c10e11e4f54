/**
 * Marks a subscriber whose deliveries fail, and one that takes them again. While they fail the oldest is tried once a minute, whatever its
 * pause (see claim.ts); after the first that is taken all that waits is due at once. Such tries do not count: a delivery that is never
 * taken, while others are, is given up by its own pauses all the same.
 */
import { probeSeconds } from './claim.ts'
import type { Claimed, ConsumerRows, Consuming } from './consumer.ts'

type Recovering = ConsumerRows & Consuming

/** Minimum interval of recoveries: a subscriber that takes some deliveries and never others is not sent those each time. */
const recoverySeconds = 60

/** Notes that a delivery to a subscriber failed; the first failure begins the minute until one is tried regardless of its pause. */
export const noteFailing = ({ db, clock, subscribers }: Recovering, { storeId, subscriberId }: Claimed) => db.$executeRaw`
  UPDATE ${subscribers} SET probe_at = ${clock.inSql()} + make_interval(secs => ${probeSeconds})
  WHERE store_id = ${storeId}::bigint AND id = ${subscriberId}::bigint AND probe_at IS NULL`

/**
 * Makes all deliveries due that wait for a subscriber, the oldest first, since it has taken one again. The subscriber is locked before
 * its deliveries, as by claims.
 */
export const recover = ({ db, clock, subscribers, deliveries, subscriberId }: Recovering, claimed: Claimed) => db.$executeRaw`
  WITH recovered AS (
    UPDATE ${subscribers} SET probe_at = NULL, recovered_at = ${clock.inSql()}
    WHERE store_id = ${claimed.storeId}::bigint AND id = ${claimed.subscriberId}::bigint AND probe_at IS NOT NULL
      AND (recovered_at IS NULL OR recovered_at <= ${clock.inSql()} - make_interval(secs => ${recoverySeconds}))
    RETURNING id
  )
  UPDATE ${deliveries} AS delivery SET next_try_at = date_trunc('second', ${clock.inSql()}),
    scheduled_at = coalesce(scheduled_at, CASE WHEN next_try_at > ${clock.inSql()} THEN next_try_at END)
  FROM recovered
  WHERE delivery.store_id = ${claimed.storeId}::bigint AND delivery.${subscriberId} = recovered.id
    AND delivery.state = 'waiting'`
