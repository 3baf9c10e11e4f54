/** Refunds of Stripe's payment intents, each under our reference as its key, which Stripe forgets after a day. */
import type { Stripe } from 'stripe'
import type { RefundAnswer, RefundRequest } from '../gateway.ts'
import { failureOf, isRefused, unclear } from './errors.ts'
import { notTaken, toStripe } from './minor-units.ts'
import { refundOf } from './states.ts'

/** The time for which a key is known for sure. */
const keySeconds = 23 * 3_600

/** Gives back a part of a charge, once for a reference. @param now the present, by which an old key is told. */
export async function refundIntent(stripe: Stripe, request: RefundRequest, now: Date): Promise<RefundAnswer> {
  const { reference, charge, currency, recordedAt } = request
  const amount = toStripe(request.amount, currency)
  if (amount === undefined) return { result: 'failed', gatewayReference: '', reason: notTaken(request.amount, currency) }
  const isOld = now.getTime() - recordedAt.getTime() > keySeconds * 1_000
  const before = isOld ? await findRefundOf(stripe, reference, charge) : undefined
  if (before) return before
  try {
    const params = { payment_intent: charge, amount, metadata: { reference } }
    return refundOf(await stripe.refunds.create(params, { idempotencyKey: reference }))
  } catch (error) {
    const failure = failureOf(error)
    if (failure && isRefused(failure)) return { result: 'failed', gatewayReference: '', reason: failure.message }
    throw unclear(error)
  }
}

/** The refund of a reference among those of its charge. */
export async function findRefundOf(stripe: Stripe, reference: string, charge: string): Promise<RefundAnswer | undefined> {
  try {
    for await (const refund of stripe.refunds.list({ payment_intent: charge, limit: 100 }))
      if (refund.metadata?.reference === reference) return refundOf(refund)
    return undefined
  } catch (error) {
    throw unclear(error)
  }
}
