/** The summaries of customers and products are exact, also when several subscriptions change at the same moment. */
import { describe, expect, it } from 'vitest'
import { inTransaction, type Tx } from '../../src/db/transaction.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { addCustomer, addProduct, addSubscription } from '../writes/rows.ts'

const { db, url } = await openStore()

// The embedded database does one transaction after the other.
describe.skipIf(!url)('Two subscriptions of one customer that are over at the same moment', () => {
  it('leave the customer expired, and the product without subscribers', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 500 }] })
    const one = await addSubscription(db, { customer, product, status: 'active' })
    const other = await addSubscription(db, { customer, product, status: 'active' })
    const expire = (tx: Tx, id: number) => tx.subscription.update({ where: ofStore(id), data: { status: 'expired' } })
    const second = Promise.withResolvers<unknown>()
    await inTransaction(db, async (tx) => {
      await expire(tx, one)
      second.resolve(inTransaction(db, (inner) => expire(inner, other)))
      // Long enough for the second to look at the first as it was.
      await tx.$executeRaw`SELECT pg_sleep(0.3)`
    })
    await second.promise
    expect(await db.customer.findUniqueOrThrow({ where: ofStore(customer.id) })).toMatchObject({ subscriptionStatus: 'expired' })
    expect(await db.product.findUniqueOrThrow({ where: ofStore(product.id) })).toMatchObject({ hasSubscribers: false })
  })
})
