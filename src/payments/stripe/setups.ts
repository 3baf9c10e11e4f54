/** Cards that customers enter on Stripe's page: a Checkout Session of mode setup, and the payment method that it made. */
import type { Stripe } from 'stripe'
import { type FoundSetup, GatewayUnclear, type MadeSetup, type SetupRequest } from '../gateway.ts'
import { unclear } from './errors.ts'
import { cardOf, idOf } from './states.ts'

/** Creates the customer of a setup at Stripe. @returns Stripe's id. */
export async function createStripeCustomer(stripe: Stripe, { reference, email, customerId }: SetupRequest): Promise<string> {
  const params = { email, metadata: { customer: String(customerId) } }
  try {
    return (await stripe.customers.create(params, { idempotencyKey: `${reference}:customer` })).id
  } catch (error) {
    throw unclear(error)
  }
}

/** Opens the page. */
export async function createSetup(
  stripe: Stripe,
  { reference, currency, returnUrl }: SetupRequest,
  customer: string,
): Promise<MadeSetup> {
  const params: Stripe.Checkout.SessionCreateParams = {
    ...{ mode: 'setup', customer, currency: currency.toLowerCase(), success_url: returnUrl, cancel_url: returnUrl },
    metadata: { reference },
  }
  try {
    const { id, url, client_secret: clientSecret } = await stripe.checkout.sessions.create(params, { idempotencyKey: reference })
    return { id, actionUrl: url, clientSecret }
  } catch (error) {
    throw unclear(error)
  }
}

/** Reads what became of a setup. */
export async function findSetup(stripe: Stripe, id: string): Promise<FoundSetup> {
  try {
    const { status, setup_intent: intent } = await stripe.checkout.sessions.retrieve(id, {
      expand: ['setup_intent.payment_method'],
    })
    if (status === 'open') return { result: 'open' }
    const method = typeof intent === 'object' ? intent?.payment_method : undefined
    if (status !== 'complete' || typeof method !== 'object' || !method) return { result: 'expired' }
    const gatewayCustomer = idOf(method.customer)
    if (!gatewayCustomer) throw new GatewayUnclear(`The payment method ${method.id} has no customer.`)
    return { result: 'done', token: method.id, gatewayCustomer, ...cardOf(method) }
  } catch (error) {
    throw unclear(error)
  }
}
