/** `like` and `ilike` in the database: `%` is the only wildcard, `_` and `\` are themselves. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { agreement } from '../reads/agree.ts'
import { addOddOrders, addOddProducts } from '../reads/odd-rows.ts'
import { likeText, matches, patternText } from '../reads/pattern.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const { agree } = agreement(store)

// Generated, but the same on every run, so that a failure can be looked at.
const texts = [...new Set(fc.sample(likeText, { numRuns: 150, seed: 20_261_120 }))]
const patterns = [...new Set(fc.sample(patternText, { numRuns: 250, seed: 1_120_202_6 }))]

beforeAll(async () => {
  await addOddOrders(store)
  await addOddProducts(store)
  const { id: productId } = await store.db.product.findFirstOrThrow({ where: { storeId: 1n } })
  await store.db.productInstance.createMany({
    data: texts.map((sku) => ({ storeId: 1n, productId, price: 1n, sku, gift: true })),
  })
})

const ask = (pattern: string, operator: 'like' | 'ilike', rest = encodeURIComponent(pattern)) => ({
  products: [`name__${operator}=${rest}`, { name: { [operator]: pattern } }, matches(pattern, operator === 'ilike')] as const,
  orders: [`note__${operator}=${rest}`, { note: { [operator]: pattern } }, matches(pattern, operator === 'ilike')] as const,
})

const patternsByHand = [
  'a_b',
  'a%b',
  'a\\b',
  '%\\%',
  '%_%',
  '100%',
  'x%z',
  '%"%',
  '%👋',
  '%,%',
  'ü%',
  '_',
  '\\',
  '%e+f#%',
  '%\n%',
  'A%b',
  'X%',
]

describe.each(['like', 'ilike'] as const)('%s', (operator) => {
  it.each(patternsByHand)('%j picks what a pattern with the one wildcard matches', async (pattern) => {
    const { products, orders } = ask(pattern, operator)
    const [rest, filter, isMatch] = products
    await agree('products', rest, filter, ({ name }) => isMatch(name), { picks: 'any' })
    await agree('orders', orders[0], orders[1], ({ note }) => note !== null && isMatch(note), { picks: 'any' })
  })

  it('without a pattern is the empty text, and says nothing on REST', async () => {
    const { orders } = ask('', operator)
    await agree('orders', undefined, orders[1], ({ note }) => note === '')
    await agree('orders', orders[0], undefined, () => true, { picks: 'all' })
  })

  it('% matches every text, also the empty one, but not a missing one', async () => {
    const { orders } = ask('%', operator)
    await agree('orders', orders[0], orders[1], ({ note }) => note !== null)
  })

  it('means in the database what the reference matcher says, for generated patterns and texts', async () => {
    for (let start = 0; start < patterns.length; start += 25) {
      const some = patterns.slice(start, start + 25)
      const variables = some.map((_pattern, index) => `$p${index}: String!`).join(', ')
      const fields = some.map(
        (_pattern, index) =>
          `p${index}: productInstances(first: 300, filter: { gift: { eq: true }, sku: { ${operator}: $p${index} } }) { nodes { sku } }`,
      )
      const values = Object.fromEntries(some.map((pattern, index) => [`p${index}`, pattern]))
      const { data, errors } = await store.graphql(`query (${variables}) { ${fields.join(' ')} }`, values)
      expect(errors).toEqual([])
      for (const [index, pattern] of some.entries()) {
        const found = data[`p${index}`].nodes.map(({ sku }: { sku: string }) => sku).filter((sku: string) => texts.includes(sku))
        expect(found, pattern).toEqual(texts.filter(matches(pattern, operator === 'ilike')))
      }
    }
  })
})

describe('ilike', () => {
  it('takes upper and lower case to be the same, like does not', async () => {
    await agree('products', 'name__like=AXB', { name: { like: 'AXB' } }, () => false, { picks: 'none' })
    await agree('products', 'name__ilike=AXB', { name: { ilike: 'AXB' } }, ({ name }) => name === 'aXb')
  })
})

describe('A filter', () => {
  const graphql = async (filter: object) => {
    const { data, errors } = await store.graphql(
      'query ($filter: SubscriptionFilter) { subscriptions(filter: $filter) { totalCount } }',
      {
        filter,
      },
    )
    return errors.length > 0 ? errors : data
  }
  const refusal = (message: string) => [expect.objectContaining({ message, extensions: { code: 'BAD_INPUT' } })]

  it.each(['like', 'ilike'] as const)('takes patterns of at most 100 characters: %s', async (operator) => {
    for (const pattern of [`%${'a'.repeat(99)}`, '%a'.repeat(50)]) {
      const rest = await store.rest(`/v1/subscriptions/?note__${operator}=${encodeURIComponent(pattern)}`)
      expect([rest.status, rest.body.count]).toEqual([200, 0])
      expect(await graphql({ note: { [operator]: pattern } })).toEqual({ subscriptions: { totalCount: 0 } })
      const longer = `${pattern}%`
      // Each surface names a column's filter as it spells it; of metadata the key stands for itself.
      for (const [path, onRest, inGraphql, filter] of [
        ['billing_name', 'billing_name__', 'billingName.', { billingName: { [operator]: longer } }],
        ['_md.planName', '_md.planName__', 'metadata planName.', { metadata: [{ key: 'planName', [operator]: longer }] }],
      ] as const) {
        const message = (name: string) => `${name}${operator} takes patterns of at most 100 characters, not 101.`
        const refused = await store.rest(`/v1/subscriptions/?${path}__${operator}=${encodeURIComponent(longer)}`)
        expect([refused.status, refused.body]).toEqual([400, { errors: [message(onRest)] }])
        expect(await graphql(filter)).toEqual(refusal(message(inGraphql)))
      }
    }
  })

  it('takes at most 20 patterns, wherever in it they stand', async () => {
    const message = 'A filter may have at most 20 patterns (like, ilike).'
    const three = { note: { like: 'a%', ilike: '%b' }, metadata: [{ key: 'plan', like: 'g%' }] }
    const filter = (more: number) => ({
      AND: [...Array(4).fill(three), { OR: [three, { NOT: { customer: { email: { like: '%' } } } }] }],
      orders: { note: { like: '%', ilike: '%' } },
      customer: { AND: Array(more).fill({ name: { like: '%' } }) },
    })
    expect(await graphql(filter(2))).toEqual({ subscriptions: { totalCount: 0 } })
    expect(await graphql(filter(3))).toEqual(refusal(message))
    const query = (count: number) =>
      Array.from({ length: count }, (_, place) => `note__like=a${place}&_md.plan__ilike=b${place}`).join('&')
    expect((await store.rest(`/v1/subscriptions/?${query(10)}`)).status).toBe(200)
    const refused = await store.rest(`/v1/subscriptions/?${query(10)}&customer.name__like=c`)
    expect([refused.status, refused.body]).toEqual([400, { errors: [message] }])
  })
})
