/** The renewals that fail, and are recovered or lost. */
import { amount, type Figure, type FigureRow, integer, known, listOf, moment, rate } from './figure.ts'
import { share } from './fraction.ts'
import { sumsOf } from './sums.ts'

const withRate = (row: FigureRow): FigureRow => ({ ...row, rate: share(Number(row.recovered), Number(row.failed)) })

export const recovery: Figure = {
  definition: 'Renewals that failed, by when they failed first, and how many of them were paid later.',
  formula: 'Rate = recovered ÷ failed. It is final once none is open: each was paid, given up, or ended.',
  list: (buckets) => listOf('subscription_movements', 'at', buckets, 'to_status=past_due&from_status__ne=past_due'),
  source: 'The movements of subscriptions that became past due, and the next by which they were so no more.',
  scopes: ['subscriptions'],
  by: ['reason'],
  hasHistory: true,
  columns: {
    failed: integer('Renewals that failed.'),
    failedAmount: amount('The totals of their orders, where there are some.'),
    recovered: integer('Failed renewals that were paid.'),
    recoveredAmount: amount('The totals of their orders.'),
    lost: integer('Failed renewals that were given up or ended.'),
    open: integer('Failed renewals that are still past due.'),
    rate: rate('The share that was paid.'),
  },
  async compute(asked) {
    const isKnown = asked.asOf ? `AND next.known_at <= ${moment(asked.asOf)}` : ''
    const { rows, groups } = await sumsOf(
      asked,
      recovery.columns,
      `SELECT at, past_due_reason AS reason, 1 AS failed, failed_total AS "failedAmount", (ended = 'paid')::int AS recovered,
  CASE WHEN ended = 'paid' THEN failed_total END AS "recoveredAmount", (ended = 'lost')::int AS lost, (ended IS NULL)::int AS open
FROM (
  SELECT at, past_due_reason, failed_total, (
    SELECT CASE WHEN next.to_status = 'active' THEN 'paid' ELSE 'lost' END FROM subscription_movement AS next
    WHERE next.store_id = $1 AND next.subscription_id = failed.subscription_id AND next.id > failed.id AND next.from_status = 'past_due'
      AND (next.to_status <> 'past_due' OR NOT next.to_counted) ${isKnown} ORDER BY next.id LIMIT 1
  ) AS ended
  FROM subscription_movement AS failed
  WHERE ${known(asked)} AND to_status = 'past_due' AND from_status IS DISTINCT FROM 'past_due'
) AS failure`,
    )
    return { rows: rows.map(withRate), groups: groups.map(withRate) }
  },
}
