/** Pausing a subscription and resuming it: nothing is charged and nothing sent meanwhile, and the paid time goes on where it stood. */
import { beforeEach, describe, expect, it } from 'vitest'
import { pause, resume } from '../../../src/resources/subscriptions/pause-rules.ts'
import { cancel } from '../../../src/resources/subscriptions/rules.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask, logOf, surfaces } from '../../writes/ask.ts'
import { addMonthly, ago, chargesOf, daySeconds } from '../../writes/rows.ts'
import { tablesChangedBy } from '../../writes/tables.ts'
import { addFulfillment, addOrder, addShipment } from '../shipments/parcels.ts'
import { row, statuses } from './row.ts'

const time = { now: today }
const store = await openStore({ now: () => time.now })
const { db } = store

const at = (text: string) => new Date(text)
const later = (days: number, seconds = 0) => new Date(today.getTime() + (days * daySeconds + seconds) * 1_000)
const refused = (code: string, message: string) => expect.objectContaining({ code, message })
const over = 'The time that was paid for is over, so that there is nothing left to pause.'

beforeEach(() => {
  time.now = today
})

describe('the rule', () => {
  const paused = (columns = {}) => row({ status: 'suspended', pausedAt: today, ...columns })

  it('suspends an active one from now on, until a time or until it is resumed', () => {
    expect(pause(row(), today)).toEqual({ status: 'suspended', pausedAt: today, pausedUntil: null })
    expect(pause(row(), today, later(9))).toEqual({ status: 'suspended', pausedAt: today, pausedUntil: later(9) })
  })

  it('takes back a skip that lies ahead', () => {
    const skipped = row({ skippedDate: at('2026-03-20T09:00:00Z'), endDate: at('2026-04-20T09:00:00Z') })
    expect(pause(skipped, today)).toMatchObject({ skippedDate: null, endDate: at('2026-03-20T09:00:00Z') })
    expect(pause(row({ skippedDate: ago(5 * daySeconds) }), today)).not.toHaveProperty('skippedDate')
  })

  it('of one that is paused changes nothing but the time until which it is', () => {
    expect(pause(paused({ pausedUntil: later(9) }), today)).toEqual({})
    expect(pause(paused({ pausedUntil: later(9) }), today, later(9))).toEqual({})
    expect(pause(paused({ pausedUntil: later(9) }), today, null)).toEqual({ pausedUntil: null })
    expect(pause(paused({ pausedUntil: later(9) }), today, later(12))).toEqual({ pausedUntil: later(12) })
    expect(pause(paused({ pausedUntil: ago(5) }), today, ago(5))).toEqual({})
  })

  it('refuses a time that does not lie ahead, to the second', () => {
    for (const one of [row(), paused()])
      for (const until of [today, ago(1)])
        expect(() => pause(one, today, until)).toThrow(refused('BAD_INPUT', 'paused_until must lie after 2026-03-15T12:00:00Z.'))
    expect(pause(row(), today, later(0, 1)).pausedUntil).toEqual(later(0, 1))
  })

  it('refuses one whose time is over, and pauses it a second before', () => {
    expect(() => pause(row({ endDate: today }), today)).toThrow(refused('WRONG_STATUS', over))
    expect(pause(row({ endDate: later(0, 1) }), today).status).toBe('suspended')
  })

  it.each(statuses.filter((status) => status !== 'active' && status !== 'suspended'))('refuses one that is %s', (status) => {
    const is = status.replace('_', ' ')
    expect(() => pause(row({ status }), today)).toThrow(
      refused('WRONG_STATUS', `Only an active subscription can be paused; this one is ${is}.`),
    )
    expect(() => resume(row({ status }), today)).toThrow(
      refused('WRONG_STATUS', `Only a paused subscription can be resumed; this one is ${is}.`),
    )
  })

  it.each([
    ['nothing after a second less than a day', later(0, daySeconds - 1), undefined],
    ['a day after a day', later(1), '2026-03-21T09:00:00Z'],
    ['a day after a second less than two', later(1, daySeconds - 1), '2026-03-21T09:00:00Z'],
    ['over the end of the month', later(20), '2026-04-09T09:00:00Z'],
  ])('moves the end by the whole days: %s', (_name, now, end) => {
    const moved = end && { endDate: at(end), anchorDay: at(end).getUTCDate() }
    expect(resume(paused(), now)).toEqual({ status: 'active', pausedAt: null, pausedUntil: null, ...moved })
  })

  it('counts no day past the time until which it is paused, however late it is resumed', () => {
    expect(resume(paused({ pausedUntil: later(3) }), later(10)).endDate).toEqual(at('2026-03-23T09:00:00Z'))
    expect(resume(paused({ pausedUntil: later(30) }), later(10)).endDate).toEqual(at('2026-03-30T09:00:00Z'))
  })

  it('counts none where it is not known since when it is paused, and changes nothing of an active one', () => {
    expect(resume(paused({ pausedAt: null }), later(10))).toEqual({ status: 'active', pausedAt: null, pausedUntil: null })
    expect(resume(row(), today)).toEqual({})
  })

  it('that cancels a paused one resumes the paid time first', () => {
    expect(cancel(paused({ pausedUntil: later(30) }), later(7))).toMatchObject({
      status: 'cancelled',
      endDate: at('2026-03-27T09:00:00Z'),
      pausedAt: null,
      pausedUntil: null,
    })
  })
})

/** An order of a subscription with a delivery in a parcel of its own for each of some dates. */
async function addDeliveries({ id, customer, product }: Awaited<ReturnType<typeof addMonthly>>, dates: readonly string[]) {
  const orderId = await addOrder(db, customer)
  const ids: number[] = []
  for (const date of dates) {
    const parcel = { storeId: 1, orderId, shipmentId: await addShipment(db, customer), instanceId: product.instanceId }
    const columns = { subscriptionId: id, fulfillmentDate: at(date), adjustedFulfillmentDate: at(date) }
    ids.push(await addFulfillment(db, parcel, columns))
  }
  return ids
}

const deliveriesOf = async (subscriptionId: number) => {
  const { results } = (await store.rest(`/v1/fulfillments/?subscription_id=${subscriptionId}`)).body
  return results.map((each: Record<string, unknown>) => [
    each.status,
    each.on_hold,
    each.fulfillment_date,
    each.adjusted_fulfillment_date,
  ])
}

describe.each(surfaces)('%s', (surface) => {
  const pauseIt = (id: number, input: object = {}) => ask(store, surface, 'pauseSubscription', { id, ...input })
  const resumeIt = (id: number, input: object = {}) => ask(store, surface, 'resumeSubscription', { id, ...input })
  const shown = async (id: number) => (await store.rest(`/v1/subscriptions/${id}`)).body

  it('pauses until a time, charges nothing, and goes on by the whole days later when it is resumed by hand', async () => {
    const { id, customer } = await addMonthly(db)
    expect(await pauseIt(id, { paused_until: '2026-05-01' })).toMatchObject({ status: 200, record: { status: 'suspended' } })
    expect(await shown(id)).toMatchObject({
      ...{ status: 'suspended', paused_at: '2026-03-15T12:00:00Z', paused_until: '2026-05-01T00:00:00Z' },
      ...{ end_date: '2026-03-20T09:00:00Z', autorenew: true },
    })
    time.now = later(10, 7_200)
    expect(await resumeIt(id)).toMatchObject({
      status: 200,
      record: { status: 'active', end_date: '2026-03-30T09:00:00Z' },
    })
    expect(await shown(id)).toMatchObject({ status: 'active', paused_at: null, paused_until: null })
    expect(await db.subscription.findUnique({ where: ofStore(id) })).toMatchObject({ anchorDay: 30 })
    expect(await chargesOf(db, customer.id)).toEqual([])
  })

  it('has its unsent deliveries wait, and moves them by the paused days; those that are sent stay', async () => {
    const made = await addMonthly(db)
    const [sent] = await addDeliveries(made, ['2026-03-10T00:00:00Z', '2026-03-18T00:00:00Z', '2026-04-18T00:00:00Z'])
    await db.fulfillment.update({ where: ofStore(sent ?? 0), data: { status: 'fulfilled' } })
    const first = ['fulfilled', false, '2026-03-10T00:00:00Z', '2026-03-10T00:00:00Z']
    await pauseIt(made.id)
    const march = '2026-03-18T00:00:00Z'
    const april = '2026-04-18T00:00:00Z'
    expect(await deliveriesOf(made.id)).toEqual([first, ['open', true, march, march], ['open', true, april, april]])
    time.now = later(6)
    await resumeIt(made.id)
    expect(await deliveriesOf(made.id)).toEqual([
      first,
      ['open', false, march, '2026-03-24T00:00:00Z'],
      ['open', false, april, '2026-04-24T00:00:00Z'],
    ])
  })

  it('changes nothing when it is repeated, but another time until which it is paused', async () => {
    const { id } = await addMonthly(db)
    expect(await tablesChangedBy(db, async () => expect((await resumeIt(id)).status).toBe(200))).toEqual([])
    await pauseIt(id, { paused_until: '2026-05-01' })
    time.now = later(1)
    const unchanged = async () => {
      expect((await pauseIt(id)).status).toBe(200)
      expect((await pauseIt(id, { paused_until: '2026-05-01' })).status).toBe(200)
    }
    expect(await tablesChangedBy(db, unchanged)).toEqual([])
    await pauseIt(id, { paused_until: '2026-06-01' })
    expect(await shown(id)).toMatchObject({ paused_at: '2026-03-15T12:00:00Z', paused_until: '2026-06-01T00:00:00Z' })
    await pauseIt(id, { paused_until: null })
    expect(await shown(id)).toMatchObject({ status: 'suspended', paused_until: null })
    expect((await logOf(store, 'subscription', id)).map(({ changes }) => Object.keys(changes).sort())).toEqual([
      [],
      ['pausedAt', 'pausedUntil', 'status'],
      [],
      [],
      ['pausedUntil'],
      ['pausedUntil'],
    ])
  })

  it('says what happened in events of its own', async () => {
    const { id } = await addMonthly(db)
    await pauseIt(id)
    await pauseIt(id, { paused_until: '2026-06-01' })
    time.now = later(2)
    await resumeIt(id, { log_note: 'Back from holiday.' })
    const events = await db.event.findMany({ where: { subscriptionId: BigInt(id) }, orderBy: { id: 'asc' } })
    expect(events).toMatchObject([
      { type: 'subscription.paused', changes: { status: { from: 'active', to: 'suspended' } } },
      { type: 'subscription.updated', changes: { pausedUntil: { from: null, to: '2026-06-01T00:00:00Z' } } },
      { type: 'subscription.resumed', changes: { endDate: { from: '2026-03-20T09:00:00Z', to: '2026-03-22T09:00:00Z' } } },
    ])
    expect((await logOf(store, 'subscription', id)).at(-1)?.note).toBe('Back from holiday.')
  })

  it('is cancelled with the end date that was paid for, and sends what is left of it', async () => {
    const made = await addMonthly(db)
    await addDeliveries(made, ['2026-03-18T00:00:00Z'])
    await pauseIt(made.id)
    time.now = later(4)
    expect(await ask(store, surface, 'cancelSubscription', { id: made.id })).toMatchObject({
      status: 200,
      record: { status: 'cancelled', end_date: '2026-03-24T09:00:00Z' },
    })
    expect(await shown(made.id)).toMatchObject({ paused_at: null, paused_until: null })
    expect(await deliveriesOf(made.id)).toEqual([['open', false, '2026-03-18T00:00:00Z', '2026-03-22T00:00:00Z']])
    expect((await ask(store, surface, 'reactivateSubscription', { id: made.id })).record).toMatchObject({
      status: 'active',
      end_date: '2026-03-24T09:00:00Z',
    })
  })

  it('pauses a gift too, which then lasts as many days longer', async () => {
    const { id } = await addMonthly(db, { isGift: true })
    await pauseIt(id)
    time.now = later(40)
    expect((await resumeIt(id)).record).toMatchObject({ status: 'active', autorenew: false, end_date: '2026-04-29T09:00:00Z' })
  })

  it.each([
    [{ paused_until: '2026-03-15T12:00:00Z' }, 'paused_until must lie after 2026-03-15T12:00:00Z.'],
    [{ paused_until: '2200-01-01' }, 'paused_until must lie in the years 2000 to 2199.'],
    [{ log_note: 'x'.repeat(2_001) }, 'log_note must have at most 2000 characters.'],
  ])('refuses %j and changes nothing', async (input, message) => {
    const { id } = await addMonthly(db)
    const changed = await tablesChangedBy(db, async () =>
      expect(await pauseIt(id, input)).toMatchObject({ status: 400, message }),
    )
    expect(changed).toEqual([])
  })

  it('refuses one whose time is over, and one with a payment under way', async () => {
    const { id } = await addMonthly(db, { endDate: ago(1) })
    expect(await pauseIt(id)).toMatchObject({ status: 400, message: over })
    const { id: paying } = await addMonthly(db, { paymentUnderWay: true })
    for (const answer of [await pauseIt(paying), await resumeIt(paying)]) expect(answer.status).toBeGreaterThanOrEqual(400)
  })

  it('is renewed by itself once autorenew is turned on while it is paused, whatever its end date says', async () => {
    const { id } = await addMonthly(db, { autorenew: false })
    await pauseIt(id)
    time.now = later(20)
    expect(await ask(store, surface, 'updateSubscription', { id, autorenew: true })).toMatchObject({ status: 200 })
    expect((await resumeIt(id)).record).toMatchObject({ autorenew: true, end_date: '2026-04-09T09:00:00Z' })
  })

  it('a dry run says the date that it would have, and changes nothing', async () => {
    const { id } = await addMonthly(db)
    await pauseIt(id)
    time.now = later(3)
    const changed = await tablesChangedBy(db, async () => {
      const answer = await ask(store, surface, 'resumeSubscription', { id }, { isDryRun: true })
      expect(answer.record).toMatchObject({ status: 'active', end_date: '2026-03-23T09:00:00Z' })
    })
    expect(changed).toEqual([])
  })

  it('takes at most 7 statements without deliveries, and 9 with any number of them', async () => {
    const plain = await addMonthly(db)
    const few = await store.statements(() => pauseIt(plain.id))
    expect(few.length, few.join('\n')).toBeLessThanOrEqual(7)
    const made = await addMonthly(db)
    await addDeliveries(made, ['2026-03-18T00:00:00Z', '2026-04-18T00:00:00Z', '2026-05-18T00:00:00Z'])
    const many = await store.statements(() => pauseIt(made.id))
    expect(many.length, many.join('\n')).toBeLessThanOrEqual(9)
    time.now = later(3)
    const resumed = await store.statements(() => resumeIt(made.id))
    expect(resumed.length, resumed.join('\n')).toBeLessThanOrEqual(10)
  })
})

describe('Renewals to come of a paused one', () => {
  const query = (id: number) => `{ subscription(id: ${id}) { upcoming(first: 2) { date } } }`
  const datesOf = async (id: number) =>
    (await store.graphql(query(id))).data.subscription.upcoming.map(({ date }: { date: string }) => date)

  it('are those after its pause, and none while nobody knows when that ends', async () => {
    const { id } = await addMonthly(db)
    await ask(store, 'REST', 'pauseSubscription', { id })
    expect(await datesOf(id)).toEqual([])
    await ask(store, 'REST', 'pauseSubscription', { id, paused_until: '2026-04-04T12:00:00Z' })
    expect(await datesOf(id)).toEqual(['2026-04-09T09:00:00Z', '2026-05-09T09:00:00Z'])
  })

  it('are in the forecast of the store', async () => {
    const forecast = async () => {
      const asked = '{ renewalForecast(from: "2026-06-01", to: "2026-06-30", by: month) { count amount } }'
      return (await store.graphql(asked)).data.renewalForecast[0]
    }
    const before = await forecast()
    const { id } = await addMonthly(db, { price: 2400 })
    expect(await forecast()).toEqual({ count: before.count + 1, amount: before.amount + 2400 })
    await ask(store, 'REST', 'pauseSubscription', { id })
    expect(await forecast()).toEqual(before)
    await ask(store, 'REST', 'pauseSubscription', { id, paused_until: '2026-06-15T12:00:00Z' })
    expect(await forecast()).toEqual({ count: before.count + 1, amount: before.amount + 2400 })
  })

  it('leave its customer suspended, where that is the best that there is', async () => {
    const { id, customer } = await addMonthly(db)
    const standing = async () => (await store.rest(`/v1/customers/${customer.id}/`)).body.subscription_status
    expect(await standing()).toBe('active')
    await ask(store, 'REST', 'pauseSubscription', { id })
    expect(await standing()).toBe('suspended')
  })
})
