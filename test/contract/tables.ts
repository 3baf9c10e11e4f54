/** The field tables of the contract, each field with the type that they give it. */

const texts: Record<string, string> = {
  subscription: `
    id: integer, autorenew: boolean, billing: object, billing_name: string, credit: null or value, customer: object,
    end_date: string, is_test: boolean, note: string or null, product_billing_id: integer, revenue: integer,
    skipped_date: timestamp or null, start_date: string, status: string, store_id: integer, term: object, type: string, url: string`,
  product_billing:
    'id: integer, rebill_day: integer, rebill_months: integer, rebill_weeks: integer or null, rebill_window: integer, store_id: integer',
  subscription_type_term: 'id: integer, name: string, description: string, enabled: boolean, num_cycles: integer',
  subscription_coupon: 'id: integer, coupon_id: integer, code_used: string, enabled: boolean, num_renewals: integer, url: string',
  metadata: 'created_at: timestamp, updated_at: timestamp, customer_id: integer, store_id: integer, data: object',
  cart: `
    id: integer, completed: boolean, customer_id: integer, order_id: integer, is_test: boolean, ship_price: integer,
    tax_price: integer, tax_rates: array, store_id: integer, url: string`,
  order: `
    id: integer, customer: object, customer_id: integer, card_refunded_amount: integer, credit_applied: integer,
    financial_status: string, fulfillment_status: string, gift_card_discount: integer, gift_message: string,
    gift_renewal_notif: boolean, gross_shipping: integer, is_gift: boolean, order_gift_info: object, is_renewal: boolean,
    is_test: boolean, note: string or null, placed_at: timestamp, products: array, prorated_charge: value or null,
    refund_applied: value or null, refunded_amount: integer, status: string, store_id: integer, sub_total: integer, total: integer,
    total_price: integer, total_shipping: integer, total_tax: integer, total_app_fees: integer or null,
    total_label_cost: integer or null, total_pending_fees: integer or null, transaction_fee: integer,
    transaction_fee_status: value or null, type: string, url: string, received_gift: value or null, sent_gift: value or null,
    subscriptions: array`,
  order_gift_info: 'gift_message: string, gift_recipient_name: string, gift_recipient_email: string',
  product_survey_result: `
    id: integer, subscription_id: integer, answers: array, created_at: string, updated_at: string, url: string`,
  product_survey_answer: 'id: integer, field_id: integer, value: string, field: object',
  product_survey_field: 'id: integer, survey_id: integer, survey: object, name: string',
  product_survey: 'id: integer',
  product: `
    id: integer, name: string, description: string, slug: string, deleted: boolean, giftable: boolean, has_subscribers: boolean,
    listed: boolean, reviewable: boolean, single_purchasable: boolean, visible: boolean, flat_ship_price: integer,
    gift_shipping: integer, ship_weight: number, ship_option: string, sku: string, store_id: integer, product_billing_id: integer,
    meta: object, metadata: array, rulesets: array, taxonomy: array, url: string, base_term_prices: array, billing: object,
    gift_term_prices: array, gift_terms: array, giftinstances: array, images: array, instances: array, ruletypes: array,
    subscription_types: array, variants: array`,
  product_instance: `
    id: integer, price: integer, product_id: integer, sku: string, url: string, deleted: boolean, gift: boolean, images: array,
    inventory: object, ship_weight: number, product: object, term_prices: array, variants: array`,
  product_instance_subscription_type_term_price: 'id: integer, price: integer, term_id: integer',
  product_instance_variant: `
    id: integer, product_instance_id: integer, product_variant_type_id: integer, product_variant_value_id: integer,
    variant_type: object, variant_value: object`,
  product_variant_type: 'id: integer, name: string, description: string, product_id: integer, values: array',
  product_variant_value:
    'id: integer, value: string, description: string, is_default: boolean, product_variant_type_id: integer, images: array',
  product_inventory: `
    id: integer, confidence: integer, product_id: integer, product_instance_id: integer, quantity_on_hand: integer,
    out_of_stock_purchases: boolean, track_inventory: boolean, instance: object, url: string`,
  inventory_count: 'product_id: integer, product_instance_id: integer, on-hand: integer',
  transaction: 'id: integer, created_at: timestamp, is_test: boolean, order: object, result: string, total: integer, url: string',
  shipment: `
    id: integer, adjusted_ordered_at: timestamp, created_at: timestamp, customer: object, fulfillments: array, is_test: boolean,
    labels: array, ship_address: object, shipped_at: timestamp or null, status: string, tracking_number: string or null`,
  fulfillment: `
    id: integer, shipment_id: integer, subscription_id: integer, cycle_number: integer, total_cycles: integer,
    fulfillment_date: timestamp, adjusted_fulfillment_date: timestamp, instance: object, order: object, shipping: integer,
    tax: integer, status: string, is_test: boolean, test: boolean`,
  address: `
    id: integer, to: string, company: string, street: string, unit: string, city: string, state: string, zip_code: string,
    country: string, phone_number: string, icon: string, status: integer, status_message: string or null`,
  customer: `
    id: integer, first_name: string, last_name: string, name: string, email: string, country: string, location: string,
    num_orders: integer, num_subscriptions: integer, total_revenue: integer, subscription_status: string,
    store_settings: value or null`,
}

/** Fields that are null in some records although the contract has no null there, each with the reason. */
export const unavoidable: Readonly<Record<string, string>> = {
  'fulfillment.subscription_id': 'a product that is bought once belongs to no subscription',
  'metadata.customer_id': 'records of other owners are of the same GraphQL type, and have the id of their own owner',
  'product.metadata': 'GraphQL shows the record; REST lists it, with [] where there is none',
  ...Object.fromEntries(
    ['cart', 'product_instance', 'product_inventory', 'subscription_coupon', 'transaction'].map((kind) => [
      `${kind}.url`,
      'customers have no row for it, and GraphQL shows them no path; on REST it is always there',
    ]),
  ),
  'cart.customer_id': 'GraphQL reaches the cart of a visitor, which has led to no order yet, through the metadata it has',
  'cart.order_id': 'GraphQL reaches a cart that has no order yet through the metadata it has',
  'product_instance.inventory': 'a store need not record the stock of an instance',
}

/** The type of each field, by the kind of its record: `order` → `note` → `string or null`. */
export const tables: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(texts).map(([kind, text]) => [
    kind,
    new Map(text.split(',').map((field) => field.trim().split(': ') as [name: string, type: string])),
  ]),
)

/** Whether the contract lets a field be null; one that it does not have may be anything. */
export const mayBeNull = (kind: string, field: string): boolean =>
  (tables.get(kind)?.get(field) ?? 'null').includes('null') || `${kind}.${field}` in unavoidable
