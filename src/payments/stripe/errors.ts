/** Judges the errors of Stripe's library: which say that nothing was charged, and which say nothing. Pure. */
import type { Stripe } from 'stripe'
import { GatewayUnclear, GatewayUnusable } from '../gateway.ts'

/** An error that the library throws for an answer of Stripe, or for none. */
export type StripeFailure = Pick<
  Stripe.errors.StripeError,
  'message' | 'code' | 'decline_code' | 'statusCode' | 'requestId' | 'payment_intent'
> & { type: string; advice_code?: string; network_advice_code?: string }

/** The error as one of the library; undefined for any other. */
export function failureOf(error: unknown): StripeFailure | undefined {
  const isOfStripe = error instanceof Error && 'type' in error && /^Stripe\w+Error$/.test(String(error.type))
  return isOfStripe ? (error as Error & StripeFailure) : undefined
}

/** Whether a card was declined. */
export const isDecline = ({ type }: StripeFailure): boolean => type === 'StripeCardError'

/** Whether Stripe refused a request, which has had no effect; a repeat would be refused too. */
export const isRefused = ({ type, statusCode }: StripeFailure): boolean =>
  type === 'StripeInvalidRequestError' && (statusCode === 400 || statusCode === 404)

/** Whether an intent was in another state than the request expects. */
export const isOtherState = ({ code }: StripeFailure): boolean => code === 'payment_intent_unexpected_state'

/** Whether the key was used with other parameters before. */
export const isKeyReused = ({ type }: StripeFailure): boolean => type === 'StripeIdempotencyError'

/** The errors of keys that Stripe does not take, or not for this. */
const ofKeys = ['StripeAuthenticationError', 'StripePermissionError']

/** The error of a request whose outcome is not known, with the library's words. */
export function unclear(error: unknown): Error {
  if (error instanceof GatewayUnclear || error instanceof GatewayUnusable) return error
  const failure = failureOf(error)
  if (failure && ofKeys.includes(failure.type))
    return new GatewayUnusable(`Stripe does not take the key of the store: ${failure.message}`, { cause: error })
  const words = failure ? `${failure.type} ${failure.statusCode ?? ''} ${failure.requestId ?? ''}`.trim() : String(error)
  return new GatewayUnclear(`Stripe gave no clear answer: ${words}`, { cause: error })
}
