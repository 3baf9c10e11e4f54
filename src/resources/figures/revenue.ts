/** Sales, revenue and refunds. */
import { amount, type Figure, integer, listOf } from './figure.ts'
import { plain, sumsOf } from './sums.ts'

export const sales: Figure = {
  ...plain(['orders']),
  definition: 'The worth of paid orders, as they are now, by when they were placed.',
  formula: 'Net + shipping + tax = total; net is the price of lines less discounts, without the tax that prices contain.',
  source: 'Orders that are paid, in part or wholly refunded ones included; tests are left out.',
  list: (buckets) => listOf('orders', 'placed_at', buckets, 'financial_status__ne=unpaid&is_test=false'),
  columns: {
    orders: integer('How many orders.'),
    net: amount('The price of their lines, less discounts, without contained tax.'),
    discount: amount('Their discounts.'),
    shipping: amount('Their shipping.'),
    tax: amount('Their tax.'),
    total: amount('The sum to be paid.'),
  },
  compute: (asked) =>
    sumsOf(
      asked,
      sales.columns,
      `SELECT placed_at AS at, 1 AS orders, total_price - CASE WHEN tax_included THEN total_tax ELSE 0 END AS net,
  total_discount AS discount, total_shipping AS shipping, total_tax AS tax, total
FROM "order" WHERE store_id = $1 AND financial_status <> 'unpaid' AND NOT is_test`,
    ),
}

export const revenue: Figure = {
  ...plain(['orders', 'transactions']),
  definition: 'The money that came in and went out through gateways, by its date; beside it what credit and gift cards paid.',
  formula:
    'Collected = captured − refunded − disputed + reversed: refunds that failed after they were done, and disputes that were won. Credit and gift cards are not in the sum.',
  source:
    'Transactions that are done; credit and gift cards are those of paid orders, by when they were placed. Tests are left out.',
  columns: {
    collected: amount('The sum.'),
    captured: amount('Charges.'),
    refunded: amount('Refunds to cards, below 0.'),
    disputed: amount('Amounts that banks withdrew for disputes, below 0; refunds are not among them.'),
    reversed: amount('Refunds that failed after they were done, and disputes that were won.'),
    credit: amount('The amount that credit paid.'),
    giftCards: amount('The amount that gift cards paid.'),
  },
  compute: (asked) =>
    sumsOf(
      asked,
      revenue.columns,
      `SELECT created_at AS at, CASE WHEN result = 'captured' THEN total ELSE -total END AS collected,
  CASE WHEN result = 'captured' THEN total ELSE 0 END AS captured, CASE WHEN result = 'refunded' AND kind <> 'dispute' THEN -total ELSE 0 END AS refunded,
  CASE WHEN kind = 'dispute' THEN -total ELSE 0 END AS disputed,
  0 AS reversed, 0 AS credit, 0 AS "giftCards"
FROM transaction WHERE store_id = $1 AND result IN ('captured', 'refunded') AND NOT is_test
UNION ALL SELECT reversed_at, total, 0, 0, 0, total, 0, 0
FROM transaction WHERE store_id = $1 AND result = 'refunded' AND reversed_at IS NOT NULL AND NOT is_test
UNION ALL SELECT placed_at, 0, 0, 0, 0, 0, credit_applied, gift_card_discount FROM "order"
WHERE store_id = $1 AND financial_status <> 'unpaid' AND NOT is_test AND (credit_applied > 0 OR gift_card_discount > 0)`,
    ),
}

export const refunds: Figure = {
  ...plain(['refunds']),
  definition: 'Refunds, by when they were done.',
  formula: 'Amount = what went back to cards + what became credit.',
  source: 'Refunds that are done.',
  columns: {
    count: integer('How many refunds.'),
    amount: amount('The amount that they gave back.'),
    card: amount('The part that went back to cards.'),
    credit: amount('The part that became credit.'),
    shipping: amount('The shipping in it.'),
    tax: amount('The tax in it.'),
  },
  compute: (asked) =>
    sumsOf(
      asked,
      refunds.columns,
      `SELECT coalesce(settled_at, created_at) AS at, 1 AS count, amount, card_amount AS card, credit_amount AS credit, shipping, tax
FROM refund WHERE store_id = $1 AND status = 'done' AND NOT is_test`,
    ),
}
