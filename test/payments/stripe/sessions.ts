/** Checkout sessions of the local server, and the setups that they make, typed by the library. */
import type { Stripe } from 'stripe'
import { type Made, metadataOf, newId, type Params, seconds } from './objects.ts'

const textOf = (value: Params[string]): string | null => (typeof value === 'string' ? value : null)

type Price = { currency?: string; unit_amount?: string }

const priceOf = ({ line_items: lines }: Params): Price =>
  Array.isArray(lines) ? ((lines[0] as { price_data?: Price }).price_data ?? {}) : {}

const amountOf = (params: Params): number | null => (params.mode === 'payment' ? Number(priceOf(params).unit_amount) : null)

export const checkoutSession = ({ now, isLive }: Made, params: Params): Stripe.Checkout.Session => {
  const id = newId('cs_test')
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: null,
    amount_total: amountOf(params),
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: textOf(params.cancel_url),
    client_reference_id: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: seconds(now),
    currency: textOf(params.currency) ?? priceOf(params).currency ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: textOf(params.customer),
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: textOf(params.customer_email),
    discounts: null,
    expires_at: Number(params.expires_at ?? seconds(now) + 86_400),
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: isLive,
    locale: null,
    managed_payments: null,
    metadata: metadataOf(params),
    mode: params.mode as 'setup' | 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_status: params.mode === 'payment' ? 'unpaid' : 'no_payment_required',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: textOf(params.success_url),
    total_details: null,
    ui_mode: 'hosted_page',
    url: `https://checkout.stripe.com/c/pay/${id}`,
    wallet_options: null,
  }
}

/** A setup that a customer has finished, with its payment method. */
export const setupIntent = ({ now, isLive }: Made, method: Stripe.PaymentMethod): Stripe.SetupIntent => ({
  id: newId('seti'),
  object: 'setup_intent',
  allowed_payment_method_types: null,
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  client_secret: null,
  created: seconds(now),
  customer: method.customer,
  description: null,
  excluded_payment_method_types: null,
  last_setup_error: null,
  latest_attempt: null,
  livemode: isLive,
  mandate: null,
  metadata: {},
  next_action: null,
  on_behalf_of: null,
  payment_method: method,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  single_use_mandate: null,
  status: 'succeeded',
  usage: 'off_session',
})
