/** A copy of a database charges no renewal at Stripe that its original has charged, within a day by Stripe's keys, and later by its lists. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../../src/db/clock.ts'
import { stripeGateway } from '../../../src/payments/stripe/gateway.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask } from '../../writes/ask.ts'
import { addMonthly, pastDue } from '../../writes/rows.ts'
import { LocalStripe } from './server.ts'
import { type CardId, payByStripe } from './stripe-store.ts'

const stripe = new LocalStripe()
const address = await stripe.listen()
afterAll(() => stripe.close())
const accounts = { of: async () => ({ secretKey: 'sk_test_local' }) }
const clock = clockOf(() => today)
const gateway = () => stripeGateway({ accounts, clock, address })
const original = await openStore({ isApart: true, gateway })
const copy = await openStore({ isApart: true, gateway })
const both = [original, copy]
const hour = 3_600_000

beforeEach(() => {
  stripe.reset()
  stripe.books.clock = () => today
})

/** Adds a subscription to both, as if one had been copied with it. */
async function added(card: CardId): Promise<number> {
  const rows = []
  for (const { db } of both) {
    const row = await addMonthly(db, pastDue(3))
    await payByStripe(db, stripe, row.customer, card)
    rows.push(row.id)
  }
  expect(rows[0]).toBe(rows[1])
  return rows[0] ?? 0
}

const renew = (store: typeof original, id: number) => ask(store, 'REST', 'renewSubscription', { id })
const charged = () => [...stripe.books.intents.values()].filter(({ amount_received }) => amount_received > 0).length

describe.each([
  ['within a day', 1, 0],
  ['later, once it was adopted', 25, 1],
])('A copy that renews %s', (_when, hours, epoch) => {
  it('takes the charge of its original', async () => {
    const id = await added('pm_visa')
    const before = charged()
    expect((await renew(original, id)).status).toBe(200)
    stripe.books.clock = () => new Date(today.getTime() + hours * hour)
    await copy.db.$executeRaw`UPDATE installation SET epoch = ${epoch}`
    expect((await renew(copy, id)).status).toBe(200)
    expect(charged()).toBe(before + 1)
    expect(stripe.callsOf('GET /v1/payment_intents').length).toBe(epoch)
    const found = await Promise.all(both.map(({ db }) => db.payment.findFirst({ where: { subscriptionId: BigInt(id) } })))
    expect(found[1]).toMatchObject({
      state: 'captured',
      reference: found[0]?.reference,
      gatewayReference: found[0]?.gatewayReference,
    })
  })

  it('is declined as its original was, and charges the next try once', async () => {
    const id = await added('pm_no_funds')
    expect((await renew(original, id)).status).toBe(402)
    stripe.books.clock = () => new Date(today.getTime() + hours * hour)
    await copy.db.$executeRaw`UPDATE installation SET epoch = ${epoch}`
    const count = stripe.books.intents.size
    expect((await renew(copy, id)).status).toBe(402)
    expect(stripe.books.intents.size).toBe(count)
    expect(await copy.db.payment.findFirst({ where: { subscriptionId: BigInt(id) } })).toMatchObject({
      ...{ state: 'declined', declineCode: 'insufficient_funds', advice: 'retry' },
    })
  })
})

describe('A copy whose price has changed since', () => {
  it('takes the charge of its original, whose key refuses another amount', async () => {
    const id = await added('pm_visa')
    const before = charged()
    expect((await renew(original, id)).status).toBe(200)
    await copy.db.$executeRaw`UPDATE installation SET epoch = 0`
    await copy.db.subscription.updateMany({ where: { id }, data: { quantity: 2 } })
    expect((await renew(copy, id)).status).toBe(200)
    expect(charged()).toBe(before + 1)
  })
})
