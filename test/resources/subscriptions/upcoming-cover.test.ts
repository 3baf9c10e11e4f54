/** Renewals to come: whether stock covers each, in turn with all that is to be sent over the whole store. */
import { describe, expect, it } from 'vitest'
import { type Cover, withCover } from '../../../src/resources/subscriptions/forecast/cover.ts'
import type { UpcomingRenewal } from '../../../src/resources/subscriptions/forecast/forecast.ts'
import { openStore } from '../../support/store.ts'
import { addCustomer, addProduct, addSubscription, ago, daySeconds, type Product } from '../../writes/rows.ts'
import { addFulfillment, addOrder, addShipment } from '../shipments/parcels.ts'

const store = await openStore()
const { db } = store
const customer = await addCustomer(db)
const inDays = (days: number) => ago(-days * daySeconds)

describe('The rule', () => {
  const renewal = (days: number, quantity = 1, productInstanceId = 7n) =>
    ({ date: inDays(days), priced: { lines: [{ productInstanceId, quantity }] } }) as unknown as UpcomingRenewal
  const day = (days: number) => Math.floor(inDays(days).getTime() / 86_400_000) * daySeconds
  const cover = (columns: Partial<Cover> = {}): Cover => ({
    instanceId: 7n,
    onHand: 5,
    own: 2,
    until: null,
    days: [],
    ...columns,
  })
  const covered = (renewals: UpcomingRenewal[], of: Cover | null) => [...withCover(renewals, of)].map((each) => each.covered)

  it('gives the next renewal its turn, and those behind it what is left at the end of their day', () => {
    const days: [number, number][] = [
      [day(3), 2],
      [day(12), 3],
    ]
    const four = [renewal(3), renewal(10), renewal(12), renewal(20)]
    expect(covered(four, cover({ days }))).toEqual([true, true, true, false])
    expect(covered(four, cover({ days, onHand: 2 }))).toEqual([true, false, false, false])
    expect(covered(four, cover({ days, onHand: 1 }))).toEqual([false, false, false, false])
  })

  it('has a renewal that is none of the deliveries take its pieces besides', () => {
    expect(covered([renewal(3, 3), renewal(9, 3)], cover({ own: null }))).toEqual([true, false])
    expect(covered([renewal(3, 3)], cover({ own: null, days: [[day(3), 3]] }))).toEqual([false])
    expect(covered([renewal(3, 3)], cover({ own: null, days: [[day(4), 3]] }))).toEqual([true])
  })

  it('knows nothing of what is not counted, of other instances, and of what lies behind too many, unless all is gone', () => {
    expect(covered([renewal(3)], null)).toEqual([null])
    expect(covered([renewal(3, 1, 8n)], cover())).toEqual([null])
    const until = day(5)
    expect(covered([renewal(9)], cover({ own: null, until }))).toEqual([null])
    expect(covered([renewal(9)], cover({ own: null, until, days: [[day(5), 5]] }))).toEqual([false])
  })
})

describe('A renewal to come', () => {
  const monthly = (stock?: number) =>
    addProduct(db, { terms: [{ cycles: 1, price: 900 }], ...(stock !== undefined && { stock }) })
  const renewing = (product: Product, days: number, columns: object = {}) =>
    addSubscription(db, { customer, product, endDate: inDays(days), ...columns })
  const coveredOf = async (id: number, first = 1, as = store.merchant) => {
    const query = `{ subscription(id: ${id}) { upcoming(first: ${first}) { covered } } }`
    const { data, errors } = await store.graphql(query, {}, as)
    expect(errors).toEqual([])
    return data.subscription.upcoming.map(({ covered }: { covered: boolean | null }) => covered)
  }

  it('is covered or not by its turn among those of the store: with 3 on hand, of 2 and 3 pieces the first alone', async () => {
    const product = await monthly(3)
    const [later, earlier] = [await renewing(product, 10, { quantity: 3 }), await renewing(product, 5, { quantity: 2 })]
    expect([await coveredOf(earlier), await coveredOf(later)]).toEqual([[true], [false]])
    const orderId = await addOrder(db, customer)
    const at = { storeId: 1, orderId, shipmentId: await addShipment(db, customer), instanceId: product.instanceId }
    const dates = { fulfillmentDate: inDays(4), adjustedFulfillmentDate: inDays(4) }
    const delivery = await addFulfillment(db, at, { quantity: 2, taken: 0, ...dates })
    expect(await coveredOf(earlier)).toEqual([false])
    await db.fulfillment.updateMany({ where: { id: delivery }, data: { taken: 2 } })
    expect(await coveredOf(earlier)).toEqual([true])
  })

  it('has its turn before those of the same time with higher ids', async () => {
    const product = await monthly(1)
    const ids = [await renewing(product, 5), await renewing(product, 5)]
    expect([await coveredOf(ids[0] ?? 0), await coveredOf(ids[1] ?? 0)]).toEqual([[true], [false]])
  })

  it('leaves those behind it less', async () => {
    const product = await monthly(3)
    const [id, other] = [await renewing(product, 5), await renewing(product, 20)]
    expect(await coveredOf(id, 4)).toEqual([true, true, false, false])
    expect(await coveredOf(other, 2)).toEqual([true, true])
  })

  it('is not known where the count is not kept, nor to customers', async () => {
    expect(await coveredOf(await renewing(await monthly(), 5))).toEqual([null])
    const id = await renewing(await monthly(3), 5)
    expect(await coveredOf(id, 1, await store.customerToken(BigInt(customer.id)))).toEqual([null])
    expect(await coveredOf(id)).toEqual([true])
  })

  it('is of the instance that the subscription changes to', async () => {
    const [product, other] = [await monthly(0), await monthly(3)]
    const [term] = other.terms
    const scheduled = { scheduledTermId: term?.id, scheduledProductInstanceId: other.instanceId, scheduledQuantity: 3 }
    const id = await renewing(product, 5, scheduled)
    expect(await coveredOf(id)).toEqual([true])
    await renewing(other, 4)
    expect(await coveredOf(id)).toEqual([false])
  })

  it('is told by the one statement that reads it, and only where it is asked for', async () => {
    const product = await monthly(3)
    for (const days of [3, 5, 7]) await renewing(product, days)
    const list = (field: string) =>
      `{ subscriptions(first: 50, orderBy: { id: desc }) { nodes { upcoming(first: 3) { ${field} } } } }`
    const [statement = '', ...others] = await store.statements(() => store.graphql(list('covered')))
    expect([statement.includes('product_inventory AS stock'), others]).toEqual([true, []])
    const [without] = await store.statements(() => store.graphql(list('date')))
    expect(without).not.toContain('product_inventory AS stock')
  })

  it('costs twenty points', async () => {
    const costOf = async (fields: string) => {
      const body = JSON.stringify({ query: `{ subscription(id: 1) { upcoming(first: 3) { ${fields} } } }` })
      const headers = { Authorization: store.merchant, 'Content-Type': 'application/json' }
      return (await (await store.fetch('/graphql', { method: 'POST', body, headers })).json()).extensions.cost.requested
    }
    expect((await costOf('date covered')) - (await costOf('date'))).toBe(80)
  })
})
