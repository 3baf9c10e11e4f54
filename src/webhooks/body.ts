/** The delivery of an event: its body, which is REST's answer for the event with its store, and the id that receivers deduplicate by. */
import { Prisma } from '../../prisma/generated/client/client.ts'

/** The exact body of a delivery of the row `event`. */
export const bodyOf: Prisma.Sql = Prisma.sql`(SELECT row_to_json(body)::text FROM (SELECT event.id, event.sequence, event.type,
  to_char(event.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS created_at, event.actor, event.surface, event.operation,
  event.request_id, event.record_type, event.record_id, event.subscription_id, event.order_id, event.customer_id, event.changes,
  event.store_id) AS body)`

/** The delivery, identical on every attempt and for every webhook. */
export const messageIdOf: Prisma.Sql = Prisma.sql`'evt_' || event.store_id || '_' || event.sequence`
