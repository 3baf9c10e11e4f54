/**
 * A webhook whose deliveries fail, and one that takes them again. While they fail the oldest is tried once a minute, whatever its pause
 * (see claim.ts); after the first that is taken all that waits is due at once. Such tries do not count: what is taken never, while others
 * are, is given up by its own pauses all the same.
 */
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { probeSeconds } from './claim.ts'

type FailingWebhook = { storeId: bigint; webhookId: bigint }

/** So often all that waits is made due at most: an endpoint that takes some deliveries and never others is not asked for those each time. */
const recoverySeconds = 60

/** Notes that a delivery of a webhook failed; the minute until one is tried whatever its pause begins with the first. */
export const noteFailing = (db: Db, clock: Clock, { storeId, webhookId }: FailingWebhook): Promise<number> => db.$executeRaw`
  UPDATE webhook SET probe_at = ${clock.inSql()} + make_interval(secs => ${probeSeconds})
  WHERE store_id = ${storeId}::bigint AND id = ${webhookId}::bigint AND probe_at IS NULL`

/**
 * Makes all due that waits for a webhook, the oldest first, since it has taken a delivery again. The webhook is locked before its
 * deliveries, as by those who claim them.
 */
export const recover = (db: Db, clock: Clock, { storeId, webhookId }: FailingWebhook): Promise<number> => db.$executeRaw`
  WITH recovered AS (
    UPDATE webhook SET probe_at = NULL, recovered_at = ${clock.inSql()}
    WHERE store_id = ${storeId}::bigint AND id = ${webhookId}::bigint AND probe_at IS NOT NULL
      AND (recovered_at IS NULL OR recovered_at <= ${clock.inSql()} - make_interval(secs => ${recoverySeconds}))
    RETURNING store_id, id
  )
  UPDATE webhook_delivery AS delivery SET next_try_at = date_trunc('second', ${clock.inSql()}),
    scheduled_at = coalesce(scheduled_at, CASE WHEN next_try_at > ${clock.inSql()} THEN next_try_at END)
  FROM recovered
  WHERE delivery.store_id = recovered.store_id AND delivery.webhook_id = recovered.id
    AND delivery.state IN ('waiting', 'sending') AND delivery.state <> 'sending'`
