/** An order that another system asks for under its own identifier is made and charged once, however often it is asked for. */
import { describe, expect, it } from 'vitest'
import { json } from '../resources/writing.ts'
import { ofStore } from '../support/of-store.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addProduct } from '../writes/rows.ts'
import { newKey, openLateStore } from './late-store.ts'

const { store, db, gateway, waits, passes, balanced } = await openLateStore()

/** A customer who orders one piece under an external id of its own. */
async function one(surface: (typeof surfaces)[number], more: object = {}) {
  const customer = await addCustomer(db)
  const product = await addProduct(db, { price: 500, stock: 9 })
  const externalId = newKey()
  const input = { customer: { id: customer.id }, products: [{ product_instance: { id: product.instanceId } }], ...more }
  const order = (instead: object = {}, on = surface) =>
    ask(store, on, 'createOrder', { ...input, external_id: externalId, ...instead })
  const orders = () => db.order.findMany({ where: { storeId: 1n, customerId: customer.id }, orderBy: { id: 'asc' } })
  return { customer, product, externalId, order, orders }
}

describe.each(surfaces)('%s', (surface) => {
  const other = surface === 'REST' ? 'GraphQL' : 'REST'

  it('answers an equal request with the order that there is, over either surface and at any time', async () => {
    const { customer, externalId, order, orders } = await one(surface)
    const { status, record } = await order()
    expect(status).toBe(201)
    const [log, events] = [await db.logEntry.count(), await db.event.count()]
    expect(await order()).toMatchObject({ status: 201, record: { id: record.id, total: 500 } })
    expect(await order({ ship_address_id: null, coupons: null }, other)).toMatchObject({ status: 201, record: { id: record.id } })
    waits(86_400)
    expect(await order({}, other)).toMatchObject({ status: 201, record: { id: record.id } })
    expect(await orders()).toMatchObject([{ externalId, financialStatus: 'paid' }])
    expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
    expect([await db.logEntry.count(), await db.event.count()]).toEqual([log, events])
    const found = await store.rest(`/v1/orders/?external_id=${externalId}`)
    expect(found.body.results).toMatchObject([{ id: Number(record.id), external_id: externalId }])
  })

  it('refuses another request under the same one, with the order that has it', async () => {
    const { externalId, order, orders } = await one(surface)
    const { record } = await order()
    waits(61)
    const message = `external_id is already that of order ${record.id}, which another request made.`
    expect(await order({ use_credit: false })).toMatchObject({ status: 400, message })
    const { id: another } = await addCustomer(db)
    expect(await order({ customer: { id: another } })).toMatchObject({ status: 400, message })
    // One that was given to an order later is that order's too.
    await store.rest(`PUT /v1/orders/${record.id}/`, store.merchant, json({ external_id: `${externalId}-b` }))
    expect(await order({ external_id: `${externalId}-b`, use_credit: false })).toMatchObject({ status: 400 })
    expect(await order({ external_id: `${externalId}-b` })).toMatchObject({ status: 201, record: { id: record.id } })
    expect(await orders()).toHaveLength(1)
  })

  it('refuses one that is empty or too long', async () => {
    const { order, orders } = await one(surface)
    expect(await order({ external_id: ' ' })).toMatchObject({
      status: 400,
      message: expect.stringContaining('must not be empty.'),
    })
    expect(await order({ external_id: 'x'.repeat(256) })).toMatchObject({ status: 400 })
    expect(await orders()).toEqual([])
  })

  it('charges nothing again after the gateway was silent, with no key, and is charged once', async () => {
    const { customer, externalId, order, orders } = await one(surface)
    gateway.reset('breaks before')
    expect((await order()).status).toBe(503)
    const unsettled = /^The payment of the order with this external_id is not settled yet; it will be within minutes\.$/
    expect(await order()).toMatchObject({ status: 400, message: expect.stringMatching(unsettled) })
    await passes()
    expect(await order({ use_credit: false })).toMatchObject({ status: 400 })
    gateway.mood = 'captures'
    expect(await order({}, other)).toMatchObject({ status: 201, record: { total: 500 } })
    expect(new Set(gateway.asked.map(({ reference }) => reference)).size).toBe(1)
    expect(await orders()).toMatchObject([{ externalId }])
    expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('is found where the charge arrived late', async () => {
    const { customer, externalId, order, orders } = await one(surface)
    gateway.reset('breaks after')
    expect((await order()).status).toBe(503)
    await passes()
    const [made] = await orders()
    expect(made).toMatchObject({ externalId, financialStatus: 'paid' })
    expect(await order()).toMatchObject({ status: 201, record: { id: Number(made?.id) } })
    expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('is free again after a declined payment: the next request makes another order', async () => {
    const { externalId, order, orders } = await one(surface)
    gateway.reset('declines')
    expect((await order()).status).toBe(402)
    waits(61)
    gateway.mood = 'captures'
    expect((await order()).status).toBe(201)
    expect(await orders()).toMatchObject([
      { externalId: null, financialStatus: 'unpaid' },
      { externalId, financialStatus: 'paid' },
    ])
  })

  it('is not kept by a dry run', async () => {
    const { customer, product, externalId, order, orders } = await one(surface)
    const products = [{ product_instance: { id: product.instanceId } }]
    const input = { customer: { id: customer.id }, products, external_id: externalId }
    expect((await ask(store, surface, 'createOrder', input, { isDryRun: true })).status).toBe(201)
    expect(await orders()).toEqual([])
    expect((await order()).status).toBe(201)
    expect((await ask(store, surface, 'createOrder', input, { isDryRun: true })).status).toBe(201)
    expect(await orders()).toHaveLength(1)
  })

  it('settles an order whose external id another has got meanwhile, without it', async () => {
    const { customer, externalId, order, orders } = await one(surface)
    gateway.meanwhile = async () => {
      await db.order.update({ where: ofStore(1), data: { externalId } })
    }
    expect((await order()).status).toBe(201)
    gateway.meanwhile = async () => {}
    expect(await orders()).toMatchObject([{ externalId: null, financialStatus: 'paid' }])
    expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('is given to the subscription that a line begins, once in a store', async () => {
    const monthly = await addProduct(db, { terms: [{ cycles: 1, price: 700 }] })
    const id = newKey()
    const line = (subscription_external_id: string) => ({
      product_instance: { id: monthly.instanceId },
      term: { id: monthly.terms[0]?.id },
      subscription_external_id,
    })
    const { customer, order } = await one(surface, { products: [line(id), line(`${id}-b`)] })
    expect((await order()).status).toBe(201)
    const begun = await db.subscription.findMany({ where: { customerId: customer.id }, orderBy: { id: 'asc' } })
    expect(begun.map(({ externalId }) => externalId)).toEqual([id, `${id}-b`])
    const { body } = await store.rest(`/v1/subscriptions/?external_id=${id}`)
    expect(body.results).toMatchObject([{ id: Number(begun[0]?.id), external_id: id }])

    const fresh = await one(surface)
    expect(await fresh.order({ products: [line(newKey()), line(`${id}-b`)] })).toMatchObject({
      status: 400,
      message: `products[1].subscription_external_id is already the external id of subscription ${begun[1]?.id}.`,
    })
    expect(await fresh.order({ products: [line('twice'), line('twice')] })).toMatchObject({
      status: 400,
      message: `products[1].subscription_external_id is also that of products[0].`,
    })
    const once = { product_instance: { id: fresh.product.instanceId }, subscription_external_id: newKey() }
    expect(await fresh.order({ products: [once] })).toMatchObject({
      status: 400,
      message: expect.stringContaining(`products[0].subscription_external_id must not be given: `),
    })
    expect(await fresh.order({ products: [line(' ')] })).toMatchObject({
      status: 400,
      message: `products[0].subscription_external_id must not be empty.`,
    })
    expect(await fresh.orders()).toEqual([])
  })
})

it('Of 30 requests at once under one external id, of three customers and over both surfaces, one is an order', async () => {
  const product = await addProduct(db, { price: 500, stock: 99 })
  const customers = [await addCustomer(db), await addCustomer(db), await addCustomer(db)]
  const products = [{ product_instance: { id: product.instanceId } }]
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      ask(store, surfaces[index % 2] ?? 'REST', 'createOrder', {
        ...{ customer: { id: customers[index % 3]?.id }, products, external_id: 'raced' },
      }),
    ),
  )
  const made = await db.order.findMany({ where: { storeId: 1n, externalId: 'raced' } })
  expect(made).toHaveLength(1)
  const charges = await Promise.all(customers.map(({ id }) => db.order.count({ where: { storeId: 1n, customerId: id } })))
  expect(charges.reduce((sum, each) => sum + each, 0)).toBe(1)
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status !== 400)).toContain(201)
  expect(new Set(statuses)).toEqual(new Set([201, 400]))
  const own = answers.filter(({ status }) => status === 201)
  expect(new Set(own.map(({ record }) => Number(record.id)))).toEqual(new Set([Number(made[0]?.id)]))
})
