/** The deliveries to come: those that take their pieces off the stock when they are sent, or when they are charged. */

/** One whose payment is at the gateway has taken its pieces. */
const renewing = `status = 'active' AND autorenew AND NOT is_gift AND NOT payment_under_way`

type ComingBounds = {
  /** The SQL of the time up to which they are due. */
  until?: string
  /** The first so many are among those selected, of more those behind them may be missing. */
  most?: number
}

/**
 * Selects the coming deliveries of an instance of the store, `$1`: when each is `due`, its `pieces`, and by `is_renewal` and `id` the order of
 * those that are due at one time.
 *
 * These are the open deliveries whose pieces are not taken yet, unless they wait for a paused subscription; and of each subscription that
 * renews by itself the first delivery of its next renewal. The indexes `fulfillment_coming`, `subscription_renewing` and
 * `subscription_scheduled_instance` have the conditions of the three.
 *
 * @param instance the SQL of its id.
 */
export function comingDeliveries(instance: string, { until, most }: ComingBounds): string {
  const before = (column: string) => (until ? ` AND ${column} <= ${until}` : '')
  const each = [
    `SELECT adjusted_fulfillment_date AS due, quantity - taken AS pieces, false AS is_renewal, id FROM fulfillment
    WHERE store_id = $1 AND instance_id = ${instance}${before('adjusted_fulfillment_date')} AND status = 'open' AND NOT on_hold AND taken < quantity`,
    `SELECT end_date AS due, quantity AS pieces, true AS is_renewal, id FROM subscription
    WHERE store_id = $1 AND product_instance_id = ${instance}${before('end_date')} AND ${renewing} AND scheduled_product_instance_id IS NULL`,
    `SELECT end_date AS due, scheduled_quantity AS pieces, true AS is_renewal, id FROM subscription
    WHERE store_id = $1 AND scheduled_product_instance_id = ${instance}${before('end_date')} AND ${renewing}`,
  ]
  return each.map((part) => (most === undefined ? part : `(${part} ORDER BY due, id LIMIT ${most})`)).join(' UNION ALL ')
}

/** The window of a delivery and all before it. */
export const untilTurn = '(ORDER BY due, is_renewal, id ROWS UNBOUNDED PRECEDING)'
