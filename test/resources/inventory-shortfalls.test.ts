/** Instances that run out before all coming deliveries are sent: seen ahead, in the order in which they do. */
import { beforeEach, describe, expect, it } from 'vitest'
import { hashSecret } from '../../src/auth/secret.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { ask } from '../writes/ask.ts'
import { addCustomer, addProduct, addSubscription, ago, daySeconds, type Product } from '../writes/rows.ts'
import { addFulfillment, addOrder, addShipment } from './shipments/parcels.ts'

const store = await openStore()
const { db } = store
const customer = await addCustomer(db)
const neighbour = await addCustomer(db, { storeId: 2 })
const path = '/v1/inventory/shortfalls/'

const inDays = (days: number) => ago(-days * daySeconds)
const text = (days: number) => `${inDays(days).toISOString().slice(0, 19)}Z`

beforeEach(async () => {
  await db.$executeRaw`UPDATE subscription SET autorenew = false WHERE store_id IN (1, 2)`
  await db.$executeRaw`UPDATE fulfillment SET status = 'cancelled' WHERE store_id IN (1, 2) AND status = 'open'`
})

const monthly = (stock?: number, storeId = 1) =>
  addProduct(db, { storeId, terms: [{ cycles: 1, price: 900 }], ...(stock !== undefined && { stock }) })
const renewing = (product: Product, days: number, columns: object = {}) =>
  addSubscription(db, { customer: product.storeId === 1 ? customer : neighbour, product, endDate: inDays(days), ...columns })

/** A paid delivery of a product that is to come, in a parcel of its own. */
async function delivery(product: Product, days: number, columns: object = {}): Promise<number> {
  const at = { storeId: 1, orderId: await addOrder(db, customer), shipmentId: await addShipment(db, customer) }
  const dates = { fulfillmentDate: inDays(days), adjustedFulfillmentDate: inDays(days) }
  return addFulfillment(db, { ...at, instanceId: product.instanceId }, { taken: 0, ...dates, ...columns })
}

const onRest = async (query = '', as = store.merchant) => (await store.rest(`GET ${path}${query}`, as)).body
const inGraphql = async (args = '(first: 10)', as = store.merchant) => {
  const fields = 'productInstanceId onHand needed short runsOutAt deliveries'
  const { data, errors } = await store.graphql(`{ inventoryShortfalls${args} { totalCount nodes { ${fields} } } }`, {}, as)
  return { list: data?.inventoryShortfalls, code: errors[0]?.extensions.code }
}

describe('A shortfall', () => {
  it('is what coming renewals take beyond what is on hand, from the one on that is not covered', async () => {
    const product = await monthly(3)
    await renewing(product, 5, { quantity: 2 })
    expect((await onRest()).count).toBe(0)
    await renewing(product, 10, { quantity: 3 })
    await renewing(product, 20)
    const shown = {
      ...{ product_id: product.id, product_instance_id: product.instanceId, on_hand: 3, needed: 6, short: 3 },
      ...{ runs_out_at: text(10), deliveries: 2, type: 'inventory_shortfall' },
      url: `/v1/product_instances/${product.instanceId}/inventory/`,
    }
    expect(await onRest()).toEqual({ count: 1, next: null, prev: null, results: [shown] })
    const { list } = await inGraphql()
    const found = { onHand: 3, needed: 6, short: 3, runsOutAt: text(10), deliveries: 2 }
    expect(list).toEqual({ totalCount: 1, nodes: [{ productInstanceId: String(product.instanceId), ...found }] })
    await db.productInventory.updateMany({ where: { productInstanceId: product.instanceId }, data: { quantityOnHand: 5 } })
    expect((await onRest()).results).toMatchObject([{ on_hand: 5, needed: 6, short: 1, runs_out_at: text(20), deliveries: 1 }])
    await db.productInventory.updateMany({ where: { productInstanceId: product.instanceId }, data: { quantityOnHand: 6 } })
    expect((await onRest()).results).toEqual([])
  })

  it('counts open deliveries whose pieces are still on the shelf, before renewals of the same time', async () => {
    const product = await monthly(2)
    await renewing(product, 4, { quantity: 2 })
    await delivery(product, 4, { quantity: 3, taken: 1 })
    expect((await onRest()).results).toMatchObject([{ needed: 4, short: 2, runs_out_at: text(4), deliveries: 1 }])
    for (const columns of [{ taken: 1 }, { status: 'fulfilled' }, { status: 'cancelled' }, { onHold: true }])
      await delivery(product, 2, columns)
    expect((await onRest()).results).toMatchObject([{ needed: 4, deliveries: 1 }])
    // One that is overdue comes first.
    await delivery(product, -3)
    expect((await onRest()).results).toMatchObject([{ needed: 5, short: 3, runs_out_at: text(4), deliveries: 2 }])
  })

  it('is of a prepaid subscription by its later deliveries, and no longer once they are sent', async () => {
    const product = await addProduct(db, { stock: 2, terms: [{ cycles: 3, price: 900 }] })
    const buyer = await addCustomer(db)
    const products = [{ product_instance: { id: product.instanceId }, term: { id: product.terms[0]?.id } }]
    await ask(store, 'REST', 'createOrder', { customer: { id: buyer.id }, products })
    await db.subscription.updateMany({ where: { customerId: buyer.id }, data: { autorenew: false } })
    expect((await onRest('?days=100')).results).toMatchObject([{ on_hand: 1, needed: 2, short: 1, deliveries: 1 }])
    expect((await onRest('?days=40')).results).toEqual([])
    const [, second, third] = await db.fulfillment.findMany({
      where: { order: { customerId: buyer.id } },
      orderBy: { cycleNumber: 'asc' },
    })
    await ask(store, 'REST', 'shipShipment', { id: Number(second?.shipmentId) })
    expect((await onRest('?days=100')).results).toMatchObject([{ on_hand: 0, needed: 1, deliveries: 1 }])
    await ask(store, 'REST', 'shipShipment', { id: Number(third?.shipmentId) })
    expect((await onRest('?days=100')).results).toEqual([])
  })

  it('is not of what is not counted, and of what may be bought when none is there it is', async () => {
    const [untracked, product] = [
      await monthly(),
      await addProduct(db, { stock: 0, outOfStockPurchases: true, terms: [{ cycles: 1, price: 1 }] }),
    ]
    for (const each of [untracked, product]) await renewing(each, 3)
    expect((await onRest()).results).toMatchObject([{ product_instance_id: product.instanceId, short: 1 }])
    await db.productInventory.updateMany({ where: { productInstanceId: product.instanceId }, data: { quantityOnHand: -2 } })
    expect((await onRest()).results).toMatchObject([{ on_hand: -2, needed: 1, short: 3, runs_out_at: text(3) }])
  })

  it('counts a subscription only while it renews by itself, with the plan that it changes to', async () => {
    const [product, other] = [await monthly(0), await monthly(0)]
    const no = [
      { autorenew: false },
      { isGift: true },
      { status: 'past_due' },
      { status: 'suspended', pausedAt: ago(1) },
      { paymentUnderWay: true },
    ]
    for (const columns of no) await renewing(product, 3, columns)
    expect((await onRest()).results).toEqual([])
    const scheduled = {
      scheduledTermId: product.terms[0]?.id,
      scheduledProductInstanceId: other.instanceId,
      scheduledQuantity: 4,
    }
    await renewing(product, 3, { quantity: 2, ...scheduled })
    expect((await onRest()).results).toMatchObject([{ product_instance_id: other.instanceId, needed: 4, deliveries: 1 }])
  })
})

describe('The list', () => {
  /** Three products that run out after 9, 3 and 6 days. */
  const three = async () => {
    const products = [await monthly(0), await monthly(1), await monthly(0)]
    for (const [place, product] of products.entries()) await renewing(product, [9, 3, 6][place] ?? 0, { quantity: place + 1 })
    return products.map(({ instanceId }) => instanceId)
  }
  const idsOf = ({ results }: { results: { product_instance_id: number }[] }) => results.map((row) => row.product_instance_id)

  it('is in the order in which they run out, a page at a time, and in others that are asked for', async () => {
    const [late, early, middle] = await three()
    const first = await onRest('?limit=2')
    expect([first.count, first.next, idsOf(first)]).toEqual([3, '?page=1&limit=2', [early, middle]])
    expect(idsOf(await onRest('?page=1&limit=2'))).toEqual([late])
    expect(idsOf(await onRest('?sort=-needed'))).toEqual([middle, early, late])
    const walk = async (after?: string) => {
      const query =
        'query ($after: String) { inventoryShortfalls(first: 1, after: $after) { edges { cursor node { productInstanceId } } pageInfo { hasNextPage } } }'
      return (await store.graphql(query, { after })).data.inventoryShortfalls
    }
    const ids: number[] = []
    for (let page = await walk(); ; page = await walk(page.edges[0].cursor)) {
      ids.push(Number(page.edges[0].node.productInstanceId))
      if (!page.pageInfo.hasNextPage) break
    }
    expect(ids).toEqual([early, middle, late])
    expect(idsOf(await onRest('?page=2000&limit=1'))).toEqual([])
  })

  it('is narrowed by columns and by what they lead to, and embeds it', async () => {
    const [late, early, middle] = await three()
    expect(idsOf(await onRest('?short__ge=2'))).toEqual([middle])
    expect(idsOf(await onRest(`?runs_out_at__gt=${text(5)}`))).toEqual([middle, late])
    const { sku } = await db.productInstance.findUniqueOrThrow({ where: ofStore(early ?? 0) })
    expect(idsOf(await onRest(`?instance.sku=${sku}`))).toEqual([early])
    const { results } = await onRest('?limit=1&with=instance,product')
    expect(results).toMatchObject([{ instance: { id: early, sku }, product: { id: results[0].product_id } }])
    const { list } = await inGraphql('(filter: { OR: [{ needed: { eq: 1 } }, { short: { gt: 2 } }] })')
    expect(list.nodes.map((row: { productInstanceId: string }) => Number(row.productInstanceId))).toEqual([middle, late])
  })

  it('looks 30 days ahead, or as many as are asked for, to the second', async () => {
    const product = await monthly(0)
    const id = await renewing(product, 30)
    expect((await onRest()).count).toBe(1)
    await db.subscription.update({ where: ofStore(id), data: { endDate: new Date(inDays(30).getTime() + 1_000) } })
    expect((await onRest()).count).toBe(0)
    expect((await onRest('?days=31')).count).toBe(1)
    expect((await inGraphql('(days: 31)')).list.totalCount).toBe(1)
    expect((await inGraphql('(days: null)')).list.totalCount).toBe(0)
  })

  it.each(['0', '367', '-1', 'x', '1.5'])('refuses days=%s', async (days) => {
    const { status, body } = await store.rest(`GET ${path}?days=${days}`)
    expect([status, body.errors]).toEqual([400, [`days must be a whole number from 1 to 366, not ${days}.`]])
  })

  it('refuses what is out of range in GraphQL, and what it does not know on REST', async () => {
    const { errors } = await store.graphql('{ inventoryShortfalls(days: 367) { totalCount } }')
    expect(errors).toMatchObject([{ message: 'days must be from 1 to 366, not 367.', extensions: { code: 'BAD_INPUT' } }])
    expect((await onRest('?day=3')).errors[0]).toContain('Unknown filter: day')
    expect((await store.rest('GET /v1/inventory/?days=3')).body.errors[0]).toContain('Unknown filter: days')
  })

  it('goes by the clock of the store', async () => {
    await renewing(await monthly(0), 45)
    await db.store.update({ where: { id: 1n }, data: { hasTestClock: true, clockNow: inDays(20) } })
    expect((await onRest()).count).toBe(1)
    await db.store.update({ where: { id: 1n }, data: { hasTestClock: false, clockNow: null } })
    expect((await onRest()).count).toBe(0)
  })

  it('is one statement, whatever it shows, and takes its deliveries by their indexes', async () => {
    await three()
    for (const query of ['?limit=1', '?limit=50&with=all&sort=short&needed__gt=0'])
      expect(await store.statements(() => onRest(query))).toHaveLength(1)
    const [statement = ''] = await store.statements(() => onRest())
    expect(statement).toContain('product_inventory AS stock')
    const literal = statement
      .replaceAll('$1', '1')
      .replace(/\$\d+::timestamptz/g, 'now()')
      .replace(/\$\d+::int/g, '30')
    const plan = await db.$transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`
      await tx.$executeRaw`SET LOCAL enable_bitmapscan = off`
      return tx.$queryRawUnsafe<object[]>(`EXPLAIN ${literal} /* store_id = 1 */`)
    })
    const lines = plan.flatMap((line) => Object.values(line).map(String)).join('\n')
    for (const index of ['fulfillment_coming', 'subscription_renewing'])
      expect(lines).toMatch(new RegExp(`using ${index} on .*\n +Index Cond: .*store_id = .* AND .*instance_id = `))
  })
})

describe('Who may', () => {
  it('see it are merchants with read_inventory, their own store alone', async () => {
    const [own, foreign] = [await monthly(0), await monthly(0, 2)]
    for (const product of [own, foreign]) await renewing(product, 3)
    expect((await onRest()).results).toMatchObject([{ product_instance_id: own.instanceId }])
    expect((await onRest('', store.otherMerchant)).results).toMatchObject([{ product_instance_id: foreign.instanceId }])
    expect((await inGraphql('(first: 5)', store.otherMerchant)).list.totalCount).toBe(1)
    const none = await onRest(`?instance.id=${foreign.instanceId}`)
    expect(none).toEqual(await onRest('?instance.id=9007199254740991'))
    expect(await inGraphql('(first: 1)', store.customer)).toMatchObject({ code: 'FORBIDDEN' })
    expect((await store.rest(`GET ${path}`, store.customer)).status).toBe(403)
    expect((await store.rest(`GET ${path}`, undefined)).status).toBe(401)
    const data = {
      storeId: 1n,
      clientId: 'tk_short',
      secretHash: hashSecret('tk_short', 's'),
      scopes: ['read_products'],
      createdAt: new Date(0),
    }
    await db.merchantKey.create({ data })
    expect(await onRest('', 'Bearer tk_short.s')).toEqual({ errors: ['The key lacks the scope read_inventory.'] })
  })

  it('costs what its computation does, beside its page', async () => {
    const { cost } = await costOf('{ inventoryShortfalls(first: 10) { nodes { short } } }')
    expect(cost.requested).toBe(111)
  })
})

const costOf = async (query: string) => {
  const init = {
    method: 'POST',
    body: JSON.stringify({ query }),
    headers: { Authorization: store.merchant, 'Content-Type': 'application/json' },
  }
  return (await (await store.fetch('/graphql', init)).json()).extensions
}
