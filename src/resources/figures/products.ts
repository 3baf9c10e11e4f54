/** The products that are sold. */
import { amount, type Figure, integer } from './figure.ts'
import { sumsOf } from './sums.ts'

export const products: Figure = {
  scopes: ['orders', 'products'],
  by: ['product', 'instance'],
  hasHistory: false,
  definition: 'The products that were sold in paid orders, by when these were placed.',
  formula: 'Net is the price of the pieces, less discounts, without shipping and tax.',
  source: 'Lines of orders that are paid; tests are left out.',
  columns: {
    lines: integer('Lines of orders.'),
    pieces: integer('The pieces of them.'),
    net: amount('The price of the lines, less discounts.'),
  },
  compute: (asked) =>
    sumsOf(
      asked,
      products.columns,
      `SELECT placed_at AS at, line.product_id AS product, line.product_instance_id AS instance, 1 AS lines, line.quantity AS pieces,
  line.total::numeric - line.discount AS net
FROM "order" JOIN order_product AS line ON line.store_id = $1 AND line.order_id = "order".id
WHERE "order".store_id = $1 AND financial_status <> 'unpaid' AND NOT is_test`,
    ),
}
