/** The choice of a store's payment gateway, and the payment methods that belong to it. */
import { beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../support/store.ts'
import { addCustomer, addMonthly, addProduct } from '../../writes/rows.ts'
import { keys, openChosenStore } from './chosen-store.ts'

const { stripe, store, db, choose, send } = await openChosenStore()

const shown = () => store.rest('/v1/store/', store.merchant)

beforeEach(async () => {
  await db.store.update({ where: { id: 1n }, data: { gateway: 'sandbox', gatewayIsLive: false } })
})

const bad: [string, object, string][] = [
  ['another name', { gateway: 'paypal' }, 'gateway must be one of sandbox, stripe, not paypal.'],
  [
    'no secret key',
    { secret_key: null },
    'secret_key must be a secret or restricted key of Stripe, which begins with sk_test_, sk_live_, rk_test_ or rk_live_.',
  ],
  [
    'a publishable key in place of the secret one',
    { secret_key: 'pk_test_local' },
    'secret_key must be a secret or restricted key of Stripe, which begins with sk_test_, sk_live_, rk_test_ or rk_live_.',
  ],
  [
    'no publishable key',
    { publishable_key: 'x' },
    'publishable_key must be a publishable key of Stripe, which begins with pk_test_ or pk_live_.',
  ],
  [
    'keys of two modes',
    { publishable_key: 'pk_live_local' },
    'publishable_key must be of the same mode as secret_key: one is of live, the other of test mode.',
  ],
  [
    'no signing secret',
    { webhook_secrets: [] },
    'webhook_secrets must be 1 to 5 signing secrets of webhooks, which begin with whsec_.',
  ],
  ['keys for the sandbox', { gateway: 'sandbox' }, 'secret_key must not be given for the sandbox, which has no account.'],
]

describe('A store', () => {
  it.each(bad)('does not choose with %s', async (_what, given, sentence) => {
    const before = await db.gatewayAccount.count()
    expect(await send('PUT', '/v1/store/gateway/', { ...keys, ...given })).toEqual({
      status: 400,
      answer: { errors: [sentence] },
    })
    expect(await db.gatewayAccount.count()).toBe(before)
    expect((await db.store.findUniqueOrThrow({ where: { id: 1n } })).gateway).toBe('sandbox')
  })

  it('is told what stops working, and goes on when it has named the number of subscriptions', async () => {
    await addMonthly(db)
    const methods = await db.paymentMethod.count({ where: { storeId: 1n, archivedAt: null } })
    const { status, answer } = await send('PUT', '/v1/store/gateway/', keys)
    expect(status).toBe(400)
    const [, count] = /; (\d+) subscriptions that renew are charged to one of them/.exec(answer.errors[0]) ?? []
    expect(answer.errors).toEqual([
      `${methods} payment methods of the sandbox stop working and are removed; ${count} subscriptions that renew are charged to one of them, and need another. Give leaves_subscriptions: ${count} to go on.`,
    ])
    expect(Number(count)).toBeGreaterThan(0)
    const chosen = await send('PUT', '/v1/store/gateway/', { ...keys, leaves_subscriptions: Number(count) })
    expect(chosen).toMatchObject({ status: 200, answer: { gateway: 'stripe', gateway_is_live: false } })
    expect(await db.paymentMethod.count({ where: { storeId: 1n, archivedAt: null } })).toBe(0)
    expect(await db.event.count({ where: { storeId: 1n, type: 'payment_method.removed' } })).toBe(methods)
  })

  it('keeps its secrets sealed, shows them nowhere, and has its own alone', async () => {
    await choose()
    const [account] = await db.gatewayAccount.findMany()
    expect(account).toMatchObject({ storeId: 1n, gateway: 'stripe', publishableKey: 'pk_test_local', isLive: false })
    expect(account?.secrets).toMatch(/^v1\.[\da-f]{8}\./)
    const logged = JSON.stringify(await db.$queryRaw`SELECT to_json(log_entry)::text FROM log_entry`)
    expect(logged).toContain('pk_test_local')
    for (const secret of ['sk_test_local', 'whsec_number_one', 'whsec_number_two']) expect(logged).not.toContain(secret)
    expect(JSON.stringify((await shown()).body)).not.toContain('sk_test_local')
  })

  it('with a test clock has the sandbox alone', async () => {
    await db.store.update({ where: { id: 1n }, data: { hasTestClock: true } })
    expect(await send('PUT', '/v1/store/gateway/', keys)).toEqual({
      status: 400,
      answer: { errors: ['A store with a test clock has the sandbox alone: no gateway follows its time.'] },
    })
    await db.store.update({ where: { id: 1n }, data: { hasTestClock: false } })
  })
})

describe('A server without SECRETS_KEY', () => {
  it('keeps no secrets', async () => {
    const { fetch, merchant } = await openStore()
    const response = await fetch('/v1/store/gateway/', {
      method: 'PUT',
      headers: { Authorization: merchant, 'Content-Type': 'application/json' },
      body: JSON.stringify(keys),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      errors: [
        'Secrets of a gateway are kept encrypted, and the server has no key for that: set SECRETS_KEY to 32 random bytes in base64 (openssl rand -base64 32), and start it again.',
      ],
    })
  })
})

describe('With Stripe', () => {
  const card = { gateway_token: 'pm_visa', last4: '4242', exp_month: 7, exp_year: 2033 }

  async function withStripe() {
    await choose()
    const customer = await addCustomer(db, { token: null })
    const path = `/v1/customers/${customer.id}/payment_methods/`
    return { customer, add: (more: object = {}) => send('POST', path, { ...card, ...more }) }
  }

  it('a merchant adds a method of the customer at Stripe, which is charged there, as a test', async () => {
    const { customer, add } = await withStripe()
    stripe.books.addCard('cus_own', 'pm_visa')
    expect((await add({ gateway_customer: 'cus_own' })).status).toBe(201)
    const { instanceId } = await addProduct(db, { price: 100 })
    const order = { customer: { id: customer.id }, products: [{ product_instance: { id: instanceId } }] }
    const { status, answer } = await send('POST', '/v1/orders/', order)
    expect([status, answer.is_test, answer.financial_status]).toEqual([201, true, 'paid'])
    expect(await db.payment.findFirst({ where: { customerId: customer.id } })).toMatchObject({
      gateway: 'stripe',
      state: 'captured',
    })
  })

  it.each([
    [
      { gateway_token: 'tok_succeed', gateway_customer: 'cus_a' },
      'gateway_token must be the id of a payment method at Stripe, which begins with pm_.',
    ],
    [{}, 'gateway_customer must be the id of the customer at Stripe to whom the token belongs, which begins with cus_.'],
  ])('a method with %j is refused', async (given, sentence) => {
    const { add } = await withStripe()
    expect(await add(given)).toEqual({ status: 400, answer: { errors: [sentence] } })
  })

  it('a customer at Stripe is that of one customer here', async () => {
    const [one, other] = [await withStripe(), await withStripe()]
    expect((await one.add({ gateway_customer: 'cus_one' })).status).toBe(201)
    const sentence =
      'gateway_customer must be the id of this customer at the gateway; it is that of another one, or this customer has another id there.'
    for (const add of [
      other.add({ gateway_customer: 'cus_one' }),
      one.add({ gateway_customer: 'cus_two', gateway_token: 'pm_second' }),
    ])
      expect(await add).toEqual({ status: 400, answer: { errors: [sentence] } })
  })

  it('a customer sends no token', async () => {
    await choose()
    await db.store.update({ where: { id: 1n }, data: { customersMay: ['change_payment_method'] } })
    expect(await send('POST', '/v1/store/api/customer/payment_methods/', card, store.customer)).toEqual({
      status: 400,
      answer: { errors: ['Cards of this store are entered on the page of its payment gateway, not sent as tokens.'] },
    })
  })
})
