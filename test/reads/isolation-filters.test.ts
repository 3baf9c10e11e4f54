/** Values that filters must not disclose several relations deep, and hidden ones; the rest is walked in test/access/isolation. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import type { Row } from './agree.ts'

const store = await openStore()
const { db, customer, customerId } = store

const ids = (rows: { id: unknown }[]) => rows.map(({ id }) => Number(id)).sort((one, other) => one - other)

async function list(name: string, filter: string, as: string) {
  const { data, errors } = await store.graphql(
    `{ list: ${name}(first: 1000, filter: ${filter}) { totalCount nodes { id } } }`,
    {},
    as,
  )
  return { code: errors[0]?.extensions.code, ids: data?.list ? ids(data.list.nodes) : [], count: data?.list?.totalCount }
}

/** A customer of the same store who subscribes to something this one does not, and orders too. */
async function stranger(): Promise<{ email: string; id: bigint }> {
  const own = await db.subscription.findMany({ where: { customerId }, select: { productId: true } })
  const where = {
    storeId: 1n,
    id: { not: customerId },
    subscriptions: { some: { productId: { notIn: own.map(({ productId }) => productId) } } },
  }
  return db.customer.findFirstOrThrow({ where })
}

describe('a filter of a customer', () => {
  it('does not reach other customers through products', async () => {
    const { email } = await stranger()
    for (const path of [
      `{ subscriptions: { customer: { email: { eq: "${email}" } } } }`,
      `{ billing: { subscriptions: { customer: { email: { eq: "${email}" } } } } }`,
      `{ instances: { subscriptions: { customer: { email: { eq: "${email}" } } } } }`,
      `{ subscriptionTypes: { terms: { subscriptions: { note: { like: "%" } } } }, subscriptions: { customerId: { ne: ${customerId} } } }`,
    ]) {
      const merchant = await list('products', path, store.merchant)
      const answer = await list('products', path, customer)
      expect(answer.ids, path).toEqual([])
      if (merchant.code === undefined && !path.includes('note')) expect(merchant.ids.length, path).toBeGreaterThan(0)
    }
  })

  it('picks products by their own subscriptions only', async () => {
    const own = await db.product.findMany({
      where: { storeId: 1n, visible: true, deleted: false, subscriptions: { some: { customerId } } },
    })
    expect((await list('products', '{ subscriptions: { id: { ge: 1 } } }', customer)).ids).toEqual(ids(own))
    const none = await list('products', '{ NOT: { subscriptions: { id: { ge: 1 } } } }', customer)
    const shown = await db.product.findMany({ where: { storeId: 1n, visible: true, deleted: false } })
    expect(none.ids).toEqual(ids(shown).filter((id) => !ids(own).includes(id)))
  })

  it.each([
    'visible: { eq: false }',
    'deleted: { eq: true }',
    'OR: [{ visible: { eq: false } }, { deleted: { eq: true } }]',
    'NOT: { visible: { eq: true } }',
  ])('{ %s } does not show hidden or deleted products, nor does a visitor’s', async (filter) => {
    const hidden = await list('products', `{ ${filter} }`, store.merchant)
    expect(hidden.ids.length).toBeGreaterThan(0)
    for (const as of [customer, ''])
      expect(await list('products', `{ ${filter} }`, as)).toEqual({ code: undefined, ids: [], count: 0 })
  })

  it.each(['deleted=true', 'visible=false', 'visible__ne=true'])(
    '%s on the Store API does not show them either',
    async (filter) => {
      for (const as of [customer, undefined]) {
        for (const path of ['', 'ecom/']) {
          const { status, body } = await store.rest(`/v1/store/api/products/${path}?${filter}`, as)
          expect([status, body.count, body.results], path).toEqual([200, 0, []])
        }
      }
    },
  )

  it('on coupons is refused, at any depth', async () => {
    expect((await list('subscriptions', '{ coupons: { coupon: { code: { like: "%" } } } }', customer)).code).toBe('FORBIDDEN')
    expect((await list('orders', '{ subscriptions: { coupons: { coupon: { code: { like: "%" } } } } }', customer)).code).toBe(
      'FORBIDDEN',
    )
  })
})

describe('carts without an order', () => {
  it('are seen by nobody', async () => {
    const carts = await db.cart.findMany({ where: { storeId: 1n, orderId: null } })
    expect(carts.some((cart) => cart.customerId === customerId)).toBe(true)
    for (const { id } of carts) {
      for (const as of [store.merchant, customer]) {
        expect((await store.graphql(`{ cart(id: ${id}) { id } }`, {}, as)).errors[0]?.extensions.code).toBe('NOT_FOUND')
        expect((await list('carts', `{ id: { eq: ${id} } }`, as)).count).toBe(0)
        expect((await list('carts', '{ orderId: { isNull: true } }', as)).count).toBe(0)
        expect((await list('customers', `{ carts: { id: { eq: ${id} } } }`, as)).count).toBe(0)
      }
      expect((await store.rest(`/v1/carts/${id}/`)).status).toBe(404)
      expect((await store.rest(`/v1/carts/${id}/metadata/`)).status).toBe(404)
    }
    expect((await store.rest('/v1/carts/?order_id__is_null=true')).body.count).toBe(0)
    const { data } = await store.graphql(
      '{ customers(first: 50) { nodes { carts(first: 50) { totalCount nodes { orderId } } } } }',
    )
    const nested = data.customers.nodes.flatMap(({ carts: { nodes } }: Row) => nodes)
    expect(nested.length).toBe(await db.cart.count({ where: { storeId: 1n, orderId: { not: null } } }))
  })
})
