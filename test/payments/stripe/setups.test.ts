/** Cards that customers enter on Stripe's page: the finished page makes the payment method, once. */
import type Stripe from 'stripe'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lookAtSetups } from '../../../src/worker/setups.ts'
import { inSight } from '../../support/every-statement.ts'
import { addCustomer, type Customer } from '../../writes/rows.ts'
import { openChosenStore } from './chosen-store.ts'
import { postEvent } from './signed.ts'

const { stripe, store, db, clock, gateways, choose, send, waits, now } = await openChosenStore()
const returnUrl = 'https://localhost/back'

beforeAll(async () => {
  expect(await choose()).toMatchObject({ status: 200 })
  await db.store.update({ where: { id: 1n }, data: { customersMay: ['change_payment_method'] } })
})

beforeEach(async () => {
  stripe.reset()
  await db.gatewaySetup.updateMany({ data: { dueAt: null } })
})

const reports: unknown[] = []
const look = () => inSight(() => lookAtSetups({ db, clock, gateways, report: (error) => void reports.push(error) }))

async function opened(customer?: Customer, more: object = {}) {
  const own = customer ?? (await addCustomer(db, { token: null }))
  const { status, answer } = await send('POST', `/v1/customers/${own.id}/payment_methods/setup/`, {
    return_url: returnUrl,
    ...more,
  })
  const session = [...stripe.books.sessions.values()].at(-1)
  const methods = () => db.paymentMethod.findMany({ where: { customerId: own.id, archivedAt: null } })
  return { customer: own, status, answer, session, methods }
}

const notice = (session: Stripe.Checkout.Session | undefined) => postEvent(store, 'checkout.session.completed', session, now())

describe('A page for a card', () => {
  it('is a Checkout Session of mode setup, of the customer at Stripe', async () => {
    const { customer, status, answer, session } = await opened()
    expect({ status, answer }).toEqual({
      status: 201,
      answer: {
        ...{ id: customer.id, type: 'customer' },
        ...{ action_url: session?.url, client_secret: null, publishable_key: 'pk_test_local' },
      },
    })
    const [created] = stripe.callsOf('POST /v1/customers')
    expect(created?.params).toMatchObject({ email: customer.email })
    expect(stripe.callsOf('POST /v1/checkout/sessions')[0]?.params).toMatchObject({
      mode: 'setup',
      success_url: returnUrl,
      currency: 'usd',
    })
    expect(await db.gatewayCustomer.findFirst({ where: { customerId: customer.id } })).toMatchObject({
      gatewayCustomer: session?.customer,
    })
  })

  it('that is finished makes a payment method, once, whether a webhook tells it or not', async () => {
    const { customer, session, methods } = await opened()
    stripe.books.finishSession(session?.id ?? '', 'pm_visa')
    expect(await methods()).toEqual([])
    expect(await notice(session)).toBe(200)
    await Promise.all([look(), look()])
    expect(await methods()).toMatchObject([
      {
        ...{ gateway: 'stripe', gatewayToken: 'pm_visa', gatewayCustomer: session?.customer, isDefault: true },
        last4: '4242',
        brand: 'visa',
      },
    ])
    expect(await db.event.findMany({ where: { customerId: customer.id, type: 'payment_method.created' } })).toHaveLength(1)
    const other = await opened(customer)
    stripe.books.finishSession(other.session?.id ?? '', 'pm_second')
    // Without a webhook it is looked at after ten minutes.
    await look()
    expect(await methods()).toHaveLength(1)
    waits(601)
    await look()
    expect((await methods()).map(({ gatewayToken, isDefault }) => [gatewayToken, isDefault])).toEqual([
      ['pm_visa', true],
      ['pm_second', false],
    ])
    expect(other.session?.customer).toBe(session?.customer)
    expect(reports).toEqual([])
  })

  it('that nobody finishes ends', async () => {
    const { session, methods } = await opened()
    waits(601)
    await look()
    expect(await db.gatewaySetup.findFirst({ where: { setup: session?.id ?? '' } })).toMatchObject({ state: 'open' })
    if (session) session.status = 'expired'
    waits(601)
    await look()
    expect(await db.gatewaySetup.findFirst({ where: { setup: session?.id ?? '' } })).toMatchObject({
      state: 'expired',
      dueAt: null,
    })
    expect(await methods()).toEqual([])
  })

  it('is opened by a customer, for the customer', async () => {
    const as = store.customer
    const { status, answer } = await send('POST', '/v1/store/api/customer/payment_methods/setup/', { return_url: returnUrl }, as)
    expect([status, answer.publishable_key]).toEqual([201, 'pk_test_local'])
    expect(await db.gatewaySetup.count({ where: { customerId: store.customerId } })).toBe(1)
    const other = await addCustomer(db)
    const query = `mutation($id: ID, $url: String!) { createPaymentMethodSetup(input: { customerId: $id, returnUrl: $url }) { actionUrl userErrors { code } } }`
    const { data } = await store.graphql(query, { id: String(other.id), url: returnUrl }, as)
    expect(data.createPaymentMethodSetup).toEqual({ actionUrl: null, userErrors: [{ code: 'NOT_FOUND' }] })
  })

  it.each([
    'https://elsewhere.example/',
    'http://localhost/back',
    'localhost/back',
    'javascript:alert(1)',
    'https://me@localhost/',
    '',
  ])('does not come back to %s', async (url) => {
    const { status, answer } = await opened(undefined, { return_url: url })
    expect({ status, answer }).toEqual({
      status: 400,
      answer: {
        errors: [
          'return_url must be an address at https://localhost or at an allowed origin of the store, with at most 2000 characters.',
        ],
      },
    })
    expect(stripe.calls).toEqual([])
  })

  it('comes back to an allowed origin', async () => {
    await db.allowedOrigin.create({ data: { storeId: 1n, origin: 'https://shop.example', createdAt: now() } })
    expect((await opened(undefined, { return_url: 'https://shop.example/card?x=1' })).status).toBe(201)
  })

  it('is not opened where Stripe does not answer, and a repeat opens it', async () => {
    const customer = await addCustomer(db, { token: null })
    stripe.fault = () => 'fails with 500 before'
    expect(await opened(customer)).toMatchObject({
      status: 503,
      answer: { errors: ['The payment gateway did not answer. No page was opened; send the request again.'] },
    })
    stripe.fault = () => undefined
    expect((await opened(customer)).status).toBe(201)
  })

  it('is opened 20 times a day for a customer, and no more', async () => {
    const customer = await addCustomer(db, { token: null })
    for (let number = 0; number < 20; number += 1) expect((await opened(customer)).status).toBe(201)
    expect(await opened(customer)).toMatchObject({
      status: 400,
      answer: { errors: ['The customer has opened 20 pages for a card within a day, which is the most; try again tomorrow.'] },
    })
  })

  it('of the sandbox is finished at once, with its card', async () => {
    const customer = await addCustomer(db, { storeId: 2, token: null })
    const path = `/v1/customers/${customer.id}/payment_methods/setup/`
    const back = 'https://second.localhost/back'
    const { status, answer } = await send('POST', path, { return_url: back }, store.otherMerchant)
    expect([status, answer.action_url, answer.publishable_key]).toEqual([201, back, null])
    waits(16)
    await look()
    const methods = await db.paymentMethod.findMany({ where: { customerId: customer.id, storeId: 2n } })
    expect(methods).toMatchObject([{ gateway: 'sandbox', gatewayToken: 'tok_succeed', isDefault: true }])
  })
})
