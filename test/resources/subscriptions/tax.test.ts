/** Subscriptions with tax: what is forecast is what renewals charge, with the rates of their time; changes and recurring prices follow. */
import { beforeAll, describe, expect, it } from 'vitest'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { ask } from '../../writes/ask.ts'
import { addCustomer, addProduct, addSubscription, ago, daySeconds, pastDue } from '../../writes/rows.ts'

const store = await openStore({ isApart: true })
const { db } = store

beforeAll(async () => {
  await db.store.update({ where: { id: 1n }, data: { dispatchCountry: 'DE', pricesIncludeTax: true } })
  const rate = { storeId: 1n, name: 'VAT', validFrom: new Date(0) }
  await db.taxRate.createMany({
    data: [
      { ...rate, country: 'DE', rate: 19_000 },
      { ...rate, country: 'AT', rate: 20_000 },
      { ...rate, country: 'AT', rate: 10_000, validFrom: new Date('2026-05-01T00:00:00Z') },
    ],
  })
})

/** Its renewal failed a day ago, and is tried again tomorrow. */
const failed = { ...pastDue(1), nextTryAt: ago(-daySeconds) }
const terms = [{ cycles: 1, price: 2_400 }]

/** A subscription that is sent to a country. */
async function subscribed(country: string, { number = null as string | null, columns = {}, shipping = 120 } = {}) {
  const customer = await addCustomer(db)
  await db.address.update({ where: ofStore(customer.addressId), data: { country } })
  if (number) {
    const data = { taxId: 'of its own', taxIdCountry: number, taxIdStatus: 'valid' } as const
    await db.customer.update({ where: ofStore(customer.id), data })
  }
  const product = await addProduct(db, { shipping, terms })
  return { customer, product, id: await addSubscription(db, { customer, product, ...columns }) }
}

async function upcomingOf(id: number, first = 1) {
  const shown = `upcoming(first: ${first}) { date subTotal totalShipping totalTax taxIncluded total charge }`
  const { data, errors } = await store.graphql(`{ subscription(id: ${id}) { ${shown} } }`)
  expect(errors).toEqual([])
  return data.subscription.upcoming
}

const lastOrder = (subscriptionId: number) =>
  db.order.findFirstOrThrow({
    where: { products: { some: { subscriptionId } } },
    orderBy: { id: 'desc' },
    include: { products: true },
  })

describe('A renewal', () => {
  it.each([
    ['DE', null, 2_520, 402],
    ['AT', null, 2_520, 420],
    ['AT', 'AT', 2_118, 0],
    ['CH', null, 2_118, 0],
  ])('to %s with a number of %s charges what is forecast', async (country, number, total, tax) => {
    const { id } = await subscribed(country, { number, columns: failed })
    const [forecast] = await upcomingOf(id)
    expect(forecast).toMatchObject({ total, totalTax: tax, taxIncluded: true })
    const { status } = await ask(store, 'REST', 'renewSubscription', { id })
    expect(status).toBe(200)
    const order = await lastOrder(id)
    expect(order).toMatchObject({ total: BigInt(forecast.charge), totalTax: BigInt(forecast.totalTax), taxIncluded: true })
    const { recurringPrice } = await db.subscription.findUniqueOrThrow({ where: ofStore(id) })
    expect(Number(recurringPrice)).toBe(tax === 0 ? 2_017 : 2_400 - Math.round((2_400 * tax) / 2_520))
  })

  it('has the rates of its own time', async () => {
    const { id } = await subscribed('AT', { shipping: 0 })
    const taxes = (await upcomingOf(id, 3)).map((each: { totalTax: number }) => each.totalTax)
    expect(taxes).toEqual([400, 400, 218])
  })

  it('that is tried again keeps the rates of its first try', async () => {
    const { id, customer } = await subscribed('DE', { columns: failed })
    await db.paymentMethod.updateMany({ where: { customerId: customer.id }, data: { gatewayToken: 'tok_decline' } })
    expect((await ask(store, 'REST', 'renewSubscription', { id })).status).toBe(402)
    const first = await lastOrder(id)
    expect(first).toMatchObject({ totalTax: 402n, financialStatus: 'unpaid' })
    await db.address.update({ where: ofStore(customer.addressId), data: { country: 'AT' } })
    await db.paymentMethod.updateMany({ where: { customerId: customer.id }, data: { gatewayToken: 'tok_succeed' } })
    expect((await upcomingOf(id))[0]).toMatchObject({ totalTax: 402, total: 2_520, taxIncluded: true })
    expect((await ask(store, 'REST', 'renewSubscription', { id })).status).toBe(200)
    expect(await lastOrder(id)).toMatchObject({ id: first.id, totalTax: 402n, financialStatus: 'paid' })
    expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ recurringPrice: 2_017n })
  })
})

describe('An immediate change', () => {
  it('charges the difference with its tax, and an equal plan makes none', async () => {
    const customer = await addCustomer(db)
    await db.address.update({ where: ofStore(customer.addressId), data: { country: 'DE' } })
    const product = await addProduct(db, { shipping: 120, terms })
    const products = [{ product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } }]
    const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products })
    const { subscriptionId } = await db.orderProduct.findUniqueOrThrow({ where: ofStore(record.products[0].id) })
    const id = Number(subscriptionId)
    expect((await ask(store, 'REST', 'changeSubscription', { id, when: 'now', quantity: 2 })).status).toBe(200)
    const order = await lastOrder(id)
    expect(order).toMatchObject({
      total: 5_040n,
      creditApplied: 2_520n,
      totalTax: 805n,
      taxIncluded: true,
      proratedCharge: 2_520n,
    })
    const [line] = order.products
    expect(line).toMatchObject({ charged: 5_040n, tax: 805n })
    expect(line?.taxLines).toEqual([
      { name: 'VAT', rate: 0.19, amount: 805, base: 4_235, country: 'DE', region: '', category: 'S' },
    ])
    expect(order.total).toBe(order.subTotal - order.totalDiscount + order.totalShipping)
  })
})

it('The forecast of the store adds up what its renewals charge', async () => {
  const { data, errors } = await store.graphql('{ renewalForecast(by: month) { amount count } }')
  expect(errors).toEqual([])
  expect(data.renewalForecast.length).toBeGreaterThan(0)
})
