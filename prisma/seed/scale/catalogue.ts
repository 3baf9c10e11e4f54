/**
 * The stores of a scale database and what they sell, as statements.
 *
 * Store n sells 3 to 5 products. Product j of store n has the id (j - 1) * apart + n, so that neighbouring ids belong to
 * different stores, as they do in life. The first product is sold once, the others by subscription, in two forms each and
 * for one cycle or three. Ids that hang on a product are computed from its id, so that subscriptions can find them.
 */
export const maxStores = 200

/** How many stores there are unless another number is given. */
export const usualStores = 20

/** How far apart the ids of a store's products are, and how far behind its first form the second one is. */
export const numbering = (stores: number): { apart: number; secondForm: number } => {
  const apart = stores > usualStores ? maxStores : usualStores
  return { apart, secondForm: 5 * apart }
}

/** How many products store `n` sells, as SQL. */
export const productCount = (n: string) => `(3 + ${n} % 3)`

/** The statements in the order of their foreign keys, for 1 to `maxStores` stores. `today` is the seeding day, as a date. */
export function catalogueStatements(today: string, stores: number): string[] {
  const { apart, secondForm } = numbering(stores)
  const products = `
  SELECT (j - 1) * ${apart} + n AS id, n, j, j > 1 AS subscribed FROM generate_series(1, ${stores}) n, generate_series(1, 5) j
  WHERE j <= ${productCount('n')}`
  const forms = `
  SELECT id + form * ${secondForm} AS id, id AS product, n, j, form, subscribed
  FROM (${products}) p, generate_series(0, 1) form WHERE subscribed OR form = 0`
  const terms = `
  SELECT id * 2 - 1 + long AS id, id AS product, n, j, 1 + 2 * long AS cycles, (1500 + 500 * j) * (1 + 2 * long) - 450 * long AS price
  FROM (${products}) p, generate_series(0, 1) long WHERE subscribed`
  const opened = `timestamptz '${today} 08:00Z' - interval '3 years'`
  return [
    `INSERT INTO store (id, name, host, created_at)
     SELECT n, 'Scale store ' || n, 'store-' || n || '.example.com', ${opened} FROM generate_series(1, ${stores}) n`,
    `INSERT INTO product_billing (id, store_id, rebill_day, rebill_months, rebill_window)
     SELECT n, n, 0, 1, 30 FROM generate_series(1, ${stores}) n`,
    `INSERT INTO product (id, store_id, name, description, slug, sku, single_purchasable, flat_ship_price, ship_weight, product_billing_id)
     SELECT id, n, CASE WHEN subscribed THEN 'Box ' ELSE 'Single ' END || j, 'Product ' || j || ' of store ' || n, 'product-' || j,
       'P' || id, NOT subscribed, 500, 8 + j, n
     FROM (${products}) p`,
    `INSERT INTO product_image (store_id, product_id, url) SELECT n, id, '/images/' || id || '.jpg' FROM (${products}) p`,
    `INSERT INTO product_instance (id, store_id, product_id, price, sku, ship_weight)
     SELECT id, n, product, 1500 + 500 * j, 'P' || product || '-' || form, 8 + j FROM (${forms}) f`,
    `INSERT INTO product_inventory (id, store_id, product_id, product_instance_id, quantity_on_hand, track_inventory)
     SELECT id, n, product, id, 100000, true FROM (${forms}) f`,
    `INSERT INTO inventory_movement (id, store_id, product_instance_id, kind, quantity, on_hand, cause, cause_id, created_at)
     SELECT id, n, id, 'opening', 100000, 100000, 'count', id, ${opened} FROM (${forms}) f`,
    `INSERT INTO subscription_type (id, store_id, product_id, name) SELECT id, n, id, 'Monthly' FROM (${products}) p WHERE subscribed`,
    `INSERT INTO subscription_type_term (id, store_id, subscription_type_id, name, num_cycles)
     SELECT id, n, product, CASE cycles WHEN 1 THEN 'Every month' ELSE 'Prepaid, ' || cycles || ' months' END, cycles FROM (${terms}) t`,
    `INSERT INTO product_term_price (id, store_id, product_id, term_id, price) SELECT id, n, product, id, price FROM (${terms}) t`,
    `INSERT INTO product_instance_subscription_type_term_price (store_id, product_instance_id, term_id, price)
     SELECT f.n, f.id, t.id, t.price FROM (${forms}) f JOIN (${terms}) t ON t.product = f.product`,
    `INSERT INTO coupon (id, store_id, code, code_key, name, discount_type, discount_value, num_renewals, created_at)
     SELECT n, n, 'TENTH', 'tenth', 'A tenth off', 'percent'::"CouponDiscountType", 10, 1, ${opened} FROM generate_series(1, ${stores}) n
     UNION ALL
     SELECT ${apart} + n, n, 'THREE', 'three', 'Three off', 'amount'::"CouponDiscountType", 300, 3, ${opened} FROM generate_series(1, ${stores}) n`,
    `INSERT INTO product_survey (id, store_id, product_id, name) SELECT id, n, id, 'Welcome' FROM (${products}) p WHERE subscribed`,
    `INSERT INTO product_survey_field (id, store_id, survey_id, name)
     SELECT (id - 1) * 3 + q, n, id, (ARRAY['How did you hear of us?', 'Who is it for?', 'What should we leave out?'])[q]
     FROM (${products}) p, generate_series(1, 3) q WHERE subscribed`,
  ]
}
