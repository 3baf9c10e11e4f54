/** Filters through relations, and conditions joined by AND, OR and NOT. */
import { beforeAll, describe, expect, it } from 'vitest'
import { agreement, type Row } from '../reads/agree.ts'
import { addOddOrders, addOddProducts } from '../reads/odd-rows.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const { agree, rowsOf } = agreement(store)

beforeAll(async () => {
  await addOddOrders(store)
  await addOddProducts(store)
})

describe('a relation to one record', () => {
  it('is addressed by a dotted path', async () => {
    const city = { address: { city: { eq: 'Brindle' } } }
    await agree('subscriptions', 'address.city=Brindle', city, ({ address }) => address?.city === 'Brindle')
    await agree('orders', 'address.city=Brindle', city, ({ address }) => address?.city === 'Brindle')
    const email = { customer: { email: { ilike: '%@EXAMPLE.ORG' } } }
    const isOrg = ({ customer }: Row) => customer.email.toLowerCase().endsWith('@example.org')
    for (const list of ['subscriptions', 'orders', 'carts'] as const)
      await agree(list, 'customer.email__ilike=%25@EXAMPLE.ORG', email, isOrg)
  })

  it('that is a customer by an e-mail address is found in any case', async () => {
    const [eq, other] = ['MARTA.quill@Example.COM', 'farid.juniper@example.org']
    const is = (row: Row, ...emails: string[]) => emails.some((email) => row.customer.email.toLowerCase() === email.toLowerCase())
    const by = (email: object) => ({ customer: { email } })
    for (const list of ['subscriptions', 'orders'] as const) {
      await agree(list, `customer.email=${eq}`, by({ eq }), (row) => is(row, eq))
      await agree(list, `customer.email__ne=${eq}`, by({ ne: eq }), (row) => !is(row, eq))
      await agree(list, `customer.email__in=${eq},${other}`, by({ in: [eq, other] }), (row) => is(row, eq, other))
      await agree(list, `customer.email__nin=${eq},${other}`, by({ nin: [eq, other] }), (row) => !is(row, eq, other))
      await agree(list, undefined, { NOT: by({ eq }) }, (row) => !is(row, eq))
    }
    // Patterns keep the case, as in every other text; `ilike` is there for those that do not care.
    await agree('subscriptions', `customer.email__like=${eq}`, by({ like: eq }), () => false, { picks: 'none' })
  })

  it('takes every operator', async () => {
    await agree('subscriptions', 'term.num_cycles__ge=3', { term: { numCycles: { ge: 3 } } }, ({ term }) => term.numCycles >= 3)
    const months = { billing: { rebillMonths: { in: [0, 2] } } }
    await agree('subscriptions', 'billing.rebill_months__in=0,2', months, ({ billing }) => [0, 2].includes(billing.rebillMonths))
    const weeks = { billing: { rebillWeeks: { isNull: true } } }
    await agree('subscriptions', 'billing.rebill_weeks__is_null=true', weeks, ({ billing }) => billing.rebillWeeks === null)
    const since = '2025-11-01'
    const placed = { order: { placedAt: { gt: since } } }
    await agree('transactions', `order.placed_at__gt=${since}`, placed, ({ order }) => order.placedAt > new Date(since))
    await agree('carts', 'order.status=Closed', { order: { status: { eq: 'closed' } } }, ({ order }) => order.status === 'closed')
    const sku = { instance: { sku: { like: '%-1' } } }
    await agree('inventory', 'instance.sku__like=%25-1', sku, ({ instance }) => instance.sku.endsWith('-1'))
    const name = { product: { singlePurchasable: { eq: true } } }
    await agree('productInstances', 'product.single_purchasable=true', name, ({ product }) => product.singlePurchasable)
  })

  it.each([
    ['subscriptions', 'address', '{ address: { id: { isNull: false } } }'],
    ['orders', 'address', '{ address: {} }'],
    ['orders', 'address', '{ address: { type: { eq: "address" } } }'],
    ['orders', 'cart', '{ cart: {} }'],
    ['carts', 'order', '{ order: {} }'],
  ])('of %s that must be there, %s, is there in all that are shown', async (list, relation, filter) => {
    const nodes = `nodes { id ${relation} { id } }`
    const query = `{ all: ${list}(first: 1000) { ${nodes} } some: ${list}(first: 1000, filter: ${filter}) { totalCount ${nodes} } }`
    const { data, errors } = await store.graphql(query)
    expect(errors).toEqual([])
    const those = data.all.nodes.filter((row: Row) => row[relation] !== null)
    expect(data.some).toEqual({ totalCount: those.length, nodes: those })
  })

  it('that is missing matches no condition on what it would lead to', async () => {
    expect((await rowsOf('orders')).some(({ address }) => address === null)).toBe(true)
    const other = { address: { city: { ne: 'Brindle' } } }
    await agree('orders', 'address.city__ne=Brindle', other, ({ address }) => address !== null && address.city !== 'Brindle')
  })
})

describe('a relation to many records', () => {
  const hasLine = (order: Row, test: (line: Row) => boolean) => order.products.some(test)

  it('asks for at least one of them', async () => {
    await agree('orders', 'products.quantity__gt=1', { products: { quantity: { gt: 1 } } }, (order) =>
      hasLine(order, (line) => line.quantity > 1),
    )
    const failed = { transactions: { result: { eq: 'failed' } } }
    const isFailed = ({ transactions }: Row) => transactions.some(({ result }: Row) => result === 'failed')
    await agree('orders', 'transactions.result=failed', failed, isFailed)
    const instances = { instances: { sku: { ilike: '%-1' } } }
    const hasFirst = (product: Row) => product.instances.some(({ sku, gift }: Row) => !gift && sku.endsWith('-1'))
    await agree('products', 'instances.sku__ilike=%25-1', instances, hasFirst)
  })

  it('never doubles a row, and count counts rows', async () => {
    const several = (await rowsOf('orders')).filter(({ products }) => products.length > 1)
    expect(several.length).toBeGreaterThan(0)
    await agree('orders', 'products.price__ge=0', { products: { price: { ge: 0 } } }, ({ products }) => products.length > 0)
    const subscribed = { subscriptions: { id: { ge: '1' } } }
    const page = await store.rest('/v1/orders/?products.price__ge=0&limit=2&page=0')
    expect(page.body.count).toBe((await rowsOf('orders')).filter(({ products }) => products.length > 0).length)
    await agree('products', 'subscriptions.id__ge=1', subscribed, ({ subscriptions }) => subscriptions.length > 0)
  })

  it('is followed through a joining table', async () => {
    const isRenewed = ({ orderProducts }: Row) => orderProducts.some(({ order }: Row) => order.isRenewal)
    await agree('subscriptions', 'orders.is_renewal=true', { orders: { isRenewal: { eq: true } } }, isRenewed)
    const isGift = ({ products }: Row) => products.some(({ subscription }: Row) => subscription?.isGift)
    await agree('orders', 'subscriptions.is_gift=true', { subscriptions: { isGift: { eq: true } } }, isGift)
  })

  it('means, for the forms given as a gift, only those', async () => {
    const gift = { giftinstances: { sku: { like: '%' } } }
    await agree('products', 'giftinstances.sku__like=%25', gift, ({ instances }) => instances.some((each: Row) => each.gift))
    const plain = { instances: { price: { ge: 0 } } }
    await agree('products', 'instances.price__ge=0', plain, ({ instances }) => instances.some((each: Row) => !each.gift))
  })

  it('takes two conditions in one filter as conditions on one record, and two filters as any two', async () => {
    const [low, high] = [1, 2]
    const one = { products: { quantity: { gt: low }, price: { gt: 2_000 } } }
    await agree('orders', undefined, one, (order) => hasLine(order, ({ quantity, price }) => quantity > low && price > 2_000n), {
      picks: 'any',
    })
    const two = { AND: [{ products: { quantity: { eq: low } } }, { products: { quantity: { ge: high } } }] }
    const isBoth = (order: Row) =>
      hasLine(order, (line) => line.quantity === low) && hasLine(order, (line) => line.quantity >= high)
    await agree('orders', undefined, two, isBoth)
  })

  it('is followed through three relations in GraphQL', async () => {
    const filter = { customer: { subscriptions: { product: { name: { like: '%' } } } } }
    const subscribers = new Set((await rowsOf('subscriptions')).map(({ customerId }) => customerId))
    await agree('orders', undefined, filter, ({ customerId }) => subscribers.has(customerId))
  })
})

describe('conditions', () => {
  const isOpen = ({ status }: Row) => status === 'open'
  const isGift = ({ isGift }: Row) => isGift === true

  it('of which one must hold are joined by OR', async () => {
    const filter = { OR: [{ status: { eq: 'open' } }, { isGift: { eq: true } }] }
    await agree('orders', undefined, filter, (row) => isOpen(row) || isGift(row))
  })

  it('that must all hold are joined by AND, or stand side by side', async () => {
    const sideBySide = { status: { eq: 'open' }, isRenewal: { eq: true } }
    const keep = (row: Row) => isOpen(row) && row.isRenewal
    await agree('orders', 'status=open&is_renewal=true', sideBySide, keep)
    await agree('orders', undefined, { AND: [{ status: { eq: 'open' } }, { isRenewal: { eq: true } }] }, keep)
  })

  it('that must not hold stand in NOT', async () => {
    await agree('orders', undefined, { NOT: { status: { eq: 'open' } } }, (row) => !isOpen(row))
    const neither = { NOT: { OR: [{ status: { eq: 'open' } }, { isRenewal: { eq: true } }] } }
    await agree('orders', undefined, neither, (row) => !isOpen(row) && !row.isRenewal)
    await agree('orders', undefined, { NOT: { NOT: { status: { eq: 'open' } } } }, isOpen)
    const noFailure = { NOT: { transactions: { result: { eq: 'failed' } } } }
    const isFailed = ({ transactions }: Row) => transactions.some(({ result }: Row) => result === 'failed')
    await agree('orders', undefined, noFailure, (row) => !isFailed(row))
  })

  it('in NOT do not hold for a missing value, so NOT picks it', async () => {
    await agree('orders', undefined, { NOT: { note: { eq: 'a_b' } } }, ({ note }) => note !== 'a_b')
    await agree('orders', undefined, { NOT: { note: { like: 'a%' } } }, ({ note }) => !note?.startsWith('a'))
    const notThere = { NOT: { address: { city: { eq: 'Brindle' } } } }
    await agree('orders', undefined, notThere, ({ address }) => address?.city !== 'Brindle')
  })

  it('may be nested', async () => {
    const filter = {
      OR: [
        { AND: [{ status: { eq: 'open' } }, { NOT: { isRenewal: { eq: true } } }] },
        { isGift: { eq: true }, status: { eq: 'closed' } },
      ],
    }
    await agree('orders', undefined, filter, (row) => (isOpen(row) && !row.isRenewal) || (isGift(row) && !isOpen(row)))
  })

  it('that are none at all hold for every row, in an OR for none', async () => {
    for (const filter of [{}, { AND: [] }, { AND: [{}] }, { status: {} }])
      await agree('orders', undefined, filter, () => true, { picks: 'all' })
    await agree('orders', undefined, { OR: [] }, () => false, { picks: 'none' })
  })
})
