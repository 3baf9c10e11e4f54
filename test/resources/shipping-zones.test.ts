/** Shipping zones and their bands, on both surfaces, and the orders and renewals that are sent by them. */
import { beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { advanceDue } from '../../src/worker/renewals.ts'
import { TestGateway } from '../payments/gateway.ts'
import { inSight } from '../support/every-statement.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addProduct, addSubscription, ago, daySeconds, pastDue } from '../writes/rows.ts'
import { tables } from '../writes/tables.ts'
import { expectRefused, json, mutate } from './writing.ts'

const store = await openStore({ isApart: true })
const { db } = store
const path = '/v1/shipping_zones/'

beforeEach(async () => {
  await db.shippingBand.deleteMany({ where: { storeId: 1n } })
  await db.shippingZone.deleteMany({ where: { storeId: 1n } })
})

async function zone(fields: object, bands: object[]) {
  const { status, body } = await store.rest(`POST ${path}`, store.merchant, json({ name: 'Zone', ...fields }))
  expect([status, body.errors]).toEqual([201, undefined])
  for (const band of bands)
    expect((await store.rest(`POST ${path}${body.id}/bands/`, store.merchant, json(band))).status).toBe(201)
  return body
}

describe('a zone', () => {
  it('answers 201 with the record in full, and how many subscriptions match none', async () => {
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }], more: { shipOption: 'weight' } })
    await addSubscription(db, { customer: await addCustomer(db), product })
    const body = await zone({ country: 'DE', postcode: '80 a' }, [])
    expect(body).toEqual({
      ...{
        id: expect.any(Number),
        type: 'shipping_zone',
        store_id: 1,
        url: `${path}${body.id}/`,
        name: 'Zone',
        archived_at: null,
      },
      ...{ country: 'DE', region: '', postcode: '80A', basis: 'weight', free_from: null, bands: [] },
      unmatched_subscriptions: expect.any(Number),
    })
    expect(body.unmatched_subscriptions).toBeGreaterThan(0)
    const everywhere = await zone({ country: null }, [{ price: 500 }])
    expect(everywhere.unmatched_subscriptions).toBe(0)
    const { record } = await mutate(
      store,
      'updateShippingZone',
      { id: everywhere.id, freeFrom: 5000 },
      'shippingZone { freeFrom bands { price below } }',
    )
    expect(record).toEqual({ freeFrom: 5000, bands: [{ price: 500, below: null }] })
  })

  it('of the place of another is refused, and so is a region of no country', async () => {
    await zone({ country: 'DE' }, [])
    await expectRefused(
      store,
      {
        rest: [`POST ${path}`, json({ name: 'Again', country: 'DE' })],
        graphql: ['createShippingZone', { name: 'Again', country: 'DE' }],
      },
      'BAD_INPUT',
      'Another shipping zone has the same country and region and postcode.',
    )
    await expectRefused(
      store,
      { rest: [`POST ${path}`, json({ name: 'x', region: 'BY' })], graphql: ['createShippingZone', { name: 'x', region: 'BY' }] },
      'BAD_INPUT',
      'country is required with region.',
    )
  })
})

describe('a band', () => {
  it('that overlaps another is refused', async () => {
    const { id } = await zone({ country: 'DE' }, [{ at_least: 0, below: 16, price: 500 }])
    const add = `POST ${path}${id}/bands/`
    const before = await tables(db)
    const { status, body } = await store.rest(add, store.merchant, json({ at_least: 15, price: 900 }))
    const overlap = expect.stringMatching(
      /^The bands \d+ and \d+ of the zone overlap: one is for 0 to below 16, the other from 15 on\.$/,
    )
    expect([status, body.errors]).toEqual([400, [overlap]])
    const { userErrors } = await mutate(store, 'createShippingBand', { zoneId: String(id), atLeast: 15, price: 900 }, '')
    expect(userErrors).toMatchObject([{ code: 'BAD_INPUT', message: overlap }])
    expect(await tables(db)).toEqual(before)
    const empty = {
      rest: [add, json({ at_least: 16, below: 16, price: 1 })] as [string, RequestInit],
      graphql: ['createShippingBand', { zoneId: String(id), atLeast: 16, below: 16, price: 1 }] as [string, object],
    }
    await expectRefused(store, empty, 'BAD_INPUT', 'below must be larger than at_least, 16.')
  })

  it('of several that overlap and are sent at once, one is made', async () => {
    const { id } = await zone({ country: 'DE' }, [])
    const sent = [1, 2, 3, 4].map((price) => store.rest(`POST ${path}${id}/bands/`, store.merchant, json({ price })))
    expect((await Promise.all(sent)).map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400])
    expect(await db.shippingBand.count({ where: { storeId: 1n, zoneId: BigInt(id) } })).toBe(1)
  })
})

describe.each(surfaces)('%s: goods that are sent by weight', (surface) => {
  async function bought(quantity: number) {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { price: 1_000, more: { shipOption: 'weight' } })
    await db.product.update({ where: ofStore(product.id), data: { shipWeight: 6 } })
    const products = [{ product_instance: { id: product.instanceId }, quantity }]
    return ask(store, surface, 'createOrder', { customer: { id: customer.id }, products })
  }

  it('cost nothing to send in a store without zones', async () => {
    expect((await bought(2)).record).toMatchObject({ total_shipping: 0, total: 2_000 })
  })

  it('cost the band of their weight, and are refused where there is none', async () => {
    await zone({ country: 'US' }, [
      { below: 16, price: 500 },
      { at_least: 16, below: 30, price: 900 },
    ])
    expect((await bought(2)).record).toMatchObject({ total_shipping: 500, total: 2_500 })
    expect((await bought(3)).record).toMatchObject({ total_shipping: 900 })
    const heavy = await bought(5)
    expect([heavy.status, heavy.message]).toEqual([400, 'The shipping zone of the address has no band for a weight of 30.'])
    await db.shippingZone.updateMany({ data: { country: 'DE' } })
    const elsewhere = await bought(1)
    expect([elsewhere.status, elsewhere.message]).toEqual([
      400,
      "The address lies in none of the store's shipping zones; give another in ship_address_id.",
    ])
    if (surface === 'GraphQL') expect(elsewhere.code).toBe('NO_SHIPPING_ZONE')
  })
})

it('A renewal is forecast and charged with its shipping', async () => {
  await zone({ country: 'US' }, [{ price: 450 }])
  const product = await addProduct(db, { terms: [{ cycles: 3, price: 900 }], more: { shipOption: 'weight' } })
  const id = await addSubscription(db, { customer: await addCustomer(db), product, ...pastDue(1), nextTryAt: ago(-daySeconds) })
  const { data } = await store.graphql(`{ subscription(id: ${id}) { upcoming { totalShipping charge lines { shipping } } } }`)
  expect(data.subscription.upcoming).toEqual([{ totalShipping: 1_350, charge: 2_250, lines: [{ shipping: 1_350 }] }])
  expect((await ask(store, 'REST', 'renewSubscription', { id })).status).toBe(200)
  const order = await db.order.findFirstOrThrow({
    where: { products: { some: { subscriptionId: id } } },
    include: { products: true },
  })
  expect(order).toMatchObject({ total: 2_250n, totalShipping: 1_350n, grossShipping: 1_350n, products: [{ shipping: 1_350n }] })
})

it('A renewal that no zone is for becomes past due for that reason', async () => {
  await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
  await zone({ country: 'DE' }, [{ price: 450 }])
  const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }], more: { shipOption: 'weight' } })
  const id = await addSubscription(db, { customer: await addCustomer(db), product, endDate: ago(60) })
  const gateways = gatewaysOf(new TestGateway())
  await inSight(() => advanceDue({ db, clock: clockOf(() => today), gateways, report: () => {} }))
  const row = await db.subscription.findUniqueOrThrow({ where: ofStore(id) })
  expect(row).toMatchObject({ status: 'past_due', pastDueReason: 'no_shipping_zone' })
  const { body } = await store.rest('GET /v1/subscriptions/?past_due_reason=no_shipping_zone', store.merchant)
  expect(body.results.map((each: { id: number }) => each.id)).toEqual([id])
})
