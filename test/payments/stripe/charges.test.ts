/** Charges through Stripe: intents, declines, and outcomes that are asked about. */
import { describe, expect, it } from 'vitest'
import { onHand } from '../../writes/rows.ts'
import type { Fault } from './server.ts'
import { type CardId, openStripeStore } from './stripe-store.ts'

const { stripe, db, buyer, passes } = await openStripeStore()

const isCreate = ({ method, path }: { method: string; path: string }) => method === 'POST' && path === '/v1/payment_intents'
const isConfirm = ({ path }: { path: string }) => path.endsWith('/confirm')

describe('A charge', () => {
  it('creates an intent, stores its id, and confirms it off-session, each under a key of its reference', async () => {
    const { order, payments, balanced, customer } = await buyer()
    const stored: (string | null)[] = []
    stripe.before = async (call) => {
      if (isConfirm(call)) stored.push((await payments())[0]?.gatewayReference ?? null)
    }
    const { record, status } = await order()
    expect(status).toBe(201)
    const [payment] = await payments()
    const [intent] = stripe.books.intentsOf(payment?.reference ?? '')
    expect(payment).toMatchObject({ state: 'captured', gateway: 'stripe', gatewayReference: intent?.id })
    expect(payment?.requestId).toMatch(/^req_/)
    expect(stored).toEqual([intent?.id])
    expect(record.financialStatus ?? record.financial_status).toBe('paid')
    const [create, confirm] = stripe.calls
    expect(create).toMatchObject({
      path: '/v1/payment_intents',
      key: `${payment?.reference}:create`,
      params: { amount: '200', currency: 'usd', customer: `cus_${customer.id}`, payment_method: 'pm_visa' },
    })
    expect(confirm).toMatchObject({ key: `${payment?.reference}:confirm`, params: { off_session: 'true' } })
    expect(stripe.calls).toHaveLength(2)
    expect(await balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it.each([
    ['pm_no_funds', { declineCode: 'insufficient_funds', advice: 'retry', networkAdvice: null }],
    ['pm_lost', { declineCode: 'lost_card', advice: 'never', networkAdvice: '03' }],
    // The customer is not there to confirm it.
    ['pm_bank', { declineCode: 'authentication_required', advice: 'customer', networkAdvice: null }],
  ] as [CardId, object][])('of %s is declined, keeps what the bank says, and is cancelled', async (card, kept) => {
    const { order, payments, product, balanced } = await buyer(card)
    const { status, message } = await order()
    expect([status, message]).toEqual([402, 'The payment was declined. Your card was declined.'])
    const [payment] = await payments()
    expect(payment).toMatchObject({ state: 'declined', ...kept })
    expect(stripe.books.intentsOf(payment?.reference ?? '')).toMatchObject([{ status: 'canceled' }])
    expect(await onHand(db, product)).toBe(10)
    expect(await balanced()).toEqual({ paid: 0, charges: 0, refunds: 0 })
  })

  it('of a card that is not the customer’s is declined with the sentence of Stripe', async () => {
    const { order, customer, payments } = await buyer()
    await db.paymentMethod.updateMany({ where: { customerId: customer.id }, data: { gatewayToken: 'pm_elsewhere' } })
    const { status, message } = await order()
    expect([status, message]).toEqual([402, "The payment was declined. No such PaymentMethod: 'pm_elsewhere'"])
    expect(await payments()).toMatchObject([{ state: 'declined', declineCode: 'resource_missing' }])
  })

  it('that the bank works on has its result when it is known', async () => {
    const { order, payments, balanced } = await buyer('pm_slow')
    expect((await order()).status).toBe(503)
    expect(await passes()).toEqual([])
    const [payment] = await payments()
    const [intent] = stripe.books.intentsOf(payment?.reference ?? '')
    if (intent) Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
    expect(await passes()).toEqual(['captured'])
    expect(await balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('ends as declined where the bank declines it in the end', async () => {
    const { order, payments, balanced } = await buyer('pm_slow')
    await order()
    const [intent] = stripe.books.intentsOf((await payments())[0]?.reference ?? '')
    const failure = { type: 'card_error', code: 'card_declined', decline_code: 'do_not_honor', message: 'Declined.' } as const
    if (intent) Object.assign(intent, { status: 'requires_payment_method', last_payment_error: failure })
    expect(await passes()).toEqual(['declined'])
    expect(await payments()).toMatchObject([{ state: 'declined', declineCode: 'do_not_honor' }])
    expect(await balanced()).toEqual({ paid: 0, charges: 0, refunds: 0 })
  })
})

const faults: Fault[] = [
  ...(['hangs before', 'hangs after', 'is cut before', 'is cut after'] as const),
  ...(['fails with 500 before', 'fails with 500 after', 'is limited', 'finds its key in use'] as const),
]

describe.each([
  ['create', isCreate, () => 'never charged'],
  // The charge was made by the time that the answer was lost. A cut connection is tried again by the library, under the same key.
  ['confirm', isConfirm, (fault: Fault) => (fault.endsWith('after') ? 'captured' : 'never charged')],
] as const)('Where the request to %s an intent', (_name, isMeant, resultOf) => {
  it.each(faults)('%s, nobody is charged twice, and the outcome is known a minute later', async (fault) => {
    const { order, payments, balanced, product, customer } = await buyer()
    stripe.fault = (call) => (isMeant(call) ? fault : undefined)
    const key = `${_name}-${fault}`.replaceAll(' ', '-')
    const first = await order({ key })
    expect(first.status).toBe(503)
    stripe.fault = () => undefined
    expect(await passes()).toEqual([resultOf(fault)])
    const isPaid = resultOf(fault) === 'captured'
    expect(await balanced()).toEqual({ paid: isPaid ? 1 : 0, charges: isPaid ? 1 : 0, refunds: 0 })
    expect(await onHand(db, product)).toBe(isPaid ? 8 : 10)
    // The repeat is answered as the first would have been, or is a new try with a reference of its own.
    await db.customer.updateMany({ where: { id: customer.id }, data: { lastOrderAt: null } })
    expect((await order({ key })).status).toBe(201)
    expect(await balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
    expect(await passes()).toEqual([])
    const states = (await payments()).map(({ state }) => state)
    expect(states).toEqual(isPaid ? ['captured'] : ['failed', 'captured'])
  })

  it('is cut once, the library asks again under the same key', async () => {
    const { order, balanced } = await buyer()
    let isFirst = true
    stripe.fault = (call) => {
      if (!isMeant(call) || !isFirst) return undefined
      isFirst = false
      return 'is cut after'
    }
    expect((await order()).status).toBe(201)
    expect(await balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })
})

describe('Where Stripe is silent for longer', () => {
  it('a payment stays asked, is not given up, and has its outcome once Stripe answers', async () => {
    const { order, payments, balanced } = await buyer()
    stripe.fault = (call) => (isConfirm(call) ? 'hangs after' : undefined)
    await order()
    stripe.fault = () => 'fails with 500 before'
    for (const more of [61, 3_600, 86_400]) {
      expect(await passes(more)).toEqual(['failed'])
      expect(await payments()).toMatchObject([{ state: 'asked' }])
    }
    stripe.fault = () => undefined
    expect(await passes(3_600)).toEqual(['captured'])
    expect(await balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('a charge that is looked up while it is on its way is forbidden first, and is then not made', async () => {
    const { order, payments, balanced } = await buyer()
    stripe.before = async (call) => {
      if (isConfirm(call)) expect(await passes()).toEqual(['never charged'])
    }
    expect((await order()).status).toBe(503)
    expect(await payments()).toMatchObject([{ state: 'failed' }])
    expect(await balanced()).toEqual({ paid: 0, charges: 0, refunds: 0 })
  })

  it('a charge that begins once its payment has ended is not confirmed', async () => {
    const { order, payments, balanced } = await buyer()
    stripe.after = async (call) => {
      if (isCreate(call)) await db.payment.updateMany({ where: { state: 'asked' }, data: { state: 'failed' } })
    }
    expect((await order()).status).toBe(503)
    expect(stripe.callsOf('POST /v1/payment_intents/').map(({ path }) => path.split('/').at(-1))).toEqual(['cancel'])
    await db.payment.updateMany({ where: { state: 'failed' }, data: { dueAt: null } })
    expect(await payments()).toMatchObject([{ gatewayReference: null }])
    expect(await balanced()).toEqual({ paid: 0, charges: 0, refunds: 0 })
  })
})
