/** The renewals that are charged. */
import { amount, type Figure, integer, listOf, rate } from './figure.ts'
import { share } from './fraction.ts'
import { plain, sumsOf } from './sums.ts'

export const renewals: Figure = {
  ...plain(['orders']),
  definition: 'The renewals that were charged, by when they were charged first, and how many of them are paid by now.',
  formula: 'Rate = paid ÷ due.',
  source: 'Orders that a renewal made; tests are left out.',
  list: (buckets) => listOf('orders', 'placed_at', buckets, 'is_renewal=true&is_test=false'),
  columns: {
    due: integer('Renewals that were charged.'),
    paid: integer('Renewals that are paid by now.'),
    total: amount('The totals of all.'),
    paidTotal: amount('The totals of those that are paid.'),
    rate: rate('The share that is paid.'),
  },
  async compute(asked) {
    const isPaid = "(financial_status <> 'unpaid')::int"
    const { rows } = await sumsOf(
      asked,
      renewals.columns,
      `SELECT placed_at AS at, 1 AS due, ${isPaid} AS paid, total, ${isPaid} * total AS "paidTotal" FROM "order"
WHERE store_id = $1 AND is_renewal AND NOT is_test`,
    )
    return { rows: rows.map((row) => ({ ...row, rate: share(Number(row.paid), Number(row.due)) })) }
  },
}
