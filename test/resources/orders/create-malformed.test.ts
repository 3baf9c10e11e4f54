/** Orders whose body is not of the right shape: each surface says so in its own words, and every table stays as it was. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../../support/store.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addCustomer, addProduct } from '../../writes/rows.ts'
import { tablesChangedBy } from '../../writes/tables.ts'

const store = await openStore()
const { db } = store

const once = await addProduct(db, { price: 1400 })
const monthly = await addProduct(db, { terms: [{ cycles: 1, price: 100 }] })
const line = (product: { instanceId: number }, more: object = {}) => ({ product_instance: { id: product.instanceId }, ...more })

const malformed: [name: string, input: object][] = [
  ['customer missing', { customer: undefined }],
  ['customer null', { customer: null }],
  ['customer a number', { customer: 5 }],
  ['customer without id', { customer: {} }],
  ['customer id zero', { customer: { id: 0 } }],
  ['customer id a list', { customer: { id: [1] } }],
  ['customer id no address', { customer: { id: 'nobody' } }],
  ['customer with another field', { customer: { id: 1, name: 'x' } }],
  ['products missing', { products: undefined }],
  ['products null', { products: null }],
  ['products a text', { products: 'all' }],
  ['a line null', { products: [null] }],
  ['a line without form', { products: [{}] }],
  ['a form without id', { products: [{ product_instance: {} }] }],
  ['a form by sku', { products: [{ product_instance: { sku: 'A' } }] }],
  ['quantity a fraction', { products: [line(once, { quantity: 1.5 })] }],
  ['quantity a word', { products: [line(once, { quantity: 'two' })] }],
  ['quantity above 32 bits', { products: [line(once, { quantity: 1e12 })] }],
  ['term a text', { products: [line(monthly, { term: 'monthly' })] }],
  ['ship_address_id a word', { ship_address_id: 'home' }],
  ['coupons of null', { coupons: [null] }],
  ['coupons of numbers', { coupons: [5] }],
  ['order_gift_info a text', { order_gift_info: 'yes' }],
  ['order_gift_info with another field', { order_gift_info: { message: 'x' } }],
  ['a total of its own', { total: 1 }],
]

describe.each(surfaces)('%s', (surface) => {
  const act = (input: object) => ask(store, surface, 'createOrder', { ...input })

  it.each(malformed)('answers 400 to %s and leaves everything as it was', async (_name, input) => {
    const customer = await addCustomer(db)
    const changed = await tablesChangedBy(db, async () => {
      const { status, message } = await act({ customer: { id: customer.id }, products: [line(once)], ...input })
      expect({ status, message }).toEqual({ status: 400, message: expect.stringMatching(/\w{3}/) })
    })
    expect(changed).toEqual([])
  })

  it('takes the order they are all made from', async () => {
    const customer = await addCustomer(db)
    expect((await act({ customer: { id: customer.id }, products: [line(once)] })).status).toBe(201)
  })
})
