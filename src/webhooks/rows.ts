/** The rows of webhooks and their deliveries: the body that is posted, the id that receivers deduplicate by, and the limits of claims. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { ConsumerRows } from '../consumers/consumer.ts'

/** The exact body of a delivery of the row `event`: REST's answer for the event, with its store. */
export const bodyOf: Prisma.Sql = Prisma.sql`(SELECT row_to_json(body)::text FROM (SELECT event.id, event.sequence, event.type,
  to_char(event.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS created_at, event.actor, event.surface, event.operation,
  event.request_id, event.record_type, event.record_id, event.subscription_id, event.order_id, event.customer_id, event.changes,
  event.store_id) AS body)`

export const webhookRows: ConsumerRows = {
  subscribers: Prisma.sql`webhook`,
  deliveries: Prisma.sql`webhook_delivery`,
  subscriberId: Prisma.sql`webhook_id`,
  state: Prisma.sql`"WebhookDeliveryState"`,
  content: {
    columns: Prisma.sql`event_type, message_id, request`,
    // The message id is the same on every attempt and for every webhook.
    select: Prisma.sql`SELECT event.type, 'evt_' || event.store_id || '_' || event.sequence, ${bodyOf}
      WHERE cardinality(subscriber.types) = 0 OR event.type = ANY(subscriber.types)`,
  },
  claim: {
    sets: Prisma.sql`sent_to = subscriber.url`,
    returns: Prisma.sql`delivery.sequence IS NULL AS "isTest", delivery.message_id AS "messageId", delivery.request, subscriber.url,
      CASE WHEN subscriber.previous_works_until > now.now THEN ARRAY[subscriber.secret, subscriber.previous_secret]
        ELSE ARRAY[subscriber.secret] END AS secrets`,
  },
  atOnce: 4,
  perStore: 16,
  leaseSeconds: 20,
}
