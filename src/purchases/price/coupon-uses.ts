/** Counts the uses of coupons against their limits, in all and for each customer, and gives back those that came to nothing. */

import { Prisma } from '../../../prisma/generated/client/client.ts'
import type { Tx } from '../../db/transaction.ts'
import { Refusal } from '../../values/errors.ts'
import { inOrder } from '../../values/written-values.ts'

/** The coupons that a customer uses once each. */
export type Uses = { storeId: bigint; customerId: bigint; couponIds: readonly bigint[] }

/** The ids in order, so that concurrent uses lock the coupons in one order. */
const idsOf = ({ couponIds }: Uses): bigint[] => inOrder(couponIds.map(BigInt))

/**
 * The parts of a statement that count the uses: `counted_use` has a row for each coupon that may be used once more. A coupon's row is
 * locked before the customer's count of it, so that both limits hold for concurrent requests.
 *
 * @param after a condition that holds before any coupon is locked.
 */
export const countedUses = (uses: Uses, after: Prisma.Sql = Prisma.sql`true`): Prisma.Sql => Prisma.sql`
    coupon_used AS (
      UPDATE coupon SET uses = coupon.uses + 1 FROM unnest(${idsOf(uses)}::bigint[]) AS wanted (id)
      WHERE ${after} AND coupon.store_id = ${uses.storeId}::bigint AND coupon.id = wanted.id AND coupon.enabled
        AND (coupon.max_uses IS NULL OR coupon.uses < coupon.max_uses)
      RETURNING coupon.id, coupon.max_uses_per_customer
    ), used_by AS (
      INSERT INTO coupon_use (store_id, coupon_id, customer_id, uses)
      SELECT ${uses.storeId}::bigint, id, ${uses.customerId}::bigint, 1 FROM coupon_used ORDER BY id
      ON CONFLICT (store_id, coupon_id, customer_id) DO UPDATE SET uses = coupon_use.uses + 1
      RETURNING coupon_id, uses
    ), counted_use AS (
      SELECT id FROM coupon_used JOIN used_by ON coupon_id = id WHERE max_uses_per_customer IS NULL OR uses <= max_uses_per_customer
    )`

/** Whether each of the coupons was counted, in a statement with `countedUses`. */
export const allCounted = (uses: Uses): Prisma.Sql =>
  Prisma.sql`(SELECT count(*) FROM counted_use) = ${idsOf(uses).length}::bigint`

/** The refusal of a coupon that was used as often as it may be. */
export const limitReached = (field: string) =>
  new Refusal('COUPON_LIMIT_REACHED', 'Unable to add coupon.', field, {
    kind: 'used_up',
    sentence: 'The coupon was used as often as it may be.',
  })

/** Counts a use of each coupon, all or none; false where one has reached a limit. */
export async function countUses(tx: Tx, uses: Uses): Promise<boolean> {
  if (uses.couponIds.length === 0) return true
  const [{ isCounted, taken }] = await tx.$queryRaw<[{ isCounted: boolean; taken: bigint[] }]>`
    WITH ${countedUses(uses)} SELECT ${allCounted(uses)} AS "isCounted", ARRAY(SELECT coupon_id FROM used_by) AS taken`
  if (!isCounted) await releaseUses(tx, { ...uses, couponIds: taken })
  return isCounted
}

/** Gives back a use of each coupon. */
export async function releaseUses(tx: Tx, uses: Uses): Promise<void> {
  if (uses.couponIds.length === 0) return
  const [store, ids] = [Prisma.sql`store_id = ${uses.storeId}::bigint`, idsOf(uses)]
  await tx.$executeRaw`
    WITH given_back AS (
      UPDATE coupon SET uses = uses - 1 FROM unnest(${ids}::bigint[]) AS wanted (id) WHERE ${store} AND coupon.id = wanted.id
      RETURNING coupon.id
    )
    UPDATE coupon_use SET uses = uses - 1
    WHERE ${store} AND customer_id = ${uses.customerId}::bigint AND coupon_id IN (SELECT id FROM given_back)`
}
