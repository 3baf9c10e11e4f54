/**
 * The reference that a charge has at the gateway.
 *
 * Of a renewal it is made of what a copy of the database knows too: a dump that is restored beside its original asks for the same
 * renewal under the same reference, and the gateway charges it once. It is a hash of the installation, the store, the subscription,
 * the end date that is renewed, and the number of the attempt. That number only grows, so that no two charges of a subscription
 * have one reference, be its end date moved back and forth or the subscription reactivated. Any other charge, such as of a new
 * order, has a random one.
 */
import { randomUUID } from 'node:crypto'
import { Prisma } from '../../prisma/generated/client/client.ts'

type RenewedSubscription = { storeId: number; subscriptionId: number | null }

/** The columns `reference` and `attempt` of a payment that is to be recorded, as a SELECT; of a renewal the subscription is locked. */
export function referenceSql({ storeId, subscriptionId }: RenewedSubscription): Prisma.Sql {
  if (subscriptionId === null) return Prisma.sql`SELECT ${randomUUID()}::text AS reference, NULL::int AS attempt`
  return Prisma.sql`
    SELECT encode(substring(sha256(convert_to(concat_ws(' ', installation.id, subscription.store_id, subscription.id,
      extract(epoch FROM subscription.end_date)::bigint, next.attempt), 'UTF8')) FOR 16), 'hex')::uuid::text AS reference, next.attempt
    FROM installation, subscription, (
      SELECT coalesce(max(attempt), 0) + 1 AS attempt FROM payment
      WHERE store_id = ${storeId}::bigint AND subscription_id = ${subscriptionId}::bigint
    ) AS next
    WHERE subscription.store_id = ${storeId}::bigint AND subscription.id = ${subscriptionId}::bigint`
}
