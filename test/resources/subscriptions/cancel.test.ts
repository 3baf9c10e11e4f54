import { describe, expect, it } from 'vitest'
import { cancel, noScheduledChange, type Status } from '../../../src/resources/subscriptions/rules.ts'
import { formatTime } from '../../../src/values/time.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask, logOf, surfaces } from '../../writes/ask.ts'
import { addMonthly, addSubscription, ago, chargesOf, pastDue } from '../../writes/rows.ts'
import { tablesChangedBy } from '../../writes/tables.ts'
import { row } from './row.ts'

const store = await openStore()
const { db } = store
await db.store.update({ where: { id: 1n }, data: { customersMay: [] } })

const cancellable: Status[] = ['active', 'past_due', 'unpaid', 'suspended']
const over: Status[] = ['cancelled', 'expired']

describe('the rule', () => {
  it.each(cancellable)('cancels one that is %s, switches its renewals off and leaves its end', (status) => {
    expect(cancel(row({ status }), today, 3)).toEqual({
      status: 'cancelled',
      autorenew: false,
      cancelledAt: today,
      cancelReason: 3,
      // Of what is over nothing is tried again.
      ...{ pastDueAt: null, pastDueReason: null, failedRenewals: 0, nextTryAt: null, isHardDeclined: false },
      ...(status === 'suspended' && { pausedAt: null, pausedUntil: null }),
      ...noScheduledChange,
    })
  })

  it.each(over)('changes nothing of one that is %s', (status) => {
    expect(cancel(row({ status }), today, 3)).toEqual({})
  })
})

describe.each(surfaces)('%s', (surface) => {
  const act = (id: number, input: object = {}) => ask(store, surface, 'cancelSubscription', { id, ...input })

  it('cancels an active subscription and answers it as it is now', async () => {
    const { id } = await addMonthly(db)
    const { status, record } = await act(id)
    expect(status).toBe(200)
    expect(record).toMatchObject({ id, status: 'cancelled', autorenew: false, end_date: '2026-03-20T09:00:00Z' })
    const kept = await db.subscription.findUniqueOrThrow({ where: ofStore(id) })
    expect(kept).toMatchObject({ status: 'cancelled', cancelledAt: today, cancelReason: null })
  })

  it('shows the write at once on the other surface', async () => {
    const { id } = await addMonthly(db)
    await act(id)
    const { body } = await store.rest(`/v1/subscriptions/${id}`)
    const { data } = await store.graphql(`{ subscription(id: ${id}) { status } }`)
    expect([body.status, data.subscription.status]).toEqual(['cancelled', 'cancelled'])
  })

  it('cancels one that is past due, without charging', async () => {
    const { id, customer } = await addMonthly(db, pastDue(12))
    expect((await act(id)).record).toMatchObject({ status: 'cancelled', autorenew: false })
    expect(await chargesOf(db, customer.id)).toEqual([])
  })

  it('leaves open prepaid fulfillments as they are', async () => {
    const found = await db.subscription.findFirstOrThrow({
      where: { storeId: 1, status: { in: ['active', 'past_due'] }, fulfillments: { some: { status: 'open' } } },
    })
    const changed = await tablesChangedBy(db, () => act(Number(found.id)))
    // The customer and the product say whether anybody subscribes.
    expect(changed.filter((table) => table !== 'customer' && table !== 'product')).toEqual(['subscription'])
  })

  it('changes nothing when it is repeated, and keeps the first reason', async () => {
    const { id } = await addMonthly(db)
    await act(id, { cancel_reason: 2 })
    const changed = await tablesChangedBy(db, async () => {
      const { status, record } = await act(id, { cancel_reason: 5, log_note: 'again' })
      expect({ status, record: record.status }).toEqual({ status: 200, record: 'cancelled' })
    })
    expect(changed).toEqual([])
  })

  it.each(['unpaid', 'suspended'] as const)('cancels one that is %s, with time left and without', async (status) => {
    for (const endDate of ['2026-03-20T09:00:00Z', '2026-03-01T09:00:00Z']) {
      const { id, customer } = await addMonthly(db, { status, endDate: new Date(endDate) })
      expect(await act(id, { cancel_reason: 4 })).toMatchObject({
        status: 200,
        record: { status: 'cancelled', autorenew: false, end_date: endDate },
      })
      const kept = await db.subscription.findUniqueOrThrow({ where: ofStore(id) })
      expect(kept).toMatchObject({ status: 'cancelled', cancelledAt: today, cancelReason: 4 })
      expect(await chargesOf(db, customer.id)).toEqual([])
    }
  })

  it('leaves one that is expired as it is', async () => {
    const { id } = await addMonthly(db, { status: 'expired', autorenew: false, endDate: ago(60), cancelReason: 3 })
    const changed = await tablesChangedBy(db, async () => {
      const { status, record } = await act(id, { cancel_reason: 5, log_note: 'too late' })
      expect({ status, record: record.status }).toEqual({ status: 200, record: 'expired' })
    })
    expect(changed).toEqual([])
    expect(await logOf(store, 'subscription', id)).toMatchObject([{ note: 'too late', changes: {}, refusedBy: null }])
  })

  it('takes a log note of 2,000 characters and refuses one of 2,001', async () => {
    const { id } = await addMonthly(db)
    expect(await act(id, { log_note: 'x'.repeat(2_001) })).toMatchObject({
      status: 400,
      message: 'log_note must have at most 2000 characters.',
    })
    expect((await act(id, { log_note: 'x'.repeat(2_000) })).status).toBe(200)
  })

  it('writes down who cancelled, why, and what changed', async () => {
    const { id } = await addMonthly(db)
    await act(id, { log_note: 'Moving abroad.', cancel_reason: 4 })
    expect(await logOf(store, 'subscription', id)).toEqual([
      {
        actor: 'key demo',
        surface: surface.toLowerCase(),
        operation: 'cancelSubscription',
        note: 'Moving abroad.',
        changes: {
          status: { from: 'active', to: 'cancelled' },
          autorenew: { from: true, to: false },
          cancelledAt: { from: null, to: formatTime(today) },
          cancelReason: { from: null, to: 4 },
        },
        refusedBy: null,
        message: null,
      },
    ])
  })

  it('writes down a refusal with the rule that refused', async () => {
    const { id } = await addMonthly(db, { paymentUnderWay: true })
    await act(id, { log_note: 'please' })
    expect(await logOf(store, 'subscription', id)).toMatchObject([
      { note: 'please', changes: {}, refusedBy: 'WRONG_STATUS', message: 'A payment for this subscription is under way.' },
    ])
  })

  it("answers the same for another store's subscription as for none", async () => {
    const other = await db.subscription.findFirstOrThrow({ where: { storeId: 2, status: 'active' } })
    const changed = await tablesChangedBy(db, async () => {
      const foreign = await act(Number(other.id))
      const missing = await act(999_999_999)
      expect(foreign).toMatchObject({ status: 404, message: 'Not found.' })
      expect(foreign).toEqual(missing)
    })
    expect(changed).toEqual([])
  })

  it('takes at most 4 statements', async () => {
    const { customer, product } = await addMonthly(db)
    // One first, so that what is cached is cached.
    await act(await addSubscription(db, { customer, product }))
    const id = await addSubscription(db, { customer, product })
    const statements = await store.statements(() => act(id))
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(4)
  })

  it('refuses a customer whose store does not open it', async () => {
    const { id } = await addMonthly(db, { status: 'active' })
    const { status } = await ask(store, surface, 'cancelSubscription', { id }, { as: store.customer })
    expect(status).toBe(403)
    expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ status: 'active' })
  })
})

describe('GraphQL alone', () => {
  it('shows the codes of refusals', async () => {
    const { id } = await addMonthly(db, { paymentUnderWay: true })
    expect((await ask(store, 'GraphQL', 'cancelSubscription', { id })).code).toBe('WRONG_STATUS')
    expect((await ask(store, 'GraphQL', 'cancelSubscription', { id: 999_999_999 })).code).toBe('NOT_FOUND')
    const long = { id, log_note: 'x'.repeat(2_001) }
    expect((await ask(store, 'GraphQL', 'cancelSubscription', long)).code).toBe('BAD_INPUT')
  })
})
