/** External ids of new orders and subscriptions: an order that is asked for again under its own is the same order, charged once. */
import { resumeGivenUp } from '../../purchases/payment/charge.ts'
import type { PlannedName } from '../../purchases/payment/stored-plan.ts'
import { badInput, Refusal } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { checked } from '../../values/written-values.ts'
import { fingerprintOf } from '../../writes/idempotency.ts'
import type { PendingCharge, Written } from '../../writes/result.ts'
import type { Write } from '../../writes/write.ts'
import type { AskedLine } from './lines.ts'
import { writable } from './writable.ts'

/**
 * The external id of a new order, with the fingerprint of its request; undefined where none is given.
 *
 * @throws Refusal BAD_INPUT for one that is empty or too long.
 */
export function nameOf({ externalId, ...request }: { externalId?: string | null | undefined }): PlannedName | undefined {
  const { externalId: valid } = checked({ externalId: writable.externalId }, { externalId: externalId ?? undefined })
  return valid == null ? undefined : { externalId: valid, request: fingerprintOf(withoutNulls(request)) }
}

/** A part of a request that is null is left out. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).flatMap(([name, each]) => (each == null ? [] : [[name, withoutNulls(each)]])))
}

/** The order that has an external id, or its payment that is not settled. */
type NamedOrder = { orderId: bigint | null; paymentId: bigint | null; isGivenUp: boolean; request: string | null }

/**
 * Finds the order that an equal request has made under its external id. Requests at once wait for each other until their payment is recorded.
 *
 * @param check of a given-up payment, see `resumeGivenUp`.
 *
 * @returns undefined where there is no order and no payment with the id.
 *
 * @throws Refusal BAD_INPUT where another request has made the order, DUPLICATE_ORDER while its payment is not settled.
 */
export async function findNamed(
  write: Write,
  { externalId, request }: PlannedName,
  check: Parameters<typeof resumeGivenUp>[2],
): Promise<Written | PendingCharge | undefined> {
  const { tx, viewer } = write
  const { storeId } = viewer
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`order ${storeId} ${externalId}`}, 0))::text`
  // One snapshot for both: a payment is settled in the transaction that makes its order.
  const [found] = await tx.$queryRaw<NamedOrder[]>`
    SELECT id AS "orderId", NULL::bigint AS "paymentId", false AS "isGivenUp",
      (SELECT coalesce(request_hash, plan->'named'->>'request') FROM payment WHERE store_id = ${storeId} AND order_id = named.id ORDER BY id LIMIT 1) AS request
    FROM "order" AS named WHERE store_id = ${storeId} AND external_id = ${externalId}
    UNION ALL
    SELECT NULL, id, state = 'given_up', plan->'named'->>'request' FROM payment
    WHERE store_id = ${storeId} AND plan->'named'->>'externalId' = ${externalId} AND state IN ('recorded', 'asked', 'given_up')
    ORDER BY "orderId" NULLS LAST LIMIT 1`
  if (!found) return undefined
  const { orderId, paymentId, isGivenUp } = found
  if (found.request !== request) {
    const owner = orderId === null ? 'an order whose payment is not settled yet' : `order ${orderId}`
    throw badInput(say`${field('externalId')} is already that of ${owner}, which another request made.`, 'externalId')
  }
  if (orderId !== null) return { id: orderId, orderId, isNothing: true }
  if (isGivenUp && paymentId !== null) return resumeGivenUp(write, paymentId, check)
  const message = say`The payment of the order with this ${field('externalId')} is not settled yet; it will be within minutes.`
  throw new Refusal('DUPLICATE_ORDER', message, 'externalId')
}

/** Refuses external ids of new subscriptions that others have. */
export async function checkSubscriptionIds(write: Write, lines: readonly AskedLine[]): Promise<void> {
  const given = lines.flatMap(({ subscriptionExternalId }) => subscriptionExternalId ?? [])
  if (given.length === 0) return
  const [taken] = await write.read('Subscription', { externalId: { in: given } })
  if (!taken) return
  const line = lines.findIndex(({ subscriptionExternalId }) => subscriptionExternalId === taken.externalId)
  const name = `products[${line}].subscriptionExternalId`
  throw badInput(say`${field(name)} is already the external id of subscription ${taken.id}.`, name)
}
