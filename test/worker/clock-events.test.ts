/** The events of a store that is made with a test clock: dated by it from the first on, handed to webhooks, and then forgotten. */

import { describe, expect, it } from 'vitest'
import { handOver } from '../../src/consumers/hand-over.ts'
import { contextInProcess, operatorIn, operatorInNew } from '../../src/in-process.ts'
import { openGateways } from '../../src/payments/open.ts'
import { advanceClock } from '../../src/resources/store/advance-clock.ts'
import { createStore } from '../../src/resources/store/create.ts'
import { updateStore } from '../../src/resources/store/update.ts'
import { webhookRows } from '../../src/webhooks/rows.ts'
import { workRound } from '../../src/worker/round.ts'
import { forgetOldEvents } from '../../src/writes/retention.ts'
import { numberEvents } from '../../src/writes/sequencer.ts'
import { openMigrated } from '../db/migrated.ts'
import { inSight } from '../support/every-statement.ts'
import { today } from '../support/template.ts'
import { addCustomer, addProduct, addSubscription } from '../writes/rows.ts'
import { openClockStore } from './clock-store.ts'

const { db, clock, worker, time } = await openClockStore()

let number = 0

/** Makes a store as an operator does; its clock stands at a time, or runs with real time. */
async function open(stand: string | null): Promise<bigint> {
  const viewer = await operatorInNew(db)
  const clockNow = stand === null ? null : new Date(stand)
  const given = { name: 'Rehearsal', host: `rehearsal${++number}.example`, currency: 'EUR', hasTestClock: true, clockNow }
  await inSight(() =>
    createStore(contextInProcess({ db, clock, gateways: openGateways(db, clock), viewer, now: clock.now() }), given),
  )
  return viewer.storeId
}

async function as(storeId: bigint) {
  const viewer = await operatorIn(db, storeId, 'operator')
  if (!viewer) throw new Error('There is no such store.')
  return contextInProcess({ db, clock, gateways: openGateways(db, clock), viewer, now: clock.now() })
}

async function moveTo(storeId: bigint, to: string): Promise<void> {
  expect((await inSight(async () => advanceClock(await as(storeId), { to: new Date(to) }))).userErrors).toEqual([])
  for (;;) {
    const { done, moved } = await inSight(() => workRound(worker))
    if (done + moved === 0) return
  }
}

const look = async (storeId: bigint) => {
  await inSight(() => numberEvents({ db }))
  return db.event.findMany({ where: { storeId }, orderBy: { sequence: 'asc' }, select: { type: true, createdAt: true } })
}

/** A subscription that renews each month. */
async function addMonthly(storeId: bigint, endDate: Date): Promise<void> {
  const store = Number(storeId)
  const customer = await addCustomer(db, { storeId: store })
  const product = await addProduct(db, { storeId: store, terms: [{ cycles: 1, price: 500 }] })
  const startDate = new Date(endDate.getTime() - 30 * 86_400_000)
  await addSubscription(db, { customer, product, startDate, endDate })
}

describe.each([
  ['before real time', '2020-01-01T00:00:00Z', '2021-01-01T00:00:00Z'],
  ['ahead of it', '2035-01-01T00:00:00Z', '2036-01-01T00:00:00Z'],
  ['nowhere', null, '2027-03-15T12:00:00Z'],
])('A store whose test clock stands %s', (_where, stand, end) => {
  it('dates every event by it from the first on, and its entry in the log', async () => {
    const storeId = await open(stand)
    const begin = stand ? new Date(stand) : time.real
    await inSight(async () => updateStore(await as(storeId), { pageBase: 1 }))
    await addMonthly(storeId, new Date(begin.getTime() + 86_400_000))
    await moveTo(storeId, end)
    const events = await look(storeId)
    expect(events.length).toBeGreaterThan(30)
    expect(events.slice(0, 3)).toMatchObject(
      ['store.created', 'store.updated', 'store.updated'].map((type) => ({ type, createdAt: begin })),
    )
    const times = events.map(({ createdAt }) => createdAt.getTime())
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    const [entry] = await db.logEntry.findMany({ where: { storeId, operation: 'createStore' } })
    expect(entry?.createdAt).toEqual(begin)
  })

  it('keeps them for a webhook until it has them, and then those of the last 90 days', async () => {
    const storeId = await open(stand)
    const begin = stand ? new Date(stand) : time.real
    await addMonthly(storeId, new Date(begin.getTime() + 86_400_000))
    const { id } = await db.webhook.create({
      data: {
        storeId,
        url: 'https://shop.example/hook',
        secret: 'whsec_x',
        lastSequence: 0,
        createdAt: time.real,
        rotatedAt: null,
      },
    })
    await moveTo(storeId, end)
    const all = await look(storeId)
    const forget = () => inSight(() => forgetOldEvents(db, clock, 90))
    await forget()
    expect(await look(storeId)).toEqual(all)
    while (await inSight(() => handOver(webhookRows, db, clock))) {}
    const deliveries = await db.webhookDelivery.findMany({ where: { storeId, webhookId: id }, orderBy: { sequence: 'asc' } })
    expect(deliveries.map(({ eventType }) => eventType)).toEqual(all.map(({ type }) => type))
    await forget()
    const since = new Date(new Date(end).getTime() - 90 * 86_400_000)
    const kept = await look(storeId)
    expect(kept).toEqual(all.filter(({ createdAt }) => createdAt >= since))
    expect(kept.length).toBeLessThan(all.length / 2)
  })
})

describe('A store that an older version made, whose clock stood in the past', async () => {
  const old = await openMigrated('_first_events', async ({ exec }) => {
    await exec(`INSERT INTO store (name, host, created_at, has_test_clock, clock_now)
      VALUES ('Old', 'localhost', '2020-01-01', true, '2021-01-01'), ('Real', 'real.example', '2020-01-01', false, NULL)`)
    const event = (store: number, sequence: number, type: string, at: string) =>
      `(${store}, ${sequence}, '${type}', '${at}', 'operator', 'worker', 'x', 'y')`
    await exec(`INSERT INTO event (store_id, sequence, type, created_at, actor, surface, operation, request_id) VALUES
      ${event(1, 1, 'store.created', '2026-01-01')}, ${event(1, 2, 'store.updated', '2020-01-01')},
      ${event(1, 3, 'store.updated', '2020-12-31')}, ${event(2, 1, 'store.created', '2026-01-01')}`)
    await exec('INSERT INTO event_counter (store_id, last_sequence) VALUES (1, 3), (2, 1)')
  })

  it('forgets its events too', async () => {
    await forgetOldEvents(old, clock, 90)
    const kept = await old.event.findMany({ orderBy: [{ storeId: 'asc' }, { sequence: 'asc' }] })
    expect(kept.map(({ storeId, sequence, createdAt }) => [storeId, sequence, createdAt])).toEqual([
      [1n, 3n, new Date('2020-12-31')],
      [2n, 1n, new Date('2026-01-01')],
    ])
    expect(today.getTime()).toBeLessThan(new Date('2026-04-01').getTime())
  })
})
