/** A webhook whose endpoint was down: it is tried once a minute, and when it takes one all that waits is sent at once. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pauses } from '../../src/webhooks/consumer.ts'
import { mutate } from '../resources/writing.ts'
import { later, openHooks, time } from './hooks.ts'
import { receiver } from './receiver.ts'

const store = await openHooks()
const { db, send, hook, happen, deliveries } = store
const types = ['subscription.updated']

beforeEach(() => {
  time.now = new Date()
})

afterEach(async () => {
  await db.webhook.updateMany({ where: { storeId: { gte: 1n } }, data: { disabledAt: new Date(0), deletedAt: new Date(0) } })
  expect(store.faults).toEqual([])
})

const byNumber = (one: number, other: number) => one - other
const down = { status: 503 }

/** An endpoint that was down for long: each delivery has failed five times, and waits two hours for the next try. */
async function downForLong(isOrdered: boolean, count = 6) {
  const endpoint = await receiver(() => down)
  const { id } = await hook({ url: endpoint.url, types, isOrdered })
  const sequences: number[] = []
  for (let each = 0; each < count; each += 1) sequences.push(await happen())
  await send()
  for (const pause of pauses.slice(0, 4)) {
    later((pause / 1_000) * 1.15 + 1)
    await send()
  }
  endpoint.heard.length = 0
  return { endpoint, id, sequences }
}

describe.each([false, true])('A webhook that recovers, ordered: %s', (isOrdered) => {
  it('is tried once a minute whatever its pause, which counts for nothing', async () => {
    const { endpoint, id, sequences } = await downForLong(isOrdered)
    const before = await deliveries(id)
    for (let minute = 1; minute <= 30; minute += 1) {
      later(61)
      expect(await send()).toBe(1)
      expect(await send()).toBe(0)
    }
    expect(endpoint.sequences()).toEqual(Array(30).fill(sequences[0]))
    expect((await deliveries(id)).map(({ tries, nextTryAt, state }) => ({ tries, nextTryAt, state }))).toEqual(
      before.map(({ tries, nextTryAt, state }) => ({ tries, nextTryAt, state })),
    )
  })

  it('is sent all that waits after the first that it takes, the oldest first, and what is new beside it', async () => {
    const { endpoint, id, sequences } = await downForLong(isOrdered)
    endpoint.answer = () => ({})
    later(61)
    expect(await send()).toBe(sequences.length)
    if (isOrdered) expect(endpoint.sequences()).toEqual(sequences)
    // Four are on their way at a time.
    else expect(endpoint.sequences().slice(0, 5).sort(byNumber)).toEqual(sequences.slice(0, 5))
    expect((await deliveries(id)).every(({ state }) => state === 'delivered')).toBe(true)
    const next = await happen()
    expect(await send()).toBe(1)
    expect(endpoint.sequences().at(-1)).toBe(next)
  })

  it('is sent all that waits when it is enabled again', async () => {
    const { endpoint, id, sequences } = await downForLong(isOrdered)
    await mutate(store, 'updateWebhook', { id, enabled: false })
    const missed = await happen()
    later(120)
    expect(await send()).toBe(0)
    endpoint.answer = () => ({})
    await mutate(store, 'updateWebhook', { id, enabled: true })
    expect(await send()).toBe(sequences.length + 1)
    if (isOrdered) expect(endpoint.sequences()).toEqual([...sequences, missed])
    else expect(endpoint.sequences().sort(byNumber)).toEqual([...sequences, missed])
  })
})

describe('A webhook', () => {
  it('is sent what waits after a new event that it takes: no minute has to pass', async () => {
    const { endpoint, sequences } = await downForLong(false)
    endpoint.answer = () => ({})
    const next = await happen()
    expect(await send()).toBe(sequences.length + 1)
    expect(endpoint.sequences()[0]).toBe(next)
  })

  it('that takes some events and never another is asked for that one once a minute at most, and gives it up after its own pauses', async () => {
    let poison = 0
    const endpoint = await receiver(({ body }) => (JSON.parse(body).sequence === poison ? down : {}))
    const { id } = await hook({ url: endpoint.url, types })
    poison = await happen()
    expect(await send()).toBe(1)
    for (let each = 0; each < 20; each += 1) {
      await happen()
      await send()
      later(1)
    }
    // The first try, after the first that was taken, and after five seconds.
    expect(endpoint.sequences().filter((each) => each === poison)).toHaveLength(3)
    for (let minute = 0; minute < 20; minute += 1) {
      later(60)
      await happen()
      await send()
    }
    const [delivery] = await deliveries(id)
    expect(delivery).toMatchObject({ state: 'waiting', sequence: BigInt(poison) })
    expect(delivery?.tries).toBeLessThanOrEqual(4)
    for (const pause of pauses) {
      later((pause / 1_000) * 1.15 + 1)
      await send()
    }
    expect((await deliveries(id))[0]).toMatchObject({ state: 'failed', tries: 10 })
  })

  it('with a thousand waiting is sent them all, and what is new, within a minute after its endpoint is back', async () => {
    const endpoint = await receiver(() => down)
    const { id } = await hook({ url: endpoint.url, types })
    const sequence = await happen()
    await send()
    await db.$executeRaw`
      INSERT INTO webhook_delivery (store_id, webhook_id, sequence, event_type, message_id, request, tries, next_try_at, created_at)
      SELECT store_id, webhook_id, -number, event_type, 'evt_' || number, request, 5, next_try_at + interval '5 hours', created_at
      FROM webhook_delivery, generate_series(1, 1000) AS number WHERE store_id = 1 AND webhook_id = ${BigInt(id)} AND sequence = ${BigInt(sequence)}`
    const next = await happen()
    await send()
    endpoint.heard.length = 0
    endpoint.answer = () => ({})
    later(61)
    await send()
    expect(endpoint.heard).toHaveLength(1_002)
    expect(endpoint.sequences().at(-1)).toBe(next)
  })
})
