/** Payments that were captured 30 days ago have no plan any more, and every write that follows is as before. */
import { beforeEach, describe, expect, it } from 'vitest'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { arrive } from '../../src/purchases/payment/arrive.ts'
import { takeNotice } from '../../src/purchases/payment/notices.ts'
import { dropOldPlans } from '../../src/purchases/payment/old-plans.ts'
import { planOfStored } from '../../src/purchases/payment/payment.ts'
import { lookAtPayment } from '../../src/purchases/payment/reconcile.ts'
import { inSight } from '../support/every-statement.ts'
import { explained } from '../support/explained.ts'
import { ofStore } from '../support/of-store.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addMethod, addProduct, daySeconds } from '../writes/rows.ts'
import { newKey, openLateStore } from './late-store.ts'

const { store, db, gateway, clock, waits, passes, balanced, one } = await openLateStore()
const drop = () => inSight(() => dropOldPlans(db, clock))
const paymentOf = (customerId: number) => db.payment.findFirstOrThrow({ where: { customerId }, orderBy: { id: 'desc' } })

beforeEach(async () => {
  await drop()
})

describe('The plan of a payment', () => {
  it('is dropped 30 days after it was captured, and not before', async () => {
    const { customer, order } = await one('REST')
    expect((await order()).status).toBe(201)
    const { plan, ...before } = await paymentOf(customer.id)
    waits(30 * daySeconds)
    expect(await drop()).toBe(0)
    waits(1)
    expect(await drop()).toBe(1)
    expect(plan).toMatchObject({ customerId: customer.id })
    expect(await paymentOf(customer.id)).toEqual({ ...before, plan: null, requestHash: null })
    expect(await drop()).toBe(0)
  })

  it('is kept where the payment was not captured, and by the database', async () => {
    for (const mood of ['declines', 'breaks after', 'breaks before'] as const) {
      gateway.reset(mood)
      const { customer, order } = await one('REST')
      expect((await order()).status).not.toBe(201)
      waits(31 * daySeconds)
      expect(await drop()).toBe(0)
      const { id, plan } = await paymentOf(customer.id)
      expect(plan).not.toBeNull()
      const without = db.$executeRaw`UPDATE payment SET plan = NULL WHERE store_id = 1 AND id = ${id}`
      await expect(without).rejects.toThrow('payment_plan_of_open')
    }
  })

  it('is dropped of one that was captured while another process was about to look at it', async () => {
    const { customer, order } = await one('REST')
    expect((await order()).status).toBe(201)
    const { storeId, id } = await paymentOf(customer.id)
    await lookAtPayment({ db, clock, gateways: gatewaysOf(gateway) }, { storeId, id })
    expect((await paymentOf(customer.id)).dueAt).toBeNull()
    waits(31 * daySeconds)
    expect(await drop()).toBe(1)
  })

  it('is found by an index of the captured ones that have it', async () => {
    const plan = await explained(store, () => dropOldPlans(db, clock))
    expect(plan).toContain('Index Scan using payment_old_plan on payment')
  })
})

describe.each(surfaces)('After a plan was dropped, over %s,', (surface) => {
  async function old(more: object = {}) {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { price: 500, stock: 9 })
    const input = { customer: { id: customer.id }, products: [{ product_instance: { id: product.instanceId } }], ...more }
    const order = (instead: object = {}) => ask(store, surface, 'createOrder', { ...input, ...instead })
    const { status, record } = await order()
    expect(status).toBe(201)
    const known = await paymentOf(customer.id)
    waits(31 * daySeconds)
    expect(await drop()).toBe(1)
    return { customer, order, id: Number(record.id), known }
  }

  it('an equal request under its external id is the same order, and another is refused', async () => {
    const { customer, order, id } = await old({ external_id: newKey() })
    expect((await paymentOf(customer.id)).requestHash).not.toBeNull()
    expect(await order()).toMatchObject({ status: 201, record: { id } })
    expect(await order({ use_credit: false })).toMatchObject({ status: 400 })
    expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('its order is refunded', async () => {
    const { id } = await old()
    const refunded = await ask(store, surface, 'refundOrder', { id, amount: 200 })
    expect(refunded.status).toBeLessThan(300)
    expect(await db.order.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ financialStatus: 'partially_refunded' })
  })

  it('a late webhook changes nothing', async () => {
    const { customer, known } = await old()
    const { reference } = known
    for (const type of ['payment_intent.succeeded', 'payment_intent.payment_failed']) {
      const notice = { storeId: 1n, gateway: known.gateway, id: newKey(), type, subject: 'payment', reference } as const
      expect(await takeNotice(db, clock, notice)).toBe(true)
    }
    expect(await passes()).toEqual([])
    expect(await paymentOf(customer.id)).toEqual({ ...known, plan: null })
    expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('a process that was stopped since the charge has the outcome of the other', async () => {
    const { customer, known, id } = await old()
    const payment = { ...known, plan: planOfStored(known) }
    const commit = async () => expect.unreachable()
    const charge = { result: 'captured', gatewayReference: known.gatewayReference ?? '' } as const
    const books = { db, clock, hasTestClock: false }
    for (const heldSince of [known.askedAt, undefined]) {
      const outcome = await inSight(() => arrive(books, payment, charge, commit, { heldSince }))
      expect(outcome).toMatchObject({ id: String(id), userErrors: [] })
    }
    expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })
})

it.each(surfaces)('A charge that is reported long after its decline is given back, over %s', async (surface) => {
  gateway.reset('declines')
  const { customer, order } = await one(surface)
  expect((await order()).status).toBe(402)
  waits(400 * daySeconds)
  expect(await drop()).toBe(0)
  const { reference, gateway: name } = await paymentOf(customer.id)
  gateway.books.set(reference, { result: 'captured', gatewayReference: 'late' })
  const notice = {
    storeId: 1n,
    gateway: name,
    id: newKey(),
    type: 'payment_intent.succeeded',
    subject: 'payment',
    reference,
  } as const
  expect(await takeNotice(db, clock, notice)).toBe(true)
  expect(await passes()).toEqual(['to be given back', 'given back'])
  expect(await paymentOf(customer.id)).toMatchObject({ state: 'refunded' })
})

it.each(surfaces)('The order of a cart that was declined long ago is paid by another card, over %s', async (surface) => {
  gateway.reset('declines')
  const customer = await addCustomer(db)
  const product = await addProduct(db, { price: 500, stock: 1 })
  const products = [{ product_instance: { id: product.instanceId } }]
  const { record } = await ask(store, surface, 'createCart', { customer: { id: String(customer.id) }, products })
  const checkout = (more: object = {}) => ask(store, surface, 'checkoutCart', { id: record.id, ...more })
  expect((await checkout()).status).toBe(402)
  waits(31 * daySeconds)
  expect(await drop()).toBe(0)
  gateway.reset()
  const methodId = await addMethod(db, customer, 'tok_succeed', false)
  expect((await checkout({ cust_pay_id: methodId })).status).toBe(200)
  waits(31 * daySeconds)
  expect(await drop()).toBe(1)
  expect(await checkout()).toMatchObject({ status: 400 })
})
