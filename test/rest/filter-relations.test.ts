/** Conditions on a to-many relation: those that share it mean the same related row, on REST as in one object of GraphQL. */
import { describe, expect, it } from 'vitest'
import { agreement, type List, type Row } from '../reads/agree.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const { agree } = agreement(store)

const where = { storeId: 1n }
const [orders, subscriptions] = await Promise.all([
  store.db.order.findMany({ where, include: { transactions: true, fulfillments: true, products: true } }),
  store.db.subscription.findMany({ where, include: { metadata: true, customer: true } }),
])
const transactionsOf = (orderId: bigint): Row[] => orders.find(({ id }) => id === orderId)?.transactions ?? []
const ordersOf = ({ id }: Row) => orders.filter(({ products }) => products.some(({ subscriptionId }) => subscriptionId === id))
const dataOf = (customerId: bigint): Row[] =>
  subscriptions.filter((each) => each.customerId === customerId).map(({ metadata }) => (metadata?.data ?? {}) as Row)

type Case = {
  list: List
  rest: string
  /** The same in one object, and each condition in an object of its own, as several rows may meet them together. */
  filter: object
  apart: object[]
  keep: (row: Row) => boolean
}

const cases: [name: string, Case][] = [
  [
    'two columns',
    {
      list: 'subscriptions',
      rest: 'orders.financial_status=unpaid&orders.is_renewal=false',
      filter: { orders: { financialStatus: { eq: 'unpaid' }, isRenewal: { eq: false } } },
      apart: [{ orders: { financialStatus: { eq: 'unpaid' } } }, { orders: { isRenewal: { eq: false } } }],
      keep: (row) => ordersOf(row).some(({ financialStatus, isRenewal }) => financialStatus === 'unpaid' && !isRenewal),
    },
  ],
  [
    'a column that differs',
    {
      list: 'subscriptions',
      rest: 'orders.is_renewal=false&orders.financial_status__ne=paid',
      filter: { orders: { isRenewal: { eq: false }, financialStatus: { ne: 'paid' } } },
      apart: [{ orders: { isRenewal: { eq: false } } }, { orders: { financialStatus: { ne: 'paid' } } }],
      keep: (row) => ordersOf(row).some(({ financialStatus, isRenewal }) => !isRenewal && financialStatus !== 'paid'),
    },
  ],
  [
    'conditions with others in between',
    {
      list: 'orders',
      rest: 'transactions.result=captured&id__gt=0&transactions.id__gt=3&status__ne=open&transactions.id__lt=7',
      filter: { transactions: { result: { eq: 'captured' }, id: { gt: '3', lt: '7' } }, status: { eq: 'closed' } },
      apart: [{ transactions: { result: { eq: 'captured' } } }, { transactions: { id: { gt: '3', lt: '7' } } }],
      keep: ({ id: orderId, status }) =>
        status === 'closed' && transactionsOf(orderId).some(({ result, id }) => result === 'captured' && id > 3n && id < 7n),
    },
  ],
  [
    'two patterns on one text',
    {
      list: 'products',
      rest: 'subscriptions.customer.name__like=%25ll%25&subscriptions.customer.name__like=%25ar%25',
      filter: { subscriptions: { customer: { AND: [{ name: { like: '%ll%' } }, { name: { like: '%ar%' } }] } } },
      apart: ['%ll%', '%ar%'].map((like) => ({ subscriptions: { customer: { name: { like } } } })),
      keep: ({ id }) => subscriptions.some(({ productId, customer }) => productId === id && /ll.*ar|ar.*ll/.test(customer.name)),
    },
  ],
  [
    'a to-one relation behind it',
    {
      list: 'products',
      rest: 'subscriptions.status=past_due&subscriptions.customer.name__ilike=h%25',
      filter: { subscriptions: { status: { eq: 'past_due' }, customer: { name: { ilike: 'h%' } } } },
      apart: [{ subscriptions: { status: { eq: 'past_due' } } }, { subscriptions: { customer: { name: { ilike: 'h%' } } } }],
      keep: ({ id }) =>
        subscriptions.some(
          ({ productId, status, customer }) => productId === id && status === 'past_due' && /^h/i.test(customer.name),
        ),
    },
  ],
  [
    'a to-one relation before it',
    {
      list: 'transactions',
      rest: 'order.transactions.result=captured&order.transactions.id__lt=7',
      filter: { order: { transactions: { result: { eq: 'captured' }, id: { lt: '7' } } } },
      apart: [{ order: { transactions: { result: { eq: 'captured' } } } }, { order: { transactions: { id: { lt: '7' } } } }],
      keep: ({ orderId }) => transactionsOf(orderId).some(({ result, id }) => result === 'captured' && id < 7n),
    },
  ],
  [
    'a to-many relation behind it',
    {
      list: 'subscriptions',
      rest: 'orders.transactions.result=failed&orders.is_renewal=false&orders.transactions.total__gt=1400',
      filter: { orders: { isRenewal: { eq: false }, transactions: { result: { eq: 'failed' }, total: { gt: 1400 } } } },
      apart: [{ orders: { isRenewal: { eq: false } } }, { orders: { transactions: { result: { eq: 'failed' } } } }],
      keep: (row) =>
        ordersOf(row).some(
          (order) => !order.isRenewal && order.transactions.some(({ result, total }) => result === 'failed' && total > 1400n),
        ),
    },
  ],
  [
    'two to-many relations behind it',
    {
      list: 'subscriptions',
      rest: 'orders.transactions.result=failed&orders.fulfillments.status=fulfilled',
      filter: { orders: { transactions: { result: { eq: 'failed' } }, fulfillments: { status: { eq: 'fulfilled' } } } },
      apart: [
        { orders: { transactions: { result: { eq: 'failed' } } } },
        { orders: { fulfillments: { status: { eq: 'fulfilled' } } } },
      ],
      keep: (row) =>
        ordersOf(row).some(
          ({ transactions, fulfillments }) =>
            transactions.some(({ result }) => result === 'failed') && fulfillments.some(({ status }) => status === 'fulfilled'),
        ),
    },
  ],
  [
    'two keys of metadata',
    {
      list: 'orders',
      rest: 'customer.subscriptions._md.plan=silver&customer.subscriptions._md.seats__le=3',
      filter: {
        customer: {
          subscriptions: {
            metadata: [
              { key: 'plan', eq: 'silver' },
              { key: 'seats', le: 3 },
            ],
          },
        },
      },
      apart: [
        { key: 'plan', eq: 'silver' },
        { key: 'seats', le: 3 },
      ].map((each) => ({ customer: { subscriptions: { metadata: [each] } } })),
      keep: ({ customerId }) => dataOf(customerId).some(({ plan, seats }) => plan === 'silver' && seats <= 3),
    },
  ],
  [
    'a key of metadata that differs, beside a column',
    {
      list: 'orders',
      rest: 'customer.subscriptions._md.plan__ne=silver&customer.subscriptions.product_id=2',
      filter: { customer: { subscriptions: { metadata: [{ key: 'plan', ne: 'silver' }], productId: { eq: '2' } } } },
      apart: [
        { customer: { subscriptions: { metadata: [{ key: 'plan', ne: 'silver' }] } } },
        { customer: { subscriptions: { productId: { eq: '2' } } } },
      ],
      keep: (order) =>
        subscriptions.some(({ customerId, productId, metadata }) => {
          const { plan } = (metadata?.data ?? {}) as Row
          return customerId === order.customerId && productId === 2n && plan !== undefined && plan !== 'silver'
        }),
    },
  ],
]

const filterTypes: Partial<Record<List, string>> = {
  subscriptions: 'SubscriptionFilter',
  orders: 'OrderFilter',
  products: 'ProductFilter',
  transactions: 'TransactionFilter',
}

describe('Conditions on a to-many relation mean the same row', () => {
  it.each(cases)('%s', async (_name, { list, rest, filter, apart, keep }) => {
    await agree(list, rest, filter, keep)
    await agree(list, rest.split('&').toReversed().join('&'), undefined, keep)
    const type = filterTypes[list]
    const query = `query ($one: ${type}, $any: ${type}) {
      one: ${list}(filter: $one) { totalCount }
      any: ${list}(filter: $any) { totalCount }
    }`
    const { data } = await store.graphql(query, { one: filter, any: { AND: apart } })
    expect(data.any.totalCount, 'found by different rows').toBeGreaterThan(data.one.totalCount)
  })

  it('as the first renewal that was never paid does', async () => {
    const { body } = await store.rest('/v1/subscriptions/?orders.financial_status=unpaid&orders.is_renewal=false')
    expect(body.results.map(({ id }: Row) => id)).toEqual([11])
    const apart = { AND: [{ orders: { financialStatus: { eq: 'unpaid' } } }, { orders: { isRenewal: { eq: false } } }] }
    const answer = await store.graphql(
      `query ($filter: SubscriptionFilter) { subscriptions(filter: $filter) { nodes { id } } }`,
      {
        filter: apart,
      },
    )
    expect(answer.data.subscriptions.nodes.map(({ id }: Row) => id)).toEqual(['3', '4', '5', '11', '29', '30'])
  })

  it('and an equality that is repeated still asks for either', async () => {
    const keep = ({ id }: Row) => transactionsOf(id).some(({ result, total }) => result !== 'authorized' && total > 3000n)
    const rest =
      'transactions.result=captured&transactions.total__gt=3000&transactions.result=failed&transactions.result=refunded'
    await agree('orders', rest, undefined, keep)
    const either = 'orders.is_renewal=true&orders.financial_status=unpaid&orders.is_renewal=false'
    const unpaid = (row: Row) => ordersOf(row).some(({ financialStatus }) => financialStatus === 'unpaid')
    await agree('subscriptions', either, undefined, unpaid)
  })
})

describe('Conditions on a to-one relation', () => {
  it('are on the one row that there is, its metadata included', async () => {
    const filter = { customer: { name: { like: '%e%' }, subscriptionStatus: { eq: 'active' } } }
    const keep = ({ customer }: Row) => customer.name.includes('e') && customer.subscriptionStatus === 'active'
    await agree('subscriptions', 'customer.name__like=%25e%25&customer.subscription_status=active', filter, keep)
    const both = {
      metadata: [
        { key: 'plan', eq: 'gold' },
        { key: 'seats', ge: 9 },
      ],
    }
    const isBoth = ({ metadata }: Row) => metadata?.data.plan === 'gold' && metadata.data.seats >= 9
    await agree('subscriptions', '_md.plan=gold&_md.seats__ge=9', both, isBoth)
  })
})
