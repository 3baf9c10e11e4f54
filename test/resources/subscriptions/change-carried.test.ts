/** Immediate changes take over of a line by kind: shipping that was taken over is not refunded again, nor money that was refunded. */
import { beforeEach, describe, expect, it } from 'vitest'
import { TestGateway } from '../../payments/gateway.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addCustomer, addInstance, addProduct } from '../../writes/rows.ts'

const gateway = new TestGateway()
const store = await openStore({ gateway: () => gateway })
const { db } = store

beforeEach(() => gateway.reset())

const lineOf = async (id: number) => {
  const { carried, carriedShipping, carriedTax } = await db.orderProduct.findUniqueOrThrow({ where: ofStore(id) })
  return [carried, carriedShipping, carriedTax].map(Number)
}

const refundableOf = async (orderId: number) => {
  const shown = '{ amount shipping lines { orderProductId quantity amount shipping } }'
  const { data } = await store.graphql(`{ order(id: ${orderId}) { refundable ${shown} } }`)
  return data.order.refundable
}

describe.each(surfaces)('%s', (surface) => {
  const write = async (name: Parameters<typeof ask>[2], input: Record<string, unknown>) => ask(store, surface, name, input)
  const changeTo = (id: number, input: object) => write('changeSubscription', { id, when: 'now', ...input })
  const refund = (id: number, input: object) => write('refundOrder', { id, ...input })

  /** An order of two pieces a month for 2999 each, sent for 96 each, and a mug for 999, sent for 250. */
  async function bought() {
    const [product, mug] = [
      await addProduct(db, { shipping: 96, terms: [{ cycles: 1, price: 2999 }] }),
      await addProduct(db, { price: 999, shipping: 250 }),
    ]
    const other = await addInstance(db, product, { terms: [{ id: product.terms[0]?.id ?? 0, price: 100 }] })
    const customer = await addCustomer(db)
    const products = [
      { product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id }, quantity: 2 },
      { product_instance: { id: mug.instanceId } },
    ]
    const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products })
    const [line, mugLine] = record.products.map(({ id }: { id: number }) => id) as [number, number]
    const { subscriptionId } = await db.orderProduct.findUniqueOrThrow({ where: ofStore(line) })
    gateway.reset()
    return { id: Number(subscriptionId), orderId: record.id as number, line, mugLine, other }
  }

  it('takes over the shipping where the money of the line was refunded, and leaves that of the other line', async () => {
    const { id, orderId, line, mugLine } = await bought()
    expect((await refund(orderId, { lines: [{ id: line }] })).record).toMatchObject({ amount: 5998, shipping: 0 })
    expect((await changeTo(id, { quantity: 3 })).status).toBe(200)
    expect(gateway.asked.map(({ amount }) => amount)).toEqual([9093n])
    expect(await lineOf(line)).toEqual([192, 192, 0])
    expect(await refundableOf(orderId)).toEqual({
      ...{ amount: 1249, shipping: 250 },
      lines: [
        { orderProductId: String(line), quantity: 0, amount: 0, shipping: 0 },
        { orderProductId: String(mugLine), quantity: 1, amount: 999, shipping: 250 },
      ],
    })
    const { status, message } = await refund(orderId, { shipping: 442 })
    expect([status, message]).toEqual([400, expect.stringContaining('250')])
    expect((await refund(orderId, { shipping: 250 })).record).toMatchObject({ amount: 250, shipping: 250 })
    expect((await refund(orderId, {})).record).toMatchObject({ amount: 999, shipping: 0 })
  })

  it('takes over the money where the shipping of the line was refunded', async () => {
    const { id, orderId, line } = await bought()
    expect((await refund(orderId, { shipping: 442 })).record).toMatchObject({ amount: 442, shipping: 442 })
    expect((await changeTo(id, { quantity: 3 })).status).toBe(200)
    expect(await lineOf(line)).toEqual([5998, 0, 0])
    expect(await refundableOf(orderId)).toMatchObject({ amount: 999, shipping: 0 })
  })

  it('takes over of each kind in proportion to what is left of it, for a charge and for credit', async () => {
    const { id, orderId, line, other } = await bought()
    expect((await refund(orderId, { lines: [{ id: line, quantity: 1 }] })).record).toMatchObject({ amount: 2999 })
    expect((await changeTo(id, { product_instance_id: other })).record).toMatchObject({ credit: 2999 + 192 - 392 })
    // Of 3191 that were left 2799: of the 192 for shipping in them their share.
    expect(await lineOf(line)).toEqual([2799, 168, 0])
    expect(await refundableOf(orderId)).toMatchObject({ amount: 999 + 250 + 392, shipping: 250 + 24 })
    expect((await changeTo(id, { quantity: 5 })).status).toBe(200)
    expect(await lineOf(line)).toEqual([3191, 192, 0])
    expect(await refundableOf(orderId)).toMatchObject({ amount: 999 + 250, shipping: 250 })
  })

  it('takes over the tax in the money', async () => {
    const { id, orderId, line } = await bought()
    // Until there are tax rates no purchase has tax.
    await db.orderProduct.update({ where: ofStore(line), data: { tax: 599, charged: 6789 } })
    await db.order.update({ where: ofStore(orderId), data: { totalTax: 599, total: { increment: 599 } } })
    await db.transaction.updateMany({ where: { orderId }, data: { total: { increment: 599 } } })
    expect((await refund(orderId, { lines: [{ id: line, quantity: 1 }] })).record).toMatchObject({ amount: 3299, tax: 300 })
    expect((await changeTo(id, { quantity: 3 })).status).toBe(200)
    expect(await lineOf(line)).toEqual([3490, 192, 299])
    expect(await refundableOf(orderId)).toMatchObject({ amount: 1249, shipping: 250 })
  })

  it('is released by kind where the difference is declined', async () => {
    const { id, orderId, line } = await bought()
    await refund(orderId, { lines: [{ id: line }] })
    const before = await refundableOf(orderId)
    gateway.mood = 'declines'
    expect((await changeTo(id, { quantity: 3 })).status).toBe(402)
    expect(await lineOf(line)).toEqual([0, 0, 0])
    expect(await refundableOf(orderId)).toEqual(before)
  })

  it('is shown with the line', async () => {
    const { id, orderId, line } = await bought()
    await changeTo(id, { quantity: 3 })
    const shown = await (await store.fetch(`/v1/orders/${orderId}/`, { headers: { Authorization: store.merchant } })).json()
    const [first] = shown.products.filter((each: { id: number }) => each.id === line)
    expect(first).toMatchObject({ carried: 6190, carried_shipping: 192, carried_tax: 0 })
    const { data } = await store.graphql(`{ order(id: ${orderId}) { products { id carried carriedShipping carriedTax } } }`)
    expect(data.order.products).toContainEqual({ id: String(line), carried: 6190, carriedShipping: 192, carriedTax: 0 })
  })
})
