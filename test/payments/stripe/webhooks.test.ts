/** Webhooks of Stripe: signed, taken once, and applied by what the gateway says. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createListener } from '../../../src/http/server/listener.ts'
import { addCustomer, addProduct } from '../../writes/rows.ts'
import { openChosenStore } from './chosen-store.ts'
import { payByStripe } from './stripe-store.ts'

const { stripe, store, db, choose, send, passes, now } = await openChosenStore()
const library = new Stripe('sk_test_local')

beforeAll(async () => {
  expect(await choose()).toMatchObject({ status: 200 })
})

beforeEach(async () => {
  stripe.reset()
  await db.payment.updateMany({ data: { dueAt: null } })
  await db.refund.updateMany({ data: { dueAt: null } })
})

let number = 0

/** An event about an object. */
const eventOf = (type: string, object: object, more: object = {}) => ({
  ...{ id: `evt_${++number}`, object: 'event', type, livemode: false, data: { object } },
  ...more,
})

type Sent = { secret?: string; seconds?: number; header?: string | null; storeId?: number; method?: string; body?: string }

/** Posts an event, signed as Stripe does. */
async function post(event: object | string, { secret = 'whsec_number_one', seconds = 0, header, storeId = 1, body }: Sent = {}) {
  const payload = typeof event === 'string' ? event : JSON.stringify(event)
  const timestamp = Math.floor(now().getTime() / 1_000) - seconds
  const signature = header === undefined ? library.webhooks.generateTestHeaderString({ payload, secret, timestamp }) : header
  const response = await store.fetch(`/v1/gateways/stripe/${storeId}/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(signature !== null && { 'Stripe-Signature': signature }) },
    body: body ?? payload,
  })
  return {
    status: response.status,
    answer: (await response.json()) as { errors?: string[]; handled?: boolean; repeated?: boolean },
  }
}

const count = () => db.gatewayNotice.count()

/** A payment whose bank works on it. */
async function slow() {
  const customer = await addCustomer(db)
  await payByStripe(db, stripe, customer, 'pm_slow')
  const { instanceId } = await addProduct(db, { price: 100 })
  const order = { customer: { id: customer.id }, products: [{ product_instance: { id: instanceId } }] }
  expect((await send('POST', '/v1/orders/', order)).status).toBe(503)
  const payment = await db.payment.findFirstOrThrow({ where: { customerId: customer.id } })
  const [intent] = stripe.books.intentsOf(payment.reference)
  if (!intent) throw new Error('There is no intent.')
  const state = async () => (await db.payment.findFirstOrThrow({ where: { customerId: customer.id } })).state
  return { intent, state, customer }
}

describe('A webhook', () => {
  it('about a charge has it looked at in the next round, by what the gateway says', async () => {
    const { intent, state } = await slow()
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
    const event = eventOf('payment_intent.succeeded', { id: intent.id, metadata: intent.metadata })
    expect(await post(event)).toEqual({ status: 200, answer: { received: true, handled: true, repeated: false } })
    expect(await passes(0)).toEqual(['captured'])
    expect(await state()).toBe('captured')
    const orders = await db.order.count()
    // Twice, late, and out of their order they change nothing.
    expect((await post(event)).answer.repeated).toBe(true)
    await post(eventOf('payment_intent.payment_failed', { id: intent.id, metadata: intent.metadata }))
    expect(await passes(0)).toEqual([])
    expect([await state(), await db.order.count()]).toEqual(['captured', orders])
  })

  it('that comes before the gateway has a result changes nothing', async () => {
    const { intent, state } = await slow()
    await post(eventOf('payment_intent.succeeded', { id: intent.id, metadata: intent.metadata }))
    expect(await passes(0)).toEqual([])
    expect(await state()).toBe('asked')
  })

  it('ten times at once is taken once', async () => {
    const { intent } = await slow()
    const event = eventOf('payment_intent.succeeded', { id: intent.id, metadata: intent.metadata })
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(event)))
    expect(answers.filter(({ answer }) => answer.repeated === false)).toHaveLength(1)
    expect(await db.gatewayNotice.count({ where: { id: event.id } })).toBe(1)
  })

  it('is taken by a server that listens', async () => {
    const server = createListener(store.app, 0)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { intent } = await slow()
    const payload = JSON.stringify(eventOf('payment_intent.succeeded', { id: intent.id, metadata: intent.metadata }))
    const timestamp = Math.floor(now().getTime() / 1_000)
    const post = async (signature: string) => {
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature }
      const { port } = server.address() as AddressInfo
      const response = await fetch(`http://127.0.0.1:${port}/v1/gateways/stripe/1/`, { method: 'POST', headers, body: payload })
      return [response.status, await response.json()]
    }
    expect(await post('t=1,v1=00')).toEqual([401, { errors: [wrong] }])
    const signature = library.webhooks.generateTestHeaderString({ payload, secret: 'whsec_number_one', timestamp })
    expect(await post(signature)).toEqual([200, { received: true, handled: true, repeated: false }])
  })

  it('of another type, or about nothing of ours, is answered and not kept', async () => {
    const before = await count()
    for (const event of [
      eventOf('customer.created', { id: 'cus_1' }),
      eventOf('payment_intent.succeeded', { id: 'pi_1', metadata: {} }),
    ])
      expect(await post(event)).toEqual({ status: 200, answer: { received: true, handled: false, repeated: false } })
    expect(await count()).toBe(before)
  })

  it('may be signed with each of the secrets', async () => {
    expect((await post(eventOf('customer.created', { id: 'cus_1' }), { secret: 'whsec_number_two' })).status).toBe(200)
  })

  const wrong = 'The signature in Stripe-Signature is not one of this store for this body.'

  it.each([
    ['without a signature', { header: null }, 401, 'The request must have the header Stripe-Signature.'],
    ['with one of another secret', { secret: 'whsec_number_three' }, 401, wrong],
    ['with one that is none', { header: 't=1,v1=00' }, 401, wrong],
    ['with another body', { body: '{"id":"evt_other"}' }, 401, wrong],
    ['of a store without an account', { storeId: 2 }, 401, wrong],
    ['of a store that is not there', { storeId: 999 }, 401, wrong],
    ['that is old', { seconds: 301 }, 400, 'The signature is 301 s old; at most 300 s are taken.'],
    ['that is ahead of time', { seconds: -301 }, 400, 'The signature is 301 s ahead of time; at most 300 s are taken.'],
  ] as [string, Sent, number, string][])(
    '%s is refused with the reason, and nothing is written',
    async (_what, sent, status, sentence) => {
      const before = await count()
      const { intent } = await slow()
      const event = eventOf('payment_intent.succeeded', { id: intent.id, metadata: intent.metadata })
      expect(await post(event, sent)).toEqual({ status, answer: { errors: [sentence] } })
      expect(await count()).toBe(before)
    },
  )

  it.each([
    ['no JSON', '{"id":'],
    ['no event', '{"id":"evt_1"}'],
    ['a list', '[]'],
  ])('with %s is refused', async (_what, body) => {
    expect(await post(body)).toEqual({ status: 400, answer: { errors: ['The body must be an event of Stripe, as JSON.'] } })
  })

  it('of the other mode is refused', async () => {
    expect(await post(eventOf('customer.created', { id: 'cus_1' }, { livemode: true }))).toEqual({
      status: 400,
      answer: { errors: ['The event is of live mode, and the keys of the store are of test mode.'] },
    })
  })

  it('of another gateway, or with another method, is refused', async () => {
    expect((await send('POST', '/v1/gateways/sandbox/1/')).status).toBe(404)
    expect((await store.fetch('/v1/gateways/stripe/1/')).status).toBe(405)
  })

  it('about a refund that failed reverses it at once', async () => {
    const customer = await addCustomer(db)
    await payByStripe(db, stripe, customer, 'pm_visa')
    const { instanceId } = await addProduct(db, { price: 100 })
    const order = { customer: { id: customer.id }, products: [{ product_instance: { id: instanceId } }] }
    const { answer } = await send('POST', '/v1/orders/', order)
    expect(answer).toMatchObject({ is_test: true })
    expect((await send('POST', `/v1/orders/${answer.id}/refunds/`)).answer.status).toBe('done')
    const [refund] = [...stripe.books.refunds.values()].slice(-1)
    if (!refund) throw new Error('There is no refund.')
    Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' })
    await post(eventOf('refund.failed', { id: refund.id, metadata: refund.metadata }))
    expect(await passes(0)).toEqual(['refund came back'])
    expect((await db.refund.findFirstOrThrow({ where: { orderId: answer.id } })).status).toBe('failed')
  })

  it('about a charge of a payment that had ended gives the money back', async () => {
    const { intent, state, customer } = await slow()
    await db.payment.updateMany({ where: { customerId: customer.id }, data: { state: 'failed', dueAt: null } })
    await post(eventOf('payment_intent.succeeded', { id: intent.id, metadata: intent.metadata }))
    // It was not charged after all, and is left alone.
    expect(await passes(0)).toEqual([])
    expect((await db.payment.findFirstOrThrow({ where: { customerId: customer.id } })).dueAt).toBeNull()
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
    await post(eventOf('payment_intent.succeeded', { id: intent.id, metadata: intent.metadata }))
    await passes(0)
    await passes(1)
    expect(await state()).toBe('refunded')
  })
})
