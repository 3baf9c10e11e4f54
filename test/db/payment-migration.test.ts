/** Payments and failed renewals of an older version are completed by this one. */
import { describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import type { Session } from '../../src/db/session.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { TestGateway } from '../payments/gateway.ts'
import { openMigrated } from './migrated.ts'

const db = await openMigrated('_payment_states', leaveBehind)

/** A customer whose subscription 1 is past due, after a renewal was tried twice; 2 was renewed since, 3 cancelled. */
async function leaveBehind(session: Session): Promise<void> {
  const line = (order: number, subscription: number) => `(1, ${order}, 1, 1, ${subscription}, 1, 'Tea', 'TEA', 2400, 1, 2400)`
  const order = (id: number, state: string, day: number, credit = 0) =>
    `(${id}, 1, 1, '${state}', 'unfulfilled', true, '2026-02-${day}', 'open', 2400, 2400, 2400, ${credit})`
  const payment = (id: number, state: string, orderId: number | null, key: string | null, coupons = '[]') =>
    `(${id}, 1, 1, 1, ${orderId}, 'reference ${id}', 2400, '${state}', '2026-02-20',
      '{"storeId":1,"customerId":1,"addressId":1,"paymentMethodId":1,"shows":"order","isRenewal":false,"isTest":false,
        "placedAt":"2026-02-20T00:00:00Z","lines":[{"productId":1,"productInstanceId":1,"name":"Tea","sku":"TEA","price":2400,
        "quantity":1,"shipping":0,"isTracked":false}],"totals":{"subTotal":2400,"totalDiscount":0,"totalPrice":2400,
        "totalShipping":0,"totalTax":0,"total":2400,"creditApplied":0,"charge":2400},"subscriptionCouponIds":${coupons}${
          key ? `,"claim":{"credential":"key old","key":"${key}"}` : ''
        }}')`
  await session.exec(`
    INSERT INTO store (name, host, created_at) VALUES ('Old', 'localhost', now());
    INSERT INTO customer (store_id, first_name, last_name, name, email, country, location, created_at, num_orders)
      VALUES (1, 'A', 'B', 'A B', 'a@example.com', 'US', 'Here', now(), 5);
    INSERT INTO payment_method (store_id, customer_id, gateway_token, brand, last4, exp_month, exp_year, is_default, created_at)
      VALUES (1, 1, 'tok_succeed', 'visa', '4242', 1, 2032, true, now());
    INSERT INTO product_billing (store_id, rebill_day, rebill_months) VALUES (1, 0, 1);
    INSERT INTO product (store_id, name, description, slug, sku, product_billing_id) VALUES (1, 'Tea', 'Tea', 'tea', 'TEA', 1);
    INSERT INTO product_instance (store_id, product_id, price, sku) VALUES (1, 1, 2400, 'TEA');
    INSERT INTO subscription_type (store_id, product_id, name) VALUES (1, 1, 'Standard');
    INSERT INTO subscription_type_term (store_id, subscription_type_id, name, num_cycles) VALUES (1, 1, 'Monthly', 1);
    INSERT INTO subscription (store_id, customer_id, product_id, product_instance_id, product_billing_id, term_id, billing_name,
      end_date, start_date, status, credit)
      SELECT 1, 1, 1, 1, 1, 1, 'TEA', '2026-02-10', '2026-01-10', status::"SubscriptionStatus", 100
      FROM (VALUES ('past_due'), ('active'), ('cancelled')) AS all_of (status);
    INSERT INTO coupon (store_id, code, name, discount_type, discount_value, num_renewals, created_at)
      VALUES (1, 'TENTH', 'Tenth', 'percent', 10, 1, now());
    INSERT INTO subscription_coupon (store_id, subscription_id, coupon_id, code_used, num_renewals) VALUES (1, 1, 1, 'TENTH', 1);
    INSERT INTO "order" (id, store_id, customer_id, financial_status, fulfillment_status, is_renewal, placed_at, status, sub_total,
      total, total_price, credit_applied) VALUES
      ${order(1, 'unpaid', 10)}, ${order(2, 'unpaid', 11, 300)}, ${order(3, 'unpaid', 12)}, ${order(4, 'paid', 13)}, ${order(5, 'unpaid', 14)};
    INSERT INTO order_product (store_id, order_id, product_id, product_instance_id, subscription_id, term_id, name, sku, price,
      quantity, total) VALUES ${line(1, 1)}, ${line(2, 1)}, ${line(3, 2)}, ${line(4, 2)}, ${line(5, 3)};
    INSERT INTO transaction (store_id, order_id, created_at, result, total)
      SELECT 1, id, placed_at, (CASE financial_status WHEN 'paid' THEN 'captured' ELSE 'failed' END)::"TransactionResult", total FROM "order";
    INSERT INTO payment (id, store_id, customer_id, payment_method_id, order_id, reference, amount, state, created_at, plan) VALUES
      ${payment(1, 'declined', 2, null, '[1]')}, ${payment(2, 'recorded', null, 'open')}, ${payment(3, 'failed', null, null)},
      ${payment(4, 'failed', null, null)};
    INSERT INTO idempotency_key (credential, key, fingerprint, created_at) VALUES ('key old', 'open', 'x', now());
  `)
}

describe('A database of before', () => {
  it('has one order waiting for a subscription that is past due, and closes those nothing will pay', async () => {
    const subscriptions = await db.subscription.findMany({ orderBy: { id: 'asc' }, include: { coupons: true } })
    expect(subscriptions.map(({ unpaidOrderId }) => unpaidOrderId)).toEqual([2n, null, null])
    const orders = await db.order.findMany({ orderBy: { id: 'asc' } })
    expect(orders.map(({ status }) => status)).toEqual(['closed', 'open', 'closed', 'open', 'closed'])
    // The rest of the credit is taken, and the coupon of that try held.
    expect([orders[1]?.creditApplied, subscriptions[0]?.credit]).toEqual([100n, 0n])
    expect(subscriptions[0]?.coupons).toMatchObject([{ unpaidOrderId: 2n }])
  })

  it('looks once more for what was given up, gives back what was charged, and asks about what was open', async () => {
    const gateway = new TestGateway()
    const captured = { result: 'captured', gatewayReference: 'x' } as const
    gateway.books.set('reference 3', captured)
    const clock = clockOf(() => new Date(Date.now() + 60_000))
    const results = await reconcile({ db, gateways: gatewaysOf(gateway), clock })
    expect(results.sort((one, other) => (one.reference < other.reference ? -1 : 1))).toMatchObject([
      { reference: 'reference 2', result: 'never charged' },
      { reference: 'reference 3', result: 'to be given back' },
      { reference: 'reference 4', result: 'never charged' },
    ])
    expect(await reconcile({ db, gateways: gatewaysOf(gateway), clock })).toEqual([
      { reference: 'reference 3', result: 'given back' },
    ])
    expect([...gateway.refunds]).toEqual([['reference 3', 1]])
    expect(await db.idempotencyKey.count()).toBe(0)
    expect(await db.payment.count({ where: { dueAt: { not: null }, state: { not: 'refunded' } } })).toBe(0)
  })
})
