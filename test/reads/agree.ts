/**
 * Asks both surfaces the same question and holds their answers against a plain JavaScript filter over all rows, so that
 * neither can be wrong alone and both cannot be wrong together.
 */
import { expect } from 'vitest'
import type { Store } from '../support/store.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tests name columns of every model
export type Row = Record<string, any>

const address = true
const customer = true
const lines = { include: { subscription: true, product: true } }

/** Every row of the first store that a merchant can list, with what the filters of the tests look at. */
const loaders = {
  subscriptions: (db: Store['db'], where: { storeId: bigint }) =>
    db.subscription.findMany({
      where,
      include: {
        customer,
        billing: true,
        term: true,
        product: true,
        address,
        metadata: true,
        orderProducts: { include: { order: true } },
        coupons: true,
      },
    }),
  orders: (db: Store['db'], where: { storeId: bigint }) =>
    db.order.findMany({ where, include: { customer, address, products: lines, transactions: true, fulfillments: true } }),
  carts: (db: Store['db'], where: { storeId: bigint }) =>
    db.cart.findMany({ where: { ...where, orderId: { not: null } }, include: { customer, order: true, metadata: true } }),
  products: (db: Store['db'], where: { storeId: bigint }) =>
    db.product.findMany({ where, include: { billing: true, instances: true, subscriptions: true, termPrices: true } }),
  productInstances: (db: Store['db'], where: { storeId: bigint }) =>
    db.productInstance.findMany({ where, include: { product: true, inventory: true } }),
  inventory: (db: Store['db'], where: { storeId: bigint }) =>
    db.productInventory.findMany({ where, include: { product: true, instance: true } }),
  transactions: (db: Store['db'], where: { storeId: bigint }) =>
    db.transaction.findMany({ where, include: { order: { include: { products: lines } } } }),
  productSurveyResults: (db: Store['db'], where: { storeId: bigint }) =>
    db.productSurveyResult.findMany({ where, include: { answers: true } }),
}

export type List = keyof typeof loaders

const filterTypes: Record<List, string> = {
  subscriptions: 'SubscriptionFilter',
  orders: 'OrderFilter',
  carts: 'CartFilter',
  products: 'ProductFilter',
  productInstances: 'ProductInstanceFilter',
  inventory: 'ProductInventoryFilter',
  transactions: 'TransactionFilter',
  productSurveyResults: 'ProductSurveyResultFilter',
}

const restName = (list: List) => list.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Whether the case is expected to pick no row, or every row; otherwise it must pick some and leave some. */
type Expected = { picks?: 'none' | 'all' | 'any' }

export type Agree = (
  list: List,
  rest: string | undefined,
  filter: object | undefined,
  keep: (row: Row) => boolean,
  expected?: Expected,
) => Promise<void>

/** Makes the question for a store whose rows do not change any more. */
export function agreement(store: Store): { agree: Agree; rowsOf: (list: List) => Promise<Row[]> } {
  const loaded = new Map<List, Promise<Row[]>>()
  const rowsOf = (list: List) => {
    const rows = loaded.get(list) ?? loaders[list](store.db, { storeId: 1n })
    loaded.set(list, rows as Promise<Row[]>)
    return rows as Promise<Row[]>
  }

  const agree: Agree = async (list, rest, filter, keep, { picks } = {}) => {
    const rows = await rowsOf(list)
    const wanted = rows
      .filter(keep)
      .map(({ id }) => Number(id))
      .sort((one, other) => one - other)
    if (picks === 'none') expect(wanted).toEqual([])
    else if (picks === 'all') expect(wanted).toHaveLength(rows.length)
    else if (picks !== 'any') {
      expect(wanted.length, 'rows picked').toBeGreaterThan(0)
      expect(wanted.length, 'rows picked').toBeLessThan(rows.length)
    }

    if (rest !== undefined) {
      const answer = await store.rest(`/v1/${restName(list)}/?limit=1000&${rest}`)
      expect(answer.body.errors, rest).toBeUndefined()
      expect(idsOf(answer.body.results), rest).toBe(wanted.join(' '))
      expect(answer.body.count, rest).toBe(wanted.length)
    }
    if (filter !== undefined) {
      const query = `query ($filter: ${filterTypes[list]}) { list: ${list}(first: 1000, filter: $filter) { totalCount nodes { id } } }`
      const answer = await store.graphql(query, { filter })
      expect(answer.errors, JSON.stringify(filter)).toEqual([])
      expect(idsOf(answer.data.list.nodes), JSON.stringify(filter)).toBe(wanted.join(' '))
      expect(answer.data.list.totalCount, JSON.stringify(filter)).toBe(wanted.length)
    }
  }
  return { agree, rowsOf }
}

// One text, so that a difference fits on a line.
const idsOf = (rows: { id: unknown }[]): string => rows.map(({ id }) => String(id)).join(' ')

/** Less than zero, zero or more, as the database orders two values of one kind; texts go by code point. */
export function compare(one: unknown, other: unknown): number {
  if (typeof one === 'string' && typeof other === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(other))
  const [a, b] = [one, other].map((value) => (value instanceof Date ? value.getTime() : Number(value))) as [number, number]
  return a < b ? -1 : a > b ? 1 : 0
}
