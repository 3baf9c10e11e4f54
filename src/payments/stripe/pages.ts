/** Charges on Stripe's page: a Checkout Session of mode payment, whose card is kept for later charges. */
import type { Stripe } from 'stripe'
import { cutText } from '../../values/text.ts'
import { type AskedCharge, type ChargeRequest, type FoundCharge, GatewayUnclear, type WaitingCharge } from '../gateway.ts'
import { failureOf, isRefused, unclear } from './errors.ts'
import { notTaken, toStripe } from './minor-units.ts'
import { cardOf, chargeOf, declinedOf, idOf } from './states.ts'

const longestTitle = 200

/** Whether the id of a charge is that of a page. */
export const isPage = (charge: string): boolean => charge.startsWith('cs_')

/** Opens the page of a charge. @throws GatewayUnclear where it is not known whether it is open. */
export async function openPage(
  stripe: Stripe,
  { reference, page, currency, gatewayCustomer, amount: minor, begin }: ChargeRequest,
): Promise<WaitingCharge | ReturnType<typeof declinedOf>> {
  if (!page) throw new Error(`The charge ${reference} has neither a token nor a page.`)
  const amount = toStripe(minor, currency)
  if (amount === undefined) return declinedOf('', { message: notTaken(minor, currency), code: 'invalid_amount' })
  const { returnUrl, email, title, expiresAt } = page
  const name = cutText(title, longestTitle)
  const params: Stripe.Checkout.SessionCreateParams = {
    ...(gatewayCustomer === null ? { customer_creation: 'always', customer_email: email } : { customer: gatewayCustomer }),
    ...{ mode: 'payment', payment_method_types: ['card'], success_url: returnUrl, cancel_url: returnUrl },
    line_items: [{ quantity: 1, price_data: { currency: currency.toLowerCase(), unit_amount: amount, product_data: { name } } }],
    payment_intent_data: { setup_future_usage: 'off_session', metadata: { reference } },
    expires_at: Math.floor(expiresAt.getTime() / 1_000),
    metadata: { reference },
  }
  try {
    const session = await stripe.checkout.sessions.create(params, { idempotencyKey: `${reference}:create` })
    if (!(await begin(session.id))) {
      // Best effort: its address was shown to no customer.
      await stripe.checkout.sessions.expire(session.id).catch(() => {})
      throw new GatewayUnclear('The payment has moved on before its page was shown.')
    }
    if (!session.url) throw new GatewayUnclear(`The page ${session.id} has no address.`)
    return { result: 'waiting', gatewayReference: session.id, actionUrl: session.url }
  } catch (error) {
    const failure = failureOf(error)
    if (failure && isRefused(failure)) return declinedOf('', failure, failure.requestId)
    throw unclear(error)
  }
}

const expand = ['payment_intent.payment_method']

/** Finds the outcome of a page. One that is open may go on waiting, or is closed and read again: it can then never be paid. */
export async function findPage(
  stripe: Stripe,
  id: string,
  mayWait: boolean,
  closed: (intent: Stripe.PaymentIntent) => Promise<FoundCharge>,
): Promise<FoundCharge> {
  const found = await stripe.checkout.sessions.retrieve(id, { expand })
  if (found.status === 'open' && mayWait) return { result: 'waiting' }
  const session = found.status === 'open' ? await expired(stripe, id) : found
  const intent = session.payment_intent
  if (typeof intent !== 'object' || !intent) {
    if (session.status === 'expired') return { result: 'void' }
    throw new GatewayUnclear(`The page ${id} is ${session.status}, and has no payment.`)
  }
  const outcome = chargeOf(intent) ?? (await closed(intent))
  // A page takes another card after a decline: one that has ended without a payment was not paid.
  if (outcome.result === 'declined') return { result: 'void' }
  if (outcome.result !== 'captured') return outcome
  const { payment_method: method } = intent
  if (typeof method !== 'object' || !method) throw new GatewayUnclear(`The payment ${intent.id} has no payment method.`)
  const gatewayCustomer = idOf(method.customer) ?? idOf(session.customer)
  if (!gatewayCustomer) throw new GatewayUnclear(`The page ${id} has no customer.`)
  return { ...outcome, method: { token: method.id, gatewayCustomer, ...cardOf(method) } }
}

/** Ends a page, unless it was paid before. */
async function expired(stripe: Stripe, id: string): Promise<Stripe.Checkout.Session> {
  await stripe.checkout.sessions.expire(id).catch((error: unknown) => {
    const failure = failureOf(error)
    // It is no longer open.
    if (!failure || !isRefused(failure)) throw unclear(error)
  })
  const session = await stripe.checkout.sessions.retrieve(id, { expand })
  if (session.status === 'open') throw new GatewayUnclear(`The page ${id} is still open.`)
  return session
}

/** The page of a reference among those since a time. */
export async function listedPage(stripe: Stripe, reference: string, { since }: AskedCharge): Promise<string | undefined> {
  const created = { gte: Math.floor(since.getTime() / 1_000) }
  let count = 0
  for await (const session of stripe.checkout.sessions.list({ created, limit: 100 })) {
    if (session.metadata?.reference === reference) return session.id
    count += 1
    if (count >= mostPages) throw new GatewayUnclear(`There are more than ${mostPages} pages since ${since.toISOString()}.`)
  }
  return undefined
}

const mostPages = 10_000
