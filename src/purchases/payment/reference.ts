/**
 * Names a charge at the gateway, which charges each reference once.
 *
 * The reference of a renewal is a hash of values that a copy of the database has too: the installation, the store, the subscription, the
 * end date that is renewed and the number of the attempt. A restored dump therefore requests a renewal under the reference that its
 * original used, and no customer is charged twice. The number of the attempt only grows, so two charges of a subscription never share a
 * reference, even if its end date is moved back and forth or it is reactivated. All other charges, such as those of new orders, have random
 * references.
 */
import { randomUUID } from 'node:crypto'
import { Prisma } from '../../../prisma/generated/client/client.ts'

type RenewedSubscription = { storeId: bigint; subscriptionId: bigint | null }

/** A SELECT of the columns `reference` and `attempt` of a new payment. The caller has locked the subscription of a renewal. */
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
