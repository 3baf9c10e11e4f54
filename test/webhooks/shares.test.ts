/** A store with many webhooks, slow or left behind, never holds up the webhooks of others. */
import { afterEach, expect, it } from 'vitest'
import { claimDeliveries } from '../../src/consumers/claim.ts'
import { handOver } from '../../src/consumers/hand-over.ts'
import { webhookRows } from '../../src/webhooks/rows.ts'
import { mutate } from '../resources/writing.ts'
import { inSight } from '../support/every-statement.ts'
import { clock, openHooks, time } from './hooks.ts'

const store = await openHooks()
const { db } = store

afterEach(async () => {
  await db.webhookDelivery.deleteMany({ where: { storeId: { gte: 1n } } })
  await db.webhook.deleteMany({ where: { storeId: { gte: 1n } } })
})

/** Makes a webhook with deliveries that are due; answers its id. */
async function waiting(storeId: bigint, deliveries: number, isOrdered = false): Promise<bigint> {
  const hook = {
    storeId,
    url: 'http://127.0.0.1:1/',
    secret: 'whsec_AAAA',
    lastSequence: 10_000n,
    isOrdered,
    createdAt: time.now,
  }
  const { id: webhookId } = await db.webhook.create({ data: hook })
  const due = { storeId, webhookId, eventType: 'order.created', request: '{}', nextTryAt: new Date(0), createdAt: time.now }
  const rows = Array.from({ length: deliveries }, (_, index) => ({ ...due, sequence: index + 1, messageId: `evt_${index + 1}` }))
  await db.webhookDelivery.createMany({ data: rows })
  return webhookId
}

it('a store whose twenty endpoints are slow leaves places to those of others, ordered or not', async () => {
  for (let count = 0; count < 20; count += 1) await waiting(1n, 10)
  const others = [await waiting(2n, 1), await waiting(2n, 1, true)]
  const claim = (most: number) => inSight(() => claimDeliveries(webhookRows, db, clock, most))
  // Both come in the first few places, each time: its store has nothing on its way.
  const first = await claim(4)
  expect(first.flatMap(({ storeId, subscriberId }) => (storeId === 2n ? [subscriberId] : [])).sort()).toEqual(others)
  const more = await claim(128)
  const ofFirst = [...first, ...more].filter(({ storeId }) => storeId === 1n)
  expect(ofFirst).toHaveLength(16)
  // Its own webhooks take turns.
  expect(new Set(ofFirst.map(({ subscriberId }) => subscriberId)).size).toBeGreaterThan(12)
  expect(await claim(128)).toEqual([])
})

it('a webhook that is deleted leaves nothing behind that is looked at whenever something is sent', async () => {
  const id = await waiting(1n, 3)
  await db.webhookDelivery.updateMany({ where: { webhookId: id, sequence: 1 }, data: { state: 'sending', fault: 'No answer.' } })
  await mutate(store, 'deleteWebhook', { id: Number(id) })
  const left = await db.webhookDelivery.findMany({ where: { webhookId: id }, orderBy: { id: 'asc' } })
  expect(left.map(({ state, nextTryAt, fault }) => [state, nextTryAt, fault])).toEqual([
    ['failed', null, 'No answer.'],
    ['failed', null, 'The webhook was deleted.'],
    ['failed', null, 'The webhook was deleted.'],
  ])
})

it('a store whose endpoints take nothing has no more waiting than is counted in no time', async () => {
  const id = await waiting(1n, 1_000)
  const own = { storeId: 1n, createdAt: time.now, actor: 'x', surface: 'worker', operation: 'x', requestId: 'x' } as const
  const last = Number((await db.eventCounter.findUnique({ where: { storeId: 1n } }))?.lastSequence ?? 0n)
  await db.event.create({ data: { ...own, type: 'order.created', sequence: last + 1 } })
  const counter = { storeId: 1n, lastSequence: last + 1 }
  await db.eventCounter.upsert({ where: { storeId: 1n }, create: counter, update: counter })
  const key = { storeId_id: { storeId: 1n, id } }
  await db.webhook.update({ where: key, data: { lastSequence: last } })
  expect(await inSight(() => handOver(webhookRows, db, clock))).toBe(false)
  // Where there is room again it goes on.
  await db.webhookDelivery.deleteMany({ where: { webhookId: id, sequence: 1_000 } })
  expect(await inSight(() => handOver(webhookRows, db, clock))).toBe(true)
})
