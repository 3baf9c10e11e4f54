/** Pieces that come back are restocked once, be it by a refund, a return or both. */
import { describe, expect, it } from 'vitest'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addCustomer, addProduct, onHand, type Product } from '../../writes/rows.ts'

const store = await openStore()
const { db } = store

describe.each(surfaces)('%s', (surface) => {
  /** An order of products of which 10 each were on hand, sent in a parcel of so many pieces of the first, and one of the rest. */
  async function order(products: Product[], quantity: number, first = quantity) {
    const { id: customerId } = await addCustomer(db)
    const lines = products.map(({ instanceId }) => ({ product_instance: { id: instanceId }, quantity }))
    const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customerId }, products: lines })
    const id: number = record.id
    const parcels = () => db.shipment.findMany({ where: { fulfillments: { some: { orderId: id } } }, orderBy: { id: 'asc' } })
    const one = Number((await parcels())[0]?.id)
    const [delivery] = await db.fulfillment.findMany({ where: { orderId: id }, orderBy: { id: 'asc' } })
    const part = first < quantity && { fulfillments: [{ id: String(delivery?.id), quantity: first }] }
    expect(await ask(store, surface, 'shipShipment', { id: one, ...part })).toMatchObject({ status: 200 })
    const other = Number((await parcels())[1]?.id)
    if (part) expect(await ask(store, surface, 'shipShipment', { id: other })).toMatchObject({ status: 200 })
    const back = async (name: 'refundOrder' | 'returnShipment', input: object): Promise<void> => {
      const { message } = await ask(store, surface, name, { restock: true, ...input })
      // Of two refunds at once the second waits for the answer to the first.
      if (message?.includes('has not answered')) return back(name, input)
      expect(message).toBeUndefined()
    }
    return {
      parcels: [one, other] as const,
      refund: (pieces: number, line = 0) =>
        back('refundOrder', { id, lines: [{ id: record.products[line].id, quantity: pieces }] }),
      giveBack: (parcel: number) => back('returnShipment', { id: parcel }),
    }
  }

  it('puts what was refunded on hand no second time when it is returned', async () => {
    const product = await addProduct(db, { stock: 10 })
    const { parcels, refund, giveBack } = await order([product], 3)
    await refund(1)
    expect(await onHand(db, product)).toBe(8)
    await giveBack(parcels[0])
    expect(await onHand(db, product)).toBe(10)
    await refund(2)
    expect(await onHand(db, product)).toBe(10)
  })

  it('puts what was returned on hand no second time when it is refunded', async () => {
    const product = await addProduct(db, { stock: 10 })
    const { parcels, refund, giveBack } = await order([product], 4, 3)
    await giveBack(parcels[0])
    expect(await onHand(db, product)).toBe(9)
    await refund(2)
    await refund(1)
    expect(await onHand(db, product)).toBe(9)
    await refund(1)
    expect(await onHand(db, product)).toBe(10)
    await giveBack(parcels[1])
    expect(await onHand(db, product)).toBe(10)
  })

  it('counts the pieces of a refund for one parcel alone', async () => {
    const product = await addProduct(db, { stock: 10 })
    const { parcels, refund, giveBack } = await order([product], 3, 1)
    await refund(1)
    await giveBack(parcels[0])
    expect(await onHand(db, product)).toBe(8)
    await giveBack(parcels[1])
    expect(await onHand(db, product)).toBe(10)
  })

  it('counts the lines of one instance together, and other instances apart', async () => {
    const [product, other, untracked] = [
      await addProduct(db, { stock: 10 }),
      await addProduct(db, { stock: 10 }),
      await addProduct(db),
    ]
    const { parcels, refund, giveBack } = await order([product, product, other, untracked], 2)
    await refund(1, 0)
    await refund(2, 1)
    await refund(1, 3)
    expect([await onHand(db, product), await onHand(db, other)]).toEqual([9, 8])
    await giveBack(parcels[0])
    expect([await onHand(db, product), await onHand(db, other), await onHand(db, untracked)]).toEqual([10, 10, 0])
    const { changes } = await db.logEntry.findFirstOrThrow({ where: { operation: 'returnShipment' }, orderBy: { id: 'desc' } })
    expect(changes).toMatchObject({ restocked: { to: { [product.instanceId]: 1, [other.instanceId]: 2 } } })
  })

  it('refunds and returns at once without putting a piece on hand twice', async () => {
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const product = await addProduct(db, { stock: 10 })
        const { parcels, refund, giveBack } = await order([product], 3)
        await Promise.all([refund(2), giveBack(parcels[0]), refund(1)])
        expect(await onHand(db, product)).toBe(10)
      }),
    )
  })

  it('leaves a return alone that was not to restock', async () => {
    const product = await addProduct(db, { stock: 10 })
    const { parcels, refund } = await order([product], 2)
    await ask(store, surface, 'returnShipment', { id: parcels[0] })
    expect(await db.shipment.findUnique({ where: ofStore(parcels[0]) })).toMatchObject({ returnedAt: expect.any(Date) })
    await refund(2)
    expect(await onHand(db, product)).toBe(10)
  })
})
