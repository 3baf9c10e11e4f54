/** Refunds through Stripe: given once, asked about, and reversed where they fail later. */
import { describe, expect, it } from 'vitest'
import { ask } from '../../writes/ask.ts'
import type { Fault } from './server.ts'
import { openStripeStore } from './stripe-store.ts'

const { stripe, db, store, buyer, passes } = await openStripeStore()

const isRefund = ({ method, path }: { method: string; path: string }) => method === 'POST' && path === '/v1/refunds'
const daySeconds = 86_400

/** A paid order, refunded in whole. */
async function refunded(options = {}) {
  const { order, balanced } = await buyer()
  const { record } = await order()
  const answer = await ask(store, 'REST', 'refundOrder', { id: record.id }, options)
  const again = () => ask(store, 'REST', 'refundOrder', { id: record.id }, options)
  const refunds = () => db.refund.findMany({ where: { orderId: record.id } })
  const shown = () => db.order.findFirstOrThrow({ where: { storeId: 1n, id: record.id } })
  const taken = async () => stripe.books.taken((await db.payment.findFirstOrThrow({ where: { orderId: record.id } })).reference)
  return { answer, again, refunds, shown, taken, balanced }
}

describe('A refund', () => {
  it('is asked for under its own reference, of the intent of its charge', async () => {
    const { answer, refunds, taken } = await refunded()
    expect([answer.status, answer.record.status]).toEqual([201, 'done'])
    const [refund] = await refunds()
    const [call] = stripe.callsOf('POST /v1/refunds')
    expect(call).toMatchObject({ key: refund?.reference, params: { amount: '200', payment_intent: refund?.charge } })
    expect(refund?.charge).toMatch(/^pi_/)
    expect(await taken()).toEqual({ captured: 200, refunded: 200 })
  })

  it.each([
    ...(['hangs before', 'hangs after', 'is cut before', 'is cut after'] as const),
    ...(['fails with 500 after', 'is limited', 'finds its key in use'] as const),
  ] as Fault[])('whose request %s is given once', async (fault) => {
    stripe.fault = (call) => (isRefund(call) ? fault : undefined)
    const { refunds, taken, again } = await refunded({ key: `refund-${fault}`.replaceAll(' ', '-') })
    expect(await refunds()).toMatchObject([{ status: 'unknown' }])
    stripe.fault = () => undefined
    expect(await passes()).toEqual(['refunded'])
    expect(await refunds()).toMatchObject([{ status: 'done' }])
    expect(await taken()).toEqual({ captured: 200, refunded: 200 })
    expect((await again()).status).toBe(201)
    expect(await taken()).toEqual({ captured: 200, refunded: 200 })
  })

  it('that Stripe does not know after a day is asked for again, once its list is read', async () => {
    stripe.fault = (call) => (isRefund(call) ? 'fails with 500 before' : undefined)
    const { refunds, taken } = await refunded()
    // The key replays the error for a day.
    stripe.fault = () => undefined
    expect(await passes()).toEqual(['failed'])
    expect(await passes(daySeconds)).toEqual(['refunded'])
    const lists = stripe.callsOf('GET /v1/refunds').length
    expect(lists).toBeGreaterThan(1)
    expect(await refunds()).toMatchObject([{ status: 'done' }])
    expect(await taken()).toEqual({ captured: 200, refunded: 200 })
  })

  it('that Stripe pays out later is pending until then', async () => {
    stripe.books.refundStatus = 'pending'
    const { answer, refunds } = await refunded()
    expect(answer.record.status).toBe('pending')
    for (const refund of stripe.books.refunds.values()) refund.status = 'succeeded'
    expect(await passes()).toEqual(['refunded'])
    expect(await refunds()).toMatchObject([{ status: 'done' }])
  })

  it('that turns to failed days later is reversed, and the order is paid again', async () => {
    const { refunds, shown } = await refunded()
    expect(await shown()).toMatchObject({ financialStatus: 'refunded' })
    for (const refund of stripe.books.refunds.values())
      Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' })
    expect(await passes(daySeconds)).toEqual(['refund came back'])
    expect(await refunds()).toMatchObject([{ status: 'failed', failureReason: 'Stripe: expired or canceled card.' }])
    expect(await shown()).toMatchObject({ financialStatus: 'paid', refundedAmount: 0n })
  })

  it('that Stripe refuses is declined with its sentence', async () => {
    const { order, payments } = await buyer()
    const { record } = await order()
    const [intent] = stripe.books.intentsOf((await payments())[0]?.reference ?? '')
    if (intent) intent.amount_received = 0
    const { status, message } = await ask(store, 'REST', 'refundOrder', { id: record.id })
    expect([status, message]).toEqual([
      402,
      'The refund was declined. Refund amount is greater than unrefunded amount on charge (0)',
    ])
  })
})
