/** Each delivery has its share of the shipping and the tax of its line: the deliveries that a line pays for add up to it. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addProduct, type Product } from '../writes/rows.ts'

const store = await openStore()
const { db } = store

/** The shipping of each delivery of an order that is not cancelled. */
const sharesOf = async (orderId: number) =>
  (await db.fulfillment.findMany({ where: { orderId, status: { not: 'cancelled' } }, orderBy: { id: 'asc' } })).map(
    ({ shipping }) => Number(shipping),
  )

const shippingOf = async (orderId: number) =>
  (await db.orderProduct.findMany({ where: { orderId }, orderBy: { id: 'asc' } })).map(({ shipping }) => Number(shipping))

const newestOrder = async (subscriptionId: number) =>
  Number((await db.order.findFirstOrThrow({ where: { products: { some: { subscriptionId } } }, orderBy: { id: 'desc' } })).id)

describe.each(surfaces)('%s', (surface) => {
  const write = async (mutation: Parameters<typeof ask>[2], input: Parameters<typeof ask>[3]) => {
    const answer = await ask(store, surface, mutation, input)
    expect(answer.message).toBeUndefined()
    return answer.record
  }

  /** An order of products, each so many, in the first of its terms. */
  async function order(products: [product: Product, quantity: number][]) {
    const { id } = await addCustomer(db)
    const lines = products.map(([{ instanceId, terms }, quantity]) => ({
      ...{ product_instance: { id: instanceId }, quantity },
      ...(terms[0] && { term: { id: terms[0].id } }),
    }))
    const record = await write('createOrder', { customer: { id }, products: lines })
    return { id: Number(record.id), lines: record.products.map((line: { id: number }) => Number(line.id)) as number[] }
  }

  const mugs = () => addProduct(db, { price: 900, shipping: 150, stock: 20 })
  const tea = () =>
    addProduct(db, {
      shipping: 100,
      terms: [
        { cycles: 3, price: 3000 },
        { cycles: 1, price: 1200 },
      ],
    })

  /** A subscription of three prepaid deliveries, of which the first is sent. */
  async function begun() {
    const product = await tea()
    const { id } = await order([[product, 1]])
    const [first] = await db.fulfillment.findMany({ where: { orderId: id }, orderBy: { id: 'asc' } })
    await write('shipShipment', { id: Number(first?.shipmentId) })
    return { id: Number(first?.subscriptionId), orderId: id, terms: product.terms.map((term) => term.id) }
  }

  it('an order spreads its lines over their deliveries', async () => {
    const { id } = await order([
      [await mugs(), 2],
      [await tea(), 1],
    ])
    expect(await shippingOf(id)).toEqual([300, 300])
    expect((await sharesOf(id)).toSorted((one, other) => one - other)).toEqual([100, 100, 100, 300])
  })

  it('an edited order has the shares of its new lines', async () => {
    const [mug, box] = [await mugs(), await mugs()]
    const { id, lines } = await order([
      [mug, 2],
      [await tea(), 1],
    ])
    const added = { product_instance: { id: box.instanceId }, quantity: 1 }
    await write('editOrder', { id, lines: [{ id: lines[0], quantity: 3 }, { id: lines[1], quantity: 2 }, added] })
    expect(await shippingOf(id)).toEqual([450, 600, 150])
    expect((await sharesOf(id)).toSorted((one, other) => one - other)).toEqual([150, 200, 200, 200, 450])
  })

  it('an immediate change that is paid gives its deliveries the shares of its order', async () => {
    const { id, orderId } = await begun()
    await write('changeSubscription', { id, quantity: 2, when: 'now' })
    const changed = await newestOrder(id)
    expect(await shippingOf(changed)).toEqual([400])
    expect(await sharesOf(changed)).toEqual([200, 200])
    expect(await sharesOf(orderId)).toEqual([100])
  })

  it('an immediate change that becomes credit gives them the shares of the new plan', async () => {
    const { id, orderId } = await begun()
    await write('changeSubscription', { id, quantity: 3, when: 'now' })
    const changed = await newestOrder(id)
    await write('changeSubscription', { id, quantity: 1, when: 'now' })
    expect(await sharesOf(changed)).toEqual([100, 100])
    expect(await sharesOf(orderId)).toEqual([100])
  })

  it('a term that begins with a change has the shares of its own price', async () => {
    const { id, orderId, terms } = await begun()
    await write('changeSubscription', { id, term_id: terms[1], when: 'now' })
    expect(await sharesOf(orderId)).toEqual([100, 100])
    await write('changeSubscription', { id, term_id: terms[0], when: 'now' })
    expect(await sharesOf(await newestOrder(id))).toEqual([100, 100, 100])
  })
})
