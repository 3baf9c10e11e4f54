/** Reads products with all of their parts, archived ones included, in one statement. */
import type { Write } from '../../writes/write.ts'
import type { PartRow } from './row-changes.ts'

const byId = { orderBy: { id: 'asc' } } as const
const used = { take: 1, select: { id: true } } as const

/** The products in the order of their ids; they are locked, so that no other write changes their parts meanwhile. */
export async function readTrees({ tx, viewer: { storeId } }: Write, ids: readonly bigint[]): Promise<PartRow[]> {
  return tx.product.findMany({
    where: { storeId, id: { in: [...ids] } },
    orderBy: { id: 'asc' },
    relationLoadStrategy: 'join',
    include: {
      // Two products, so that one of them is another than the one read.
      billing: { include: { subscriptions: used, products: { ...used, take: 2 } } },
      images: byId,
      variants: { include: { values: { include: { images: byId }, ...byId } }, ...byId },
      subscriptionTypes: {
        include: { terms: { include: { subscriptions: used, termPrices: true }, ...byId } },
        ...byId,
      },
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
}
