/** Stock that is no longer kept when it would be taken: deliveries have taken only what its ledger says, and no more comes back. */
import { describe, expect, inject, it } from 'vitest'
import { movements } from '../purchases/ledger.ts'
import { openStore } from '../support/store.ts'
import { ask } from '../writes/ask.ts'
import { addCustomer, addInstance, addProduct } from '../writes/rows.ts'
import { waitForLocks } from './locks.ts'

const store = await openStore({ isApart: true })
const { db } = store
const isEmbedded = 'dataDir' in inject('template')

/** A subscription to one piece, and one piece of something else, bought in one order; 50 of each thing were in stock. */
async function bought() {
  const customer = await addCustomer(db)
  const terms = [
    { cycles: 1, price: 1000 },
    { cycles: 2, price: 500 },
  ]
  const product = await addProduct(db, { terms, stock: 50 })
  const prices = [2000, 500].map((price, place) => ({ id: product.terms[place]?.id ?? 0, price }))
  const other = await addInstance(db, product, { terms: prices, stock: 50 })
  const [once, cheaper] = [await addProduct(db, { price: 300, stock: 50 }), await addProduct(db, { price: 100, stock: 50 })]
  const products = [
    { product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } },
    { product_instance: { id: once.instanceId } },
  ]
  const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products })
  const orderId = Number(record.id)
  const [line, onceLine] = await db.orderProduct.findMany({ where: { orderId }, orderBy: { id: 'asc' } })
  const id = Number(line?.subscriptionId)
  const change = (body: object) => ask(store, 'REST', 'changeSubscription', { id, ...body, when: 'now' })
  return { product, other, cheaper, orderId, line: Number(line?.id), once: Number(onceLine?.id), change }
}

type Bought = Awaited<ReturnType<typeof bought>>

/** Writes that take pieces of an instance, with the pieces that deliveries of it had taken before. */
const writes: Record<string, { write: (own: Bought) => Promise<unknown>; of: (own: Bought) => number; before: number }> = {
  'a change to more pieces': { write: ({ change }) => change({ quantity: 3 }), of: (own) => own.product.instanceId, before: 1 },
  'a change to another instance': {
    write: ({ change, other }) => change({ product_instance_id: other }),
    of: (own) => own.other,
    before: 0,
  },
  'a change that begins another term and is free': {
    write: ({ change, product, other }) => change({ term_id: product.terms[1]?.id, product_instance_id: other }),
    of: (own) => own.other,
    before: 0,
  },
  'an edit that adds a line, and gives money back': {
    write: ({ orderId: id, line, cheaper }) =>
      ask(store, 'REST', 'editOrder', { id, lines: [{ id: line }, { product_instance: { id: cheaper.instanceId } }] }),
    of: (own) => own.cheaper.instanceId,
    before: 0,
  },
}

// The embedded database does one transaction after the other.
describe.skipIf(isEmbedded)('Stock that is no longer kept, and is kept again later', () => {
  it.each(Object.entries(writes))('was not taken by %s', async (_name, { write, of, before }) => {
    const own = await bought()
    const where = { storeId: 1n, productInstanceId: of(own) }
    const { answer } = await db.$transaction(async (tx) => {
      await tx.productInventory.updateMany({ where, data: { trackInventory: false } })
      const waiting = write(own)
      await waitForLocks(db, 1)
      return { answer: waiting }
    })
    expect(await answer).toMatchObject({ status: 200 })
    const open = await db.fulfillment.findMany({ where: { instanceId: of(own), status: 'open' } })
    expect(open.length).toBeGreaterThan(0)
    expect(open.reduce((sum, { taken }) => sum + taken, 0)).toBe(before)
    await db.productInventory.updateMany({ where, data: { trackInventory: true } })
    for (const id of new Set(open.map(({ shipmentId }) => Number(shipmentId))))
      expect((await ask(store, 'REST', 'cancelShipment', { id })).status).toBe(200)
    await movements(db, of(own))
    const { quantityOnHand } = await db.productInventory.findFirstOrThrow({ where })
    expect(quantityOnHand).toBe(50)
  })
})
