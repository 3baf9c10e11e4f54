/** Writes of a subscription that work on its deliveries wait for the orders of these before they hold the subscription. */
import { describe, expect, inject, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { ask } from '../writes/ask.ts'
import { addAddress, addCustomer, addProduct } from '../writes/rows.ts'
import { waitForLocks } from './locks.ts'

const store = await openStore({ isApart: true })
const { db } = store
const isEmbedded = 'dataDir' in inject('template')

/** A paid subscription whose delivery is open, and another address of its customer. */
async function bought() {
  const [customer, product] = [await addCustomer(db), await addProduct(db, { terms: [{ cycles: 1, price: 1000 }] })]
  const addressId = await addAddress(db, customer)
  const products = [{ product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } }]
  const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products })
  const { subscriptionId } = await db.fulfillment.findFirstOrThrow({ where: { orderId: Number(record.id) } })
  return { orderId: Number(record.id), id: Number(subscriptionId), addressId }
}

type Bought = Awaited<ReturnType<typeof bought>>
type Write = (own: Bought) => ReturnType<typeof ask>

const pause: Write = ({ id }) => ask(store, 'REST', 'pauseSubscription', { id })

const writes: Record<string, { write: Write; before?: Write }> = {
  pauseSubscription: { write: pause },
  resumeSubscription: { write: ({ id }) => ask(store, 'REST', 'resumeSubscription', { id }), before: pause },
  updateSubscription: { write: ({ id, addressId }) => ask(store, 'REST', 'updateSubscription', { id, address_id: addressId }) },
  changeSubscription: { write: ({ id }) => ask(store, 'REST', 'changeSubscription', { id, quantity: 2, when: 'now' }) },
}

// The embedded database does one transaction after the other.
describe.skipIf(isEmbedded)('A write that waits for the order of a delivery', () => {
  it.each(Object.entries(writes))('%s does not hold the subscription meanwhile', async (_name, { write, before }) => {
    const own = await bought()
    await before?.(own)
    const { answer } = await db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM "order" WHERE store_id = 1 AND id = ${own.orderId} FOR NO KEY UPDATE`
      const waiting = write(own)
      await waitForLocks(db, 1)
      // A refund or a cancellation of the order locks it next; it fails where the lock is not free.
      await tx.$queryRaw`SELECT FROM subscription WHERE store_id = 1 AND id = ${own.id} FOR NO KEY UPDATE NOWAIT`
      return { answer: waiting }
    })
    expect((await answer).status).toBe(200)
  })
})
