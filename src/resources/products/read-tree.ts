/** Reads products with all of their parts, archived ones included: one statement for the rows, one for those that are in use. */

import type { PartRow } from '../../records/row-changes.ts'
import type { Write } from '../../writes/write.ts'

const byId = { orderBy: { id: 'asc' } } as const

/** Parts as they are read; terms and billing rhythms also say whether they are in use. */
type ReadTree = PartRow & {
  billing: PartRow & { isUsed?: boolean }
  subscriptionTypes: (PartRow & { terms: (PartRow & { isUsed?: boolean })[] })[]
}

/** The products in the order of their ids; they are locked, so that no other write changes their parts meanwhile. */
export async function readTrees(write: Write, ids: readonly bigint[]): Promise<PartRow[]> {
  const { tx, viewer } = write
  const trees: ReadTree[] = await tx.product.findMany({
    where: { storeId: viewer.storeId, id: { in: [...ids] } },
    orderBy: { id: 'asc' },
    relationLoadStrategy: 'join',
    include: {
      billing: true,
      images: byId,
      variants: { include: { values: { include: { images: byId }, ...byId } }, ...byId },
      subscriptionTypes: { include: { terms: { include: { termPrices: true }, ...byId } }, ...byId },
      instances: {
        include: {
          inventory: true,
          images: byId,
          termPrices: true,
          variants: { include: { variantType: true, variantValue: true } },
        },
        ...byId,
      },
      surveys: { include: { fields: byId }, ...byId },
    },
  })
  await markUsed(write, trees)
  return trees
}

/**
 * Marks the terms that a subscription has, and the rhythms that a subscription or a second product has.
 *
 * Each id is looked up in an index of its own column: a relation limited to one row walks the primary key of all subscriptions for an id
 * that none has.
 */
async function markUsed({ tx, viewer: { storeId } }: Write, trees: readonly ReadTree[]): Promise<void> {
  const terms = trees.flatMap(({ subscriptionTypes }) => subscriptionTypes.flatMap(({ terms }) => terms))
  const rhythms = trees.map(({ billing }) => billing.id)
  if (trees.length === 0) return
  const used = await tx.$queryRaw<{ part: string; id: bigint }[]>`
    SELECT 'term' AS "part", "id" FROM unnest(${terms.map(({ id }) => id)}::bigint[]) AS "asked"("id")
    WHERE EXISTS (SELECT FROM "subscription" WHERE "store_id" = ${storeId} AND "term_id" = "asked"."id")
    UNION ALL
    SELECT 'rhythm', "id" FROM unnest(${rhythms}::bigint[]) AS "asked"("id")
    WHERE EXISTS (SELECT FROM "subscription" WHERE "store_id" = ${storeId} AND "product_billing_id" = "asked"."id")
    UNION ALL
    SELECT 'rhythm', "product_billing_id" FROM "product"
    WHERE "store_id" = ${storeId} AND "product_billing_id" = ANY (${rhythms}) GROUP BY "product_billing_id" HAVING count(*) > 1`
  const names = new Set(used.map(({ part, id }) => `${part} ${id}`))
  for (const term of terms) term.isUsed = names.has(`term ${term.id}`)
  for (const { billing } of trees) billing.isUsed = names.has(`rhythm ${billing.id}`)
}
