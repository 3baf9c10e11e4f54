/** Refunds of pieces that cost nothing, or whose money was given back already: they count as pieces, and come back to the stock once. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../../support/store.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addCustomer, addInstance, addProduct, onHand, type Product } from '../../writes/rows.ts'

const store = await openStore()
const { db } = store

describe.each(surfaces)('%s', (surface) => {
  /** A paid order of products, each so many. */
  async function order(...products: [product: Product, quantity: number][]) {
    const customer = await addCustomer(db)
    const { record } = await ask(store, 'REST', 'createOrder', {
      customer: { id: customer.id },
      products: products.map(([{ instanceId, terms }, quantity]) => ({
        ...{ product_instance: { id: instanceId }, quantity },
        ...(terms[0] && { term: { id: terms[0].id } }),
      })),
    })
    const id: number = record.id
    const refund = (input: object) => ask(store, surface, 'refundOrder', { id, restock: true, ...input })
    const lines: number[] = record.products.map((line: { id: number }) => line.id)
    const transactions = () => db.transaction.count({ where: { orderId: id, kind: 'refund' } })
    return {
      id,
      lines,
      refund,
      transactions,
      pieces: (quantity: number, line = 0) => ({ lines: [{ id: lines[line], quantity }] }),
    }
  }

  it('a free line is taken back once, without a transaction', async () => {
    const [free, dear] = [await addProduct(db, { price: 0, stock: 10 }), await addProduct(db, { price: 500, stock: 10 })]
    const { lines, pieces, refund, transactions } = await order([free, 2], [dear, 1])
    expect(await refund(pieces(2))).toMatchObject({
      status: 201,
      record: {
        status: 'done',
        amount: 0,
        card_amount: 0,
        credit_amount: 0,
        lines: [{ order_product_id: lines[0], quantity: 2, restocked: 2 }],
      },
    })
    expect(await onHand(db, free)).toBe(10)
    expect(await transactions()).toBe(0)
    expect(await refund(pieces(1))).toMatchObject({
      status: 400,
      message: `lines[0].quantity must not be given: no piece of line ${lines[0]} is left to refund.`,
    })
    expect(await onHand(db, free)).toBe(10)
  })

  it('a free line is taken back beside one that cost something', async () => {
    const [free, dear] = [await addProduct(db, { price: 0, stock: 10 }), await addProduct(db, { price: 500, stock: 10 })]
    const { lines, refund } = await order([free, 1], [dear, 1])
    expect(await refund({ lines: lines.map((id) => ({ id, quantity: 1 })) })).toMatchObject({
      status: 201,
      record: { amount: 500, lines: [{ restocked: 1 }, { restocked: 1 }] },
    })
    expect([await onHand(db, free), await onHand(db, dear)]).toEqual([10, 10])
  })

  it('a whole free order is taken back once', async () => {
    const free = await addProduct(db, { price: 0, stock: 10 })
    const { id, refund } = await order([free, 3])
    expect(await refund({ restock: false })).toMatchObject({
      status: 400,
      message: `Nothing of order ${id} is left to refund. Its pieces can still be taken back: name them in lines, or set restock.`,
    })
    expect(await refund({})).toMatchObject({ status: 201, record: { amount: 0, lines: [{ quantity: 3, restocked: 3 }] } })
    expect(await onHand(db, free)).toBe(10)
    expect(await refund({})).toMatchObject({ status: 400, message: `Nothing of order ${id} is left to refund.` })
    const { financialStatus, refundedAmount } = await db.order.findFirstOrThrow({ where: { storeId: 1, id } })
    expect([financialStatus, refundedAmount]).toEqual(['paid', 0n])
  })

  it('four cents over ten pieces come back by refunds of single pieces', async () => {
    const [cheap, dear] = [await addProduct(db, { price: 4, stock: 10 }), await addProduct(db, { price: 500 })]
    const { id, lines, pieces, refund, transactions } = await order([cheap, 10], [dear, 1])
    await db.orderProduct.updateMany({ where: { storeId: 1, id: lines[0] ?? 0 }, data: { discount: 36, charged: 4 } })
    await db.order.updateMany({ where: { storeId: 1, id }, data: { total: 504 } })
    await db.transaction.updateMany({ where: { storeId: 1, orderId: id }, data: { total: 504 } })
    const amounts: number[] = []
    for (let piece = 0; piece < 10; piece += 1) amounts.push((await refund(pieces(1))).record?.amount)
    expect(amounts).toEqual([0, 1, 0, 1, 0, 0, 1, 0, 1, 0])
    expect(await transactions()).toBe(4)
    expect(await onHand(db, cheap)).toBe(10)
  })

  it('pieces of which more was given back already come back for nothing, and only where they are restocked', async () => {
    const product = await addProduct(db, { price: 1000, stock: 10 })
    const { lines, pieces, refund } = await order([product, 3])
    await refund({ amount: 2500 })
    expect(await refund({ ...pieces(1), restock: false })).toMatchObject({
      status: 400,
      message: `lines[0].quantity must be left out, or restock be true: 2500 of line ${lines[0]} is refunded already, more than the share of 1 of its pieces, which is 1000; 500 of it is left.`,
    })
    expect(await refund(pieces(1))).toMatchObject({ status: 201, record: { amount: 0, lines: [{ restocked: 1 }] } })
    expect(await refund(pieces(2))).toMatchObject({ status: 201, record: { amount: 500, lines: [{ restocked: 2 }] } })
    expect(await onHand(db, product)).toBe(10)
  })

  it('pieces of an instance that an immediate change chose come back to that one', async () => {
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 3000 }], stock: 10 })
    const cheaper = await addInstance(db, product, { terms: [{ id: product.terms[0]?.id ?? 0, price: 1000 }], stock: 10 })
    const { id, refund, pieces } = await order([product, 2])
    const { id: subscriptionId } = await db.subscription.findFirstOrThrow({ where: { orderProducts: { some: { orderId: id } } } })
    const input = { id: Number(subscriptionId), when: 'now', product_instance_id: cheaper }
    const changed = await ask(store, surface, 'changeSubscription', input)
    expect(changed).toMatchObject({ status: 200 })
    const counts = async () => [await onHand(db, product), await onHand(db, { ...product, instanceId: cheaper })]
    expect(await counts()).toEqual([10, 8])
    expect(await refund(pieces(1))).toMatchObject({ status: 201, record: { lines: [{ restocked: 1 }] } })
    expect(await counts()).toEqual([10, 9])
    // A piece that is back does not come back again with its parcel.
    const { shipmentId } = await db.fulfillment.findFirstOrThrow({ where: { orderId: id } })
    await ask(store, surface, 'cancelShipment', { id: Number(shipmentId) })
    expect(await counts()).toEqual([10, 10])
  })

  it.each<[string, object, [number, number][]]>([
    // The counts of the instance bought and of the one chosen: sent, then refunded.
    [
      'the first sent',
      { stock: 10 },
      [
        [9, 9],
        [10, 9],
      ],
    ],
    [
      'the one whose stock is tracked',
      {},
      [
        [0, 9],
        [0, 10],
      ],
    ],
  ])('pieces of two instances that were sent come back to %s', async (_which, stock, [sent, back]) => {
    const product = await addProduct(db, { terms: [{ cycles: 2, price: 3000 }], ...stock })
    const cheaper = await addInstance(db, product, { terms: [{ id: product.terms[0]?.id ?? 0, price: 1000 }], stock: 10 })
    const { id, refund, pieces } = await order([product, 1])
    const ship = async () => {
      const { shipmentId } = await db.fulfillment.findFirstOrThrow({
        where: { orderId: id, status: 'open' },
        orderBy: { id: 'asc' },
      })
      expect(await ask(store, surface, 'shipShipment', { id: Number(shipmentId) })).toMatchObject({ status: 200 })
    }
    const counts = async () => [await onHand(db, product), await onHand(db, { ...product, instanceId: cheaper })]
    await ship()
    const { id: subscriptionId } = await db.subscription.findFirstOrThrow({ where: { orderProducts: { some: { orderId: id } } } })
    const input = { id: Number(subscriptionId), when: 'now', product_instance_id: cheaper }
    expect(await ask(store, surface, 'changeSubscription', input)).toMatchObject({ status: 200 })
    await ship()
    expect(await counts()).toEqual(sent)
    expect(await refund(pieces(1))).toMatchObject({ status: 201, record: { lines: [{ restocked: 1 }] } })
    expect(await counts()).toEqual(back)
  })
})
