/** What is the store's own, customers neither see nor find out by filters and orders. */
import { describe, expect, test } from 'vitest'
import { openStore } from '../store.ts'

const store = await openStore()
const { db, customer, customerId } = store
const subscription = await db.subscription.findFirstOrThrow({ where: { customerId } })
await db.subscription.update({ where: { id: subscription.id }, data: { note: 'Pays late' } })

describe('A note of the store', () => {
  const read = `{ subscription(id: ${subscription.id}) { note } }`

  test('is there for the merchant and null for the customer', async () => {
    expect((await store.graphql(read)).data.subscription.note).toBe('Pays late')
    expect((await store.graphql(read, {}, customer)).data.subscription.note).toBeNull()
  })

  test('cannot be found out by a filter or an order', async () => {
    for (const list of [
      'filter: { note: { ilike: "%late%" } }',
      'orderBy: [{ note: asc }]',
      'filter: { NOT: { note: { eq: "x" } } }',
    ]) {
      const query = `{ subscriptions(${list}) { totalCount } }`
      expect((await store.graphql(query)).errors).toEqual([])
      expect((await store.graphql(query, {}, customer)).errors[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } })
    }
  })
})
