/**
 * The orders of one batch with their lines, payments, parcels and deliveries, as statements that read the scratch tables.
 *
 * Each paid term is an order; a past-due or unpaid subscription has one more, whose payment failed. One order in fifty is
 * refunded by a quarter, one in fifty altogether. A parcel leaves a day after its delivery is due.
 */
import type { BatchStatement } from './statement.ts'

const labelCost = 395
const shippingACycle = 500

/** A customer's two addresses: the one in use, and its frozen copy, which orders and sent parcels refer to. */
export const liveAddress = (customer: string) => `${customer} * 2 - 1`
export const frozenAddress = (customer: string) => `${customer} * 2`

export const orderStatements = (today: string): BatchStatement[] => [
  { sql: chooseOrders(today), scratch: true },
  ...[orders, lines, transactions, shipments(today), labels(today), fulfillments(today)].map((sql) => ({ sql })),
]

// The delivery of cycle c is due c - 1 months after the order was placed.
const due = (placed: string, cycle: string) => `${placed} + make_interval(months => ${cycle} - 1)`
const hasLeft = (date: string, today: string) => `${date} < timestamptz '${today} 00:00Z' - interval '2 days'`

const chooseOrders = (today: string) => `
  INSERT INTO seed_order
  SELECT (SELECT coalesce(max(id), 0) FROM "order") + row_number() OVER numbered, store, customer, subscription, product, instance, term,
    cycles, number, paid, placed, price, discount, shipping, tax, price - discount + shipping + tax,
    CASE WHEN NOT paid THEN 0 WHEN throw = 0 THEN price / 4 WHEN throw = 1 THEN price - discount + shipping + tax ELSE 0 END,
    CASE WHEN paid THEN (SELECT count(*) FROM generate_series(1, cycles) c WHERE ${hasLeft(due('placed', 'c'), today)}) ELSE 0 END,
    coalesce(sum(CASE WHEN paid AND throw < 2 THEN 2 ELSE 1 END) OVER earlier, 0),
    coalesce(sum(CASE WHEN paid THEN cycles ELSE 0 END) OVER earlier, 0)
  FROM (
    SELECT *, (price - discount + 6) * 2 / 25 AS tax FROM (
      SELECT s.store, s.customer, s.id AS subscription, s.product, s.instance, s.term, s.cycles, number, number <= s.paid AS paid,
        s.started + make_interval(months => (number - 1) * s.cycles) AS placed, s.price,
        CASE WHEN s.coupon = 1 AND number = s.paid THEN s.price / 10 ELSE 0 END AS discount,
        ${shippingACycle} * s.cycles AS shipping, (s.id * 7 + number * 11) % 50 AS throw
      FROM seed_subscription s, generate_series(1, s.paid + (s.status IN ('past_due', 'unpaid'))::int) number
    ) priced
  ) taxed
  WINDOW numbered AS (ORDER BY subscription, number),
    earlier AS (ORDER BY subscription, number ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`

const orders = `
  INSERT INTO "order" (id, store_id, customer_id, address_id, payment_method_id, card_refunded_amount, financial_status,
    fulfillment_status, gross_shipping, is_renewal, placed_at, refunded_amount, status, sub_total, total, total_discount,
    total_label_cost, total_price, total_shipping, total_tax, transaction_fee, transaction_fee_status, paid_at)
  SELECT id, store, customer, ${frozenAddress('customer')}, customer, refund,
    (CASE WHEN NOT paid THEN 'unpaid' WHEN refund = total THEN 'refunded' WHEN refund > 0 THEN 'partially_refunded' ELSE 'paid' END)
      ::"OrderFinancialStatus",
    (CASE sent WHEN 0 THEN 'unfulfilled' WHEN cycles THEN 'fulfilled' ELSE 'partial' END)::"OrderFulfillmentStatus",
    shipping, number > 1, placed, refund, (CASE sent WHEN cycles THEN 'closed' ELSE 'open' END)::"OrderStatus", price, total, discount,
    CASE WHEN sent > 0 THEN sent * ${labelCost} END, price - discount, shipping, tax,
    CASE WHEN paid THEN total * 29 / 1000 + 30 ELSE 0 END, CASE WHEN paid THEN 'paid' END,
    CASE WHEN paid THEN placed END
  FROM seed_order ORDER BY id`

const lines = `
  INSERT INTO order_product (id, store_id, order_id, product_id, product_instance_id, subscription_id, term_id, name, sku, price,
    quantity, total, discount, shipping, tax, charged, paid_number)
  SELECT o.id, o.store, o.id, o.product, o.instance, o.subscription, o.term, p.name, i.sku, o.price, 1, o.price, o.discount, o.shipping,
    o.tax, o.total, CASE WHEN o.paid THEN o.number END
  FROM seed_order o JOIN product p ON p.id = o.product JOIN product_instance i ON i.id = o.instance ORDER BY o.id`

const transactions = `
  INSERT INTO transaction (id, store_id, order_id, created_at, kind, result, total, gateway_reference)
  SELECT base.id + transactions_before + attempt, store, seed_order.id,
    CASE attempt WHEN 1 THEN placed ELSE placed + interval '20 hours' END,
    (CASE attempt WHEN 1 THEN 'payment' ELSE 'refund' END)::"TransactionKind",
    (CASE WHEN NOT paid THEN 'failed' WHEN attempt = 1 THEN 'captured' ELSE 'refunded' END)::"TransactionResult",
    CASE attempt WHEN 1 THEN total ELSE refund END, 'sandbox_' || base.id + transactions_before + attempt
  FROM (SELECT coalesce(max(id), 0) AS id FROM transaction) base, seed_order, generate_series(1, 1 + (refund > 0)::int) attempt
  ORDER BY 1`

// A delivery and its parcel have the same id, and so has the label: each cycle travels alone.
const deliveries = (today: string) => `
  (SELECT base.id + deliveries_before + cycle AS delivery, seed_order.*, cycle, ${due('placed', 'cycle')} AS due,
    ${hasLeft(due('placed', 'cycle'), today)} AS has_left
   FROM (SELECT coalesce(max(id), 0) AS id FROM fulfillment) base, seed_order, generate_series(1, cycles) cycle
   WHERE paid ORDER BY 1) d`

const shipments = (today: string) => `
  INSERT INTO shipment (id, store_id, customer_id, ship_address_id, adjusted_ordered_at, created_at, shipped_at, status, tracking_number)
  SELECT delivery, store, customer, CASE WHEN has_left THEN ${frozenAddress('customer')} ELSE ${liveAddress('customer')} END, placed, placed, CASE WHEN has_left THEN due + interval '1 day' END,
    (CASE WHEN has_left THEN 'shipped' ELSE 'unshipped' END)::"ShipmentStatus", CASE WHEN has_left THEN 'TRK' || 100000000 + delivery END
  FROM ${deliveries(today)}`

const labels = (today: string) => `
  INSERT INTO label (id, store_id, shipment_id, carrier, tracking_number, cost, created_at)
  SELECT delivery, store, delivery, 'Parcel Post', 'TRK' || 100000000 + delivery, ${labelCost}, due + interval '20 hours'
  FROM ${deliveries(today)} WHERE has_left`

const fulfillments = (today: string) => `
  INSERT INTO fulfillment (id, store_id, shipment_id, order_id, subscription_id, instance_id, cycle_number, total_cycles,
    fulfillment_date, adjusted_fulfillment_date, taken, shipping, tax, status)
  SELECT delivery, store, delivery, id, subscription, instance, cycle, cycles, due, due, (cycle = 1 OR has_left)::int, shipping / cycles,
    tax / cycles + CASE cycle WHEN cycles THEN tax % cycles ELSE 0 END,
    (CASE WHEN has_left THEN 'fulfilled' ELSE 'open' END)::"FulfillmentStatus"
  FROM ${deliveries(today)}`
