/** The records of the answers, field by field, as SQL that makes their JSON: `s` is a subscription, `c` a customer and so on. */
import { fixed, flag, type Json, object, plain, text, textOrNull, time, timeOrNull, value, valueOrNull } from './json.ts'

/** Customer of a GraphQL answer. */
export const customer: Json = object({ id: plain('c.id'), name: text('c.name'), email: text('c.email') })

/** Term of a GraphQL answer. */
export const term: Json = object({ id: plain('t.id'), name: text('t.name'), numCycles: value('t.num_cycles') })

/** Billing of a GraphQL answer. */
export const billing: Json = object({ id: plain('b.id'), rebillMonths: value('b.rebill_months') })

/** Own fields of a subscription in GraphQL. */
export const subscription = {
  id: plain('s.id'),
  status: plain('s.status'),
  startDate: time('s.start_date'),
  endDate: time('s.end_date'),
  autorenew: flag('s.autorenew'),
}

/** Own fields of an order in GraphQL. */
export const order = {
  id: plain('o.id'),
  placedAt: time('o.placed_at'),
  status: plain('o.status'),
  total: value('o.total'),
}

const restCustomer: Json = object({
  id: value('c.id'),
  first_name: text('c.first_name'),
  last_name: text('c.last_name'),
  name: text('c.name'),
  email: text('c.email'),
  country: text('c.country'),
  location: text('c.location'),
  num_orders: value('c.num_orders'),
  num_subscriptions: value('c.num_subscriptions'),
  total_revenue: value('c.total_revenue'),
  subscription_status: plain('c.subscription_status'),
  store_settings: valueOrNull('c.store_settings'),
  type: fixed('"customer"'),
})

const restBilling: Json = object({
  id: value('b.id'),
  rebill_day: value('b.rebill_day'),
  rebill_months: value('b.rebill_months'),
  rebill_weeks: valueOrNull('b.rebill_weeks'),
  rebill_window: value('b.rebill_window'),
  store_id: value('b.store_id'),
  type: fixed('"product_billing"'),
})

const restTerm: Json = object({
  id: value('t.id'),
  deleted: flag('(t.archived_at IS NOT NULL)'),
  name: text('t.name'),
  description: text('t.description'),
  enabled: flag('t.enabled'),
  num_cycles: value('t.num_cycles'),
  type: fixed('"subscription_type_term"'),
})

/** A subscription of REST; in lists it has its address too. */
export const restSubscription = {
  id: value('s.id'),
  address_id: valueOrNull('s.address_id'),
  autorenew: flag('s.autorenew'),
  billing_name: text('s.billing_name'),
  credit: valueOrNull('s.credit'),
  end_date: time('s.end_date'),
  external_id: textOrNull('s.external_id'),
  is_test: flag('s.is_test'),
  note: textOrNull('s.note'),
  past_due_reason: textOrNull('s.past_due_reason'),
  payment_method_id: valueOrNull('s.payment_method_id'),
  product_billing_id: value('s.product_billing_id'),
  skipped_date: timeOrNull('s.skipped_date'),
  start_date: time('s.start_date'),
  status: plain('s.status'),
  store_id: value('s.store_id'),
  type: fixed('"subscription"'),
  billing: restBilling,
  customer: restCustomer,
  term: restTerm,
  change_difference: valueOrNull('s.change_difference'),
  fixed_price: valueOrNull('s.fixed_price'),
  quantity: value('s.quantity'),
  scheduled_change: valueOrNull(`CASE WHEN s.scheduled_term_id IS NOT NULL THEN json_build_object('term_id', s.scheduled_term_id,
    'product_instance_id', s.scheduled_product_instance_id, 'quantity', s.scheduled_quantity, 'fixed_price', s.scheduled_fixed_price) END`),
  paused_at: timeOrNull('s.paused_at'),
  paused_until: timeOrNull('s.paused_until'),
}

const orderProduct: Json = object({
  id: value('p.id'),
  type: fixed('"order_product"'),
  product_id: value('p.product_id'),
  product_instance_id: value('p.product_instance_id'),
  name: text('p.name'),
  sku: text('p.sku'),
  price: value('p.price'),
  quantity: value('p.quantity'),
  total: value('p.total'),
  discount: value('p.discount'),
  shipping: value('p.shipping'),
  tax: value('p.tax'),
  tax_lines: value('p.tax_lines::text'),
  charged: value('p.charged'),
  carried: value('p.carried'),
  carried_shipping: value('p.carried_shipping'),
  carried_tax: value('p.carried_tax'),
})

/** An order of REST, around an SQL expression of the list of its products. */
export const restOrder = (products: (product: Json) => Json): Json =>
  object({
    id: value('o.id'),
    customer_id: value('o.customer_id'),
    card_refunded_amount: value('o.card_refunded_amount'),
    credit_applied: value('o.credit_applied'),
    financial_status: plain('o.financial_status'),
    fulfillment_status: plain('o.fulfillment_status'),
    gift_card_discount: value('o.gift_card_discount'),
    gift_message: text('o.gift_message'),
    gift_renewal_notif: flag('o.gift_renewal_notif'),
    gross_shipping: value('o.gross_shipping'),
    is_gift: flag('o.is_gift'),
    is_renewal: flag('o.is_renewal'),
    is_test: flag('o.is_test'),
    note: textOrNull('o.note'),
    placed_at: time('o.placed_at'),
    prorated_charge: valueOrNull('o.prorated_charge'),
    refund_applied: valueOrNull('o.refund_applied'),
    refunded_amount: value('o.refunded_amount'),
    status: plain('o.status'),
    store_id: value('o.store_id'),
    sub_total: value('o.sub_total'),
    total: value('o.total'),
    total_price: value('o.total_price'),
    total_shipping: value('o.total_shipping'),
    total_tax: value('o.total_tax'),
    total_discount: value('o.total_discount'),
    tax_included: flag('o.tax_included'),
    total_app_fees: valueOrNull('o.total_app_fees'),
    total_label_cost: valueOrNull('o.total_label_cost'),
    total_pending_fees: valueOrNull('o.total_pending_fees'),
    transaction_fee: value('o.transaction_fee'),
    transaction_fee_status: textOrNull('o.transaction_fee_status'),
    cancelled_at: timeOrNull('o.cancelled_at'),
    cancel_reason: textOrNull('o.cancel_reason'),
    edited_at: timeOrNull('o.edited_at'),
    edit_reason: textOrNull('o.edit_reason'),
    edit_difference: valueOrNull('o.edit_difference'),
    external_id: textOrNull('o.external_id'),
    type: fixed('"order"'),
    url: [{ text: '"/v1/orders/' }, { sql: 'o.id' }, { text: '/"' }],
    customer: restCustomer,
    order_gift_info: value(
      `json_build_object('gift_message', o.gift_message, 'gift_recipient_name', o.gift_recipient_name,
        'gift_recipient_email', o.gift_recipient_email)::text`,
    ),
    products: products(orderProduct),
  })
