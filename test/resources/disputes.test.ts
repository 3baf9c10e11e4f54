/** Disputes on both surfaces, of the sandbox's own cards: who reads them, and what they forbid while they are open. */
import { beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { sandboxGateway } from '../../src/payments/sandbox.ts'
import { lookAtDisputes } from '../../src/worker/disputes.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { addCustomer, addProduct } from '../writes/rows.ts'

let now = new Date('2026-03-20T09:00:00Z')
const store = await openStore({ now: () => now })
const { db } = store
const clock = clockOf(() => now)
const gateways = gatewaysOf(sandboxGateway(db, clock))
const faults: unknown[] = []

const look = (minutes = 0) => {
  now = new Date(now.getTime() + minutes * 60_000)
  return inSight(() => lookAtDisputes({ db, clock, gateways, report: (error) => void faults.push(error) }))
}
const put = (path: string, body: object) => store.rest(`PUT ${path}`, store.merchant, { body: JSON.stringify(body) })
const post = (path: string, body: object) => store.rest(`POST ${path}`, store.merchant, { body: JSON.stringify(body) })

beforeEach(async () => {
  faults.length = 0
  await db.gatewayDispute.deleteMany()
  await db.store.update({ where: { id: 1n }, data: { keepsDisputedRenewals: false } })
})

/** An order of two pieces of a subscription for 4800 in all, by a card of the sandbox. */
async function ordered(token: string) {
  const customer = await addCustomer(db, { token })
  const { instanceId, terms } = await addProduct(db, { terms: [{ cycles: 1, price: 2400 }] })
  const products = [{ product_instance: { id: instanceId }, term: { id: terms[0]?.id }, quantity: 2 }]
  const { status, body } = await post('/v1/orders/', { customer: { id: customer.id }, products })
  expect(status).toBe(201)
  const { id } = body as { id: number }
  const disputes = async () =>
    ((await store.rest(`/v1/disputes/?order_id=${id}`, store.merchant)).body as { results: Record<string, unknown>[] }).results
  const refundable = async () => {
    const { data } = await store.graphql(`{ order(id: ${id}) { refundable { amount cardAmount } } }`)
    return (data as { order: { refundable: object } }).order.refundable
  }
  const subscription = () => db.subscription.findFirstOrThrow({ where: { customerId: customer.id } })
  return { id, customer, disputes, refundable, subscription }
}

describe('A disputed payment of the sandbox', () => {
  it('is shown on both surfaces, with filters', async () => {
    const { id, disputes } = await ordered('tok_dispute')
    expect(await look()).toBe(1)
    const [shown] = await disputes()
    expect(shown).toMatchObject({
      ...{ type: 'dispute', order_id: id, amount: 4800, fee: 1500, reason: 'product_not_received', status: 'needs_response' },
      ...{ gateway: 'sandbox', is_withdrawn: true, evidence_due_at: '2026-03-27T09:00:00Z', closed_at: null },
    })
    const detail = await store.rest(`/v1/disputes/${shown?.id}/`, store.merchant)
    expect(detail).toMatchObject({ status: 200, body: { id: shown?.id, order: { id } } })
    const text = `{ disputes(filter: { status: { eq: needs_response }, orderId: { eq: ${id} } }) { totalCount nodes { id order { id } } } }`
    expect((await store.graphql(text)).data).toEqual({
      disputes: { totalCount: 1, nodes: [{ id: String(shown?.id), order: { id: String(id) } }] },
    })
    const transactions = await db.transaction.findMany({ where: { orderId: BigInt(id) }, orderBy: { id: 'asc' } })
    expect(transactions.map(({ kind, result }) => `${kind} ${result}`)).toEqual(['payment captured', 'dispute refunded'])
    expect(Number(shown?.transaction_id)).toBe(Number(transactions[1]?.id))
  })

  it('is not refunded, cancelled with a refund or edited while the bank decides, and leaves nothing to refund where it is lost', async () => {
    const { id, refundable } = await ordered('tok_dispute_lost')
    expect(await refundable()).toEqual({ amount: 4800, cardAmount: 4800 })
    await look()
    expect(await refundable()).toEqual({ amount: 0, cardAmount: 0 })
    const refused = (what: string) => ({
      status: 400,
      body: { errors: [`The payment of order ${id} is disputed: it can be ${what} once the dispute is over.`] },
    })
    expect(await post(`/v1/orders/${id}/refunds/`, { amount: 100 })).toMatchObject(refused('refunded'))
    expect(await put(`/v1/orders/${id}/cancel/`, {})).toMatchObject(refused('cancelled with a refund'))
    await look(11)
    expect(await refundable()).toEqual({ amount: 0, cardAmount: 0 })
    expect((await post(`/v1/orders/${id}/refunds/`, { amount: 100 })).status).toBe(400)
    expect(await put(`/v1/orders/${id}/cancel/`, { refund: false })).toMatchObject({ status: 200 })
  })

  it('that is won can be refunded again', async () => {
    const { id, refundable, disputes } = await ordered('tok_dispute_won')
    await look()
    await look(11)
    expect(await disputes()).toMatchObject([{ status: 'won', is_withdrawn: false }])
    expect(await refundable()).toEqual({ amount: 4800, cardAmount: 4800 })
    expect((await post(`/v1/orders/${id}/refunds/`, { amount: 100 })).status).toBe(201)
  })

  it('that the bank only asks about can be refunded, and stops nothing', async () => {
    const { id, disputes, subscription } = await ordered('tok_dispute_inquiry')
    await look()
    expect(await disputes()).toMatchObject([{ status: 'inquiry', fee: 0, is_withdrawn: false }])
    expect((await post(`/v1/orders/${id}/refunds/`, { amount: 100 })).status).toBe(201)
    await look(11)
    expect(await disputes()).toMatchObject([{ status: 'closed' }])
    expect(await subscription()).toMatchObject({ autorenew: true })
  })

  it('stops the renewals of its subscriptions with the reason in the log, unless the store has them go on', async () => {
    const stopped = await ordered('tok_dispute')
    await look()
    const row = await stopped.subscription()
    expect(row).toMatchObject({ status: 'active', autorenew: false })
    const [entry] = await db.logEntry.findMany({ where: { subscriptionId: row.id, operation: 'stopRenewalsOfOrder' } })
    expect(entry?.changes).toMatchObject({
      ...{ autorenew: { from: true, to: false }, reason: { to: `The payment of order ${stopped.id} is disputed.` } },
    })
    expect((await put('/v1/store/', { keeps_disputed_renewals: true })).body).toMatchObject({ keeps_disputed_renewals: true })
    const kept = await ordered('tok_dispute')
    await look()
    expect(await kept.subscription()).toMatchObject({ autorenew: true })
  })

  it('stops renewals once the payment that is under way for one of them is settled', async () => {
    const { subscription, disputes } = await ordered('tok_dispute')
    const { storeId, id } = await subscription()
    const key = { storeId_id: { storeId, id } }
    await db.subscription.update({ where: key, data: { paymentUnderWay: true } })
    await look()
    expect(await disputes()).toMatchObject([{ status: 'needs_response' }])
    expect(await subscription()).toMatchObject({ autorenew: true })
    await db.subscription.update({ where: key, data: { paymentUnderWay: false } })
    await look(2)
    expect(await subscription()).toMatchObject({ autorenew: false })
  })

  it('counts in revenue as disputed, and as reversed once it is won', async () => {
    const revenue = async () => {
      const names = 'collected captured refunded disputed reversed'
      const { data } = await store.graphql(`{ figures(from: "2026-03-20", to: "2026-03-21") { revenue { rows { ${names} } } } }`)
      const [row] = (data as { figures: { revenue: { rows: Record<string, number>[] } } }).figures.revenue.rows
      return { collected: 0, captured: 0, refunded: 0, disputed: 0, reversed: 0, ...row }
    }
    const before = await revenue()
    const differences = async () => {
      const after = await revenue()
      const names = ['collected', 'captured', 'refunded', 'disputed', 'reversed'] as const
      return Object.fromEntries(names.map((name) => [name, after[name] - before[name]]))
    }
    await ordered('tok_dispute_won')
    await look()
    expect(await differences()).toEqual({ collected: 0, captured: 4800, refunded: 0, disputed: -4800, reversed: 0 })
    await look(11)
    expect(await differences()).toEqual({ collected: 4800, captured: 4800, refunded: 0, disputed: -4800, reversed: 4800 })
    expect(faults).toEqual([])
  })
})
