/** The field tables of the contract for what a store sells and sends: products, their forms, stock, and parcels. */
import {
  address,
  billing,
  customer,
  instanceIn,
  labels,
  metadata,
  order,
  productInstanceListItem,
  subscription,
  term,
} from './fields.ts'
import {
  array,
  boolean,
  closed,
  closedList,
  id,
  integer,
  kind,
  type Leaf,
  listed,
  many,
  number,
  object,
  one,
  oneOf,
  oneOrNull,
  orNull,
  type Part,
  path,
  type Shape,
  string,
  timestamp,
  valueOrNull,
  whole,
} from './types.ts'

export const image: Shape = { id, url: string, type: kind('product_image') }

export const variantValue: Shape = {
  id,
  deleted: boolean,
  value: string,
  description: string,
  is_default: boolean,
  product_variant_type_id: id,
  images: many(image),
  type: kind('product_variant_value'),
}

export const variantType: Shape = {
  id,
  deleted: boolean,
  name: string,
  description: string,
  product_id: id,
  type: kind('product_variant_type'),
  values: many(variantValue),
}

export const instanceVariant: Shape = {
  id,
  product_instance_id: id,
  product_variant_type_id: id,
  product_variant_value_id: id,
  variant_type: one(variantType),
  variant_value: one(variantValue),
  type: kind('product_instance_variant'),
}

export const instanceTermPrice: Shape = {
  id,
  price: integer,
  term_id: id,
  type: kind('product_instance_subscription_type_term_price'),
}

/** An instance as customers and visitors see it: external ids are the merchant's. */
const storeInstance = instanceIn(closed)

export const productSummary: Shape = { id, name: string, deleted: boolean, single_purchasable: boolean, type: kind('product') }

export const inventoryListItem: Shape = {
  id,
  confidence: whole(1, 10),
  product_id: id,
  product_instance_id: id,
  quantity_on_hand: integer,
  url: path('/v1/product_instances/#/inventory/'),
}

/** A row of the list of stock. */
export const inventoryRow: Shape = { ...inventoryListItem, is_low: boolean, low_stock_at: orNull(integer), sku: string }

export const inventory: Shape = {
  ...inventoryRow,
  out_of_stock_purchases: boolean,
  track_inventory: boolean,
  instance: one(productInstanceListItem),
  type: kind('product_inventory'),
}

/** Exactly three, the last under a name of its own. */
export const inventoryCount: Shape = { product_id: id, product_instance_id: id, 'on-hand': integer }

/** A product instance inside a fulfillment, as customers see it. */
const productInstance: Shape = {
  ...storeInstance,
  deleted: boolean,
  gift: boolean,
  images: many(image),
  inventory: oneOrNull(inventoryListItem),
  ship_weight: number,
  product: one(productSummary),
  term_prices: many(instanceTermPrice),
  variants: many(instanceVariant),
}

const termPrice: Shape = { id, price: integer, term_id: id, type: kind('product_term_price') }

const subscriptionType: Shape = {
  id,
  deleted: boolean,
  name: string,
  description: string,
  type: kind('subscription_type'),
  terms: many(term),
}

const productIn = (url: string, shown: Leaf | Part, externalId: Leaf, instance: Shape): Shape => ({
  id,
  external_id: externalId,
  name: string,
  description: string,
  slug: string,
  deleted: boolean,
  giftable: boolean,
  has_subscribers: boolean,
  listed: boolean,
  reviewable: boolean,
  single_purchasable: boolean,
  visible: boolean,
  flat_ship_price: integer,
  gift_shipping: integer,
  ship_weight: number,
  ship_option: string,
  sku: string,
  store_id: id,
  product_billing_id: id,
  meta: object,
  metadata: shown,
  rulesets: array,
  taxonomy: array,
  tax_class: string,
  ruletypes: array,
  base_term_prices: many(termPrice),
  billing: one(billing),
  gift_term_prices: many(termPrice),
  gift_terms: many(term),
  giftinstances: many(instance),
  images: many(image),
  instances: many(instance),
  subscription_types: many(subscriptionType),
  variants: many(variantType),
  type: kind('product'),
  url: path(url),
})

export const product = {
  ...productIn('/v1/products/#/', listed(metadata('product')), orNull(string), productInstanceListItem),
  ...labels,
}
export const storeProduct = productIn('/v1/store/api/products/#/', closedList, closed, storeInstance)

/** A questionnaire with its questions, embedded in a product. */
export const survey: Shape = {
  id,
  deleted: boolean,
  name: string,
  type: kind('product_survey'),
  fields: many({ id, deleted: boolean, name: string, type: kind('product_survey_field') }),
}

export const fulfillment: Shape = {
  id,
  shipment_id: id,
  // A one-time product has none.
  subscription_id: orNull(id),
  cycle_number: integer,
  total_cycles: integer,
  fulfillment_date: timestamp,
  adjusted_fulfillment_date: timestamp,
  quantity: integer,
  shipping: integer,
  tax: integer,
  status: oneOf('open', 'fulfilled', 'cancelled'),
  on_hold: boolean,
  is_test: boolean,
  test: boolean,
  type: kind('fulfillment'),
}

/** A customer as customers see themselves. */
const ownCustomer: Shape = { ...customer, store_settings: closed }

/** An order inside a fulfillment. */
export const fulfilledOrder: Shape = {
  ...order,
  url: path('/v1/store/api/orders/#/'),
  customer: one(ownCustomer),
  // The store's own, and parcels are read by customers.
  note: closed,
  total_app_fees: closed,
  total_label_cost: closed,
  total_pending_fees: closed,
  transaction_fee_status: closed,
  received_gift: valueOrNull,
  sent_gift: valueOrNull,
  subscriptions: many({ ...subscription, note: closed, customer: one(ownCustomer), revenue: integer }),
}

export const label: Shape = {
  id,
  carrier: string,
  tracking_number: string,
  cost: closed,
  created_at: timestamp,
  type: kind('label'),
}

export const shipment: Shape = {
  id,
  adjusted_ordered_at: timestamp,
  created_at: timestamp,
  customer: one(ownCustomer),
  fulfillments: many({ ...fulfillment, instance: one(productInstance), order: one(fulfilledOrder) }),
  is_test: boolean,
  labels: many(label),
  ship_address: one(address),
  carrier: orNull(string),
  delivered_at: orNull(timestamp),
  returned_at: orNull(timestamp),
  shipped_at: orNull(timestamp),
  status: oneOf('unshipped', 'shipped', 'cancelled'),
  tracking_number: orNull(string),
  tracking_url: orNull(string),
  type: kind('shipment'),
}
