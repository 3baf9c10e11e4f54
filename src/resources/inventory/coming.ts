/** The deliveries to come: those that take their pieces off the stock when they are sent, or when they are charged. */

/**
 * Selects the coming deliveries of an instance of the store, `$1`: when each is `due`, its `pieces`, and by `is_renewal` and `id` the order of
 * those that are due at one time.
 *
 * These are the open deliveries whose pieces are still on the shelf, unless they wait for a paused subscription; and of each subscription that
 * renews by itself the first delivery of its next renewal. The indexes `fulfillment_coming`, `subscription_renewing` and
 * `subscription_scheduled_instance` have the words of the three.
 *
 * @param instance the SQL of its id.
 * @param until the SQL of the time up to which they are due.
 */
export const comingDeliveries = (instance: string, until: string): string => `
  SELECT adjusted_fulfillment_date AS due, quantity - taken AS pieces, false AS is_renewal, id FROM fulfillment
  WHERE store_id = $1 AND instance_id = ${instance} AND adjusted_fulfillment_date <= ${until} AND status = 'open' AND NOT on_hold AND taken < quantity
  UNION ALL
  SELECT end_date, quantity, true, id FROM subscription
  WHERE store_id = $1 AND product_instance_id = ${instance} AND end_date <= ${until} AND ${renewing} AND scheduled_product_instance_id IS NULL
  UNION ALL
  SELECT end_date, scheduled_quantity, true, id FROM subscription
  WHERE store_id = $1 AND scheduled_product_instance_id = ${instance} AND end_date <= ${until} AND ${renewing}`

/** One whose payment is at the gateway has taken its pieces. */
const renewing = `status = 'active' AND autorenew AND NOT is_gift AND NOT payment_under_way`
