/** Each change of a count of stock leaves a movement, and the count is their sum. */
import { describe, expect, it } from 'vitest'
import { expectCounted, movements } from '../purchases/ledger.ts'
import { openStore } from '../support/store.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addProduct, type Product } from '../writes/rows.ts'
import { json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store

const begun = 'corrected 10 by count, 10 left'

/** A product whose deliveries stay when it is refunded, since it is subscribed to. */
const subscribed = () => addProduct(db, { stock: 10, terms: [{ cycles: 1, price: 900 }] })

describe.each(surfaces)('%s', (surface) => {
  async function order(product: Product, line: object = {}, token = 'tok_succeed') {
    const { id: customerId } = await addCustomer(db, { token })
    const products = [{ product_instance: { id: product.instanceId }, ...line }]
    const answer = await ask(store, surface, 'createOrder', { customer: { id: customerId }, products })
    const placed = await db.order.findFirst({ where: { customerId } })
    const sold = await db.orderProduct.findFirst({ where: { order: { customerId } } })
    return { status: answer.status, id: Number(placed?.id), lineId: String(sold?.id) }
  }
  const parcelsOf = async (orderId: number) =>
    (await db.fulfillment.findMany({ where: { orderId }, orderBy: [{ cycleNumber: 'asc' }, { id: 'asc' }] })).map(
      ({ id, shipmentId }) => ({ id: Number(id), shipmentId: Number(shipmentId) }),
    )
  const on = (name: 'shipShipment' | 'returnShipment' | 'cancelShipment' | 'refundOrder', input: object) =>
    ask(store, surface, name, { ...input }).then((answer) => expect(answer).toMatchObject({ message: undefined }))

  it('a purchase takes its pieces, and a parcel of it no more', async () => {
    const product = await addProduct(db, { stock: 10 })
    const { id } = await order(product, { quantity: 3 })
    const [parcel] = await parcelsOf(id)
    await on('shipShipment', { id: parcel?.shipmentId, fulfillments: [{ id: String(parcel?.id), quantity: 1 }] })
    const rest = (await parcelsOf(id)).find(({ shipmentId }) => shipmentId !== parcel?.shipmentId)
    await on('shipShipment', { id: rest?.shipmentId })
    expect(await movements(db, product.instanceId)).toEqual([begun, 'taken -3 by payment, 7 left'])
    const taken = await db.inventoryMovement.findFirstOrThrow({ where: { productInstanceId: product.instanceId, kind: 'taken' } })
    expect(taken.orderId).toBe(BigInt(id))
    await on('returnShipment', { id: parcel?.shipmentId, restock: true })
    await on('returnShipment', { id: rest?.shipmentId, restock: true })
    expect((await movements(db, product.instanceId)).slice(2)).toEqual([
      'returned 1 by fulfillment, 8 left',
      'returned 2 by fulfillment, 10 left',
    ])
  })

  it('a declined payment puts them back', async () => {
    const product = await addProduct(db, { stock: 10 })
    const { status, id } = await order(product, { quantity: 2 }, 'tok_decline')
    expect(status).toBe(402)
    expect((await movements(db, product.instanceId)).slice(1)).toEqual([
      'taken -2 by payment, 8 left',
      'released 2 by payment, 10 left',
    ])
    expect(await db.inventoryMovement.count({ where: { productInstanceId: product.instanceId, orderId: id } })).toBe(2)
  })

  it('a later delivery takes its pieces when it is sent, below 0 too, and in parts', async () => {
    const product = await addProduct(db, { stock: 2, terms: [{ cycles: 3, price: 900 }] })
    const { id } = await order(product, { term: { id: product.terms[0]?.id }, quantity: 2 })
    const [first, second, third] = await parcelsOf(id)
    await on('shipShipment', { id: first?.shipmentId })
    expect((await movements(db, product.instanceId)).slice(1)).toEqual(['taken -2 by payment, 0 left'])
    await on('shipShipment', { id: second?.shipmentId, fulfillments: [{ id: String(second?.id), quantity: 1 }] })
    await on('cancelShipment', { id: third?.shipmentId })
    const rest = (await parcelsOf(id)).find(({ id }) => ![first, second, third].some((each) => each?.id === id))
    await on('shipShipment', { id: rest?.shipmentId })
    expect((await movements(db, product.instanceId)).slice(2)).toEqual([
      'taken -1 by fulfillment, -1 left',
      'taken -1 by fulfillment, -2 left',
    ])
  })

  it('a refund puts no piece back of a delivery that was not sent, nor one that was cancelled', async () => {
    const product = await addProduct(db, { stock: 10, terms: [{ cycles: 3, price: 900 }] })
    const { id } = await order(product, { term: { id: product.terms[0]?.id } })
    const [first, second] = await parcelsOf(id)
    await on('cancelShipment', { id: first?.shipmentId })
    expect((await movements(db, product.instanceId)).slice(2)).toEqual(['released 1 by fulfillment, 10 left'])
    await on('refundOrder', { id, restock: true })
    await on('cancelShipment', { id: second?.shipmentId })
    expect(await movements(db, product.instanceId)).toHaveLength(3)
  })

  it('a refund and then a cancellation put a piece back once', async () => {
    const product = await subscribed()
    const { id } = await order(product, { term: { id: product.terms[0]?.id }, quantity: 2 })
    const [parcel] = await parcelsOf(id)
    await on('refundOrder', { id, restock: true })
    await on('cancelShipment', { id: parcel?.shipmentId })
    expect((await movements(db, product.instanceId)).slice(2)).toEqual(['returned 2 by refund, 10 left'])
  })

  it('what a refund put on hand is taken again when it is sent all the same, and comes back once more', async () => {
    const product = await subscribed()
    const { id } = await order(product, { term: { id: product.terms[0]?.id }, quantity: 2 })
    const [parcel] = await parcelsOf(id)
    await on('refundOrder', { id, restock: true })
    await on('shipShipment', { id: parcel?.shipmentId })
    await on('returnShipment', { id: parcel?.shipmentId, restock: true })
    expect((await movements(db, product.instanceId)).slice(2)).toEqual([
      'returned 2 by refund, 10 left',
      'taken -2 by fulfillment, 8 left',
      'returned 2 by fulfillment, 10 left',
    ])
  })

  it('of pieces that are not sent a refund puts some on hand, and the others are sent without being taken again', async () => {
    const product = await subscribed()
    const { id, lineId } = await order(product, { term: { id: product.terms[0]?.id }, quantity: 3 })
    const [parcel] = await parcelsOf(id)
    await on('refundOrder', { id, restock: true, lines: [{ id: lineId, quantity: 1 }] })
    await on('shipShipment', { id: parcel?.shipmentId, fulfillments: [{ id: String(parcel?.id), quantity: 2 }] })
    expect((await movements(db, product.instanceId)).slice(2)).toEqual(['returned 1 by refund, 8 left'])
    const rest = (await parcelsOf(id)).find(({ shipmentId }) => shipmentId !== parcel?.shipmentId)
    await on('shipShipment', { id: rest?.shipmentId })
    expect((await movements(db, product.instanceId)).slice(3)).toEqual(['taken -1 by fulfillment, 7 left'])
  })

  it('a refund of one that was sent leaves those alone that are not, and one of both takes the rest of them', async () => {
    const product = await subscribed()
    const { id, lineId } = await order(product, { term: { id: product.terms[0]?.id }, quantity: 3 })
    const [parcel] = await parcelsOf(id)
    await on('shipShipment', { id: parcel?.shipmentId, fulfillments: [{ id: String(parcel?.id), quantity: 1 }] })
    const [, open] = await parcelsOf(id)
    const refundOne = () => on('refundOrder', { id, restock: true, lines: [{ id: lineId, quantity: 1 }] })
    await refundOne()
    await refundOne()
    await on('shipShipment', { id: open?.shipmentId })
    expect((await movements(db, product.instanceId)).slice(2)).toEqual([
      'returned 1 by refund, 8 left',
      'returned 1 by refund, 9 left',
      'taken -1 by fulfillment, 8 left',
    ])
    await refundOne()
    await on('returnShipment', { id: open?.shipmentId, restock: true })
    await on('returnShipment', { id: parcel?.shipmentId, restock: true })
    expect((await movements(db, product.instanceId)).slice(5)).toEqual([
      'returned 1 by refund, 9 left',
      'returned 1 by fulfillment, 10 left',
    ])
  })

  it('what is cancelled after a refund put a part of it on hand puts the other part there', async () => {
    const product = await subscribed()
    const { id, lineId } = await order(product, { term: { id: product.terms[0]?.id }, quantity: 3 })
    const [parcel] = await parcelsOf(id)
    await on('refundOrder', { id, restock: true, lines: [{ id: lineId, quantity: 1 }] })
    await on('cancelShipment', { id: parcel?.shipmentId })
    await on('refundOrder', { id, restock: true })
    expect((await movements(db, product.instanceId)).slice(2)).toEqual([
      'returned 1 by refund, 8 left',
      'released 2 by fulfillment, 10 left',
    ])
  })

  it('an untracked count stays, and a delivery that took nothing takes its pieces once it is tracked', async () => {
    const product = await addProduct(db)
    const { id } = await order(product)
    expect(await movements(db, product.instanceId)).toEqual([])
    const counted = { productInstanceId: String(product.instanceId), trackInventory: true, quantityOnHand: 5 }
    await mutate(store, 'updateInventory', counted)
    const [parcel] = await parcelsOf(id)
    await on('shipShipment', { id: parcel?.shipmentId })
    expect(await movements(db, product.instanceId)).toEqual(['corrected 5 by count, 5 left', 'taken -1 by fulfillment, 4 left'])
  })
})

it('A count that is set is a correction by the difference, for one, many and parts of products', async () => {
  const product = await addProduct(db, { stock: 10 })
  const { instanceId } = product
  const path = `/v1/product_instances/${instanceId}/inventory/`
  await store.rest(`PUT ${path}`, store.merchant, json({ quantity_on_hand: 4 }))
  await mutate(store, 'updateInventory', { productInstanceId: String(instanceId), quantityOnHand: 4, confidence: 3 })
  await store.rest('POST /v1/inventory/bulk/', store.merchant, json([{ product_instance_id: instanceId, quantity_on_hand: 9 }]))
  await mutate(store, 'setProduct', { id: product.id, instances: [{ id: instanceId, stock: { quantityOnHand: 0 } }] })
  expect((await movements(db, instanceId)).slice(1)).toEqual([
    'corrected -6 by count, 4 left',
    'corrected 5 by count, 9 left',
    'corrected -9 by count, 0 left',
  ])
  await expectCounted(db)
})

it('Movements are listed on both surfaces, for keys that read inventory', async () => {
  const { instanceId } = await addProduct(db, { stock: 10 })
  const { body } = await store.rest(`/v1/inventory_movements/?product_instance_id=${instanceId}&kind=corrected`)
  expect(body).toMatchObject({
    count: 1,
    results: [
      {
        product_instance_id: instanceId,
        kind: 'corrected',
        quantity: 10,
        on_hand: 10,
        cause: 'count',
        type: 'inventory_movement',
      },
    ],
  })
  const query = `{ inventoryMovements(filter: { productInstanceId: { eq: "${instanceId}" } }) { totalCount nodes { id kind instance { id } } } }`
  const { data } = await store.graphql(query)
  expect(data.inventoryMovements).toMatchObject({
    totalCount: 1,
    nodes: [{ kind: 'corrected', instance: { id: String(instanceId) } }],
  })
})

it('Three later deliveries take their pieces with as many statements as one', async () => {
  const product = await addProduct(db, { stock: 10, terms: [{ cycles: 6, price: 900 }] })
  const { id: customerId } = await addCustomer(db)
  const products = [{ product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } }]
  await ask(store, 'REST', 'createOrder', { customer: { id: customerId }, products })
  const deliveries = await db.fulfillment.findMany({ where: { order: { customerId } }, orderBy: { cycleNumber: 'asc' } })
  const ship = (from: number, to: number) => {
    const shipments = deliveries.slice(from, to).map(({ shipmentId }) => ({ id: Number(shipmentId) }))
    return store.statements(() => store.rest('POST /v1/shipments/ship/', store.merchant, json(shipments)))
  }
  await ship(0, 1)
  const one = await ship(1, 2)
  expect(await ship(2, 5)).toHaveLength(one.length)
  expect((await movements(db, product.instanceId)).at(-1)).toBe('taken -1 by fulfillment, 5 left')
})
