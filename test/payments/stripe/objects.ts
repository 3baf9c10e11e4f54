/** The objects of Stripe's interface that the local server answers, typed by the library. */
import type { Stripe } from 'stripe'

let count = 0

/** A new id, as Stripe's: `pi_1test`. */
export const newId = (prefix: string): string => `${prefix}_${++count}test`

export const seconds = (time: Date): number => Math.floor(time.getTime() / 1_000)

/** A form's value. */
export type Params = { [name: string]: undefined | string | string[] | Params | Params[] }

export const metadataOf = ({ metadata }: Params): Stripe.Metadata => ({ ...((metadata ?? {}) as Stripe.Metadata) })

export type Made = { now: Date; isLive: boolean }

export const customer = ({ now, isLive }: Made, params: Params): Stripe.Customer => ({
  id: newId('cus'),
  object: 'customer',
  balance: 0,
  created: seconds(now),
  default_source: null,
  description: null,
  email: (params.email as string) ?? null,
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: isLive,
  metadata: metadataOf(params),
  shipping: null,
})

export const card = (last4: string): Stripe.PaymentMethod.Card => ({
  brand: 'visa',
  checks: null,
  country: 'DE',
  display_brand: 'visa',
  exp_month: 7,
  exp_year: 2033,
  funding: 'credit',
  generated_from: null,
  last4,
  networks: null,
  regulated_status: 'unregulated',
  three_d_secure_usage: { supported: true },
  wallet: null,
})

export const paymentMethod = (
  { now, isLive }: Made,
  customerId: string | null,
  { id, last4 }: { id: string; last4: string },
): Stripe.PaymentMethod => ({
  id,
  object: 'payment_method',
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  card: card(last4),
  created: seconds(now),
  customer: customerId,
  customer_account: null,
  livemode: isLive,
  metadata: {},
  type: 'card',
})

export const paymentIntent = ({ now, isLive }: Made, params: Params): Stripe.PaymentIntent => {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    amount: Number(params.amount),
    amount_capturable: 0,
    allowed_payment_method_types: null,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_1`,
    confirmation_method: 'automatic',
    created: seconds(now),
    currency: String(params.currency),
    customer: (params.customer as string) ?? null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: isLive,
    managed_payments: null,
    metadata: metadataOf(params),
    next_action: null,
    on_behalf_of: null,
    payment_method: (params.payment_method as string) ?? null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_confirmation',
    transfer_data: null,
    transfer_group: null,
  }
}

export const refund = (now: Date, intent: Stripe.PaymentIntent, params: Params): Stripe.Refund => ({
  id: newId('re'),
  object: 'refund',
  amount: Number(params.amount),
  balance_transaction: null,
  charge: intent.latest_charge,
  created: seconds(now),
  currency: intent.currency,
  customer: intent.customer,
  customer_account: null,
  metadata: metadataOf(params),
  payment_intent: intent.id,
  payment_method: intent.payment_method,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
})
