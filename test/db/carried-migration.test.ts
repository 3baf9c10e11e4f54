/** Lines of before that a change has taken over get the share of shipping and tax that was computed so far, within what refunds have left. */
import { expect, it } from 'vitest'
import type { Session } from '../../src/db/session.ts'
import { openMigrated } from './migrated.ts'

/** Lines: charged, shipping, tax, carried; what was refunded of each: money, shipping, tax; and the shipping and tax that were carried. */
const lines = [
  [3300, 300, 150, 2200, [0, 0, 0], [200, 100]],
  [3300, 300, 150, 3300, [0, 0, 0], [300, 150]],
  [6190, 192, 0, 192, [5998, 0, 0], [192, 0]],
  [6190, 192, 0, 5998, [0, 192, 0], [0, 0]],
  [3300, 300, 150, 1650, [1500, 0, 75], [150, 75]],
  [3300, 300, 150, 1000, [2000, 200, 100], [91, 45]],
  [3300, 300, 150, 0, [0, 0, 0], [0, 0]],
  [0, 0, 0, 0, [0, 0, 0], [0, 0]],
] as const

const db = await openMigrated('_carried_by_kind', async (session: Session): Promise<void> => {
  await session.exec(`
    INSERT INTO store (name, host, created_at) VALUES ('Old', 'localhost', now());
    INSERT INTO customer (store_id, first_name, last_name, name, email, country, location, created_at)
      VALUES (1, 'A', 'B', 'A B', 'a@example.com', 'US', 'Here', now());
    INSERT INTO product_billing (store_id, rebill_day, rebill_months) VALUES (1, 0, 1);
    INSERT INTO product (store_id, name, description, slug, sku, product_billing_id) VALUES (1, 'Tea', 'Tea', 'tea', 'TEA', 1);
    INSERT INTO product_instance (store_id, product_id, price, sku) VALUES (1, 1, 2400, 'TEA');
  `)
  for (const [charged, shipping, tax, carried, [amount, ofShipping, ofTax]] of lines)
    await session.exec(`
      INSERT INTO "order" (store_id, customer_id, financial_status, fulfillment_status, placed_at, status, sub_total, total, total_price)
        VALUES (1, 1, 'paid', 'unfulfilled', now(), 'open', ${charged}, ${charged}, ${charged});
      INSERT INTO order_product (store_id, order_id, product_id, product_instance_id, name, sku, price, quantity, total, shipping, tax,
        discount, charged, carried)
        VALUES (1, currval('order_id_seq'), 1, 1, 'Tea', 'TEA', 1, 1, 1, ${shipping}, ${tax}, 0, ${charged}, ${carried});
      INSERT INTO refund (store_id, order_id, reference, amount, card_amount, credit_amount, shipping, tax, status, created_at)
        SELECT 1, currval('order_id_seq'), gen_random_uuid(), 9, 0, 9, 0, 0, status, now() FROM unnest('{done,failed}'::"RefundStatus"[]) AS status;
      INSERT INTO refund_line (store_id, refund_id, order_product_id, quantity, amount, shipping, tax, card_amount)
        SELECT 1, id, currval('order_product_id_seq'), 0, ${amount}, ${ofShipping}, ${ofTax}, 0 FROM refund
        WHERE order_id = currval('order_id_seq');
    `)
})

it('Lines of before are split by their share, and by no more than is left of each kind', async () => {
  const found = await db.orderProduct.findMany({ orderBy: { id: 'asc' } })
  const split = found.map(({ carriedShipping, carriedTax }) => [carriedShipping, carriedTax].map(Number))
  expect(split).toEqual(lines.map((line) => line[5]))
})
