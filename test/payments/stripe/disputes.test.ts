/** Disputes at Stripe: by webhook or by list, read from Stripe, and applied once whatever comes twice, late or in another order. */
import type Stripe from 'stripe'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lookAtDisputes } from '../../../src/worker/disputes.ts'
import { inSight } from '../../support/every-statement.ts'
import { openChosenStore } from './chosen-store.ts'
import { bought as boughtOf, noticeOf } from './told-dispute.ts'

const chosen = await openChosenStore()
const { stripe, store, db, clock, gateways, choose, now, waits } = chosen
let faults: unknown[] = []

const look = () => inSight(() => lookAtDisputes({ db, clock, gateways, report: (error) => void faults.push(error) }))

beforeAll(async () => {
  expect(await choose()).toMatchObject({ status: 200 })
})

beforeEach(async () => {
  stripe.reset()
  stripe.books.disputes.clear()
  faults = []
  await db.gatewayDispute.updateMany({ data: { dueAt: null } })
  await db.gatewayAccount.updateMany({ data: { disputesListedAt: now() } })
})

/** Posts an event about a dispute. */
async function tell(...told: [type: string, dispute: Stripe.Dispute, id?: string]) {
  const { path, init } = noticeOf(chosen, ...told)
  return (await store.fetch(path, init)).status
}

const bought = () => boughtOf(chosen)

describe('A dispute', () => {
  it('that is opened withdraws the amount, stops the renewals and is told, once for any number of events', async () => {
    const { intent, read, revenue, withdrawals, subscription, events } = await bought()
    const dispute = stripe.books.openDispute(intent)
    for (const type of ['funds_withdrawn', 'created', 'created']) expect(await tell(type, dispute)).toBe(200)
    expect(await look()).toBe(1)
    await tell('updated', dispute)
    await Promise.all([look(), look(), look()])
    expect(await read()).toMatchObject([
      {
        ...{
          gateway: 'stripe',
          gatewayReference: dispute.id,
          charge: intent.id,
          amount: 4800n,
          fee: 1500n,
          reason: 'fraudulent',
        },
        ...{ status: 'needs_response', isWithdrawn: true, closedAt: null, isStopping: false },
        evidenceDueAt: new Date((dispute.evidence_details.due_by ?? 0) * 1_000),
      },
    ])
    expect(await withdrawals()).toMatchObject([
      { result: 'refunded', total: 4800n, gatewayReference: dispute.id, reversedAt: null },
    ])
    expect(await revenue()).toEqual({ customer: 0, subscription: 0 })
    expect(await subscription()).toMatchObject({ status: 'active', autorenew: false })
    expect(await events()).toEqual(['dispute.opened', 'subscription.updated'])
    expect(faults).toEqual([])
  })

  it.each([
    ['won', 4800],
    ['lost', 0],
  ] as const)('that is %s is closed, and the money is where it belongs', async (status, kept) => {
    const { intent, read, revenue, withdrawals, subscription, events } = await bought()
    const dispute = stripe.books.openDispute(intent)
    await tell('created', dispute)
    await look()
    dispute.status = status
    if (status === 'won') stripe.books.moveDispute(dispute, 4800)
    waits(60)
    await tell('closed', dispute)
    await look()
    await tell('funds_reinstated', dispute)
    await look()
    expect(await read()).toMatchObject([
      { status, isWithdrawn: status === 'lost', evidenceDueAt: null, closedAt: expect.any(Date) },
    ])
    expect((await withdrawals()).map(({ reversedAt }) => reversedAt !== null)).toEqual([status === 'won'])
    expect(await revenue()).toEqual({ customer: kept, subscription: kept })
    expect(await subscription()).toMatchObject({ autorenew: false })
    expect(await events()).toEqual(['dispute.opened', 'subscription.updated', 'dispute.closed'])
    const [row] = await db.gatewayDispute.findMany({ where: { reference: dispute.id } })
    expect(row).toMatchObject({ dueAt: null })
  })

  it('that is first read when it is won has come and gone: both are in the books', async () => {
    const { intent, read, revenue, withdrawals, events, subscription } = await bought()
    const dispute = stripe.books.openDispute(intent)
    dispute.status = 'won'
    stripe.books.moveDispute(dispute, 4800)
    await tell('created', dispute)
    await look()
    expect(await read()).toMatchObject([{ status: 'won', isWithdrawn: false }])
    expect(await withdrawals()).toMatchObject([{ total: 4800n, reversedAt: expect.any(Date) }])
    expect(await revenue()).toEqual({ customer: 4800, subscription: 4800 })
    expect(await events()).toEqual(['dispute.opened', 'dispute.closed'])
    expect(await subscription()).toMatchObject({ autorenew: true })
  })

  it.each(['warning_closed', 'prevented'] as const)(
    'that is an inquiry moves no money and stops nothing; %s closes it',
    async (end) => {
      const { intent, read, revenue, withdrawals, subscription } = await bought()
      const dispute = stripe.books.openDispute(intent, 'warning_needs_response')
      await tell('created', dispute)
      await look()
      expect(await read()).toMatchObject([{ status: 'inquiry', isWithdrawn: false, fee: 0n }])
      dispute.status = end
      await tell('closed', dispute)
      await look()
      expect(await read()).toMatchObject([{ status: 'closed' }])
      expect([await withdrawals(), await revenue()]).toEqual([[], { customer: 4800, subscription: 4800 }])
      expect(await subscription()).toMatchObject({ autorenew: true })
    },
  )

  it('of which no event came is found by the list of the account, within an hour', async () => {
    const { intent, read } = await bought()
    stripe.books.openDispute(intent)
    await look()
    expect(await read()).toEqual([])
    waits(3_601)
    await look()
    expect(await read()).toMatchObject([{ status: 'needs_response' }])
    expect(stripe.callsOf('GET /v1/disputes').length).toBeGreaterThan(0)
  })

  it('that comes before its charge is settled waits for it', async () => {
    const { intent, read, payment } = await bought()
    const key = { storeId_id: { storeId: 1n, id: payment.id } }
    await db.payment.update({ where: key, data: { state: 'asked' } })
    await tell('created', stripe.books.openDispute(intent))
    await look()
    expect(await read()).toEqual([])
    await db.payment.update({ where: key, data: { state: 'captured' } })
    waits(61)
    await look()
    expect(await read()).toHaveLength(1)
  })

  it('that Stripe does not show is read again later, also where the process ends in between', async () => {
    const { intent, read, withdrawals } = await bought()
    const dispute = stripe.books.openDispute(intent)
    await tell('created', dispute)
    stripe.fault = ({ path }) => (path.includes('/disputes/') ? 'is cut before' : undefined)
    await look()
    expect(await read()).toEqual([])
    expect(faults.length).toBeGreaterThan(0)
    stripe.fault = () => undefined
    waits(121)
    await Promise.all([look(), look()])
    expect([(await read()).length, (await withdrawals()).length]).toEqual([1, 1])
  })

  it('of a charge that is none of ours has no effect', async () => {
    const { intent } = await bought()
    const before = await db.dispute.count()
    const dispute = stripe.books.openDispute({ ...intent, id: 'pi_elsewhere' })
    await tell('created', dispute)
    await look()
    waits(31 * 86_400)
    await look()
    expect(await db.dispute.count()).toBe(before)
    expect(await db.gatewayDispute.findFirst({ where: { reference: dispute.id } })).toMatchObject({ dueAt: null })
  })
})
