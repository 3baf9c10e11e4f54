/** The books of the local server: what Stripe would know of its accounts, and what each card does. */
import type { Stripe } from 'stripe'
import { balanceMove, dispute } from './dispute.ts'
import { newId, type Params, paymentIntent, paymentMethod, refund } from './objects.ts'
import { setupIntent } from './sessions.ts'

/** An answer of the interface: a status and an object, or an error. */
export type Answer = { status: number; body: object }

/** The course of a charge, by the id of its payment method. */
export const cards = {
  pm_visa: { last4: '4242' },
  pm_second: { last4: '5556' },
  pm_no_funds: { last4: '9995', decline_code: 'insufficient_funds', advice_code: 'try_again_later' },
  pm_lost: { last4: '9987', decline_code: 'lost_card', advice_code: 'do_not_try_again', network_advice_code: '03' },
  pm_bank: { last4: '3184', code: 'authentication_required', decline_code: 'authentication_required' },
  pm_slow: { last4: '7777', status: 'processing' },
} as const satisfies Record<string, Card>

type Card = {
  last4: string
  code?: string
  decline_code?: string
  advice_code?: Stripe.PaymentIntent.LastPaymentError['advice_code']
  network_advice_code?: string
  status?: 'processing'
}

export class Books {
  /** Its clock: real time unless set. */
  clock = () => new Date()
  isLive = false
  readonly customers = new Map<string, Stripe.Customer>()
  readonly methods = new Map<string, Stripe.PaymentMethod>()
  readonly intents = new Map<string, Stripe.PaymentIntent>()
  readonly refunds = new Map<string, Stripe.Refund>()
  readonly sessions = new Map<string, Stripe.Checkout.Session>()
  readonly disputes = new Map<string, Stripe.Dispute>()
  /** The status of the next refunds. */
  refundStatus: 'succeeded' | 'pending' | 'failed' = 'succeeded'

  get now(): Date {
    return this.clock()
  }

  get made() {
    return { now: this.now, isLive: this.isLive }
  }

  /** Adds one of the known cards to a customer. */
  addCard(customer: string, id: keyof typeof cards): void {
    const { last4 } = cards[id]
    this.methods.set(`${customer} ${id}`, paymentMethod(this.made, customer, { id, last4 }))
  }

  /** A customer enters one of the known cards on the page of a session. */
  finishSession(id: string, card: keyof typeof cards): void {
    const session = this.sessions.get(id)
    if (!session) throw new Error(`There is no session ${id}.`)
    const owner = String(session.customer)
    this.addCard(owner, card)
    const method = this.methods.get(`${owner} ${card}`) as Stripe.PaymentMethod
    Object.assign(session, { status: 'complete', url: null, setup_intent: setupIntent(this.made, method) })
  }

  /** The customer of an intent disputes it at the bank; an inquiry moves no money. */
  openDispute(intent: Stripe.PaymentIntent, status: Stripe.Dispute.Status = 'needs_response'): Stripe.Dispute {
    const made = { ...dispute(this.made, intent), status }
    this.disputes.set(made.id, made)
    if (!status.startsWith('warning')) this.moveDispute(made, -intent.amount, 1_500)
    return made
  }

  /** Moves money of a dispute: below 0 what is withdrawn. */
  moveDispute(made: Stripe.Dispute, amount: number, fee = 0): void {
    made.balance_transactions.push(balanceMove(this.now, made, amount, fee))
  }

  /** A customer pays by one of the known cards on the page of a session. @returns whether it is paid. */
  paySession(id: string, card: keyof typeof cards): boolean {
    const session = this.sessions.get(id)
    if (session?.status !== 'open') return false
    const owner = session.customer ?? newId('cus')
    this.addCard(String(owner), card)
    const method = this.methods.get(`${owner} ${card}`) as Stripe.PaymentMethod
    const params = { amount: String(session.amount_total), currency: String(session.currency), customer: String(owner) }
    const intent = paymentIntent(this.made, { ...params, payment_method: card, metadata: { ...session.metadata } })
    this.intents.set(intent.id, intent)
    session.payment_intent = intent
    if (this.confirmIntent(intent, { return_url: 'page' }).status !== 200) return false
    if (intent.status === 'requires_action') this.confirms(intent.id)
    Object.assign(intent, { payment_method: method })
    Object.assign(session, { status: 'complete', payment_status: 'paid', url: null, customer: owner })
    return true
  }

  expireSession(session: Stripe.Checkout.Session): Answer {
    if (session.status !== 'open') return refused(`This session is ${session.status}; only open ones can be expired.`)
    Object.assign(session, { status: 'expired', url: null })
    if (typeof session.payment_intent === 'object' && session.payment_intent) this.cancelIntent(session.payment_intent)
    return found(session)
  }

  /** A customer confirms a payment at the bank, or fails to. @returns whether it is paid. */
  confirms(id: string, isConfirmed = true): boolean {
    const intent = this.intents.get(id)
    if (intent?.status !== 'requires_action') return false
    intent.next_action = null
    if (isConfirmed) return this.capture(intent)
    const code = 'payment_intent_authentication_failure'
    intent.last_payment_error = { type: 'card_error', code, message: 'The customer did not confirm the payment.' }
    intent.status = 'requires_payment_method'
    return false
  }

  capture(intent: Stripe.PaymentIntent): boolean {
    intent.status = 'succeeded'
    intent.latest_charge = newId('ch')
    intent.amount_received = intent.amount
    return true
  }

  createIntent(params: Params): Answer {
    const { customer, payment_method: method } = params
    if (Number(params.amount) <= 0) return refused('Invalid positive integer', 'parameter_invalid_integer')
    if (!this.methods.has(`${customer} ${method}`)) return refused(`No such PaymentMethod: '${method}'`, 'resource_missing')
    const intent = paymentIntent(this.made, params)
    this.intents.set(intent.id, intent)
    return found(intent)
  }

  confirmIntent(intent: Stripe.PaymentIntent, params: Params): Answer {
    if (intent.status !== 'requires_confirmation') return unexpected(intent)
    const card: Card = cards[String(intent.payment_method) as keyof typeof cards]
    if (card.code === 'authentication_required' && params.return_url) {
      const url = `https://hooks.stripe.com/redirect/authenticate/${intent.id}`
      intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: String(params.return_url) } }
      intent.status = 'requires_action'
      return found(intent)
    }
    if (card.decline_code) {
      const { last4: _, status: __, code = 'card_declined', ...codes } = card
      intent.last_payment_error = {
        type: 'card_error',
        code: code as 'card_declined',
        message: 'Your card was declined.',
        ...codes,
      }
      intent.status = 'requires_payment_method'
      const error = { ...intent.last_payment_error, payment_intent: intent, charge: newId('ch') }
      return { status: 402, body: { error } }
    }
    intent.status = card.status ?? 'succeeded'
    intent.latest_charge = newId('ch')
    intent.amount_received = card.status ? 0 : intent.amount
    return found(intent)
  }

  cancelIntent(intent: Stripe.PaymentIntent): Answer {
    if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing') return unexpected(intent)
    intent.status = 'canceled'
    return found(intent)
  }

  createRefund(params: Params): Answer {
    const intent = this.intents.get(String(params.payment_intent))
    if (!intent) return refused(`No such payment_intent: '${params.payment_intent}'`, 'resource_missing')
    const left = intent.amount_received - this.refunded(intent.id)
    if (Number(params.amount) > left) return refused(`Refund amount is greater than unrefunded amount on charge (${left})`)
    const made = refund(this.now, intent, params)
    made.status = this.refundStatus
    if (made.status === 'failed') made.failure_reason = 'expired_or_canceled_card'
    this.refunds.set(made.id, made)
    return found(made)
  }

  /** The sum of the refunds of an intent that have not failed. */
  refunded(intent: string): number {
    const refunds = [...this.refunds.values()].filter(
      ({ payment_intent, status }) => payment_intent === intent && status !== 'failed',
    )
    return refunds.reduce((sum, { amount }) => sum + amount, 0)
  }

  /** The intents of a reference. */
  intentsOf(reference: string): Stripe.PaymentIntent[] {
    return [...this.intents.values()].filter(({ metadata }) => metadata.reference === reference)
  }

  /** The amounts that were taken for a reference, and given back of it. */
  taken(reference: string): { captured: number; refunded: number } {
    const intents = this.intentsOf(reference)
    return {
      captured: intents.reduce((sum, { amount_received }) => sum + amount_received, 0),
      refunded: intents.reduce((sum, { id }) => sum + this.refunded(id), 0),
    }
  }
}

export const found = (body: object): Answer => ({ status: 200, body })

export const refused = (message: string, code?: string, status = 400): Answer => ({
  status,
  body: { error: { type: 'invalid_request_error', message, ...(code && { code }) } },
})

const unexpected = (intent: Stripe.PaymentIntent): Answer => ({
  status: 400,
  body: {
    error: {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `This PaymentIntent's status is ${intent.status}.`,
      payment_intent: intent,
    },
  },
})
