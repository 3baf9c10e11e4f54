/** Every record is a node: one name among all records, by which it is found whatever type it is of. */
import { type GraphQLObjectType, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../src/resources/schema.ts'
import { writeNodeId } from '../../src/schema/node-id.ts'
import { hashOf } from '../../src/values/hash.ts'
import { computedLists, isOfAggregate, rootLists, rootRecords, scalarsOf } from '../reads/schema-lists.ts'
import { addDispute } from '../support/dispute.ts'
import { addInvoice } from '../support/invoice.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const { graphql } = store

const objectTypes = Object.values(schema.getTypeMap()).filter(
  (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'),
)

/** Types that are no nodes and do not merely carry what is one, each with why. */
const others: Record<string, string> = {
  Action: 'a rule asked about the subscription it is on',
  ActionBlock: 'what a rule says',
  CartLine: 'the price of a line of the cart that it is on',
  CartPrice: 'the price of the cart that it is on',
  CartPricing: 'the prices of the cart that it is on',
  CartRenewal: 'what a renewal of a line of the cart would cost',
  Changes: 'where the reading of what changed of a list stands',
  EventFeed: 'the frame of events',
  Figures: 'figures of the store, which has no id of theirs',
  InventoryCount: 'a product inventory as the storefront shows it; it has no id there',
  InvoiceAddress: 'an address on the invoice that it is on',
  InvoiceBuyer: 'the buyer on the invoice that it is on',
  InvoiceLine: 'a line of the invoice that it is on',
  InvoicePayment: 'how the invoice that it is on was paid',
  InvoiceSeller: 'the seller on the invoice that it is on',
  InvoiceSums: 'the sums of the invoice that it is on',
  InvoiceTax: 'the tax on the invoice that it is on',
  Mutation: 'a root',
  OrderGiftInfo: 'columns of the order it is on',
  OwnSession: 'a session of the viewer',
  PageInfo: 'a place in a list',
  Place: 'columns of the cart that it is on',
  Query: 'a root',
  Refundable: 'the sums left to refund of the order it is on',
  RefundableLine: 'the sums left to refund of a line',
  RenewalForecast: 'sums over some days',
  ScheduledChange: 'columns of the subscription that it is on',
  SearchHit: 'shows a record, of one kind or another',
  SignedIn: 'the viewer',
  Store: 'the one of whoever asks; `store` answers no other',
  StoreClock: 'columns of the store that it is on',
  Subscription: 'a root',
  UpcomingDiscount: 'what a coupon takes off a renewal to come',
  UpcomingLine: 'what a renewal to come sends',
  UpcomingRenewal: 'what is to come, and stored nowhere',
  UserError: 'what a rule says',
}

const nodeIdOf = (typeName: string, storeId: number | bigint, id: number | bigint) =>
  writeNodeId({ typeName, storeId: BigInt(storeId), id: BigInt(id) })
const encoded = (text: string) => Buffer.from(text).toString('base64url')

describe('Every type', () => {
  it('that has an id is a Node, and the others are none for a reason', () => {
    const isNode = (type: GraphQLObjectType) => type.getInterfaces().some(({ name }) => name === 'Node')
    expect(objectTypes.filter((type) => 'id' in type.getFields() && !isNode(type)).map(({ name }) => name)).toEqual([
      ...['SearchHit', 'Store', 'AddTagsResult', 'RemoveTagsResult'],
    ])
    const isComputed = ({ name }: GraphQLObjectType) => computedLists.some(({ resource }) => resource.typeName === name)
    const isFrame = ({ name }: GraphQLObjectType) =>
      /(Connection|Edge|Payload|Result|Figure|FigureRow)$/.test(name) || isOfAggregate(name)
    const none = objectTypes.filter((type) => !isNode(type) && !isComputed(type) && !isFrame(type))
    expect(none.map(({ name }) => name).sort()).toEqual(Object.keys(others))
    for (const type of objectTypes.filter(isNode)) expect(String(type.getFields().nodeId?.type), type.name).toBe('ID!')
  })
})

describe('A nodeId', () => {
  it('is shared by no two records, of whatever type and store', async () => {
    const found: string[] = []
    for (const { name, resource } of rootLists.filter(({ resource: { isNode } }) => isNode)) {
      for (const as of [store.merchant, store.otherMerchant]) {
        const { data, errors } = await graphql(`{ ${name}(first: 1000) { nodes { nodeId id storeId } } }`, {}, as)
        expect(errors).toEqual([])
        for (const { nodeId, id, storeId } of data[name].nodes) {
          expect(nodeId).toBe(nodeIdOf(resource.typeName, storeId, id))
          found.push(nodeId)
        }
      }
    }
    expect(found.length).toBeGreaterThan(1_000)
    expect(new Set(found).size).toBe(found.length)
  })

  it('is the same in the payload of a write as in a read, and is found again', async () => {
    const { data } = await graphql(
      'mutation { updateSubscription(input: { id: 7, note: "n" }) { subscription { nodeId note } } }',
    )
    const { nodeId } = data.updateSubscription.subscription
    expect((await graphql('{ subscription(id: 7) { nodeId } }')).data.subscription.nodeId).toBe(nodeId)
    const again = await graphql('query ($id: ID!) { node(nodeId: $id) { ... on CustomerSubscription { id note } } }', {
      id: nodeId,
    })
    expect(again.data.node).toEqual({ id: '7', note: 'n' })
  })
})

describe('node', async () => {
  await graphql('mutation { addAllowedOrigin(input: { origin: "https://shop.example" }) { userErrors { message } } }')
  await graphql('mutation { addCredit(input: { customerId: 1, amount: 5, reason: "Late" }) { userErrors { message } } }')
  await graphql('mutation { restoreShippingZone(input: { id: 1 }) { userErrors { message } } }')
  await graphql('mutation { restoreTaxRate(input: { id: 1 }) { userErrors { message } } }')
  await addInvoice(store.db, { storeId: 1n })
  const { id: orderId } = await store.db.order.findFirstOrThrow({ where: { storeId: 1n } })
  await addDispute(store.db, { storeId: 1n, orderId })
  await graphql('mutation { updateStore(input: { replyTo: "shop@larch.example" }) { userErrors { message } } }')
  await graphql('mutation { testMail(input: { kind: "order_receipt" }) { userErrors { message } } }')
  const hook = await graphql('mutation { createWebhook(input: { url: "https://shop.example/hook" }) { webhook { id } } }')
  const id = hook.data.createWebhook.webhook.id
  await graphql(`mutation { testWebhook(input: { id: ${id} }) { userErrors { message } } }`)

  // An open cart is in no list.
  const listed = rootRecords.filter(({ resource }) => rootLists.some((each) => each.resource === resource))
  it.each(listed)('answers what $name answers', async ({ name, resource }) => {
    const list = rootLists.find((each) => each.resource === resource)?.name
    const { data: found } = await graphql(`{ ${list}(last: 1) { nodes { id nodeId } } }`)
    const [row] = found[list ?? ''].nodes
    // A field by two names would be another field to GraphQL where types have it in other kinds.
    const fields = `__typename ${scalarsOf(resource)}`
    const { data, errors } = await graphql(
      `query ($id: ID!, $nodeId: ID!) { record: ${name}(id: $id) { ${fields} } node(nodeId: $nodeId) { ... on ${resource.typeName} { ${fields} } } }`,
      { id: row.id, nodeId: row.nodeId },
    )
    expect(errors).toEqual([])
    expect(data.node).toEqual(data.record)
    expect(data.node.nodeId).toBe(row.nodeId)
  })

  it('follows relations and lists, inside fragments on the interface too', async () => {
    const { data, errors } = await graphql(
      `query ($id: ID!) { node(nodeId: $id) { nodeId ...F } }
       fragment F on Node { __typename ... on Order { customer { name nodeId } transactions(first: 2) { totalCount nodes { nodeId result } } } }`,
      { id: nodeIdOf('Order', 1, 1) },
    )
    expect(errors).toEqual([])
    const { order } = (
      await graphql(
        '{ order(id: 1) { nodeId __typename customer { name nodeId } transactions(first: 2) { totalCount nodes { nodeId result } } } }',
      )
    ).data
    expect(data.node).toEqual(order)
  })

  it.each([
    ['of an id that no record has', nodeIdOf('Order', 1, 9_007_199_254_740_991n)],
    ['of a record of another store', nodeIdOf('Order', 2, 1)],
    ['of a store that there is not', nodeIdOf('Order', 77, 1)],
    ['of our id and the store of another', nodeIdOf('Customer', 2, 1)],
  ])('answers null for the name %s', async (_what, nodeId) => {
    expect(await graphql('query ($id: ID!) { node(nodeId: $id) { __typename } }', { id: nodeId })).toEqual({
      status: 200,
      data: { node: null },
      errors: [],
    })
  })

  it.each([
    ['an id', '12'],
    ['no text', ''],
    ['a type that there is not', encoded('Shoe:1:1')],
    ['what is no record', encoded('Query:1:1')],
    ['a resource by another name than its type’s', encoded('Subscription:1:1')],
    ['a type without ids', encoded('InventoryCount:1:1')],
    ['no id', encoded('Order:1')],
    ['one part too many', encoded('Order:1:1:1')],
    ['an id in another spelling', encoded('Order:1:01')],
    ['an id of 0', encoded('Order:1:0')],
    ['a store that is no number', encoded('Order:x:1')],
    ['an id that is too large', encoded('Order:1:9007199254740993')],
    ['padding', `${nodeIdOf('Order', 1, 1)}==`],
    ['base64 in its other alphabet', Buffer.from('Order:1:1?>').toString('base64')],
    ['spaces', ` ${nodeIdOf('Order', 1, 1)}`],
    ['bits that say nothing', `${nodeIdOf('Order', 1, 12).slice(0, -1)}h`],
    ['what all objects have', encoded('constructor:1:1')],
    ['a text of any length', 'T'.repeat(10_000)],
  ])('refuses %s as no name, as a record’s own field refuses what is no id', async (_what, nodeId) => {
    const { status, data, errors } = await graphql('query ($id: ID!) { node(nodeId: $id) { __typename } }', { id: nodeId })
    expect({ status, data, code: errors[0]?.extensions.code }).toEqual({ status: 200, data: { node: null }, code: 'BAD_INPUT' })
    expect(errors[0]?.message).toMatch(/^nodeId must be the nodeId of a record, not /)
  })

  it('says what is not open as a record’s own field says it', async () => {
    const { data } = await graphql(
      'mutation { createMerchantKey(input: { name: "n", scopes: ["read_orders"] }) { merchantKey { clientId } secret } }',
    )
    const { merchantKey, secret } = data.createMerchantKey
    const as = `Bearer ${merchantKey.clientId}.${secret}`
    for (const [typeName, field] of [
      ['Order', 'order'],
      ['Customer', 'customer'],
      ['MerchantKey', 'merchantKey'],
    ] as const) {
      const ask = async (text: string) =>
        (await graphql(text, {}, as)).errors.map(({ message, extensions: { code } }) => ({ message, code }))
      // Another store's is no other matter.
      for (const storeId of [1, 2]) {
        const own = await ask(`{ ${field}(id: ${storeId === 1 ? 1 : 99_999}) { id } }`)
        const refused = own.filter(({ code }) => code !== 'NOT_FOUND')
        expect(await ask(`{ node(nodeId: "${nodeIdOf(typeName, storeId, 1)}") { nodeId } }`)).toEqual(refused)
      }
    }
  })

  it('leads no further than the field of its own type does', async () => {
    const { id } = await store.db.subscription.findFirstOrThrow({ where: { storeId: 1n, customerId: store.customerId } })
    const nodeId = nodeIdOf('CustomerSubscription', 1, id)
    for (const selection of ['log { totalCount }', 'metadata { id }']) {
      const own = await graphql(`{ subscription(id: ${id}) { ${selection} } }`, {}, store.customer)
      const named = `... on CustomerSubscription { ${selection} }`
      const text = `{ node(nodeId: "${nodeId}") { ${named} } nodes(nodeIds: ["${nodeId}"]) { ${named} } }`
      const { data, errors } = await graphql(text, {}, store.customer)
      expect(data).toEqual({ node: null, nodes: [null] })
      expect(own.errors[0]?.extensions.code).toBe('FORBIDDEN')
      expect(errors.map(({ message }) => message)).toEqual([own.errors[0]?.message, own.errors[0]?.message])
    }
  })

  it('shows a column to those who read it, and null to others', async () => {
    const { id } = await store.db.order.findFirstOrThrow({ where: { storeId: 1n, customerId: store.customerId } })
    await store.db.order.update({ where: ofStore(id), data: { note: 'for the shop' } })
    const text = `{ node(nodeId: "${nodeIdOf('Order', 1, id)}") { ... on Order { id note } } }`
    expect((await graphql(text)).data.node).toEqual({ id: String(id), note: 'for the shop' })
    expect((await graphql(text, {}, store.customer)).data.node).toEqual({ id: String(id), note: null })
  })
})

describe('nodes', () => {
  it('names its document to the log where a type of record cannot be planned as it runs', async () => {
    const told: object[] = []
    const { graphql: ask } = await openStore({ log: { info() {}, warn() {}, error: (fields) => void told.push(fields) } })
    const email = (schema.getType('Customer') as GraphQLObjectType).getFields().email as { extensions: object }
    const { extensions } = email
    const text = `{ nodes(nodeIds: ["${nodeIdOf('Customer', 1, 1)}"]) { ... on Customer { email } } }`
    try {
      email.extensions = {}
      const { data, errors } = await ask(text)
      expect(data).toEqual({ nodes: [null] })
      expect(errors).toMatchObject([{ message: 'Internal error', path: ['nodes', 0] }])
    } finally {
      email.extensions = extensions
    }
    const message = `The document with the SHA-256 ${hashOf(text)} cannot be planned: email does not say what it is read from`
    expect(told).toMatchObject([{ failure: { message } }])
  })

  const ask = (ids: string[]) =>
    graphql(
      'query ($ids: [ID!]!) { nodes(nodeIds: $ids) { __typename nodeId ... on Order { total } ... on Product { name } } }',
      { ids },
    )

  it('answers in the order of the names, each as often as it is named, null for what there is not', async () => {
    const [order, product, coupon] = [nodeIdOf('Order', 1, 3), nodeIdOf('Product', 1, 2), nodeIdOf('Product', 2, 8)]
    const ids = [product, order, coupon, nodeIdOf('Order', 1, 99_999), order, nodeIdOf('Customer', 1, 1)]
    const { data, errors } = await ask(ids)
    expect(errors).toEqual([])
    expect(data.nodes.map((node: { nodeId: string } | null) => node?.nodeId ?? null)).toEqual([
      product,
      order,
      null,
      null,
      order,
      nodeIdOf('Customer', 1, 1),
    ])
    expect(data.nodes[1]).toMatchObject({ __typename: 'Order', total: expect.any(Number) })
    expect(data.nodes[0]).toMatchObject({ __typename: 'Product', name: expect.any(String) })
    expect(data.nodes[5]).toEqual({ __typename: 'Customer', nodeId: nodeIdOf('Customer', 1, 1) })
  })

  it('answers the others where one is no name, or not open', async () => {
    const text = 'query ($ids: [ID!]!) { nodes(nodeIds: $ids) { nodeId } }'
    const { id } = await store.db.order.findFirstOrThrow({ where: { storeId: 1n, customerId: store.customerId } })
    const own = nodeIdOf('Order', 1, id)
    const { data, errors } = await graphql(text, { ids: ['12', own, nodeIdOf('Coupon', 1, 1)] }, store.customer)
    expect(data.nodes).toEqual([null, { nodeId: own }, null])
    expect(errors.map(({ message }) => message)).toEqual([
      'Each of nodeIds must be the nodeId of a record, not 12.',
      'Coupon is not open to this credential.',
    ])
  })

  it('tells the first hundred that are wrong, and that there are more', async () => {
    const names = (count: number) => `[${Array.from({ length: count }, (_, index) => `"x${index}"`)}]`
    const { data, errors } = await graphql(
      `{ a: nodes(nodeIds: ${names(100)}) { nodeId } b: nodes(nodeIds: ${names(9)}) { nodeId } }`,
    )
    expect([...data.a, ...data.b]).toEqual(Array.from({ length: 109 }, () => null))
    expect(errors).toHaveLength(101)
    expect(errors[100]).toMatchObject({ message: 'More is wrong; the first 100 faults are told.', path: ['b', 0] })
  })

  it('asks for as much as its names together, and at most for what one may ask for', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => nodeIdOf('Customer', 1, index + 1))
    const read = (first: number) =>
      graphql(
        'query ($ids: [ID!]!, $first: Int) { nodes(nodeIds: $ids) { ... on Customer { orders(first: $first) { nodes { id } } } } }',
        { ids, first },
      )
    expect((await read(98)).errors).toEqual([])
    expect((await read(99)).errors[0]).toMatchObject({
      message:
        'The operation costs 10100 points; at most 10000 are run: ask for fewer rows or records at once. Its most expensive list is nodes.orders, of up to 9900 rows.',
      extensions: { code: 'TOO_COMPLEX' },
    })
  })

  it('takes none, and at most a hundred', async () => {
    expect((await ask([])).data.nodes).toEqual([])
    const ids = Array.from({ length: 101 }, (_, index) => nodeIdOf('Order', 1, index + 1))
    expect((await ask(ids.slice(1))).errors).toEqual([])
    expect((await ask(ids)).errors[0]).toMatchObject({
      message: 'nodeIds takes at most 100 names, not 101.',
      extensions: { code: 'BAD_INPUT' },
    })
  })
})
