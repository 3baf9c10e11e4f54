/** A customer has at most 100 live addresses and 50 live payment methods; what is there already is never refused. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { addCustomer } from '../writes/rows.ts'
import { expectRefused, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store
const storeId = 1n
const tooMany = (most: number, what: string) =>
  `The customer has ${most} live ${what} records, the most there may be; archive or remove one first.`

const place = { to: 'Zoe', street: '1 Mill Lane', city: 'York', country: 'GB' }
const placeRow = { ...place, company: '', unit: '', state: '', zipCode: '', phoneNumber: '', icon: 'home' }

/** A customer with so many live addresses, and others that do not count. */
async function withAddresses(count: number) {
  const customer = await addCustomer(db)
  const customerId = BigInt(customer.id)
  await db.address.deleteMany({ where: { storeId, customerId } })
  const rows = Array.from({ length: count }, () => ({ storeId, customerId, ...placeRow }))
  await db.address.createMany({
    data: [
      ...rows,
      ...Array.from({ length: 20 }, () => ({ storeId, customerId, ...placeRow, archivedAt: new Date('2026-01-01') })),
      ...Array.from({ length: 20 }, (_, index) => ({ storeId, customerId, ...placeRow, frozenKey: `frozen ${index}` })),
    ],
  })
  const of = { storeId, customerId, frozenKey: null }
  return {
    id: customer.id,
    live: () => db.address.count({ where: { ...of, archivedAt: null } }),
    one: (archivedAt: null | { not: null }) => db.address.findFirstOrThrow({ where: { ...of, archivedAt } }),
  }
}

describe('Addresses', () => {
  it('are 100 at most, also where several are made at once', async () => {
    const { id, live } = await withAddresses(98)
    const create = () => store.rest(`POST /v1/customers/${id}/addresses/`, store.merchant, json(place))
    const statuses = (await Promise.all([1, 2, 3, 4, 5].map(create))).map(({ status }) => status)
    expect([statuses.sort(), await live()]).toEqual([[201, 201, 400, 400, 400], 100])
    const asked = {
      rest: [`POST /v1/customers/${id}/addresses/`, json(place)] as [string, RequestInit],
      graphql: ['createAddress', { customerId: String(id), ...place }] as [string, object],
    }
    await expectRefused(store, asked, 'BAD_INPUT', tooMany(100, 'address'))
  })

  it('that are archived are restored within the limit', async () => {
    const { one } = await withAddresses(100)
    const archived = await one({ not: null })
    await expectRefused(store, { graphql: ['restoreAddress', { id: String(archived.id) }] }, 'BAD_INPUT', tooMany(100, 'address'))
    await mutate(store, 'archiveAddress', { id: String((await one(null)).id) })
    expect((await mutate(store, 'restoreAddress', { id: String(archived.id) })).userErrors).toEqual([])
  })

  it('beyond it, from before, are changed, restored where they are live, and archived', async () => {
    const { one, live } = await withAddresses(120)
    const id = String((await one(null)).id)
    expect((await mutate(store, 'updateAddress', { id, city: 'Leeds' })).userErrors).toEqual([])
    expect((await mutate(store, 'restoreAddress', { id })).userErrors).toEqual([])
    expect((await mutate(store, 'archiveAddress', { id })).userErrors).toEqual([])
    expect(await live()).toBe(119)
  })
})

describe('Payment methods', () => {
  const card = (token: string) => ({ gateway_token: token, last4: '4242', exp_month: 12, exp_year: 2039 })
  const input = (token: string) => ({ gatewayToken: token, last4: '4242', expMonth: 12, expYear: 2039 })

  async function withMethods(count: number) {
    const { id } = await addCustomer(db)
    const customerId = BigInt(id)
    const live = () => db.paymentMethod.count({ where: { storeId, customerId, archivedAt: null } })
    const row = {
      storeId,
      customerId,
      brand: '',
      last4: '4242',
      expMonth: 12,
      expYear: 2039,
      createdAt: new Date('2026-01-01'),
      isDefault: false,
    }
    const missing = count - (await live())
    await db.paymentMethod.createMany({
      data: Array.from({ length: missing }, (_, index) => ({ ...row, gatewayToken: `tok_kept_${index}` })),
    })
    return { id, live }
  }
  const bulk = (customerId: number, tokens: readonly string[], query = '') =>
    store.rest(
      `POST /v1/payment_methods/bulk/${query}`,
      store.merchant,
      json(tokens.map((token) => ({ customer_id: customerId, ...card(token) }))),
    )

  it('are 50 at most, also where several are added at once', async () => {
    const { id, live } = await withMethods(48)
    const add = (token: string) => store.rest(`POST /v1/customers/${id}/payment_methods/`, store.merchant, json(card(token)))
    const answers = await Promise.all([
      ...['a', 'b', 'c'].map((token) => add(`tok_${token}`)),
      bulk(id, ['tok_d']),
      bulk(id, ['tok_e']),
    ])
    expect([answers.filter(({ status }) => status === 400).length, await live()]).toEqual([3, 50])
    const refused = { graphql: ['createPaymentMethod', { customerId: String(id), ...input('tok_more') }] as [string, object] }
    await expectRefused(store, refused, 'BAD_INPUT', tooMany(50, 'payment method'))
  })

  it('that are there already pass, however many; of a batch those beyond the limit are refused', async () => {
    const { id, live } = await withMethods(50)
    const unchanged = await bulk(id, ['tok_kept_0', 'tok_kept_1'])
    expect(unchanged.body.results).toMatchObject([{ change: 'unchanged' }, { change: 'unchanged' }])
    await db.paymentMethod.updateMany({
      where: { storeId, customerId: BigInt(id), gatewayToken: 'tok_kept_2' },
      data: { archivedAt: new Date('2026-02-01') },
    })
    const { status, body } = await bulk(id, ['tok_kept_0', 'tok_x', 'tok_y'])
    expect([status, body.errors, await live()]).toEqual([400, [`payment_methods[2]: ${tooMany(50, 'payment method')}`], 49])
    const kept = await bulk(id, ['tok_kept_0', 'tok_x', 'tok_y'], '?on_error=keep_going')
    expect(kept.body.results).toMatchObject([{ change: 'unchanged' }, { change: 'created' }, { ok: false }])
    const { id: methodId } = await db.paymentMethod.findFirstOrThrow({
      where: { storeId, customerId: BigInt(id), gatewayToken: 'tok_x' },
    })
    const replaced = await mutate(store, 'replacePaymentMethod', { id: String(methodId), ...input('tok_z') })
    expect([replaced.userErrors, await live()]).toEqual([[], 50])
  })
})

describe('The address of a picture', () => {
  const message = 'url must be a whole url, such as https://shop.example/honey.jpg.'

  it.each(['javascript:alert(1)', 'data:image/png;base64,AAAA', '/honey.jpg', 'ftp://shop.example/a.jpg', 'https://', ' '])(
    'is not %j',
    async (url) => {
      await expectRefused(store, { graphql: ['createProductImage', { productId: '1', url }] }, 'BAD_INPUT', message)
      const set = await store.rest('PUT /v1/products/1/set/', store.merchant, json({ images: [{ url }] }))
      expect([set.status, set.body.errors]).toEqual([400, [`images[0].${message}`]])
    },
  )

  it('begins with https or http, and one from before stays', async () => {
    await db.productImage.deleteMany({ where: { storeId, productId: 1n } })
    await db.productImage.create({ data: { storeId, productId: 1n, url: '/old.jpg' } })
    const images = [{ url: '/old.jpg' }, { url: 'https://shop.example/honey.jpg' }, { url: 'http://shop.example/a%20b.jpg?x=1' }]
    const { status, body } = await store.rest('PUT /v1/products/1/set/', store.merchant, json({ images }))
    expect([status, body.images.map(({ url }: { url: string }) => url)]).toEqual([200, images.map(({ url }) => url)])
  })
})
