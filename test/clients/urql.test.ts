/** urql with its normalizing cache, without the schema and with it. */

import { Client, fetchExchange, gql } from '@urql/core'
import { type CacheExchangeOpts, cacheExchange } from '@urql/exchange-graphcache'
import { buildSchema, introspectionFromSchema, isObjectType } from 'graphql'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { headers, schemaText, url, writeNote } from './ask.ts'

const schema = introspectionFromSchema(buildSchema(schemaText)) as unknown as CacheExchangeOpts['schema']

const open = (options: CacheExchangeOpts) =>
  new Client({ url, fetchOptions: { headers }, exchanges: [cacheExchange(options), fetchExchange], preferGetMethod: false })

// biome-ignore lint/suspicious/noExplicitAny: these documents have no types of their own
type Data = any

/** As the README of GraphQL says: objects without an id are kept with the record that has them. */
const types = Object.values(buildSchema(schemaText).getTypeMap()).filter(isObjectType)
const keys = Object.fromEntries(types.filter((type) => !('id' in type.getFields())).map(({ name }) => [name, () => null]))

const list = gql<Data>`query List { subscriptions(first: 4) { totalCount nodes { id note customer { id name } } pageInfo { endCursor } } }`
const both = gql<Data>`query Both { subscription(id: 3) { id note } order(id: 3) { id note } }`
const write = gql<Data>`
  mutation Write($note: String) {
    updateSubscription(input: { id: 3, note: $note }) { subscription { id note } userErrors { code } }
  }
`

describe.each([
  ['by its defaults', {}],
  ['with the schema', { schema }],
])('urql with Graphcache, %s', (how, options) => {
  const warned = vi.spyOn(console, 'warn')
  beforeEach(() => void warned.mockReset())
  afterEach(() => expect(warned.mock.calls).toEqual([]))

  it('reads subscriptions as well as orders, and keeps apart those that have one id', async () => {
    await writeNote('subscriptions/3', 'of the subscription')
    await writeNote('orders/3', 'of the order')
    const { data, error } = await open(options).query(both, {})
    expect(error).toBeUndefined()
    expect([data.subscription.note, data.order.note]).toEqual(['of the subscription', 'of the order'])
  })

  it('reads a list and a record, and shows in both what a mutation wrote', async () => {
    const client = open(options)
    const { data, error } = await client.query(list, {})
    expect(error).toBeUndefined()
    expect(data.subscriptions.nodes.map(({ id }: { id: string }) => id)).toEqual(['1', '2', '3', '4'])
    await client.query(both, {})
    const note = `by urql ${how}`
    expect((await client.mutation(write, { note })).data.updateSubscription.subscription.note).toBe(note)
    const cached = { requestPolicy: 'cache-only' } as const
    expect((await client.query(both, {}, cached)).data.subscription.note).toBe(note)
    expect((await client.query(list, {}, cached)).data.subscriptions.nodes[2].note).toBe(note)
  })

  it('finds a record by its name', async () => {
    const client = open(options)
    const { data } = await client.query(gql<Data>`{ order(id: 3) { id nodeId } }`, {})
    const node = gql<Data>`query Node($nodeId: ID!) { node(nodeId: $nodeId) { nodeId ... on Order { id note } } }`
    const found = await client.query(node, { nodeId: data.order.nodeId })
    expect(found.error).toBeUndefined()
    expect(found.data.node).toMatchObject({ id: '3', nodeId: data.order.nodeId, note: 'of the order' })
  })
})

describe('urql with Graphcache and keys', () => {
  it('keeps objects without an id with their record, and warns of none', async () => {
    const warned = vi.spyOn(console, 'warn').mockReset()
    const query = gql<Data>`query Parts { order(id: 3) { id orderGiftInfo { giftMessage } metadata { id data } } store { id clock { now } } }`
    const client = open({ schema, keys })
    const first = await client.query(query, {})
    expect(first.error).toBeUndefined()
    expect(first.data.order.id).toBe('3')
    expect(warned.mock.calls).toEqual([])
    expect((await client.query(query, {}, { requestPolicy: 'cache-only' })).data).toEqual(first.data)
  })
})
