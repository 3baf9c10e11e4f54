/** Renewals whose bank wants the customer: past due, with a page on which the unpaid order is paid. Money moves once. */
import { beforeEach, describe, expect, it } from 'vitest'
import { openRenewalPages } from '../../../src/worker/renewal-pages.ts'
import { inSight } from '../../support/every-statement.ts'
import { ofStore } from '../../support/of-store.ts'
import { onHand } from '../../writes/rows.ts'
import { openWaitingStore } from './waiting-store.ts'

const { stripe, db, clock, gateways, send, passes, waits, renewalOf } = await openWaitingStore()
const { books } = stripe
const reports: unknown[] = []

const open = () => inSight(() => openRenewalPages({ db, clock, gateways, report: (error) => void reports.push(error) }))
const session = () => [...books.sessions.values()].at(-1)?.id ?? ''

/** A subscription whose renewal waits for its customer. */
async function waiting() {
  const of = await renewalOf()
  expect((await of.renew()).status).toBe(402)
  await open()
  return { ...of, page: session() }
}

beforeEach(() => {
  reports.length = 0
})

describe('A renewal whose bank wants the customer', () => {
  it('is past due with that reason, and its unpaid order shows the page; no stock is held', async () => {
    const of = await renewalOf()
    expect((await of.renew()).status).toBe(402)
    expect(await of.subscription()).toMatchObject({
      status: 'past_due',
      pastDueReason: 'customer_action',
      paymentUnderWay: false,
    })
    const before = await of.order()
    expect(before).toMatchObject({ financial_status: 'unpaid', action_url: null })
    await open()
    expect(reports).toEqual([])
    expect(await of.order()).toMatchObject({ id: before.id, action_url: `https://checkout.stripe.com/c/pay/${session()}` })
    const merchants = (await send('GET', `/v1/orders/${before.id}?with=action_url`)).answer
    expect(merchants.action_url).toBe(`https://checkout.stripe.com/c/pay/${session()}`)
    expect(await onHand(db, of.product)).toBe(await onHand(db, of.product))
    expect((await of.payments()).map(({ state }) => state)).toEqual(['declined', 'waiting'])
    // Another round opens no other.
    const count = books.sessions.size
    await open()
    waits(601)
    await open()
    expect(books.sessions.size).toBe(count)
  })

  it('is renewed when the page is paid, by the card that was entered', async () => {
    const of = await waiting()
    expect(books.paySession(of.page, 'pm_second')).toBe(true)
    expect(await passes(61)).toEqual(['captured'])
    expect(await of.subscription()).toMatchObject({ status: 'active', pastDueReason: null, unpaidOrderId: null, pageDueAt: null })
    expect(await of.orders()).toMatchObject([{ financialStatus: 'paid' }])
    expect(await of.balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
    const [order] = await of.orders()
    const method = await db.paymentMethod.findFirstOrThrow({ where: { storeId: 1n, id: order?.paymentMethodId ?? 0n } })
    expect(method).toMatchObject({ gatewayToken: 'pm_second', isDefault: false })
    const shown = (await send('GET', `/v1/orders/${order?.id}?with=action_url`)).answer
    expect(shown.action_url).toBeNull()
  })

  it('has another page when one has ended', async () => {
    const of = await waiting()
    await passes(23 * 3_600 + 1)
    expect((await of.payments()).map(({ state }) => state)).toEqual(['declined', 'failed'])
    expect((await of.order()).action_url).toBeNull()
    waits(120)
    await open()
    expect(session()).not.toBe(of.page)
    expect(books.paySession(of.page, 'pm_visa')).toBe(false)
    expect(books.paySession(session(), 'pm_visa')).toBe(true)
    expect(await passes(61)).toEqual(['captured'])
    expect(await of.balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('that is tried again ends the page first', async () => {
    const of = await waiting()
    await db.paymentMethod.updateMany({ where: { customerId: of.customer.id }, data: { gatewayToken: 'pm_visa' } })
    books.addCard(`cus_${of.customer.id}`, 'pm_visa')
    expect((await of.renew()).status).toBe(200)
    expect(books.paySession(of.page, 'pm_visa')).toBe(false)
    expect(await of.balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('that was paid on the page is not charged again by a try', async () => {
    const of = await waiting()
    expect(books.paySession(of.page, 'pm_visa')).toBe(true)
    const { status, answer } = await of.renew()
    expect({ status, errors: answer.errors }).toEqual({ status: 400, errors: [expect.stringMatching(/past due/)] })
    expect(await of.subscription()).toMatchObject({ status: 'active' })
    expect(await of.balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('that is cancelled ends the page first, and counts what was paid by then', async () => {
    const ended = await waiting()
    expect((await send('PUT', `/v1/subscriptions/${ended.id}/cancel/`)).status).toBe(200)
    expect(books.paySession(ended.page, 'pm_visa')).toBe(false)
    expect(await ended.balanced()).toEqual({ paid: 0, charges: 0, refunds: 0 })
    const paid = await waiting()
    books.paySession(paid.page, 'pm_visa')
    expect((await send('PUT', `/v1/subscriptions/${paid.id}/cancel/`)).status).toBe(200)
    expect(await paid.subscription()).toMatchObject({ status: 'cancelled', unpaidOrderId: null })
    expect(await paid.balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('whose order is cancelled ends the page first', async () => {
    const of = await waiting()
    const order = await of.order()
    expect((await send('PUT', `/v1/orders/${order.id}/cancel/`)).status).toBe(200)
    expect(books.paySession(of.page, 'pm_visa')).toBe(false)
    expect(await of.balanced()).toEqual({ paid: 0, charges: 0, refunds: 0 })
  })

  it('that is paid although it can no longer be renewed so is given back', async () => {
    const of = await waiting()
    // Against all writes: what it pays for has changed.
    await db.subscription.update({ where: ofStore(of.id), data: { quantity: 5 } })
    books.paySession(of.page, 'pm_visa')
    expect(await passes(61)).toEqual(['to be given back', 'given back'])
    expect(await of.balanced()).toEqual({ paid: 0, charges: 1, refunds: 1 })
  })

  it('gets its page though Stripe is silent at first', async () => {
    const of = await renewalOf()
    await of.renew()
    stripe.fault = () => 'fails with 500 before'
    await open()
    expect(reports).not.toEqual([])
    stripe.reset()
    expect(await passes(61)).toEqual(['never charged'])
    waits(600)
    await open()
    expect((await of.order()).action_url).toMatch(/^https:/)
  })
})
