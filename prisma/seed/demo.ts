/** Makes the demo store: two shops in which every state can be seen, the same on every day but for the dates. */
import { hashSecret } from '../../src/auth/secret.ts'
import type { Db } from '../../src/db/connect.ts'
import { permissions } from '../../src/resources/store/rules.ts'
import { fillCustomers, hasStores, holdDeliveries, holdStores, moveSequences, NotEmpty, noteFilledStore } from './database.ts'
import { type Calendar, calendarFrom } from './demo/calendar.ts'
import { addHarbourCustomers, addLarchCustomers } from './demo/customers.ts'
import { addHarbour } from './demo/harbour.ts'
import { addLarchAccount } from './demo/larch-account.ts'
import { addLarchCatalogue, addLarchCoupons, addLarchDraft, addLarchSurveys } from './demo/larch-catalogue.ts'
import { addLarchOrders } from './demo/larch-orders.ts'
import { addLarchSubscriptions } from './demo/larch-subscriptions.ts'
import { salesTax } from './demo/purchase.ts'
import { Rows } from './demo/rows.ts'
import { addStaff } from './demo/staff.ts'

/** The demo shops' merchant keys, for the start screen. They exist in the demo seed and nowhere else. */
export const demoKeys = [
  { clientId: 'demo', secret: 'demo-secret', storeId: 1 },
  { clientId: 'demo2', secret: 'demo2-secret', storeId: 2 },
] as const

/** A customer of the first shop who has subscriptions, filled-in questionnaires, shipments and metadata. */
export const demoCustomerId = 1
export const demoStoreId = 1

/**
 * Writes the demo store into an empty database, all of it or nothing.
 *
 * @throws NotEmpty when there is a store already.
 */
export async function seedDemo(db: Db, now: Date): Promise<void> {
  const rows = demoRows(calendarFrom(now))
  await db.$transaction(
    async (tx) => {
      await tx.$executeRawUnsafe(holdStores)
      const [{ found } = { found: false }] = await tx.$queryRawUnsafe<{ found: boolean }[]>(hasStores)
      if (found) throw new NotEmpty()
      await rows.write(tx)
      for (const statement of [
        linkUnpaidOrders,
        countRevenue,
        countCustomers,
        holdDeliveries,
        openStock,
        takeStock,
        moveSequences,
      ])
        await tx.$executeRawUnsafe(statement)
      for (const { id } of await tx.store.findMany({ select: { id: true } }))
        for (const statement of [fillCustomers(id, now, 'true'), noteFilledStore(id, now)]) await tx.$executeRawUnsafe(statement)
    },
    { timeout: 60_000 },
  )
}

function demoRows(calendar: Calendar): Rows {
  const rows = new Rows()
  const createdAt = calendar.day(-1200)
  const larch = rows.add('store', {
    name: 'Larch & Lantern',
    host: 'localhost',
    timeZone: 'America/Chicago',
    replyTo: 'hello@larch.example',
    dispatchCountry: 'US',
    hasTestClock: true,
    // The other shop opens nothing.
    customersMay: [...permissions],
    accountUrl: 'http://localhost:4000/account',
    withdrawalCountries: ['US'],
    createdAt,
  })
  const harbour = rows.add('store', {
    name: 'Harbour Crumb',
    host: 'second.localhost',
    currency: 'GBP',
    timeZone: 'Europe/London',
    dispatchCountry: 'GB',
    hasTestClock: true,
    createdAt,
  })
  for (const { clientId, secret, storeId } of demoKeys) {
    const key = { storeId, clientId, secretHash: hashSecret(clientId, secret), name: 'Demo', scopes: ['*'], createdAt }
    rows.add('merchantKey', key)
  }
  addStaff(rows, { larch, harbour }, calendar)
  rows.add('webhook', { storeId: larch, ...demoWebhook, createdAt })
  // Archived: orders of the demo paid the tax, new prices are without, and shipping by weight costs nothing.
  for (const [storeId, country] of [
    [larch, 'US'],
    [harbour, 'GB'],
  ] as const) {
    const archivedAt = calendar.day(-1199)
    rows.add('taxRate', { storeId, ...salesTax, taxesShipping: false, validFrom: createdAt, archivedAt: calendar.day(0) })
    const zoneId = rows.add('shippingZone', { storeId, name: 'Trial', country, archivedAt })
    rows.add('shippingBand', { storeId, zoneId, below: 16, price: 500n })
  }
  const customers = addLarchCustomers(rows, larch, calendar)
  const catalogue = addLarchCatalogue(rows, larch, calendar)
  const coupons = addLarchCoupons(rows, larch, catalogue, calendar)
  const surveys = addLarchSurveys(rows, larch, catalogue)
  addLarchSubscriptions(rows, calendar, customers, catalogue, coupons, surveys)
  addLarchOrders(rows, calendar, customers, catalogue, coupons)
  addLarchAccount(rows, larch, coupons.tenth, calendar)
  addHarbour(rows, harbour, calendar, addHarbourCustomers(rows, harbour, calendar))
  addLarchDraft(rows, larch, catalogue)
  return rows
}

// A name that leads nowhere, and events that are rare: nothing is sent while the demo is tried.
const demoWebhook = {
  url: 'https://shop.example/hooks/tandem',
  types: ['payment.credited'],
  secret: `whsec_${Buffer.from('demo-webhook-secret').toString('base64')}`,
  lastSequence: 0n,
}

// A subscription whose renewal failed waits for the order of it to be paid.
const linkUnpaidOrders = `
  UPDATE subscription SET unpaid_order_id = o.id
  FROM order_product line JOIN "order" o ON o.store_id = line.store_id AND o.id = line.order_id
  WHERE line.store_id = subscription.store_id AND line.subscription_id = subscription.id AND subscription.status = 'past_due'
    AND o.is_renewal AND o.financial_status = 'unpaid'`

// Payments less refunds, for an order.
const orderRevenue = `
  SELECT store_id, order_id, sum(CASE result WHEN 'captured' THEN total WHEN 'refunded' THEN -total ELSE 0 END) AS revenue
  FROM transaction GROUP BY store_id, order_id`

const countRevenue = `
  UPDATE subscription SET revenue = counted.revenue
  FROM (
    SELECT line.store_id, line.subscription_id, sum(taken.revenue) AS revenue
    FROM order_product line JOIN (${orderRevenue}) taken USING (store_id, order_id)
    WHERE line.subscription_id IS NOT NULL GROUP BY 1, 2
  ) counted
  WHERE counted.store_id = subscription.store_id AND counted.subscription_id = subscription.id`

// The counts of the demo are as its orders left them: its movements begin with it.
const openStock = `
  INSERT INTO inventory_movement (id, store_id, product_instance_id, kind, quantity, on_hand, cause, cause_id, created_at)
  SELECT movement.id, store_id, product_instance_id, 'opening', quantity_on_hand, quantity_on_hand, 'count', movement.id, created_at
  FROM (
    SELECT nextval('inventory_movement_id_seq') AS id, store_id, product_instance_id, quantity_on_hand, store.created_at
    FROM product_inventory AS stock JOIN store ON store.id = stock.store_id WHERE quantity_on_hand <> 0 ORDER BY stock.id
  ) AS movement`

const takeStock = `
  UPDATE fulfillment SET taken = fulfillment.quantity FROM product_inventory AS stock
  WHERE stock.store_id = fulfillment.store_id AND stock.product_instance_id = fulfillment.instance_id AND stock.track_inventory
    AND (cycle_number = 1 OR status = 'fulfilled')`

const countCustomers = `
  UPDATE customer SET
    num_orders = (SELECT count(*) FROM "order" o WHERE o.store_id = customer.store_id AND o.customer_id = customer.id
      AND NOT (o.financial_status = 'unpaid' AND o.status = 'closed')),
    last_order_at = (SELECT max(placed_at) FROM "order" o WHERE o.store_id = customer.store_id AND o.customer_id = customer.id),
    num_subscriptions = (SELECT count(*) FROM subscription s WHERE s.store_id = customer.store_id AND s.customer_id = customer.id),
    total_revenue = (
      SELECT coalesce(sum(revenue), 0) FROM "order" o JOIN (${orderRevenue}) taken ON taken.store_id = o.store_id AND taken.order_id = o.id
      WHERE o.store_id = customer.store_id AND o.customer_id = customer.id
    )`
