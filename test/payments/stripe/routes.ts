/** The routes of the local server. */
import type { Stripe } from 'stripe'
import { type Answer, type Books, found, refused } from './books.ts'
import { customer, type Params } from './objects.ts'
import type { Call } from './server.ts'
import { checkoutSession } from './sessions.ts'

type Route = (books: Books, params: Params, id: string) => Answer

const withIntent =
  (act: (books: Books, intent: Stripe.PaymentIntent) => Answer): Route =>
  (books, _params, id) => {
    const intent = books.intents.get(id)
    return intent ? act(books, intent) : missing('payment_intent', id)
  }

const missing = (kind: string, id: string) => refused(`No such ${kind}: '${id}'`, 'resource_missing', 404)

const routes: Record<string, Route> = {
  'POST /v1/customers': (books, params) => {
    const made = customer(books.made, params)
    books.customers.set(made.id, made)
    return found(made)
  },
  'POST /v1/checkout/sessions': (books, params) => {
    const made = checkoutSession(books.made, params)
    if (made.mode === 'payment' && !(Number(made.amount_total) > 0))
      return refused('Invalid positive integer', 'parameter_invalid_integer')
    books.sessions.set(made.id, made)
    return found(made)
  },
  'GET /v1/checkout/sessions/:id': (books, _params, id) => {
    const session = books.sessions.get(id)
    return session ? found(session) : missing('checkout.session', id)
  },
  'GET /v1/checkout/sessions': (books, params) =>
    page([...books.sessions.values()], params, ({ created }) => created >= Number(((params.created ?? {}) as Params).gte ?? 0)),
  'POST /v1/checkout/sessions/:id/expire': (books, _params, id) => {
    const session = books.sessions.get(id)
    return session ? books.expireSession(session) : missing('checkout.session', id)
  },
  'POST /v1/payment_intents': (books, params) => books.createIntent(params),
  'GET /v1/payment_intents': (books, params) =>
    page([...books.intents.values()], params, ({ customer, created }) => {
      const { gte } = (params.created ?? {}) as Params
      return (!params.customer || customer === params.customer) && created >= Number(gte ?? 0)
    }),
  'GET /v1/payment_intents/:id': withIntent((_books, intent) => found(intent)),
  'POST /v1/payment_intents/:id/confirm': (books, params, id) => {
    const intent = books.intents.get(id)
    return intent ? books.confirmIntent(intent, params) : missing('payment_intent', id)
  },
  'POST /v1/payment_intents/:id/cancel': withIntent((books, intent) => books.cancelIntent(intent)),
  'GET /v1/disputes': (books, params) => {
    const { gte } = (params.created ?? {}) as Params
    return page([...books.disputes.values()], params, ({ created }) => created >= Number(gte ?? 0))
  },
  'GET /v1/disputes/:id': (books, _params, id) => {
    const dispute = books.disputes.get(id)
    return dispute ? found(dispute) : missing('dispute', id)
  },
  'POST /v1/refunds': (books, params) => books.createRefund(params),
  'GET /v1/refunds': (books, params) =>
    page([...books.refunds.values()], params, ({ payment_intent }) => payment_intent === params.payment_intent),
  'GET /v1/refunds/:id': (books, _params, id) => {
    const refund = books.refunds.get(id)
    return refund ? found(refund) : missing('refund', id)
  },
}

/** Answers a call by its route. */
export function routeOf(books: Books, { method, path, params }: Call): Answer {
  // The sessions of `checkout` are one kind.
  const [kind = '', id = '', act] = path.replace('/v1/', '').replace('checkout/sessions', 'checkout-sessions').split('/')
  const row = `${method} /v1/${kind.replace('-', '/')}${id && '/:id'}${act ? `/${act}` : ''}`
  return routes[row]?.(books, params, id) ?? refused(`Unrecognized request URL (${row})`, undefined, 404)
}

/** A page of a list, the newest first. */
function page<T extends { id: string }>(all: readonly T[], params: Params, isMeant: (each: T) => boolean): Answer {
  const rows = all.filter(isMeant).toReversed()
  const from = rows.findIndex(({ id }) => id === params.starting_after) + 1
  const limit = Number(params.limit ?? 10)
  const data = rows.slice(from, from + limit)
  return found({ object: 'list', data, has_more: rows.length > from + limit, url: '/v1/list' })
}
