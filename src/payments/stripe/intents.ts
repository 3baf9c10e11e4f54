/** Charges by Stripe's payment intents: a new one for each reference, whose id is stored before it is confirmed. */
import type { Stripe } from 'stripe'
import {
  type AskedCharge,
  type Charge,
  type ChargeRequest,
  type FoundCharge,
  GatewayUnclear,
  type WaitingCharge,
} from '../gateway.ts'
import { failureOf, isDecline, isKeyReused, isOtherState, isRefused, type StripeFailure, unclear } from './errors.ts'
import { notTaken, toStripe } from './minor-units.ts'
import { findPage, isPage, listedPage } from './pages.ts'
import { chargeOf, declinedOf, type SettledIntent } from './states.ts'

/** A charge of a stored method. */
type IntentRequest = ChargeRequest & { token: string }

type Created = { intent: Stripe.PaymentIntent; isOld: boolean } | { refused: Charge }

/** Charges a reference. @param now the present, by which an old key is told. @throws GatewayUnclear where the outcome is not known. */
export const chargeIntent = (stripe: Stripe, request: IntentRequest, now: Date): Promise<Charge | WaitingCharge> =>
  charge(stripe, request, now).catch((error: unknown) => {
    throw unclear(error)
  })

async function charge(stripe: Stripe, request: IntentRequest, now: Date): Promise<Charge | WaitingCharge> {
  const created = await createIntent(stripe, request, now)
  if ('refused' in created) return created.refused
  const { intent, isOld } = created
  if (!(await request.begin(intent.id))) {
    // Best effort: an intent that is not confirmed takes no money.
    await stripe.paymentIntents.cancel(intent.id).catch(() => {})
    throw new GatewayUnclear('The payment has moved on before it was charged.')
  }
  if (isOld && intent.status !== 'requires_confirmation') return settled(await closed(stripe, intent))
  if (request.signal?.aborted) throw new GatewayUnclear('The time to charge is over.')
  return confirmIntent(stripe, intent.id, request)
}

/** Creates the intent of a reference, or takes the one that another copy of the database has created. */
async function createIntent(stripe: Stripe, request: IntentRequest, now: Date): Promise<Created> {
  const { reference, token, gatewayCustomer, currency, mayExistSince, page } = request
  const amount = toStripe(request.amount, currency)
  if (amount === undefined)
    return { refused: declinedOf('', { message: notTaken(request.amount, currency), code: 'invalid_amount' }) }
  const before = mayExistSince && (await listed(stripe, reference, gatewayCustomer, mayExistSince))
  if (before) return { intent: before, isOld: true }
  const params: Stripe.PaymentIntentCreateParams = {
    amount,
    currency: currency.toLowerCase(),
    payment_method: token,
    ...(gatewayCustomer !== null && { customer: gatewayCustomer }),
    // A charge without the customer cannot use methods that redirect; with the customer a card redirects to its bank.
    ...(page ? { payment_method_types: ['card'] } : { automatic_payment_methods: { enabled: true, allow_redirects: 'never' } }),
    metadata: { reference },
  }
  try {
    const intent = await stripe.paymentIntents.create(params, { idempotencyKey: `${reference}:create` })
    return { intent, isOld: false }
  } catch (error) {
    const failure = failureOf(error)
    // Another copy has created it with other parameters; keys are forgotten after a day.
    const others = failure && isKeyReused(failure) && (await listed(stripe, reference, gatewayCustomer, dayBefore(now)))
    if (others) return { intent: others, isOld: true }
    if (failure && (isRefused(failure) || isDecline(failure))) return { refused: declinedOf('', failure, failure.requestId) }
    throw unclear(error)
  }
}

/** Confirms an intent; without an answer its outcome is asked about later. One whose customer is there may wait for them. */
async function confirmIntent(stripe: Stripe, id: string, { reference, page }: IntentRequest): Promise<Charge | WaitingCharge> {
  try {
    const params = page ? { return_url: page.returnUrl } : { off_session: true }
    const intent = await stripe.paymentIntents.confirm(id, params, { idempotencyKey: `${reference}:confirm` })
    const actionUrl = intent.next_action?.redirect_to_url?.url
    if (page && intent.status === 'requires_action' && actionUrl) return { result: 'waiting', gatewayReference: id, actionUrl }
    // One that waits for the customer is not left open: the customer is not there.
    return settled(await closed(stripe, intent))
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw unclear(error)
    if (isDecline(failure)) return declined(stripe, id, failure)
    if (isOtherState(failure)) return settled(await closed(stripe, await stripe.paymentIntents.retrieve(id)))
    if (!isRefused(failure)) throw unclear(error)
    const found = await closed(stripe, await stripe.paymentIntents.retrieve(id))
    return found.result === 'void' ? declinedOf(id, failure, failure.requestId) : settled(found)
  }
}

/** A decline; its intent is cancelled as well as that can be done now, since it is not charged in any other way. */
async function declined(stripe: Stripe, id: string, failure: StripeFailure): Promise<Charge> {
  const intent = failure.payment_intent ?? (await stripe.paymentIntents.retrieve(id))
  const found = await closed(stripe, intent).catch(() => undefined)
  return found?.result === 'captured' ? found : declinedOf(id, failure, failure.requestId)
}

/** The outcome of a charge that is over. @throws GatewayUnclear for one without. */
function settled(found: SettledIntent): Charge {
  if (found.result === 'captured' || found.result === 'declined') return found
  throw new GatewayUnclear(`The charge is ${found.result}.`)
}

/** The outcome of an intent: one that is not paid is cancelled and read again, and can then never be charged. */
async function closed(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<SettledIntent> {
  const known = chargeOf(intent, requestIdOf(intent))
  if (known) return known
  const after = await stripe.paymentIntents.cancel(intent.id).catch((error: unknown) => {
    const failure = failureOf(error)
    if (failure && isOtherState(failure)) return stripe.paymentIntents.retrieve(intent.id)
    throw unclear(error)
  })
  const found = chargeOf(after, requestIdOf(after))
  if (!found) throw new GatewayUnclear(`The intent ${intent.id} is neither paid nor cancelled.`)
  return found
}

/** Finds the outcome of a reference; a charge that is not made yet is forbidden, unless it may wait for its customer. */
export async function findCharge(stripe: Stripe, reference: string, asked: AskedCharge): Promise<FoundCharge> {
  const { charge, gatewayCustomer, since, hasPage = false, mayWait = false } = asked
  try {
    const page = charge ? isPage(charge) && charge : hasPage && (await listedPage(stripe, reference, asked))
    if (page) return await findPage(stripe, page, mayWait, (intent) => closed(stripe, intent))
    const intent = charge ? await stripe.paymentIntents.retrieve(charge) : await listed(stripe, reference, gatewayCustomer, since)
    if (mayWait && intent?.status === 'requires_action') return { result: 'waiting' }
    return intent ? await closed(stripe, intent) : { result: 'void' }
  } catch (error) {
    throw unclear(error)
  }
}

const pageSize = 100
const mostIntents = 10_000

/** The intent of a reference among those of a customer since a time. Lists are complete at once, unlike a search. */
async function listed(
  stripe: Stripe,
  reference: string,
  customer: string | null,
  since: Date,
): Promise<Stripe.PaymentIntent | undefined> {
  const created = { gte: Math.floor(since.getTime() / 1_000) }
  let count = 0
  for await (const intent of stripe.paymentIntents.list({ ...(customer && { customer }), created, limit: pageSize })) {
    if (intent.metadata.reference === reference) return intent
    count += 1
    if (count >= mostIntents) throw new GatewayUnclear(`There are more than ${mostIntents} intents since ${since.toISOString()}.`)
  }
  return undefined
}

const daySeconds = 86_400
const dayBefore = (now: Date) => new Date(now.getTime() - (daySeconds + 3_600) * 1_000)

const requestIdOf = (intent: Stripe.PaymentIntent): string | undefined =>
  (intent as Partial<Stripe.Response<Stripe.PaymentIntent>>).lastResponse?.requestId
