/** Rows whose texts, numbers and metadata try the filter language; the demo store has nothing so unlikely. */
import type { Prisma } from '../../prisma/generated/client/client.ts'
import { metadataEntries } from '../../src/resources/metadata/entries.ts'
import type { Store } from '../support/store.ts'

export const oddTexts = [
  'a_b',
  'aXb',
  'a\\b',
  'a\\_b',
  '100%',
  '100',
  'x, "y", z',
  'x',
  'Ünïcode 👋',
  'ünïcode 👋',
  "it's; DROP TABLE order --",
  'line\nbreak',
  '',
  ' leading',
  'A?b=c&d=e+f#g',
  'null',
  '%',
  '_',
  '\\',
]

/** Adds products named oddly, of odd weights. */
export async function addOddProducts({ db }: Store): Promise<void> {
  const { id: productBillingId } = await db.productBilling.findFirstOrThrow({ where: { storeId: 1n } })
  await db.product.createMany({
    data: oddTexts.map((name, index) => ({
      storeId: 1n,
      name,
      description: `odd ${index}`,
      slug: `odd-${index}`,
      sku: `ODD-${index}`,
      productBillingId,
      shipWeight: index / 10,
      flatShipPrice: BigInt(index) * 4_000_000_000n,
    })),
  })
}

/** Adds orders with odd notes, two without a note, in the second half of a year when nothing else was placed. */
export async function addOddOrders({ db }: Store): Promise<void> {
  const { id: customerId } = await db.customer.findFirstOrThrow({ where: { storeId: 1n } })
  await db.order.createMany({
    data: [...oddTexts, null, null].map((note, index) => ({
      storeId: 1n,
      customerId,
      note,
      placedAt: new Date(Date.UTC(2001, 6 + (index % 6), 1 + index)),
      financialStatus: 'paid' as const,
      fulfillmentStatus: 'unfulfilled' as const,
      status: index % 2 === 0 ? ('open' as const) : ('closed' as const),
      subTotal: 5_000_000_000n + BigInt(index),
      total: 5_000_000_000n + BigInt(index),
      totalPrice: 5_000_000_000n + BigInt(index),
    })),
  })
}

/** Gives each record of metadata to a subscription of its own, a copy of one that is there. */
export async function addSubscriptionsWith(store: Store, records: Prisma.InputJsonObject[]): Promise<void> {
  const { db } = store
  const { id: _id, ...subscription } = await db.subscription.findFirstOrThrow({ where: { storeId: 1n, unpaidOrderId: null } })
  const time = subscription.startDate
  for (const data of records) {
    const { id: subscriptionId } = await db.subscription.create({ data: subscription, select: { id: true } })
    const entries = { create: metadataEntries(data) }
    await db.metadata.create({ data: { storeId: 1n, subscriptionId, data, createdAt: time, updatedAt: time, entries } })
  }
}
