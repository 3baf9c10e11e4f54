/** Counts the subscriptions whose renewals no shipping zone of their store is for. */

/** The most that are counted. */
export const mostUnmatched = 10_000

/** Writes the SQL of the count; its `$1` is the store. */
export const unmatchedSql = (): string => `(
  SELECT count(*) FROM (
    SELECT FROM subscription AS live
    JOIN product ON product.store_id = $1 AND product.id = live.product_id AND product.ship_option = 'weight'
    CROSS JOIN LATERAL (
      SELECT country, state, zip_code FROM address WHERE store_id = $1 AND customer_id = live.customer_id AND frozen_key IS NULL AND archived_at IS NULL
      ORDER BY (id = live.address_id) DESC NULLS LAST, id LIMIT 1
    ) AS sent
    WHERE live.store_id = $1 AND live.autorenew AND live.status IN ('active', 'past_due', 'suspended') AND NOT EXISTS (
      SELECT FROM shipping_zone AS zone WHERE zone.store_id = $1 AND zone.archived_at IS NULL
        AND (zone.country IS NULL OR zone.country = sent.country)
        AND (zone.region = '' OR upper(btrim(zone.region)) = upper(btrim(sent.state)))
        AND starts_with(upper(regexp_replace(sent.zip_code, '\\s', '', 'g')), zone.postcode)
    )
    LIMIT ${mostUnmatched}
  ) AS unmatched
)`
