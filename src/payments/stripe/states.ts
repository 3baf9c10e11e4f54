/** Maps the states of Stripe's intents and refunds to answers of a gateway. Pure. */
import type { Stripe } from 'stripe'
import { cutText } from '../../values/text.ts'
import type { Charge, ChargeAdvice, ChargeDetails, RefundAnswer } from '../gateway.ts'
import type { StripeFailure } from './errors.ts'

const longestReason = 500
const longestCode = 100

type IntentOutcome = 'cancel' | 'pending' | 'captured' | 'over'

/** The outcome of an intent by its state; one to `cancel` is not paid yet, and is read again once that is tried. */
const outcomes: Readonly<Record<string, IntentOutcome>> = {
  requires_payment_method: 'cancel',
  requires_confirmation: 'cancel',
  requires_action: 'cancel',
  requires_capture: 'cancel',
  processing: 'pending',
  succeeded: 'captured',
  canceled: 'over',
}

/** The outcome of an intent that does not wait. */
export type SettledIntent = Charge | { result: 'pending' } | { result: 'void' }

/** The answer of an intent; undefined for one that is to be cancelled first. One in a state of the future stays open. */
export function chargeOf(intent: Stripe.PaymentIntent, requestId?: string): SettledIntent | undefined {
  const { id: gatewayReference, status, last_payment_error: failure } = intent
  switch (outcomes[status] ?? 'pending') {
    case 'captured':
      return { result: 'captured', gatewayReference, requestId }
    case 'pending':
      return { result: 'pending' }
    case 'over':
      return failure ? declinedOf(gatewayReference, failure, requestId) : { result: 'void' }
    case 'cancel':
      return undefined
  }
}

type Failure = Pick<StripeFailure, 'message' | 'code' | 'decline_code' | 'advice_code' | 'network_advice_code'>

const advices: Readonly<Record<string, ChargeAdvice>> = {
  confirm_card_data: 'new_data',
  do_not_try_again: 'never',
  try_again_later: 'retry',
}

/** A declined charge, with what bank and network say of it. */
export function declinedOf(
  gatewayReference: string,
  { message, code, decline_code, advice_code, network_advice_code }: { [Name in keyof Failure]?: Failure[Name] | undefined },
  requestId?: string,
) {
  const isForCustomer = code === 'authentication_required' || decline_code === 'authentication_required'
  const details: ChargeDetails = {
    declineCode: short(decline_code ?? code),
    advice: isForCustomer ? 'customer' : advices[advice_code ?? ''],
    networkAdvice: short(network_advice_code),
    requestId,
  }
  const reason = cutText(message || 'The card was declined.', longestReason)
  return { result: 'declined', gatewayReference, reason, ...details } as const
}

const short = (code: string | undefined) => code && cutText(code, longestCode)

/** The answer of a refund. */
export function refundOf({ id: gatewayReference, status, failure_reason }: Stripe.Refund): RefundAnswer {
  switch (status) {
    case 'succeeded':
      return { result: 'done', gatewayReference }
    case 'failed':
    case 'canceled':
      return { result: 'failed', gatewayReference, reason: refundFailure(failure_reason, status) }
    default:
      return { result: 'pending', gatewayReference }
  }
}

/** Stripe's code of a failure as a sentence, such as `Stripe: expired or canceled card.` */
const refundFailure = (code: string | undefined, status: string) =>
  `Stripe: ${cutText((code ?? status).replaceAll('_', ' '), longestCode)}.`

const longestBrand = 50

/** The card of a payment method. Methods without one, such as bank accounts, do not run out. */
export const cardOf = ({ card, type }: Stripe.PaymentMethod) => ({
  ...{ brand: cutText(card?.brand ?? type, longestBrand), last4: card?.last4 ?? '0000' },
  ...{ expMonth: card?.exp_month ?? 12, expYear: card?.exp_year ?? 2199 },
})

/** The id of an object that is there by its id alone, or as a whole. */
export const idOf = (object: string | { id: string } | null): string | undefined =>
  typeof object === 'object' ? object?.id : object
