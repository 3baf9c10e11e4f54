/** The tax of sales and of refunds, by rate and country. */
import { amount, type Figure } from './figure.ts'
import { sumsOf } from './sums.ts'

/** The rates of the lines of paid orders, each with the tax of those before it on its line, so that shares of them add up. */
const rates = `SELECT line.id AS line, "order".placed_at AS at, rate->>'country' AS country,
    concat_ws(' ', rate->>'country', rate->>'rate', rate->>'name', rate->>'category') AS rate,
    (rate->>'base')::numeric AS base, (rate->>'amount')::numeric AS amount, line.tax::numeric AS tax, line.charged::numeric AS charged,
    line.carried::numeric AS carried, (line.carried_tax)::numeric AS carried_tax,
    sum((rate->>'amount')::numeric) OVER (PARTITION BY line.id ORDER BY place) AS until
  FROM "order" JOIN order_product AS line ON line.store_id = $1 AND line.order_id = "order".id
    CROSS JOIN LATERAL jsonb_array_elements(line.tax_lines) WITH ORDINALITY AS of_line (rate, place)
  WHERE "order".store_id = $1 AND financial_status <> 'unpaid' AND NOT is_test`

/** The share of a rate in an amount of tax of its line. */
const taxOf = (tax: string): string =>
  `CASE WHEN rates.tax = 0 THEN 0 ELSE round(${tax} * until / rates.tax) - round(${tax} * (until - rates.amount) / rates.tax) END`

/** The part of a rate's base in an amount of its line, of which some is tax. */
const baseOf = (money: string, tax: string): string =>
  `CASE WHEN charged = 0 THEN 0 WHEN base = charged - rates.tax THEN ${money} - ${tax} ELSE round(base * ${money} / charged) END`

const moneyBack = '(part.amount::numeric + part.shipping)'

export const tax: Figure = {
  scopes: ['orders', 'refunds'],
  by: ['rate', 'country'],
  hasHistory: false,
  definition: 'The tax of paid orders, by when they were placed, and of refunds, by when they were done.',
  formula: 'Tax to pay = tax of sales − tax of refunds; each net is the amount that the rates apply to.',
  source:
    'The rates that lines of paid orders keep. What an immediate change takes over of a line counts with the order that it makes. Tests are left out.',
  columns: {
    salesNet: amount('The net amount of the lines of orders.'),
    salesTax: amount('The tax of the lines of orders.'),
    refundsNet: amount('The net amount that refunds gave back.'),
    refundsTax: amount('The tax that refunds gave back.'),
  },
  compute: (asked) =>
    sumsOf(
      asked,
      tax.columns,
      `WITH rates AS MATERIALIZED (${rates})
SELECT at, rate, country, base - (${baseOf('carried', 'carried_tax')}) AS "salesNet", amount - (${taxOf('carried_tax')}) AS "salesTax",
  0 AS "refundsNet", 0 AS "refundsTax" FROM rates
UNION ALL SELECT coalesce(refund.settled_at, refund.created_at), rate, country, 0, 0, ${baseOf(moneyBack, 'part.tax')}, ${taxOf('part.tax::numeric')}
FROM rates JOIN refund_line AS part ON part.store_id = $1 AND part.order_product_id = rates.line
  JOIN refund ON refund.store_id = $1 AND refund.id = part.refund_id
WHERE refund.status = 'done'`,
    ),
}
