/** Edges where a write once went wrong: sums too large, dates too far, variables inside JSON, contradictory terms. */
import { describe, expect, it } from 'vitest'
import { totalsOf } from '../purchases/totals.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { addMonthly } from './rows.ts'

const store = await openStore()
const { db } = store

describe('An order', () => {
  it('that is too large to add up exactly is refused before anything is charged', () => {
    const line = { productId: 1n, price: Number.MAX_SAFE_INTEGER, quantity: 2, shipping: 0 }
    expect(() => totalsOf([line], [], [], 0)).toThrow('The order is too large to add up.')
  })

  it('takes a term by its id, or by its name and cycles, never by both', async () => {
    const term = await db.subscriptionTypeTerm.findFirstOrThrow({ where: { storeId: 1n, enabled: true, gift: false } })
    const [product] = await db.productTermPrice.findMany({
      where: { termId: term.id },
      include: { product: { include: { instances: true } } },
    })
    const instance = product?.product.instances.find(({ gift }) => !gift)
    const buyer = await db.customer.findFirstOrThrow({ where: { storeId: 1n, paymentMethods: { some: {} } } })
    await db.customer.update({ where: ofStore(buyer.id), data: { lastOrderAt: null } })
    for (const extra of [{ name: 'x' }, { num_cycles: 6 }, { name: term.name, num_cycles: term.numCycles }]) {
      const lines = [{ product_instance: { id: Number(instance?.id) }, term: { id: Number(term.id), ...extra } }]
      const body = JSON.stringify({ customer: { id: Number(buyer.id) }, products: lines })
      const answer = await store.rest('POST /v1/orders/', store.merchant, { body })
      expect(answer.body).toEqual({ errors: ['products[0].term takes either id, or name and num_cycles.'] })
    }
  })
})

describe('A skip', () => {
  it('is over when the end date is set by hand', async () => {
    const { id } = await addMonthly(db)
    await store.rest(`PUT /v1/subscriptions/${id}/skip/`, store.merchant, { body: '{"skip":true}' })
    const put = await store.rest(`PUT /v1/subscriptions/${id}/`, store.merchant, { body: '{"end_date":"2028-05-05"}' })
    expect(put.body).toMatchObject({ end_date: '2028-05-05T00:00:00Z', skipped_date: null })
    const unskipped = await store.rest(`PUT /v1/subscriptions/${id}/skip/`, store.merchant, { body: '{"unskip":true}' })
    expect(unskipped.body.end_date).toBe('2028-05-05T00:00:00Z')
  })
})

describe('Metadata', () => {
  it('keeps what variables inside a literal bring along', async () => {
    const { id } = await addMonthly(db)
    const query = `mutation ($size: Json) {
      replaceMetadata(input: { owner: { subscriptionId: ${id} }, data: { a: $size, l: [1, $size] } }) { metadata { data } }
    }`
    const { data } = await store.graphql(query, { size: 5 })
    expect(data.replaceMetadata.metadata.data).toEqual({ a: 5, l: [1, 5] })
  })
})

describe('A form', () => {
  it('has no field that is passed over in silence', async () => {
    const { id } = await addMonthly(db)
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    for (const body of ['toString=1', 'constructor=1', '__proto__[note]=1', 'note=a&hasOwnProperty=2']) {
      const { status } = await store.rest(`PUT /v1/subscriptions/${id}/`, store.merchant, { body, headers })
      expect({ body, status }).toEqual({ body, status: 400 })
    }
  })

  it('has no field __proto__, at any depth and however it is spelt, on any way in', async () => {
    const { id } = await addMonthly(db)
    const path = `PUT /v1/subscriptions/${id}/metadata/`
    const sent = (body: string | FormData, type?: string) =>
      store.rest(path, store.merchant, { body, ...(type && { headers: { 'Content-Type': type } }) })
    const names = [
      '__proto__',
      '%5f_proto__',
      '__prot%6F__',
      'a[__proto__]',
      'a%5B%5f%5Fproto__%5D',
      'a[b][__proto__][c]',
      'x=[__proto__]',
    ]
    for (const name of names) {
      for (const body of [`${name}=1`, `ok=1&${name}=1`]) {
        const { status, body: told } = await sent(body, 'application/x-www-form-urlencoded')
        expect({ body, status, told }).toEqual({ body, status: 400, told: { errors: ['A field must not be called __proto__.'] } })
      }
    }
    const form = new FormData()
    form.set('a[__proto__]', '1')
    expect((await sent(form)).body).toEqual({ errors: ['A field must not be called __proto__.'] })
    for (const body of ['{"__proto__":1}', '{"a":[{"\\u005f_proto__":1}]}']) {
      expect((await sent(body)).body).toEqual({ errors: ['A key of metadata must not be __proto__.'] })
      const data = JSON.parse(body)
      const query = 'mutation ($input: MergeMetadataInput!) { mergeMetadata(input: $input) { userErrors { message } } }'
      const answer = await store.graphql(query, { input: { owner: { subscriptionId: String(id) }, data } })
      expect(answer.data.mergeMetadata.userErrors).toEqual([{ message: 'A key of metadata must not be __proto__.' }])
    }
    const literal = await store.graphql(
      `mutation { mergeMetadata(input: { owner: { subscriptionId: ${id} }, data: { a: { __proto__: 1 } } }) { userErrors { message } } }`,
    )
    expect(literal.data.mergeMetadata.userErrors).toEqual([{ message: 'A key of metadata must not be __proto__.' }])
    // Encoded twice it is another name, and kept as such.
    expect((await sent('%255f_proto__=1', 'application/x-www-form-urlencoded')).body.data).toEqual({ '%5f_proto__': '1' })
  })

  it('has no name __proto__ in a query or a path either', async () => {
    for (const name of ['__proto__', '%5f_proto__', '_%5Fproto__', '__proto____gt', 'customer.%5f_proto__', '__proto__.id']) {
      const { status, body } = await store.rest(`/v1/subscriptions/?${name}=1`)
      expect({ name, status, body }).toMatchObject({ status: 400, body: { errors: [expect.stringContaining('__proto__')] } })
    }
    for (const path of ['/v1/%5f_proto__/', '/v1/subscriptions/%5f_proto__/', '/v1/subscriptions/1/__proto__/'])
      expect([400, 404]).toContain((await store.rest(path)).status)
    for (const key of ['_md.__proto__', '_md.%5f_proto__', '_md.a.%5f_proto__', '_md.__proto__.a__gt']) {
      const { status, body } = await store.rest(`/v1/subscriptions/?${key}=1`)
      expect({ key, status, body }).toMatchObject({ status: 400, body: { errors: [expect.stringContaining('__proto__')] } })
    }
    const filter = '{ subscriptions(filter: { metadata: [{ key: "__proto__", eq: 1 }] }) { totalCount } }'
    expect((await store.graphql(filter)).errors).toMatchObject([{ message: expect.stringContaining('__proto__') }])
  })
})
