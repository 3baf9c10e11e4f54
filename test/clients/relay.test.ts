/** Relay: the real compiler with the configuration that the documents give, and its store. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import relay from 'relay-runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, headers, manual, schemaText, url, writeNote } from './ask.ts'

const { commitMutation, createOperationDescriptor, Environment, fetchQuery, getRefetchMetadata, getSingularSelector } = relay
const { Network, RecordSource, Store } = relay

const folder = mkdtempSync(join(tmpdir(), 'tandem-relay-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The configuration that the documents ask people to add to their project. */
const documented = {
  config: /```json\n(\{[^`]*"schemaConfig"[^`]*)```/.exec(manual)?.[1] ?? '',
  dataId: /getDataID: \(\{ nodeId \}\) => nodeId/.exec(manual)?.[0],
}

const source = `
import { graphql } from 'relay-runtime'

graphql\`
  query ShopQuery($id: ID!, $customerId: ID!) {
    subscription(id: $id) { id note ...ShopNote_subscription }
    order(id: $id) { id note }
    customer(id: $customerId) { ...ShopOrders_customer }
  }
\`
graphql\`
  fragment ShopNote_subscription on CustomerSubscription @refetchable(queryName: "ShopNoteRefetchQuery") { id note status }
\`
graphql\`
  fragment ShopOrders_customer on Customer
  @refetchable(queryName: "ShopOrdersPageQuery")
  @argumentDefinitions(count: { type: "Int", defaultValue: 1 }, cursor: { type: "String" }) {
    orders(first: $count, after: $cursor) @connection(key: "ShopOrders_orders") { edges { node { id total } } }
  }
\`
graphql\`
  mutation ShopWriteMutation($input: UpdateSubscriptionInput!) {
    updateSubscription(input: $input) { subscription { id note } userErrors { code message } }
  }
\`
`

// biome-ignore lint/suspicious/noExplicitAny: what the compiler makes has no type before it has run
const compiled = async (name: string): Promise<any> =>
  (await import(join(folder, `src/__generated__/${name}.graphql.ts`))).default

beforeAll(() => {
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'schema.graphql'), schemaText)
  writeFileSync(join(folder, 'src/Shop.ts'), source)
  // The artifacts import each other for vitest alone.
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify({ ...JSON.parse(documented.config), eagerEsModules: true }))
  const compiler = resolve(import.meta.dirname, 'node_modules/.bin/relay-compiler')
  execFileSync(compiler, ['relay.config.json'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
})

function openEnvironment() {
  const network = Network.create(async ({ text }, variables) => {
    const body = JSON.stringify({ query: text, variables })
    const response = await fetch(url, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body })
    return (await response.json()) as never
  })
  return new Environment({
    network,
    store: new Store(new RecordSource()),
    getDataID: ({ nodeId }: { nodeId: string }) => nodeId,
  } as never)
}

/** The data of a fragment for a record of the store. */
function shownBy(environment: InstanceType<typeof Environment>, fragment: object, owner: never, from: object) {
  const selector = getSingularSelector(fragment as never, from)
  if (!selector || !owner) throw new Error('The fragment is not spread there')
  // biome-ignore lint/suspicious/noExplicitAny: the compiler's own types are made when the test runs
  return environment.lookup(selector).data as any
}

describe('Relay, with the configuration of the documents', async () => {
  it('finds that there', () => {
    expect(JSON.parse(documented.config).schemaConfig).toEqual({
      nodeInterfaceIdField: 'nodeId',
      nodeInterfaceIdVariableName: 'nodeId',
    })
    expect(documented.dataId).toBeDefined()
  })

  const open = async () => {
    const environment = openEnvironment()
    const query = await compiled('ShopQuery')
    const { data: found } = await ask('{ customers(first: 50) { nodes { id orders { totalCount } } } }')
    const customers: { id: string; orders: { totalCount: number } }[] = found.customers.nodes
    const customerId = customers.find(({ orders }) => orders.totalCount > 2)?.id
    const variables = { id: '1', customerId }
    const data = await fetchQuery(environment, query, variables).toPromise()
    const descriptor = createOperationDescriptor(query, variables as never)
    return { environment, descriptor, customerId, data: data as Record<string, { id: string; note: string }> }
  }

  it('keeps Subscription 1 and Order 1 apart', async () => {
    await writeNote('subscriptions/1', 'of the subscription')
    await writeNote('orders/1', 'of the order')
    const { environment, data } = await open()
    expect([data.subscription, data.order]).toMatchObject([
      { id: '1', note: 'of the subscription' },
      { id: '1', note: 'of the order' },
    ])
    const { data: ids } = await ask('{ subscription(id: 1) { nodeId } order(id: 1) { nodeId } }')
    const records = environment.getStore().getSource()
    for (const [nodeId, type] of [
      [ids.subscription.nodeId, 'CustomerSubscription'],
      [ids.order.nodeId, 'Order'],
    ])
      expect(records.get(nodeId)).toMatchObject({ __typename: type, id: '1', nodeId })
  })

  it('reads a fragment again by node', async () => {
    const { environment, descriptor, data } = await open()
    const fragment = await compiled('ShopNote_subscription')
    const { identifierInfo, refetchableRequest } = getRefetchMetadata(fragment, 'a test')
    expect(identifierInfo).toMatchObject({ identifierField: 'nodeId', identifierQueryVariableName: 'nodeId' })
    const shown = () => shownBy(environment, fragment, descriptor as never, data.subscription ?? {})
    const { nodeId } = (await ask('{ subscription(id: 1) { nodeId } }')).data.subscription
    await writeNote('subscriptions/1', 'written elsewhere')
    expect(shown().note).not.toBe('written elsewhere')
    await fetchQuery(environment, refetchableRequest, { nodeId }).toPromise()
    expect(shown()).toMatchObject({ id: '1', note: 'written elsewhere' })
  })

  it('pages on through a connection by node', async () => {
    const { environment, descriptor, data, customerId } = await open()
    const fragment = await compiled('ShopOrders_customer')
    const shown = () => shownBy(environment, fragment, descriptor as never, data.customer ?? {}).orders
    const numbers = () => shown().edges.map(({ node }: { node: { id: string } }) => node.id)
    const own = await ask('query ($id: ID!) { customer(id: $id) { nodeId orders(first: 3) { nodes { id } } } }', {
      id: customerId,
    })
    const ids = own.data.customer.orders.nodes.map(({ id }: { id: string }) => id)
    expect(numbers()).toEqual(ids.slice(0, 1))
    const { refetchableRequest } = getRefetchMetadata(fragment, 'a test')
    const next = { nodeId: own.data.customer.nodeId, count: 2, cursor: shown().pageInfo.endCursor }
    await fetchQuery(environment, refetchableRequest, next).toPromise()
    expect(numbers()).toEqual(ids)
  })

  it('shows what a mutation wrote wherever the record is shown', async () => {
    const { environment, descriptor, data } = await open()
    const mutation = await compiled('ShopWriteMutation')
    await new Promise((onCompleted, onError) => {
      const variables = { input: { id: '1', note: 'by a mutation' } }
      commitMutation(environment, { mutation, variables, onCompleted, onError } as never)
    })
    const fragment = await compiled('ShopNote_subscription')
    expect(shownBy(environment, fragment, descriptor as never, data.subscription ?? {}).note).toBe('by a mutation')
  })
})
