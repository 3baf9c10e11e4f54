/** Compares what a shop has come to with its models, and what it says of itself in sums with a recount. */
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../src/db/connect.ts'
import { written } from './dates.ts'
import type { Life } from './life.ts'
import { recount } from './recount.ts'
import { told } from './simulate.ts'
import type { Shop } from './stage.ts'
import type { SeenOrder, SeenSubscription } from './story.ts'

const time = (date: Date): string => written(date.getTime())
const timeOrNone = (date: Date | null): string | null => date && time(date)

/** Every subscription of a store as it is stored, by its id. */
export async function subscriptionsOf(db: Db, storeId: bigint): Promise<Map<number, SeenSubscription>> {
  const coupons = { where: { appliedAt: null }, orderBy: { id: 'asc' } } as const
  const rows = await db.subscription.findMany({ where: { storeId }, include: { coupons } })
  return new Map(
    rows.map(
      ({ id, status, autorenew, endDate, skippedDate, credit, revenue, failedRenewals, nextTryAt, pastDueReason, coupons }) => {
        const isTried = status === 'active' || status === 'past_due'
        const seen = {
          ...{ status, autorenew, endDate: time(endDate), skippedDate: timeOrNone(skippedDate) },
          ...{ credit: credit === null ? null : Number(credit), revenue: Number(revenue) },
          ...{ failedRenewals: isTried ? failedRenewals : null, nextTryAt: isTried ? timeOrNone(nextTryAt) : null },
          pastDueReason,
          coupons: coupons.map(({ couponId, numRenewals, unpaidOrderId }) => ({
            ...{ id: Number(couponId), left: numRenewals, isHeld: unpaidOrderId !== null },
          })),
        }
        return [Number(id), seen]
      },
    ),
  )
}

/** @returns where the shop differs from its models. */
export async function compareShop(db: Db, shop: Shop): Promise<string[]> {
  const differences: string[] = []
  const step = 100
  for (let from = 0; from < shop.lives.length; from += step)
    differences.push(...(await compareLives(db, shop.storeId, shop.lives.slice(from, from + step))))
  return [...differences, ...(await recount(db, shop))]
}

async function compareLives(db: Db, storeId: bigint, lives: readonly Life[]): Promise<string[]> {
  const ids = lives.map(({ beginning }) => BigInt(beginning.id))
  const orders = await ordersOf(db, storeId, ids)
  const events = await eventsOf(db, storeId, ids)
  return lives.flatMap((life) => {
    const found = orders.get(life.beginning.id) ?? []
    const differing = found.findIndex((order, index) => !isDeepStrictEqual(order, life.orders[index]))
    if (differing >= 0) return [told(life, `its order ${differing} is`, life.orders[differing], found[differing])]
    if (found.length !== life.orders.length) return [told(life, 'its orders are', life.orders.length, found.length)]
    const [expected, happened] = [[...life.events].sort(), (events.get(life.beginning.id) ?? []).sort()]
    return isDeepStrictEqual(expected, happened) ? [] : [told(life, 'its events are', expected, happened)]
  })
}

async function ordersOf(db: Db, storeId: bigint, ids: bigint[]): Promise<Map<number, SeenOrder[]>> {
  const lines = await db.orderProduct.findMany({
    where: { storeId, subscriptionId: { in: ids } },
    orderBy: { orderId: 'asc' },
    include: {
      order: {
        include: {
          products: true,
          transactions: { orderBy: { id: 'asc' } },
          fulfillments: { orderBy: [{ cycleNumber: 'asc' }, { id: 'asc' }], include: { shipment: true } },
        },
      },
    },
  })
  const found = new Map<number, SeenOrder[]>()
  for (const { subscriptionId, order, ...line } of lines) {
    const { isRenewal, status, financialStatus, fulfillmentStatus, placedAt } = order
    const seen: SeenOrder = {
      ...{ placedAt: time(placedAt), isRenewal, status, financialStatus, fulfillmentStatus },
      subTotal: Number(order.subTotal),
      totalDiscount: Number(order.totalDiscount),
      totalShipping: Number(order.totalShipping),
      total: Number(order.total),
      creditApplied: Number(order.creditApplied),
      totalPrice: Number(order.totalPrice),
      totalTax: Number(order.totalTax),
      line: {
        productId: Number(line.productId),
        productInstanceId: Number(line.productInstanceId),
        ...{ name: line.name, sku: line.sku, price: Number(line.price), quantity: line.quantity, total: Number(line.total) },
      },
      transactions: order.transactions.map(({ createdAt, result, total }) => ({
        at: time(createdAt),
        result,
        total: Number(total),
      })),
      deliveries: order.fulfillments.map(({ cycleNumber, totalCycles, fulfillmentDate, status: itsStatus, shipment }) => ({
        ...{ cycle: cycleNumber, cycles: totalCycles, due: time(fulfillmentDate) },
        ...{ shipmentMade: time(shipment.createdAt), status: itsStatus, shipmentStatus: shipment.status },
      })),
    }
    found.set(Number(subscriptionId), [...(found.get(Number(subscriptionId)) ?? []), seen])
  }
  return found
}

/** The events of subscriptions, but for those that no other type is about. */
async function eventsOf(db: Db, storeId: bigint, ids: bigint[]): Promise<Map<number, string[]>> {
  const rows = await db.event.findMany({ where: { storeId, subscriptionId: { in: ids }, type: { not: 'subscription.updated' } } })
  const found = new Map<number, string[]>()
  for (const { subscriptionId, createdAt, type } of rows) {
    const events = found.get(Number(subscriptionId)) ?? []
    events.push(`${time(createdAt)} ${type}`)
    found.set(Number(subscriptionId), events)
  }
  return found
}
