/** Everything a new order depends on, in one read: the currency, the customer's addresses and ways to pay, the products. */
import { notFound } from '../../errors.ts'
import type { Write } from '../../writes/write.ts'

export type Facts = Awaited<ReturnType<typeof readFacts>>

/** Reads what an order of these forms for this customer depends on. */
export async function readFacts({ tx, viewer }: Write, customerId: bigint, instanceIds: readonly bigint[]) {
  const ofThese = { id: { in: [...instanceIds] } }
  const store = await tx.store.findUniqueOrThrow({
    where: { id: viewer.storeId },
    select: {
      currency: true,
      customers: {
        where: { id: customerId },
        select: {
          addresses: { orderBy: { id: 'asc' }, select: { id: true } },
          // The default one first.
          paymentMethods: { orderBy: [{ isDefault: 'desc' }, { id: 'asc' }], select: { id: true, gatewayToken: true } },
        },
      },
      products: {
        where: { instances: { some: ofThese } },
        include: {
          billing: true,
          termPrices: true,
          subscriptionTypes: { include: { terms: true } },
          instances: { where: ofThese, include: { inventory: { select: { trackInventory: true } }, termPrices: true } },
        },
      },
    },
  })
  const [customer] = store.customers
  if (!customer) throw notFound('The customer matches none in the store.')
  return { store, customer }
}
