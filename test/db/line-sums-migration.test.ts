/** Lines of before get the totals that their order has, spread by largest remainder. */
import { expect, it } from 'vitest'
import type { Session } from '../../src/db/session.ts'
import { lineSums } from '../../src/purchases/price/line-sums.ts'
import { openMigrated } from './migrated.ts'

/** Orders: discount, shipping and tax, and the prices of their lines. */
const orders = [
  [103, 50, 7, [100, 100, 1]],
  [0, 10, 1, [0, 0, 0]],
  [200, 0, 5, [120, 80]],
  [524, 0, 0, [3490]],
  [0, 0, 0, [1, 2]],
] as const

const db = await openMigrated('_line_sums', async (session: Session): Promise<void> => {
  await session.exec(`
    INSERT INTO store (name, host, created_at) VALUES ('Old', 'localhost', now());
    INSERT INTO customer (store_id, first_name, last_name, name, email, country, location, created_at)
      VALUES (1, 'A', 'B', 'A B', 'a@example.com', 'US', 'Here', now());
    INSERT INTO product_billing (store_id, rebill_day, rebill_months) VALUES (1, 0, 1);
    INSERT INTO product (store_id, name, description, slug, sku, product_billing_id) VALUES (1, 'Tea', 'Tea', 'tea', 'TEA', 1);
    INSERT INTO product_instance (store_id, product_id, price, sku) VALUES (1, 1, 2400, 'TEA');
  `)
  for (const [discount, shipping, tax, prices] of orders) {
    const price = prices.reduce((sum: number, each) => sum + each, 0)
    await session.exec(`
      INSERT INTO "order" (store_id, customer_id, financial_status, fulfillment_status, placed_at, status, sub_total, total, total_price,
        total_discount, total_shipping, total_tax)
        VALUES (1, 1, 'paid', 'unfulfilled', now(), 'open', ${price}, ${price - discount + shipping + tax}, ${price - discount}, ${discount},
          ${shipping}, ${tax});
      INSERT INTO order_product (store_id, order_id, product_id, product_instance_id, name, sku, price, quantity, total)
        SELECT 1, currval('order_id_seq'), 1, 1, 'Tea', 'TEA', price, 1, price FROM unnest('{${prices}}'::bigint[]) AS price;
    `)
  }
})

it('Lines of before get the stored totals spread as those of an order are today', async () => {
  const found = await db.order.findMany({ include: { products: { orderBy: { id: 'asc' } } }, orderBy: { id: 'asc' } })
  const spread = found.map(({ products }) =>
    products.map(({ discount, shipping, tax, charged }) => [discount, shipping, tax, charged].map(Number)),
  )
  const expected = orders.map(([totalDiscount, totalShipping, totalTax, prices]) =>
    lineSums(
      prices.map((price) => ({ price, quantity: 1, shipping: 0 })),
      { totalDiscount, totalShipping, totalTax },
    ).map(({ discount, shipping, tax, charged }) => [discount, shipping, tax, charged]),
  )
  expect(spread).toEqual(expected)
  for (const { products, total } of found) expect(products.reduce((sum, line) => sum + line.charged, 0n)).toBe(total)
})
