/** An account that cannot be used keeps its own payments open, and those of no other store. */
import { beforeAll, expect, it } from 'vitest'
import { addCustomer, addProduct } from '../../writes/rows.ts'
import { openChosenStore } from './chosen-store.ts'
import { payByStripe } from './stripe-store.ts'

const { stripe, store, db, choose, send, passes } = await openChosenStore()

beforeAll(async () => {
  expect(await choose()).toMatchObject({ status: 200 })
})

/** Orders whose answers are lost. */
async function leaveOpen(count: number) {
  stripe.fault = (call) => (call.path.endsWith('/confirm') ? 'fails with 500 after' : undefined)
  for (let number = 0; number < count; number += 1) {
    const customer = await addCustomer(db)
    await payByStripe(db, stripe, customer, 'pm_visa')
    const { instanceId } = await addProduct(db, { price: 100 })
    const order = { customer: { id: customer.id }, products: [{ product_instance: { id: instanceId } }] }
    expect((await send('POST', '/v1/orders/', order)).status).toBe(503)
  }
  stripe.fault = () => undefined
}

it('Payments of a revoked key stay open, those of another store are settled in the same round, and all are once the key is mended', async () => {
  await leaveOpen(9)
  const other = await addCustomer(db, { storeId: 2, token: 'tok_error' })
  const { instanceId } = await addProduct(db, { storeId: 2, price: 100 })
  const order = { customer: { id: other.id }, products: [{ product_instance: { id: instanceId } }] }
  expect((await send('POST', '/v1/orders/', order, store.otherMerchant)).status).toBe(503)
  stripe.secrets.clear()
  expect(await passes()).toEqual([...Array(8).fill('failed'), 'failed', 'captured'])
  stripe.secrets.add('sk_test_local')
  expect(await passes()).toEqual(Array(9).fill('captured'))
})
