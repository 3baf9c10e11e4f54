/** Compares what a shop has come to with its models, and what it says of itself in sums with a recount. */
import { isDeepStrictEqual } from 'node:util'
import type { Prisma } from '../../prisma/generated/client/client.ts'
import type { Db } from '../../src/db/connect.ts'
import { written } from './dates.ts'
import { compareEvents } from './events.ts'
import type { Order } from './order.ts'
import { nameParts, readOrders } from './read-orders.ts'
import { recount } from './recount.ts'
import { seenOf as seenOfOrder } from './seen-order.ts'
import { seenOf as seenOfLife } from './seen-subscription.ts'
import type { Shop } from './stage.ts'
import type { SeenSubscription } from './story.ts'
import { told, toldOrder } from './told.ts'

const time = (date: Date): string => written(date.getTime())
const numberOrNone = (value: bigint | null): number | null => (value === null ? null : Number(value))
const timeOrNone = (date: Date | null): string | null => date && time(date)

/** Compares every subscription with its model, so that the first difference is told where it comes about. */
export async function compareLives(db: Db, { storeId, lives }: Shop, stop: number): Promise<string[]> {
  const rows = await subscriptionsOf(db, storeId)
  return lives.flatMap((life) => {
    const found = rows.get(life.beginning.id)
    const expected = seenOfLife(life)
    return isDeepStrictEqual(found, expected) ? [] : [told(life, `at ${written(stop)} it is`, expected, found)]
  })
}

/** Every subscription of a store as it is stored, by its id. */
async function subscriptionsOf(db: Db, storeId: bigint): Promise<Map<number, SeenSubscription>> {
  const coupons = { where: { appliedAt: null }, orderBy: { id: 'asc' } } as const
  const rows = await db.subscription.findMany({ where: { storeId }, include: { coupons } })
  return new Map(rows.map((row) => [Number(row.id), seenOf(row)]))
}

type Row = Prisma.SubscriptionGetPayload<{ include: { coupons: true } }>

function seenOf(row: Row): SeenSubscription {
  const { status, autorenew, endDate, skippedDate, pastDueReason, pausedAt, pausedUntil } = row
  const isTried = status === 'active' || status === 'past_due'
  const scheduled = {
    ...{ productInstanceId: Number(row.scheduledProductInstanceId), termId: Number(row.scheduledTermId) },
    ...{ quantity: row.scheduledQuantity ?? 0, fixedPrice: numberOrNone(row.scheduledFixedPrice) },
  }
  return {
    plan: {
      ...{ productInstanceId: Number(row.productInstanceId), termId: Number(row.termId), quantity: row.quantity },
      ...{ fixedPrice: numberOrNone(row.fixedPrice), productId: Number(row.productId) },
      ...{ billingId: Number(row.productBillingId), billingName: row.billingName.toUpperCase() },
    },
    scheduled: row.scheduledTermId === null ? null : scheduled,
    ...{ status, autorenew, endDate: time(endDate), skippedDate: timeOrNone(skippedDate) },
    ...{ credit: numberOrNone(row.credit), changeDifference: numberOrNone(row.changeDifference) },
    revenue: Number(row.revenue),
    ...{ failedRenewals: isTried ? row.failedRenewals : null, nextTryAt: isTried ? timeOrNone(row.nextTryAt) : null },
    isHardDeclined: isTried ? row.isHardDeclined : null,
    ...{ pastDueReason, pausedAt: timeOrNone(pausedAt), pausedUntil: timeOrNone(pausedUntil) },
    coupons: row.coupons.map(({ couponId, numRenewals, unpaidOrderId }) => ({
      ...{ id: Number(couponId), left: numRenewals, isHeld: unpaidOrderId !== null },
    })),
  }
}

/**
 * Finds the orders that are new, and gives those of the model their ids: of each subscription in their order.
 *
 * @returns those that nothing in the model has made.
 */
export async function findOrders(db: Db, { storeId, lives, known }: Shop): Promise<string[]> {
  const last = Math.max(0, ...known.keys())
  const rows = await db.order.findMany({
    where: { storeId, id: { gt: last } },
    orderBy: { id: 'asc' },
    select: { id: true, products: { select: { subscriptionId: true } } },
  })
  return rows.flatMap(({ id: found, products }) => {
    const id = Number(found)
    const life = lives.find(({ beginning }) => products.some(({ subscriptionId }) => Number(subscriptionId) === beginning.id))
    const order = life?.orders.find((each) => each.id === 0)
    const ids = products.map(({ subscriptionId }) => Number(subscriptionId))
    if (!order) return [life ? told(life, `has order ${id} of subscriptions`, 'none', ids) : `Order ${id} is of nobody.`]
    know(known, order, id)
    return []
  })
}

/** Notes the id of an order. */
export function know(known: Shop['known'], order: Order, id: number): void {
  order.id = id
  known.set(id, order)
}

/** Compares orders with their models, whose parts get their ids. */
export async function compareOrders(db: Db, shop: Shop, some: readonly Order[]): Promise<string[]> {
  // Their parcels may hold deliveries of other orders, too.
  const orders = [...new Set(some.flatMap((order) => [order, ...order.parcels.flatMap((parcel) => parcel.orders)]))]
  const stored = await readOrders(
    db,
    shop,
    orders.map(({ id }) => id),
  )
  return orders.flatMap((order) => {
    const found = stored.get(order.id)
    const expected = seenOfOrder(order)
    if (!found || !isDeepStrictEqual(found.seen, expected)) return [toldOrder(order, 'it is', expected, found?.seen)]
    nameParts(order, found)
    return []
  })
}

const step = 200

/** @returns where the shop differs from its models. */
export async function compareShop(db: Db, shop: Shop): Promise<string[]> {
  const differences = await findOrders(db, shop)
  const { customers, known } = shop
  for (const order of customers.flatMap(({ orders }) => orders))
    if (order.id === 0) differences.push(toldOrder(order, 'it is', 'made', undefined))
  const orders = [...known.values()]
  for (let from = 0; from < orders.length; from += step)
    differences.push(...(await compareOrders(db, shop, orders.slice(from, from + step))))
  differences.push(...(await compareEvents(db, shop)))
  return [...differences, ...(await recount(db, shop))]
}
