/** The field tables of the contract: each resource with its fields, in list and detail, alone and inside another. */
import {
  array,
  boolean,
  httpDate,
  id,
  integer,
  kind,
  type Leaf,
  many,
  object,
  one,
  oneOf,
  oneOrNull,
  orNull,
  path,
  type Shape,
  string,
  strings,
  timestamp,
  valueOrNull,
  whole,
} from './types.ts'

/** Every kind of resource the contract names by a type string. */
export const kinds = [
  'subscription',
  'product_billing',
  'subscription_type_term',
  'subscription_coupon',
  'cart',
  'order',
  'order_product',
  'customer',
  'product_survey_result',
  'product_survey_field',
  'product_survey',
  'product',
  'product_instance',
  'product_instance_subscription_type_term_price',
  'product_instance_variant',
  'product_variant_type',
  'product_variant_value',
  'product_inventory',
  'transaction',
  'shipment',
  'fulfillment',
  'address',
]

/** The labels of a record that is answered itself. */
export const labels: Shape = { internal_note: orNull(string), tags: strings }

// Customers

export const customer: Shape = {
  id,
  first_name: string,
  last_name: string,
  name: string,
  email: string,
  country: string,
  location: string,
  num_orders: integer,
  num_subscriptions: integer,
  total_revenue: integer,
  subscription_status: string,
  store_settings: valueOrNull,
  type: kind('customer'),
}

export const address: Shape = {
  id,
  to: string,
  company: string,
  street: string,
  unit: string,
  city: string,
  state: string,
  zip_code: string,
  country: string,
  phone_number: string,
  icon: string,
  status: integer,
  status_message: orNull(string),
  type: kind('address'),
}

/** A metadata record, of the owner that is named. */
export const metadata = (owner: 'customer' | 'subscription' | 'cart' | 'order' | 'product'): Shape => ({
  [`${owner}_id`]: id,
  store_id: id,
  data: object,
  created_at: timestamp,
  updated_at: timestamp,
})

// Subscriptions

export const billing: Shape = {
  id,
  rebill_day: integer,
  rebill_months: integer,
  rebill_weeks: orNull(integer),
  rebill_window: integer,
  store_id: id,
  type: kind('product_billing'),
}

export const term: Shape = {
  id,
  deleted: boolean,
  name: string,
  description: string,
  enabled: boolean,
  num_cycles: integer,
  type: kind('subscription_type_term'),
}

export const instanceIn = (externalId: Leaf): Shape => ({
  id,
  deleted: boolean,
  external_id: externalId,
  price: integer,
  product_id: id,
  sku: string,
  type: kind('product_instance'),
  url: path('/v1/product_instances/#/'),
})

/** An instance as merchants see it. */
export const productInstanceListItem = instanceIn(orNull(string))

const scheduledChange: Shape = {
  ...{ term_id: id, product_instance_id: id, quantity: integer, fixed_price: orNull(integer) },
  ...{ term: one(term), instance: one(productInstanceListItem) },
}

export const subscription: Shape = {
  id,
  autorenew: boolean,
  billing: one(billing),
  billing_name: string,
  credit: valueOrNull,
  customer: one(customer),
  end_date: timestamp,
  is_test: boolean,
  note: orNull(string),
  address_id: orNull(id),
  payment_method_id: orNull(id),
  product_billing_id: id,
  skipped_date: orNull(timestamp),
  start_date: timestamp,
  status: oneOf('unpaid', 'active', 'cancelled', 'suspended', 'expired', 'past_due'),
  external_id: orNull(string),
  past_due_reason: orNull(
    oneOf(
      ...['declined', 'out_of_stock', 'no_payment_method', 'no_address', 'no_price', 'missed', 'no_shipping_zone'],
      'customer_action',
    ),
  ),
  store_id: id,
  term: one(term),
  type: kind('subscription'),
}

/** A subscription that is answered itself, and is no part of another record. */
export const subscriptionDetail: Shape = {
  ...subscription,
  ...labels,
  backup_payment_method_id: orNull(id),
  paused_at: orNull(timestamp),
  paused_until: orNull(timestamp),
  change_difference: orNull(integer),
  fixed_price: orNull(integer),
  quantity: integer,
  scheduled_change: oneOrNull(scheduledChange),
}

export const subscriptionListItem: Shape = { ...subscriptionDetail, url: path('/v1/subscriptions/#') }

export const subscriptionCoupon: Shape = {
  id,
  coupon_id: id,
  code_used: string,
  enabled: boolean,
  num_renewals: integer,
  forever: boolean,
  type: kind('subscription_coupon'),
  url: path('/v1/subscription_coupons/#/'),
}

// Carts, orders and transactions

export const cart: Shape = {
  id,
  completed: boolean,
  customer_id: id,
  order_id: id,
  is_test: boolean,
  ship_price: integer,
  tax_price: integer,
  tax_rates: array,
  store_id: id,
  type: kind('cart'),
}

export const cartListItem: Shape = { ...cart, url: path('/v1/carts/#/') }

export const orderProduct: Shape = {
  id,
  type: kind('order_product'),
  product_id: id,
  product_instance_id: id,
  name: string,
  sku: string,
  price: integer,
  quantity: integer,
  total: integer,
  discount: integer,
  shipping: integer,
  tax: integer,
  tax_lines: array,
  charged: integer,
  carried: integer,
  carried_shipping: integer,
  carried_tax: integer,
}

export const orderCoupon: Shape = { id, order_id: id, coupon_id: id, code_used: string, type: kind('order_coupon') }

export const orderGiftInfo: Shape = { gift_message: string, gift_recipient_name: string, gift_recipient_email: string }

export const order: Shape = {
  id,
  customer: one(customer),
  customer_id: id,
  card_refunded_amount: integer,
  credit_applied: integer,
  financial_status: string,
  fulfillment_status: string,
  gift_card_discount: integer,
  gift_message: string,
  gift_renewal_notif: boolean,
  gross_shipping: integer,
  is_gift: boolean,
  order_gift_info: one(orderGiftInfo),
  is_renewal: boolean,
  is_test: boolean,
  note: orNull(string),
  placed_at: timestamp,
  products: many(orderProduct),
  prorated_charge: valueOrNull,
  refund_applied: valueOrNull,
  refunded_amount: integer,
  status: string,
  store_id: id,
  sub_total: integer,
  total: integer,
  total_price: integer,
  total_shipping: integer,
  total_tax: integer,
  tax_included: boolean,
  // Beyond the contract: the other amounts add up with it.
  total_discount: integer,
  total_app_fees: orNull(integer),
  total_label_cost: orNull(integer),
  total_pending_fees: orNull(integer),
  transaction_fee: integer,
  transaction_fee_status: valueOrNull,
  cancelled_at: orNull(timestamp),
  cancel_reason: orNull(string),
  edited_at: orNull(timestamp),
  edit_reason: orNull(string),
  edit_difference: orNull(integer),
  external_id: orNull(string),
  type: kind('order'),
  url: path('/v1/orders/#/'),
}

/** An order that is answered itself, and is no part of another record. */
export const orderDetail: Shape = { ...order, ...labels }

export const transactionSummary: Shape = {
  id,
  created_at: timestamp,
  is_test: boolean,
  kind: oneOf('payment', 'refund', 'dispute'),
  refund_id: orNull(id),
  reversed_at: orNull(timestamp),
  payment_method_id: orNull(id),
  decline_code: valueOrNull,
  advice: valueOrNull,
  network_advice: valueOrNull,
  result: oneOf('captured', 'failed', 'refunded'),
  // The contract has the code, and no name for it.
  result_code: whole(2, 4),
  total: integer,
  type: kind('transaction'),
  url: path('/v1/transactions/#/'),
}

export const transaction: Shape = { ...transactionSummary, order: one(order) }

// Surveys

const survey: Shape = { id, type: kind('product_survey') }
const storeField: Shape = { id, survey_id: id, survey: one(survey), type: kind('product_survey_field') }
const merchantField: Shape = { ...storeField, name: string }

const surveyResult = (field: Shape): Shape => ({
  id,
  subscription_id: id,
  answers: many({ id, field_id: id, value: string, field: one(field) }),
  created_at: httpDate,
  updated_at: httpDate,
  type: kind('product_survey_result'),
})

/** With the question's text, in the Merchant API. */
export const productSurveyResult = surveyResult(merchantField)
export const productSurveyResultListItem: Shape = { ...productSurveyResult, url: path('/v1/product_survey_results/#/') }

/** Without it, in the Store API. */
export const storeSurveyResult = surveyResult(storeField)
export const storeSurveyResultListItem: Shape = {
  ...storeSurveyResult,
  url: path('/v1/store/api/subscriptions/#/surveys/#', '/v1/store/api/subscriptions/#/surveys/#/'),
}
