/** Reads a product with all of its parts, archived ones included, in one statement. */
import type { Write } from '../../writes/write.ts'
import type { PartRow } from './row-changes.ts'

const byId = { orderBy: { id: 'asc' } } as const
const used = { take: 1, select: { id: true } } as const

/** The parts of a product that is held, so that no other write changes them meanwhile. */
export async function heldTree({ tx, viewer: { storeId } }: Write, id: bigint): Promise<PartRow> {
  return tx.product.findUniqueOrThrow({
    where: { storeId_id: { storeId, id } },
    relationLoadStrategy: 'join',
    include: {
      billing: { include: { subscriptions: used, products: { where: { id: { not: id } }, ...used } } },
      images: byId,
      variants: { include: { values: { include: { images: byId }, ...byId } }, ...byId },
      subscriptionTypes: {
        include: { terms: { include: { subscriptions: used, termPrices: { where: { productId: id } } }, ...byId } },
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
