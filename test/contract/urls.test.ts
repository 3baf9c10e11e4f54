/** Every `url` that an answer shows can be followed with the credential that was shown it. */
import { describe, expect, it } from 'vitest'
import { table } from '../../src/resources/routes.ts'
import type { Access } from '../../src/schema/audience.ts'
import type { Resource } from '../../src/schema/registry.ts'
import { rootLists } from '../reads/schema-lists.ts'
import { openStore } from '../support/store.ts'
import { addMonthly } from '../writes/rows.ts'
import { isStoreArea } from './endpoints.ts'

const store = await openStore()

/** A customer whose subscription has a coupon, beside the one of the demo who has ordered. */
const { id, customer } = await addMonthly(store.db)
const [coupon, own] = ['THRICE', await store.customerToken(BigInt(customer.id))]
const added = await store.graphql(
  'mutation ($input: AddSubscriptionCouponInput!) { addSubscriptionCoupon(input: $input) { userErrors { message } } }',
  { input: { subscriptionId: String(id), code: coupon } },
)
expect(added.data.addSubscriptionCoupon.userErrors).toEqual([])

/** Lists and single records whose paths have no part to fill in. */
const open = (isOfStore: boolean) =>
  table
    .filter(({ method, path }) => method === 'GET' && !path.includes('{') && isStoreArea(path) === isOfStore)
    .map(({ path }) => (path === '/v1/search/' ? `${path}?q=a&limit=20` : `${path}?limit=100`))

/** Paths of records, shown anywhere in an answer. */
function urlsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(urlsIn)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'url' && typeof inner === 'string' && inner.startsWith('/v1/') ? [inner] : urlsIn(inner),
  )
}

const kindOf = (path: string) => path.replace(/\/\d+/g, '/#').replace(/\?.*/, '')

/** Follows what the answers show, and what those show, until nothing is new; each kind of path is followed a few times, or left. */
async function follow(paths: readonly string[], as: string, isFollowed = (_path: string) => true) {
  const followed = new Map<string, string[]>()
  const left = new Set<string>()
  const waiting = [...paths]
  while (waiting.length > 0) {
    const path = waiting.pop() as string
    const kind = kindOf(path)
    const before = followed.get(kind) ?? []
    if (before.includes(path) || before.length >= 5) continue
    if (!isFollowed(path)) {
      left.add(kind)
      continue
    }
    followed.set(kind, [...before, path])
    const { status, body } = await store.rest(path, as)
    expect({ path, status }).toEqual({ path, status: 200 })
    waiting.push(...urlsIn(body))
  }
  return { kinds: [...followed.keys()].filter((kind) => kind.includes('#')), left: [...left].sort() }
}

/** A record's path, and those of what it leads to in so many steps. */
function selectionOf({ path, links }: Resource, role: keyof Access, steps: number): string {
  const inner = [...links.values()].flatMap(({ name, target, closedTo, isConnection }) => {
    if (steps === 0 || closedTo.includes(role) || !(role in target.access)) return []
    const selection = selectionOf(target, role, steps - 1)
    return isConnection ? `${name}(first: 3) { nodes { ${selection} } }` : `${name} { ${selection} }`
  })
  return ['__typename', ...(path ? ['url'] : []), ...inner].join(' ')
}

/** The paths that GraphQL shows of all lists, and of what their records lead to. */
async function shown(role: keyof Access, as: string): Promise<string[]> {
  const seen = rootLists.filter(({ resource: { access } }) => role in access && !access[role]?.isPart)
  const answers = []
  for (const { name, resource } of seen) {
    const { data, errors } = await store.graphql(`{ ${name}(first: 20) { nodes { ${selectionOf(resource, role, 2)} } } }`, {}, as)
    expect({ name, errors }).toEqual({ name, errors: [] })
    answers.push(data)
  }
  return urlsIn(answers)
}

/** The rows of the Store API that lead to one record. */
const ofStore = (...paths: string[]) => paths.map((path) => `/v1/store/api/${path}/`)

describe('Every url that an answer shows', () => {
  it('can be followed by a merchant, on REST and from GraphQL', async () => {
    const { kinds } = await follow(open(false), store.merchant)
    expect(kinds.length).toBeGreaterThanOrEqual(20)
    const { kinds: ofGraphql } = await follow(await shown('merchant', store.merchant), store.merchant)
    expect(ofGraphql.length).toBeGreaterThanOrEqual(22)
  })

  it.each([
    {
      role: 'customer',
      who: 'a customer who has ordered',
      as: store.customer,
      kinds: ofStore(
        'cancel_offers/#',
        'customer',
        'customer/addresses/#',
        'customer/payment_methods/#',
        'orders/#',
        'products/#',
        'subscriptions/#',
        'subscriptions/#/surveys/#',
      ),
    },
    {
      role: 'customer',
      who: 'a customer with a coupon',
      as: own,
      kinds: ofStore('customer', 'customer/addresses/#', 'customer/payment_methods/#', 'products/#', 'subscriptions/#'),
    },
    { role: 'visitor', who: 'a visitor', as: '', kinds: ofStore('products/#') },
  ] as const)('in GraphQL leads $who into the Store API', async ({ role, as, kinds }) => {
    const paths = await shown(role, as)
    expect([...new Set(paths.map(kindOf))].sort()).toEqual(kinds)
    await follow(paths, as, isStoreArea)
  })

  it('in the Store API can be followed by a customer, but for those that the contract has inside a product', async () => {
    const { kinds, left } = await follow(open(true), store.customer, isStoreArea)
    expect(kinds.sort()).toEqual(
      ofStore(
        'cancel_offers/#',
        'customer/addresses/#',
        'customer/payment_methods/#',
        'orders/#',
        'products/#',
        'subscriptions/#',
      ),
    )
    expect(left).toEqual(['/v1/product_instances/#/', '/v1/product_instances/#/inventory/'])
  })
})
