/** Edges where a write once went wrong: sums too large, dates too far, variables inside JSON, contradictory terms. */
import { describe, expect, it } from 'vitest'
import { totalsOf } from '../../src/purchases/totals.ts'
import { openStore } from '../store.ts'
import { addMonthly } from './rows.ts'

const store = await openStore()
const { db } = store

describe('An order', () => {
  it('that is too large to add up exactly is refused before anything is charged', () => {
    const line = { productId: 1, price: Number.MAX_SAFE_INTEGER, quantity: 2, shipping: 0 }
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
    await db.customer.update({ where: { id: buyer.id }, data: { lastOrderAt: null } })
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
})
