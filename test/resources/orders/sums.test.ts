/**
 * The amounts of every order add up on both surfaces: sub_total + total_shipping + total_tax − total_discount = total, and total −
 * credit_applied − gift_card_discount is what its captured transactions took, once it is paid.
 */
import { describe, expect, it } from 'vitest'
import { seedScale } from '../../../prisma/seed/scale.ts'
import { overPrisma } from '../../../prisma/seed.ts'
import { hashSecret } from '../../../src/auth/secret.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore, type Store } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask, surfaces } from '../../writes/ask.ts'
import { addCustomer, addMonthly, addProduct, pastDue } from '../../writes/rows.ts'

const store = await openStore()
const { db } = store

type Line = Record<'total' | 'discount' | 'shipping' | 'tax' | 'charged', number>
type Amounts = Record<string, number> & { id: number; transactions: { result: string; total: number }[]; products: Line[] }

const isSettled = (status: string) => status !== 'unpaid'

/** The sums of an order that do not add up, by its id. */
function faults({ id, transactions, products, ...order }: Amounts & { financial_status: string }): string[] {
  const { sub_total = 0, total_shipping = 0, total_tax = 0, total_discount = Number.NaN, total = 0, total_price = 0 } = order
  const { credit_applied = 0, gift_card_discount = 0 } = order
  const captured = transactions.filter(({ result }) => result === 'captured').reduce((sum, each) => sum + each.total, 0)
  const ofLines = (name: keyof Line) => products.reduce((sum, line) => sum + line[name], 0)
  const isRight = ({ total, discount, shipping, tax, charged }: Line) => total - discount + shipping + tax === charged
  return [
    products.every(isRight) ? '' : `a line of ${id}`,
    ofLines('charged') === total && ofLines('total') === sub_total ? '' : `the lines of ${id}`,
    ofLines('discount') === total_discount && ofLines('shipping') === total_shipping && ofLines('tax') === total_tax
      ? ''
      : `the shares of ${id}`,
    sub_total + total_shipping + total_tax - total_discount === total ? '' : `the total of ${id}`,
    sub_total - total_discount === total_price ? '' : `the price of ${id}`,
    captured === (isSettled(order.financial_status) ? total - credit_applied - gift_card_discount : 0)
      ? ''
      : `the charge of ${id}`,
  ].filter((fault) => fault)
}

/** The orders of a store as REST lists them, each with its transactions. */
async function onRest({ rest }: Store, as: string): Promise<(Amounts & { financial_status: string })[]> {
  const found = []
  for (let page = 0; ; page += 1) {
    const { status, body } = await rest(`/v1/orders/?limit=200&with=transactions&page=${page}`, as)
    expect(status).toBe(200)
    found.push(...body.results)
    if (body.next === null) return found
  }
}

/** The same orders in GraphQL, under the contract's names. */
async function inGraphql({ graphql }: Store, as: string): Promise<(Amounts & { financial_status: string })[]> {
  const found = []
  for (let after: string | null = null; ; ) {
    const query: string = `query ($after: String) { orders(first: 200, after: $after) { pageInfo { hasNextPage endCursor } nodes {
      id sub_total: subTotal total_shipping: totalShipping total_tax: totalTax total_discount: totalDiscount total
      total_price: totalPrice credit_applied: creditApplied gift_card_discount: giftCardDiscount financial_status: financialStatus
      products { total discount shipping tax charged }
      transactions(first: 20) { nodes { result total } } } } }`
    const { data, errors } = await graphql(query, { after }, as)
    expect(errors).toEqual([])
    const { nodes, pageInfo } = data.orders
    found.push(
      ...nodes.map((node: Record<string, unknown> & { transactions: { nodes: object[] } }) => ({
        ...node,
        transactions: node.transactions.nodes,
      })),
    )
    if (!pageInfo.hasNextPage) return found
    after = pageInfo.endCursor
  }
}

async function expectSums(of: Store, as: string, least: number) {
  for (const orders of [await onRest(of, as), await inGraphql(of, as)]) {
    expect(orders.length).toBeGreaterThanOrEqual(least)
    expect(orders.flatMap(faults)).toEqual([])
  }
}

describe('The amounts of an order add up', () => {
  it('line sums add up to the totals of every demo order', async () => {
    await expectSums(store, store.merchant, 100)
    await expectSums(store, store.otherMerchant, 1)
    const { results } = (await store.rest('/v1/orders/?total_discount__gt=0')).body
    expect(results.length).toBeGreaterThan(0)
  })

  it('in the scale store', async () => {
    const scale = await openStore({ isApart: true })
    await scale.db.$executeRawUnsafe('TRUNCATE store CASCADE')
    const silent = { step: () => {}, end: () => {} }
    await scale.db.$transaction((tx) => seedScale(overPrisma(tx), { thousands: 1, stores: 11 }, today, silent), {
      timeout: 60_000,
    })
    const stores = await scale.db.store.findMany({ select: { id: true } })
    expect(stores.length).toBeGreaterThan(10)
    for (const { id: storeId } of stores) {
      const clientId = `scale_${storeId}`
      const key = { storeId, clientId, secretHash: hashSecret(clientId, 's'), scopes: ['*'], createdAt: today }
      await scale.db.merchantKey.create({ data: key })
      await expectSums(scale, `Bearer ${clientId}.s`, 20)
    }
  })

  describe.each(surfaces)('over %s', (surface) => {
    it('of one with a coupon', async () => {
      const customer = await addCustomer(db)
      const product = await addProduct(db, { price: 2_000, shipping: 300 })
      const products = [{ product_instance: { id: product.instanceId } }]
      const { record } = await ask(store, surface, 'createOrder', {
        customer: { id: customer.id },
        products,
        coupons: ['TENTH', 'FIVER'],
      })
      const { body } = await store.rest(`/v1/orders/${record.id}?with=transactions`)
      expect(body).toMatchObject({ sub_total: 2_000, total_discount: 700, total_shipping: 300, total: 1_600 })
      expect(faults(body)).toEqual([])
    })

    it('of a renewal with a coupon, credit and a gift card, paid in a later try', async () => {
      const { id, customer } = await addMonthly(db, { ...pastDue(5), token: 'tok_decline', price: 2_400, credit: 300 })
      const coupon = await db.coupon.findFirstOrThrow({ where: { storeId: 1n, code: 'TENTH' } })
      const waits = { storeId: 1n, subscriptionId: BigInt(id), couponId: coupon.id, codeUsed: 'TENTH', numRenewals: 1 }
      await db.subscriptionCoupon.create({ data: waits })
      expect((await ask(store, surface, 'renewSubscription', { id })).status).toBe(402)
      const { id: orderId } = await db.order.findFirstOrThrow({ where: { customerId: customer.id } })
      await db.order.update({ where: ofStore(orderId), data: { giftCardDiscount: 500 } })
      const read = async () => (await store.rest(`/v1/orders/${orderId}?with=transactions`)).body
      const unpaid = await read()
      expect(unpaid).toMatchObject({ total_discount: 240, total: 2_160, credit_applied: 300, gift_card_discount: 500 })
      expect(faults(unpaid)).toEqual([])

      await db.paymentMethod.updateMany({ where: { customerId: customer.id }, data: { gatewayToken: 'tok_succeed' } })
      expect((await ask(store, surface, 'renewSubscription', { id })).status).toBe(200)
      const paid = await read()
      expect(paid.transactions).toContainEqual(expect.objectContaining({ result: 'captured', total: 1_360 }))
      expect(faults(paid)).toEqual([])
    })
  })

  it('over all orders that were made here', () => expectSums(store, store.merchant, 100))
})

describe('total_discount', () => {
  it('is shown to the customer in a shipment, and is read-only', async () => {
    const { body } = await store.rest('/v1/store/api/shipments/?limit=100', store.customer)
    for (const { fulfillments } of body.results)
      for (const { order } of fulfillments) expect(order.total_discount).toEqual(expect.any(Number))
    const [{ id, total_discount: now }] = (await store.rest('/v1/orders/?limit=1')).body.results
    const put = (value: number) =>
      store.rest(`PUT /v1/orders/${id}/`, store.merchant, { body: JSON.stringify({ note: 'x', total_discount: value }) })
    expect((await put(now)).status).toBe(200)
    expect((await put(now + 1)).body).toEqual({ errors: ['total_discount is read-only.'] })
  })
})
