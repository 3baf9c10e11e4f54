/** The address of a bill: one of the customer's or another, kept with the order as it was, and copied into its invoice. */
import { describe, expect, it } from 'vitest'
import { signCartToken } from '../../../src/auth/customer-token.ts'
import { ofStore } from '../../support/of-store.ts'
import { today } from '../../support/template.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addAddress, addCustomer, addMethod, addProduct } from '../../writes/rows.ts'
import { visit } from '../carts/visiting.ts'
import { openShop } from '../invoices/shop.ts'

const shop = await openShop()
const { store, db, buy, invoicesOf } = shop
// A store's settings are kept for a while by each app.
await db.store.update({ where: { id: 1n }, data: { visitorCheckout: true, host: 'shop.example' } })
const product = await addProduct(db, { price: 700 })
const lines = [{ product_instance: { id: product.instanceId } }]

const office = { to: 'Ms Books', company: 'Alder Ltd', street: 'Office Road 5', city: 'Graz', zip_code: '8010', country: 'AT' }

const billed = async (orderId: number, as?: string) => {
  const { body } = await store.rest(
    `GET ${as ? '/v1/store/api' : '/v1'}/orders/${orderId}/${as ? '' : '?with=billing_address'}`,
    as ?? store.merchant,
  )
  return body.billing_address
}

describe.each(surfaces)('%s', (surface) => {
  it('is kept with the order, as it was, shown on both surfaces and copied into the invoice', async () => {
    const { id, customer } = await buy([[product, 1]], {
      surface,
      input: { billing_address: office },
    })
    const graphql = await store.graphql(
      `{ order(id: ${id}) { billingAddressId billingAddress { company zipCode } address { id } } }`,
    )
    expect(graphql.data.order.billingAddress).toEqual({ company: 'Alder Ltd', zipCode: '8010' })
    for (const as of [undefined, await store.customerToken(BigInt(customer.id))])
      expect(await billed(id, as)).toMatchObject({ ...office, unit: '' })
    const [invoice] = await invoicesOf(id)
    expect(invoice.buyer.address).toMatchObject({ company: 'Alder Ltd', city: 'Graz', country: 'AT' })
    expect(invoice.delivery).toMatchObject({ country: 'DE' })
    const listed = await store.rest(`GET /v1/customers/${customer.id}/addresses/`)
    expect(listed.body.results.map(({ company }: { company: string }) => company)).not.toContain('Alder Ltd')

    const addressId = await addAddress(db, customer)
    await db.customer.update({ where: ofStore(customer.id), data: { lastOrderAt: null } })
    const made = await ask(store, surface, 'createOrder', {
      ...{ customer: { id: customer.id }, products: lines, billing_address_id: addressId },
    })
    const before = await billed(made.record.id)
    await db.address.update({ where: ofStore(addressId), data: { city: 'Elsewhere' } })
    expect(await billed(made.record.id)).toEqual(before)
    expect(before).toMatchObject({ city: 'Alder Falls' })
    expect(before.id).not.toBe(addressId)
  })

  it('is the one where the order is sent unless given', async () => {
    const { id } = await buy([[product, 1]], { surface })
    expect(await billed(id)).toBeNull()
    const [invoice] = await invoicesOf(id)
    expect(invoice.buyer.address).toEqual(invoice.delivery)
  })

  it("refuses two at once, another customer's and one that is none; a dry run keeps nothing", async () => {
    const [customer, other] = [await addCustomer(db), await addCustomer(db)]
    const input = { customer: { id: customer.id }, products: lines }
    const refusal = async (more: object) => {
      const { status, message } = await ask(store, surface, 'createOrder', { ...input, ...more })
      return [status, message]
    }
    expect(await refusal({ billing_address_id: other.addressId })).toEqual([404, "billing_address_id is none of the customer's."])
    expect(await refusal({ billing_address_id: customer.addressId, billing_address: office })).toEqual([
      400,
      'Either billing_address_id or billing_address may be given.',
    ])
    expect((await refusal({ billing_address: { ...office, country: 'XX' } }))[0]).toBe(400)
    const tried = await ask(store, surface, 'createOrder', { ...input, billing_address: office }, { isDryRun: true })
    expect(tried.status).toBe(201)
    expect(await db.address.count({ where: { storeId: 1, customerId: customer.id } })).toBe(1)
  })

  it('is filled into a cart, and given or changed at its checkout', async () => {
    const customer = await addCustomer(db, { token: 'tok_decline' })
    const { record } = await ask(store, surface, 'createCart', {
      ...{ customer: { id: String(customer.id) }, products: lines, billing_address: office },
    })
    const id = record.id as number
    const cart = async () =>
      (await store.graphql(`{ openCart(id: ${id}) { billingAddressId billingAddress { city } } }`)).data.openCart
    expect(await cart()).toEqual({ billingAddressId: null, billingAddress: { city: 'Graz' } })
    await ask(store, surface, 'updateCart', { id, billing_address_id: customer.addressId })
    expect(await cart()).toEqual({ billingAddressId: String(customer.addressId), billingAddress: null })
    const checkout = (more: object) => ask(store, surface, 'checkoutCart', { id, ...more })
    expect((await checkout({ billing_address: { ...office, city: 'Linz' } })).status).toBe(402)
    const { order } = await db.cart.findUniqueOrThrow({
      where: ofStore(id),
      include: { order: { include: { billingAddress: true } } },
    })
    expect(order?.billingAddress).toMatchObject({ city: 'Linz', company: 'Alder Ltd' })
    const cust_pay_id = await addMethod(db, customer, 'tok_succeed', false)
    expect(await checkout({ cust_pay_id, billing_address: office })).toMatchObject({
      ...{ status: 400, message: `Order ${order?.id} of the cart keeps the address of its bill.` },
    })
    expect((await checkout({ cust_pay_id, billing_address: { ...office, city: 'Linz' } })).status).toBe(200)
    expect((await invoicesOf(Number(order?.id)))[0].buyer.address).toMatchObject({ city: 'Linz' })
  })

  it('is a whole address for visitors, who pay the order of a declined checkout too', async () => {
    const customer = await addCustomer(db, { token: 'tok_decline' })
    const email = `visitor-${Math.random()}@example.com`
    const ship_to = { ...office, company: '', country: 'DE' }
    const made = await visit(store, surface, 'createCart', { products: lines, email, ship_to, billing_address: office }, '')
    const as = `Bearer ${made.record.token}`
    const { id } = made.record
    const return_url = 'https://shop.example/'
    const known = await visit(
      store,
      surface,
      'updateCart',
      { id, email: customer.email, billing_address_id: customer.addressId },
      as,
    )
    expect(known.status).toBe(404)
    expect((await visit(store, surface, 'checkoutCart', { id, return_url }, as)).status).toBe(200)
    const cart = await db.cart.findUniqueOrThrow({
      where: ofStore(id),
      include: { order: { include: { billingAddress: true } } },
    })
    expect([cart.billTo, cart.order?.billingAddress?.company]).toEqual([null, 'Alder Ltd'])

    const declined = await ask(store, surface, 'createCart', { customer: { id: String(customer.id) }, products: lines })
    expect((await ask(store, surface, 'checkoutCart', { id: declined.record.id })).status).toBe(402)
    const cartId = BigInt(declined.record.id)
    const { token } = await signCartToken(db, { storeId: 1n, cartId }, today)
    const paid = await visit(store, surface, 'checkoutCart', { id: declined.record.id, return_url }, `Bearer ${token}`)
    expect(paid).toMatchObject({ status: 200, record: { completed: true, customer_id: null } })
    expect(await db.order.count({ where: { storeId: 1, customerId: customer.id } })).toBe(1)
  })
})
