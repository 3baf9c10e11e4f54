/** Apollo Client with the cache it has unless told otherwise. */
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { buildSchema, isInterfaceType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { headers, schemaText, url, writeNote } from './ask.ts'

const open = (cache = new InMemoryCache()) => new ApolloClient({ link: new HttpLink({ uri: url, headers }), cache })

const list = gql`
  query List { subscriptions(first: 3) { totalCount nodes { id note customer { id name } actions { name allowed } } pageInfo { endCursor } } }
`
const both = gql`query Both { subscription(id: 2) { id note } order(id: 2) { id note } }`
const write = gql`
  mutation Write($note: String) {
    updateSubscription(input: { id: 2, note: $note }) { subscription { id note } userErrors { code } }
  }
`
// biome-ignore lint/suspicious/noExplicitAny: these documents have no types of their own
type Data = any

describe('Apollo Client, by its defaults', () => {
  it('keeps records of two types apart that have one id, by type and id', async () => {
    await writeNote('subscriptions/2', 'of the subscription')
    await writeNote('orders/2', 'of the order')
    const client = open()
    const { data } = await client.query<Data>({ query: both })
    expect([data.subscription.note, data.order.note]).toEqual(['of the subscription', 'of the order'])
    expect(client.cache.extract()).toMatchObject({
      'CustomerSubscription:2': { id: '2', note: 'of the subscription' },
      'Order:2': { id: '2', note: 'of the order' },
    })
  })

  it('reads a list and a record, and shows in both what a mutation wrote', async () => {
    const client = open()
    const { data } = await client.query<Data>({ query: list })
    expect(data.subscriptions.nodes.map(({ id }: { id: string }) => id)).toEqual(['1', '2', '3'])
    await client.query({ query: both })
    const written = await client.mutate<Data>({ mutation: write, variables: { note: 'by Apollo' } })
    expect(written.data.updateSubscription.userErrors).toEqual([])
    expect(client.readQuery<Data>({ query: both }).subscription.note).toBe('by Apollo')
    expect(client.readQuery<Data>({ query: list }).subscriptions.nodes[1].note).toBe('by Apollo')
  })

  it('finds a record by its name, and knows it for the one it has', async () => {
    const schema = buildSchema(schemaText)
    // Which types an interface has a client cannot know of itself; for fragments on one, it is told.
    const possibleTypes = Object.fromEntries(
      Object.values(schema.getTypeMap())
        .filter(isInterfaceType)
        .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
    )
    const client = open(new InMemoryCache({ possibleTypes }))
    const { data } = await client.query<Data>({ query: gql`query Order { order(id: 2) { id nodeId note } }` })
    const node = gql`
      query Node($nodeId: ID!) { node(nodeId: $nodeId) { ...Named ... on Order { id note total } } }
      fragment Named on Node { nodeId }
    `
    const found = await client.query<Data>({ query: node, variables: { nodeId: data.order.nodeId } })
    expect(found.data.node).toMatchObject({ id: '2', nodeId: data.order.nodeId, note: 'of the order' })
    expect(Object.keys(client.cache.extract() as object).filter((key) => key.startsWith('Order:'))).toEqual(['Order:2'])
  })
})
