/** The rows of the comparison over PostgreSQL: what is asked of each side, and how far apart they may be. */
import type { LoadRequest } from '../load-worker.ts'
import type { Peer } from './postgraphile.ts'
import { get, graphql, type Row, type Subject } from './work.ts'

const own = 'id status startDate endDate autorenew'
const customer = 'id name email'
const order = 'id placedAt status total'
export const listed = `${own} customer { ${customer} } term { id name numCycles } billing { id rebillMonths }`

/** The documents of the product. */
export const documents = {
  list: `{ subscriptions(first: 50) { nodes { ${listed} } } }`,
  one: `query One($id: ID!) { subscription(id: $id) { ${own} customer { ${customer} } } }`,
  dashboard: `{ subscriptions(first: 20) { nodes { ${own} customer { ${customer} }
    orders(first: 5, orderBy: [{ placedAt: desc }]) { nodes { ${order} } } } } }`,
  five: `{
    subscriptions(first: 10) { nodes { ${own} } }
    orders(first: 10) { nodes { ${order} } }
    customers(first: 10) { nodes { ${customer} } }
    products(first: 10) { nodes { id name sku } }
    shipments(first: 10) { nodes { id status } } }`,
  byStatus: `query ByStatus($status: SubscriptionStatus!, $from: DateTime!) {
    subscriptions(first: 50, filter: { status: { eq: $status }, endDate: { gt: $from } }) {
      nodes { ${own} customer { ${customer} } } } }`,
  filter: `query Filter($from: DateTime!) {
    subscriptions(first: 50, filter: {
      metadata: [{ key: "plan", eq: "gold" }], customer: { numOrders: { gt: 2 } }, endDate: { gt: $from } }) {
      nodes { ${own} customer { ${customer} } } } }`,
}

const numbered = (fields: string) => fields.replace(/\bid\b/, 'id: rowId')
const peerOwn = numbered(own)
const peerCustomer = `customer: customerByStoreIdAndCustomerId { ${numbered(customer)} }`

/** PostGraphile's documents for the same; aliases give its answers the same names. */
const peerDocuments = (store: string, one: Peer['one']) => {
  const ten = (alias: string, field: string, fields: string) =>
    `${alias}: ${field}(first: 10, condition: { storeId: "${store}" }) { nodes { ${numbered(fields)} } }`
  return {
    list: `{ subscriptions: allSubs(first: 50, condition: { storeId: "${store}" }) { nodes { ${peerOwn} ${peerCustomer}
      term: subscriptionTypeTermByStoreIdAndTermId { id: rowId name numCycles }
      billing: productBillingByStoreIdAndProductBillingId { id: rowId rebillMonths } } } }`,
    one: `query One($id: BigInt!) { subscription: ${one(store)} { ${peerOwn} ${peerCustomer} } }`,
    // A line of an order is the only way from a subscription to its orders; the last lines belong to the last orders here.
    dashboard: `{ subscriptions: allSubs(first: 20, condition: { storeId: "${store}" }) { nodes { ${peerOwn} ${peerCustomer}
      orders: orderProductsByStoreIdAndSubscriptionId(first: 5, orderBy: ROW_ID_DESC) {
        nodes { only: orderByStoreIdAndOrderId { ${numbered(order)} } } } } } }`,
    five: `{
      ${ten('subscriptions', 'allSubs', own)}
      ${ten('orders', 'allOrders', order)}
      ${ten('customers', 'allCustomers', customer)}
      ${ten('products', 'allProducts', 'id name sku')}
      ${ten('shipments', 'allShipments', 'id status')} }`,
  }
}

/** All rows; without a peer nothing is asked of one. */
export function rowsOf(subject: Subject, peer: Peer): Row[] {
  const { storeId, ids, from } = subject
  const theirs = peerDocuments(String(storeId), peer.one)
  const each = (request: (id: string) => LoadRequest) => ids.map(request)
  return [
    {
      name: 'list',
      work: 'GraphQL: 50 subscriptions with customer, term, billing',
      asked: { raw: [get('/list')], tandem: [graphql(documents.list)], postgraphile: [graphql(theirs.list)] },
      wanted: { raw: 0.8, postgraphile: 2 },
    },
    {
      name: 'rest-list',
      work: 'REST: 50 subscriptions with count',
      asked: { raw: [get('/rest-list')], tandem: [get('/v1/subscriptions/?limit=50')] },
      wanted: { raw: 0.8 },
    },
    {
      name: 'rest-orders',
      work: 'REST: 50 orders with products',
      asked: { raw: [get('/rest-orders')], tandem: [get('/v1/orders/?limit=50')] },
      wanted: { raw: 0.8 },
    },
    {
      name: 'by-id',
      work: 'GraphQL: one by id with customer',
      asked: {
        raw: each((id) => get(`/one/${id}`)),
        tandem: each((id) => graphql(documents.one, { id })),
        postgraphile: each((id) => graphql(theirs.one, { id })),
      },
      wanted: { raw: 0.55, postgraphile: 2 },
    },
    {
      name: 'rest-by-id',
      work: 'REST: one by id with customer',
      asked: { raw: each((id) => get(`/rest-one/${id}`)), tandem: each((id) => get(`/v1/subscriptions/${id}`)) },
      wanted: { raw: 0.55 },
    },
    {
      name: 'dashboard',
      work: 'GraphQL: 20 subscriptions, each with customer and 5 orders',
      asked: { raw: [get('/dashboard')], tandem: [graphql(documents.dashboard)], postgraphile: [graphql(theirs.dashboard)] },
      wanted: { raw: 0.75, postgraphile: 2 },
    },
    {
      name: 'five',
      work: 'GraphQL: five root lists in one document',
      asked: { raw: [get('/five')], tandem: [graphql(documents.five)], postgraphile: [graphql(theirs.five)] },
      wanted: { raw: 0.75 },
    },
    {
      name: 'typename',
      work: 'GraphQL: { __typename }',
      asked: {
        raw: [graphql('{ __typename }')],
        tandem: [graphql('{ __typename }')],
        postgraphile: [graphql('{ __typename }')],
      },
      wanted: { raw: 0.4 },
    },
    {
      name: 'filter',
      work: 'GraphQL: 50 by metadata, relation and date',
      asked: { raw: [get(`/filter/${from}`)], tandem: [graphql(documents.filter, { from })] },
      wanted: { raw: 0.8 },
    },
    ...changingRows(subject),
  ]
}

/** Requests of several stores, whose values change from request to request: nothing is as it was in the request before. */
function changingRows({ stores, from }: Subject): Row[] {
  const times = Array.from({ length: 20 }, (_, days) => dayBefore(from, days))
  const inTurn = Array.from({ length: changes }, (_, number) => ({
    store: stores[number % stores.length],
    status: ['active', 'active', 'cancelled'][number % 3] as string,
    time: times[number % times.length] as string,
    number,
  }))
  const asked = inTurn.flatMap(({ store, status, time, number }) => {
    if (!store) return []
    const { storeId, headers, ids } = store
    const id = ids[number % ids.length] as string
    const at = (path: string) => get(`${path}?store=${storeId}`)
    const raw = {
      list: at('/list'),
      one: at(`/one/${id}`),
      status: at(`/by-status/${status}~${time}`),
      rest: at(`/rest-one/${id}`),
    }
    const tandem = {
      list: { ...graphql(documents.list), headers },
      one: { ...graphql(documents.one, { id }), headers },
      status: { ...graphql(documents.byStatus, { status, from: time }), headers },
      rest: { ...get(`/v1/subscriptions/${id}`), headers },
    }
    return [{ raw, tandem, kind: (['list', 'one', 'status', 'rest'] as const)[Math.floor(number / stores.length) % 4] ?? 'list' }]
  })
  return [
    {
      name: 'changing',
      work: 'GraphQL: 50 by status and date, whose values change, of 20 stores',
      asked: { raw: asked.map(({ raw }) => raw.status), tandem: asked.map(({ tandem }) => tandem.status) },
      wanted: { raw: 0.75 },
    },
    {
      name: 'mixed',
      work: 'several operations with changing ids and variables, of 20 stores',
      asked: { raw: asked.map(({ raw, kind }) => raw[kind]), tandem: asked.map(({ tandem, kind }) => tandem[kind]) },
      wanted: { raw: 0.75 },
    },
  ]
}

const changes = 240

const dayMilliseconds = 86_400_000

const dayBefore = (time: string, days: number): string =>
  time === '' ? '' : new Date(Date.parse(time) - days * dayMilliseconds).toISOString().replace('.000Z', 'Z')

/** The rows over the embedded database, where there is no peer. */
export function embeddedRows({ ids }: Subject): Row[] {
  return [
    {
      name: 'embedded-list',
      work: 'embedded database: 50 subscriptions with customer, term, billing',
      asked: { raw: [get('/list')], tandem: [graphql(documents.list)] },
      wanted: { raw: 0.75 },
    },
    {
      name: 'embedded-by-id',
      work: 'embedded database: one by id with customer',
      asked: { raw: ids.map((id) => get(`/one/${id}`)), tandem: ids.map((id) => graphql(documents.one, { id })) },
      wanted: { raw: 0.5 },
    },
  ]
}
