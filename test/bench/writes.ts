/** The writes that are measured: cancelling and reactivating, merging metadata, and creating orders. */
import { orderFields, subscriptionFields } from './fields.ts'
import type { Answer, Call, Sample, Scenario, Turn } from './scenarios.ts'

const operation = (name: string, input: string, payload: string) =>
  `mutation Bench($input: ${input}!) { ${name}(input: $input) { ${payload} userErrors { code field message } } }`

const mutations = {
  cancelSubscription: operation('cancelSubscription', 'CancelSubscriptionInput', `subscription { ${subscriptionFields} }`),
  reactivateSubscription: operation(
    'reactivateSubscription',
    'ReactivateSubscriptionInput',
    `subscription { ${subscriptionFields} }`,
  ),
  mergeMetadata: operation('mergeMetadata', 'MergeMetadataInput', 'metadata { subscriptionId storeId data createdAt updatedAt }'),
  createOrder: operation('createOrder', 'CreateOrderInput', `order { ${orderFields} }`),
}

const rest = (method: 'PUT' | 'POST', path: string, body: object, expected: object): Call => ({
  method,
  path,
  body: JSON.stringify(body),
  status: method === 'POST' ? 201 : 200,
  isRight: (answer) => holds(answer, expected),
})

const graphql = (name: keyof typeof mutations, input: object, expected: object): Call => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query: mutations[name], variables: { input } }),
  status: 200,
  isRight: (answer: Answer) => holds(answer, { data: { [name]: { ...expected, userErrors: [] } } }),
})

/** Whether a value has all of another one; lists must be equally long. */
function holds(value: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return value === expected
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(expected) && (value as unknown[]).length !== expected.length) return false
  return Object.entries(expected).every(([name, part]) => holds((value as Record<string, unknown>)[name], part))
}

/** Each connection works on subscriptions of its own, one after the other: two at once would only wait for each other. */
function ownSubscription({ subscriptionIds }: Sample, { connection, connections }: Turn, nth: number): bigint {
  const own = Math.floor((subscriptionIds.length - connection - 1) / connections) + 1
  const id = subscriptionIds[connection + connections * (nth % Math.max(own, 1))]
  if (id === undefined) throw new Error(`There are only ${subscriptionIds.length} subscriptions for ${connections} connections.`)
  return id
}

/** Cancels and reactivates in turn. */
function change(sample: Sample, turn: Turn) {
  const id = ownSubscription(sample, turn, Math.floor(turn.number / 2))
  const cancels = turn.number % 2 === 0
  return { id, cancels, status: cancels ? 'cancelled' : 'active', note: `Bench ${turn.number}` }
}

/** Two keys that come new or replace those of the last time. */
const data = ({ number }: Turn) => ({ visits: number, last: { page: 'bench', items: [number, number + 1] } })

/** One line for the next customer: each request is about another, since nobody may order twice within a minute. */
function line({ nextBuyer, forms }: Sample) {
  const buyer = nextBuyer()
  const form = forms[Number(buyer % BigInt(forms.length))]
  if (!form) throw new Error('The store sells nothing by subscription.')
  return { buyer, ...form }
}

export const writes: readonly Scenario[] = [
  {
    name: 'cancel-rest',
    group: 'writes',
    title: 'cancel, then reactivate',
    surface: 'REST',
    round: 2,
    call(sample, turn) {
      const { id, cancels, status, note } = change(sample, turn)
      const path = `/v1/subscriptions/${id}/${cancels ? 'cancel' : 'reactivate'}/`
      return rest('PUT', path, { log_note: note }, { id: Number(id), status, autorenew: !cancels })
    },
  },
  {
    name: 'cancel-graphql',
    group: 'writes',
    title: 'cancel, then reactivate',
    surface: 'GraphQL',
    round: 2,
    call(sample, turn) {
      const { id, cancels, status, note } = change(sample, turn)
      const name = cancels ? 'cancelSubscription' : 'reactivateSubscription'
      const input = { id: String(id), logNote: note }
      return graphql(name, input, { subscription: { id: String(id), status, autorenew: !cancels } })
    },
  },
  {
    name: 'metadata-rest',
    group: 'writes',
    title: 'metadata merge',
    surface: 'REST',
    round: 1,
    call(sample, turn) {
      const id = ownSubscription(sample, turn, turn.number)
      const given = data(turn)
      return rest('PUT', `/v1/subscriptions/${id}/metadata/`, given, { subscription_id: Number(id), data: given })
    },
  },
  {
    name: 'metadata-graphql',
    group: 'writes',
    title: 'metadata merge',
    surface: 'GraphQL',
    round: 1,
    call(sample, turn) {
      const id = String(ownSubscription(sample, turn, turn.number))
      const given = data(turn)
      const input = { owner: { subscriptionId: id }, data: given }
      return graphql('mergeMetadata', input, { metadata: { subscriptionId: id, data: given } })
    },
  },
  {
    name: 'order-rest',
    group: 'writes',
    title: 'create order, one line',
    surface: 'REST',
    round: 1,
    call(sample) {
      const { buyer, instanceId, termId } = line(sample)
      const products = [{ product_instance: { id: Number(instanceId) }, term: { id: Number(termId) }, quantity: 1 }]
      return rest(
        'POST',
        '/v1/orders/',
        { customer: { id: Number(buyer) }, products },
        { customer_id: Number(buyer), financial_status: 'paid', products: [{ product_instance_id: Number(instanceId) }] },
      )
    },
  },
  {
    name: 'order-graphql',
    group: 'writes',
    title: 'create order, one line',
    surface: 'GraphQL',
    round: 1,
    call(sample) {
      const { buyer, instanceId, termId } = line(sample)
      const products = [{ productInstance: { id: String(instanceId) }, term: { id: String(termId) }, quantity: 1 }]
      return graphql(
        'createOrder',
        { customer: { id: String(buyer) }, products },
        {
          order: { customerId: String(buyer), financialStatus: 'paid', products: [{ productInstanceId: String(instanceId) }] },
        },
      )
    },
  },
]
