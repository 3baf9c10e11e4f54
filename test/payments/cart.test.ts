/** A checkout whose gateway is silent, or answers late: its cart is charged once. */
import { describe, expect, it } from 'vitest'
import { ofStore } from '../support/of-store.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addMethod, addProduct } from '../writes/rows.ts'
import { openLateStore } from './late-store.ts'

const { store, db, gateway, meanwhile, passes, balanced } = await openLateStore()

describe.each(surfaces)('%s', (surface) => {
  /** A cart with the only piece in stock. */
  async function one() {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { price: 500, stock: 1 })
    const products = [{ product_instance: { id: product.instanceId } }]
    const { record } = await ask(store, surface, 'createCart', { customer: { id: String(customer.id) }, products })
    const checkout = (more: object = {}) => ask(store, surface, 'checkoutCart', { id: record.id, ...more })
    const cart = () => db.cart.findUniqueOrThrow({ where: ofStore(record.id) })
    return { customer, cart, checkout }
  }

  it('refuses another checkout while the first has no answer, and completes the cart by what is found', async () => {
    const { customer, cart, checkout } = await one()
    gateway.reset('breaks after')
    expect((await checkout()).status).toBe(503)
    expect(await checkout()).toMatchObject({
      ...{ status: 400, message: 'A payment of the cart is not settled yet; it will be within minutes.' },
    })
    await passes()
    expect(await cart()).toMatchObject({ completed: true })
    expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('resumes a payment that was given up, under its reference', async () => {
    const { customer, cart, checkout } = await one()
    gateway.reset('breaks before')
    expect((await checkout()).status).toBe(503)
    await passes()
    gateway.mood = 'captures'
    expect((await checkout()).status).toBe(200)
    expect(await cart()).toMatchObject({ completed: true })
    expect(new Set(gateway.asked.map(({ reference }) => reference)).size).toBe(1)
    expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('withdraws a payment that was given up for one by another card, and gives back what is charged late', async () => {
    const { customer, cart, checkout } = await one()
    gateway.reset('breaks before')
    expect((await checkout()).status).toBe(503)
    await passes()
    gateway.mood = 'captures'
    const methodId = await addMethod(db, customer, 'tok_succeed', false)
    expect((await checkout({ cust_pay_id: methodId })).status).toBe(200)
    const [first] = gateway.asked
    gateway.books.set(first?.reference ?? '', { result: 'captured', gatewayReference: 'late' })
    await passes(3_600)
    await passes(3_600)
    expect(await cart()).toMatchObject({ completed: true })
    expect(await balanced(customer)).toEqual({ paid: 1, charges: 2, refunds: 1 })
  })

  it('completes the cart by a charge that is found after it was given up', async () => {
    const { customer, cart, checkout } = await one()
    gateway.reset('breaks before')
    await checkout()
    await passes()
    const [first] = gateway.asked
    gateway.books.set(first?.reference ?? '', { result: 'captured', gatewayReference: 'late' })
    await passes(3_600)
    expect(await cart()).toMatchObject({ completed: true })
    expect((await checkout()).message).toMatch(/^The cart was checked out: /)
    expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('pays the order of a declined cart once, whatever the gateway leaves open', async () => {
    const { customer, cart, checkout } = await one()
    gateway.reset('declines')
    expect((await checkout()).status).toBe(402)
    gateway.mood = 'breaks after'
    expect((await checkout()).status).toBe(503)
    expect((await checkout()).message).toBe('A payment of the cart is not settled yet; it will be within minutes.')
    await passes()
    const { orderId, completed } = await cart()
    expect(completed).toBe(true)
    const order = await db.order.findUniqueOrThrow({ where: ofStore(orderId ?? 0n), include: { transactions: true } })
    expect(order).toMatchObject({ financialStatus: 'paid', customerId: BigInt(customer.id) })
    expect(order.transactions.map(({ result }) => result).sort()).toEqual(['captured', 'failed'])
    expect(await db.order.count({ where: { storeId: 1, customerId: customer.id } })).toBe(1)
  })

  it('lets no second checkout in between the recording and the charge', async () => {
    const { customer, cart, checkout } = await one()
    meanwhile.beforeClaim = async () => {
      expect((await checkout()).status).toBe(400)
    }
    expect((await checkout()).status).toBe(200)
    expect(await cart()).toMatchObject({ completed: true })
    expect(await balanced(customer)).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })
})
