/** Subscriptions that were past due before reasons were kept get the one that their data tells. */
import { expect, it } from 'vitest'
import type { Session } from '../../src/db/session.ts'
import { openMigrated } from './migrated.ts'

const failedAt = '2026-02-10T09:00:00Z'

/** The columns of each subscription beside its status; one customer has a card and an address, the other has neither. */
const cases: [
  reason: string | null,
  has: { note?: string; noteAt?: string; order?: true; columns?: string; customer?: 1 | 2; term?: 1 | 2 },
][] = [
  ['declined', { order: true }],
  ['out_of_stock', { note: 'There are not 2 in stock of product instance 1.' }],
  ['no_payment_method', { note: 'The subscription has no payment method.', order: true }],
  ['no_address', { note: 'The subscription has no address to send to.' }],
  ['no_price', { note: "Tea has no price for the subscription's term." }],
  // The note is of a failure before the last.
  ['declined', { note: 'The subscription has no payment method.', noteAt: '2026-02-09T09:00:00Z', order: true }],
  ['missed', { columns: `past_due_at = '${failedAt}'` }],
  ['declined', { columns: `past_due_at = '${failedAt}', failed_renewals = 2` }],
  ['declined', {}],
  ['no_payment_method', { customer: 2 }],
  ['no_address', { customer: 2, columns: 'payment_method_id = 1' }],
  ['no_price', { term: 2 }],
  [null, { columns: "status = 'active'" }],
  [null, { columns: "status = 'cancelled'", note: 'The subscription has no payment method.' }],
]

async function leaveBehind({ exec }: Session): Promise<void> {
  await exec(`
    INSERT INTO store (name, host, created_at) VALUES ('Old', 'localhost', now());
    INSERT INTO customer (store_id, first_name, last_name, name, email, country, location, created_at)
      SELECT 1, 'A', 'B', 'A B', n || '@example.com', 'US', 'Here', now() FROM generate_series(1, 2) n;
    INSERT INTO payment_method (store_id, customer_id, gateway_token, brand, last4, exp_month, exp_year, is_default, created_at)
      VALUES (1, 1, 'tok_succeed', 'visa', '4242', 1, 2032, true, now());
    INSERT INTO address (store_id, customer_id, "to", street, city, state, zip_code, country)
      VALUES (1, 1, 'A B', '1 Lane', 'Here', 'OR', '97001', 'US');
    INSERT INTO product_billing (store_id, rebill_day, rebill_months) VALUES (1, 0, 1);
    INSERT INTO product (store_id, name, description, slug, sku, product_billing_id) VALUES (1, 'Tea', 'Tea', 'tea', 'TEA', 1);
    INSERT INTO product_instance (store_id, product_id, price, sku) VALUES (1, 1, 2400, 'TEA');
    INSERT INTO subscription_type (store_id, product_id, name) VALUES (1, 1, 'Standard');
    INSERT INTO subscription_type_term (store_id, subscription_type_id, name, num_cycles) VALUES (1, 1, 'Monthly', 1), (1, 1, 'Quarterly', 3);
    INSERT INTO product_term_price (store_id, product_id, term_id, price, gift) VALUES (1, 1, 1, 2400, false);`)
  for (const [index, [, { note, noteAt = failedAt, order, columns, customer = 1, term = 1 }]] of cases.entries()) {
    const id = index + 1
    await exec(`
      INSERT INTO subscription (store_id, id, customer_id, product_id, product_instance_id, product_billing_id, term_id, billing_name,
        end_date, start_date, status, last_failed_renewal)
      VALUES (1, ${id}, ${customer}, 1, 1, 1, ${term}, 'TEA', '2026-02-10', '2026-01-10', 'past_due', '${failedAt}')`)
    if (columns) await exec(`UPDATE subscription SET ${columns} WHERE id = ${id}`)
    if (order)
      await exec(`
        INSERT INTO "order" (store_id, id, customer_id, financial_status, fulfillment_status, is_renewal, placed_at, status, sub_total, total, total_price)
        VALUES (1, ${id}, 1, 'unpaid', 'unfulfilled', true, '${failedAt}', 'open', 2400, 2400, 2400);
        UPDATE subscription SET unpaid_order_id = ${id} WHERE id = ${id}`)
    if (note)
      await exec(`
        INSERT INTO log_entry (store_id, created_at, actor, surface, operation, request_id, record_type, record_id, subscription_id, note, changes)
        VALUES (1, '${noteAt}', 'worker', 'worker', 'failRenewal', 'x', 'subscription', ${id}, ${id}, '${note.replaceAll("'", "''")}', '{}')`)
  }
}

const db = await openMigrated('_past_due_reason', leaveBehind)

it('finds the reason in the log, in the unpaid order, in what was never tried, and else in what is lacking', async () => {
  const rows = await db.subscription.findMany({ where: { storeId: 1n }, orderBy: { id: 'asc' } })
  expect(rows.map(({ id, pastDueReason }) => [Number(id), pastDueReason])).toEqual(
    cases.map(([reason], index) => [index + 1, reason]),
  )
})
