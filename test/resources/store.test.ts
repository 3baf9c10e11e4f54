/** The store that somebody is in: what it says of itself to whom, and the currency that amounts are told with. */
import { getNamedType, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { catalogue, typeOfFigure } from '../../src/resources/figures/catalogue.ts'
import { schema } from '../../src/resources/schema.ts'
import { parseTimeZone } from '../../src/values/time-zone.ts'
import { isOfAggregate, rootLists } from '../reads/schema-lists.ts'
import { hasResource } from '../support/described.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const elsewhere = await openStore({ isEmbedded: false })

const query = '{ store { id type name host currency timeZone pageBase createdAt } }'
const larch = {
  id: '1',
  type: 'store',
  name: 'Larch & Lantern',
  host: 'localhost',
  currency: 'USD',
  timeZone: 'America/Chicago',
  pageBase: null,
}
const harbour = { ...larch, id: '2', name: 'Harbour Crumb', host: 'second.localhost', currency: 'GBP', timeZone: 'Europe/London' }

/** Asks at an address, without a credential unless one is given. */
async function askAt(address: string, text: string, { fetch } = store, as?: string) {
  const response = await fetch(`http://${address}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(as && { Authorization: as }) },
    body: JSON.stringify({ query: text }),
  })
  return (await response.json()) as { data: Record<string, unknown>; errors?: { extensions: { code: string } }[] }
}

describe('store', () => {
  it('is the one of the credential, for every key whatever its scopes', async () => {
    expect((await store.graphql(query)).data.store).toEqual({ ...larch, createdAt: expect.any(String) })
    expect((await store.graphql(query, {}, store.otherMerchant)).data.store).toEqual({
      ...harbour,
      createdAt: expect.any(String),
    })
    const { data } = await store.graphql(
      'mutation { createMerchantKey(input: { name: "x", scopes: ["read_carts"] }) { merchantKey { clientId } secret } }',
    )
    const { merchantKey, secret } = data.createMerchantKey
    const { errors } = await store.graphql(query, {}, `Bearer ${merchantKey.clientId}.${secret}`)
    expect(errors).toEqual([])
  })

  it('is shown to customers and visitors, but for the day it was opened', async () => {
    expect((await store.graphql(query, {}, store.customer)).data.store).toEqual({ ...larch, createdAt: null })
    expect((await askAt('second.localhost', query)).data.store).toEqual({ ...harbour, createdAt: null })
    expect((await askAt('second.localhost', query, elsewhere)).data.store).toEqual({ ...harbour, createdAt: null })
  })

  it('is not shown where no store is, and no key or token sees another at its address', async () => {
    const { data, errors } = await askAt('nowhere.example', query, elsewhere)
    expect([data.store, errors?.[0]?.extensions.code]).toEqual([null, 'UNAUTHENTICATED'])
    expect((await askAt('second.localhost', query, store, store.merchant)).data.store).toMatchObject(larch)
  })

  it('costs one statement', async () => {
    expect(await store.statements(() => store.graphql(query))).toHaveLength(1)
  })
})

describe('an amount', () => {
  const amountTypes = Object.values(schema.getTypeMap()).filter(
    (type) =>
      isObjectType(type) &&
      hasResource(type.name) &&
      Object.values(type.getFields()).some((field) => getNamedType(field.type).name === 'Amount'),
  )

  it('has its currency beside it in every record that has amounts, and nowhere else', () => {
    const named = Object.values(schema.getTypeMap()).filter(
      (type) => isObjectType(type) && 'currency' in type.getFields() && !isOfAggregate(type.name),
    )
    expect(amountTypes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Order', 'OrderProduct', 'Transaction', 'Product']),
    )
    expect(named.map(({ name }) => name).sort()).toEqual(
      [
        ...amountTypes.map(({ name }) => name),
        ...Object.keys(catalogue).map(typeOfFigure),
        ...['CartPrice', 'CartRenewal', 'RenewalForecast', 'Store', 'UpcomingRenewal'],
      ].sort(),
    )
  })

  it("is told in the store's currency, wherever the record is met, without a statement more", async () => {
    const lists = rootLists.filter(({ resource }) => amountTypes.some(({ name }) => name === resource.name))
    expect(lists.length).toBeGreaterThan(8)
    for (const [as, currency] of [
      [store.merchant, 'USD'],
      [store.otherMerchant, 'GBP'],
    ] as const) {
      const selection = lists.map(({ name }) => `${name}(first: 2) { nodes { currency } }`)
      const { data, errors } = await store.graphql(`{ ${selection.join(' ')} }`, {}, as)
      expect(errors).toEqual([])
      const told = Object.values(data as Record<string, { nodes: { currency: string }[] }>).flatMap(({ nodes }) => nodes)
      expect(told.length).toBeGreaterThan(8)
      expect(new Set(told.map((each) => each.currency))).toEqual(new Set([currency]))
    }
    const order = (more: string) => `{ order(id: 1) { total ${more} products { price ${more} } } }`
    const without = await store.statements(() => store.graphql(order('')))
    expect(await store.statements(() => store.graphql(order('currency')))).toHaveLength(without.length)
  })

  it('is told so to customers, visitors, and by the answer of a write', async () => {
    const { data } = await store.graphql('{ me { orders { nodes { total currency } } } }', {}, store.customer)
    expect(data.me.orders.nodes[0]).toMatchObject({ currency: 'USD' })
    const seen = await askAt('second.localhost', '{ products { nodes { instances { price currency } } } }')
    expect(JSON.stringify(seen.data)).toContain('"currency":"GBP"')
    const { data: written } = await store.graphql('mutation { updateOrder(input: { id: 1, note: "x" }) { order { currency } } }')
    expect(written.updateOrder.order).toEqual({ currency: 'USD' })
  })
})

describe('a time zone', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['america/new_york', 'America/New_York'],
    ['utc', 'UTC'],
  ])('%s is %s', (text, name) => {
    expect(parseTimeZone(text)).toBe(name)
  })

  it.each(['', 'Berlin', '+01:00', 'Europe/Berlin ', 'Mars/Base', 'GMT+99', '\u0000'])('%j is none', (text) => {
    expect(parseTimeZone(text)).toBeUndefined()
  })
})
