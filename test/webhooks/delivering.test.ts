/** Deliveries: signed, at least once, in their order where asked, tried again for three days, and by nobody held up. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimDeliveries } from '../../src/consumers/claim.ts'
import { handOver } from '../../src/consumers/hand-over.ts'
import { startConsumer } from '../../src/consumers/run.ts'
import { sendDue } from '../../src/consumers/send.ts'
import { pauses, webhookConsumer } from '../../src/webhooks/consumer.ts'
import { webhookRows } from '../../src/webhooks/rows.ts'
import { numberEvents } from '../../src/writes/sequencer.ts'
import { mutate } from '../resources/writing.ts'
import { inSight } from '../support/every-statement.ts'
import { clock, later, openHooks, time } from './hooks.ts'
import { receiver, verified } from './receiver.ts'

const store = await openHooks()
const { db, send, hook, happen, deliveries } = store

beforeEach(() => {
  time.now = new Date()
})

afterEach(async () => {
  // Each test has its own; those of the one before are sent nothing more.
  await db.webhook.updateMany({ where: { storeId: { gte: 1n } }, data: { disabledAt: new Date(0), deletedAt: new Date(0) } })
  expect(store.faults).toEqual([])
})

const row = (id: number) => db.webhook.findUniqueOrThrow({ where: { storeId_id: { storeId: 1n, id: BigInt(id) } } })

describe('An event', () => {
  it('reaches the endpoint as REST shows it, signed so that the library of the specification verifies it, and what came of it is kept', async () => {
    const { url, heard } = await receiver(() => ({ status: 202, body: 'taken' }))
    const { id, secret } = await hook({ url, types: ['subscription.updated'] })
    const sequence = await happen()
    await mutate(store, 'updateProduct', { id: 4, description: `Other ${sequence}` })
    expect(await send()).toBe(1)
    expect(heard).toHaveLength(1)
    const [one] = heard as [(typeof heard)[0]]
    const { body } = await store.rest(`/v1/events/?after=${sequence - 1}&limit=1`)
    expect(verified(secret, one)).toEqual({ ...body.results[0], store_id: 1 })
    expect(one.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': `evt_1_${sequence}` })
    const [delivery] = await deliveries(id)
    expect(delivery).toMatchObject({ state: 'delivered', status: 202, answer: 'taken', tries: 1, request: one.body, sentTo: url })
    expect(delivery?.deliveredAt).not.toBeNull()
    expect(await send()).toBe(0)
  })

  it('reaches a webhook of its own store alone', async () => {
    const [mine, others] = [await receiver(), await receiver()]
    await hook({ url: mine.url })
    await hook({ url: others.url }, store.otherMerchant)
    await db.webhook.updateMany({ where: { storeId: 2n }, data: { lastSequence: 10_000n } })
    await happen()
    await send()
    expect([mine.heard.length, others.heard.length]).toEqual([1, 0])
  })

  it('is sent again, with the same id and body, where the process was killed before it kept what came of it', async () => {
    const { url, heard } = await receiver()
    const { id } = await hook({ url })
    await happen()
    await inSight(() => handOver(webhookRows, db, clock))
    const isRecord = ([text]: readonly unknown[]) => String(text).includes('AS delivery SET state')
    const dies = (...asked: Parameters<typeof db.$queryRaw>) =>
      isRecord(asked) ? Promise.reject(new Error('killed')) : db.$queryRaw(...asked)
    const killed = new Proxy(db, { get: (target, name) => (name === '$queryRaw' ? dies : Reflect.get(target, name)) })
    const told: unknown[] = []
    const dying = { ...store.sending(killed), report: (error: unknown) => void told.push(error) }
    await inSight(async () => Promise.all(await sendDue(webhookConsumer(dying), 10)))
    expect([heard.length, told]).toEqual([1, [new Error('killed')]])
    // Another leaves it alone until it must have been lost.
    expect(await send()).toBe(0)
    later(21)
    expect(await send()).toBe(1)
    expect(heard.map((each) => each.id + each.body)).toEqual(Array(2).fill(`${heard[0]?.id}${heard[0]?.body}`))
    expect((await deliveries(id))[0]).toMatchObject({ state: 'delivered', tries: 2 })
  })

  it('is claimed by one of several processes', async () => {
    const types = ['subscription.updated']
    const { url } = await receiver()
    const ids = [await hook({ url, types }), await hook({ url, types }), await hook({ url, types, isOrdered: true })].map(
      ({ id }) => BigInt(id),
    )
    for (let each = 0; each < 3; each += 1) await happen()
    await Promise.all(Array.from({ length: 4 }, () => inSight(() => handOver(webhookRows, db, clock))))
    expect(await db.webhookDelivery.count({ where: { storeId: 1n, webhookId: { in: ids } } })).toBe(9)
    const claims = await Promise.all(Array.from({ length: 6 }, () => inSight(() => claimDeliveries(webhookRows, db, clock, 10))))
    const claimed = claims.flat().map((each) => each.id)
    expect(new Set(claimed).size).toBe(claimed.length)
    // Of the one that is ordered only the first.
    expect(claimed).toHaveLength(7)
  })
})

describe('An endpoint', () => {
  it.each([
    ['answers 500', { status: 500, body: 'no' }, { status: 500, answer: 'no', fault: null }],
    ['sends elsewhere', { status: 302, headers: { Location: 'http://127.0.0.1:9/' } }, { status: 302, fault: null }],
  ])(
    'that %s is asked again after growing pauses, then its webhook is disabled, and an event says so',
    async (_what, says, kept) => {
      const { url, heard } = await receiver(() => says)
      const { id, secret } = await hook({ url })
      const sequence = await happen()
      for (const [index, pause] of pauses.entries()) {
        expect(await send()).toBe(1)
        const [delivery] = await deliveries(id)
        expect(delivery).toMatchObject({ state: 'waiting', tries: index + 1, ...kept })
        const wait = Number(delivery?.nextTryAt) - Number(clock.now())
        // In whole seconds.
        expect(Math.abs(wait - pause * 1.075)).toBeLessThanOrEqual(501)
        later(wait / 1_000 - 1)
        // Once a minute it is tried before its pause is over; see recovering.test.ts.
        expect(await send()).toBe(wait > 60_000 ? 1 : 0)
        later(1)
      }
      expect(await send()).toBe(1)
      expect(new Set(heard.map((each) => each.id + each.body)).size).toBe(1)
      expect(heard.every((each) => each.id === `evt_1_${sequence}`)).toBe(true)
      expect(verified(secret, heard[0] as (typeof heard)[0])).toBeDefined()
      expect((await deliveries(id))[0]).toMatchObject({ state: 'failed', tries: 10, nextTryAt: null, ...kept })
      const { disabledAt, disabledBecause } = await row(id)
      expect(disabledAt).not.toBeNull()
      expect(disabledBecause).toMatch(/^A delivery failed 10 times within three days. The last time: It answered \d+\.$/)
      await inSight(() => numberEvents({ db }))
      const { body } = await store.rest(`/v1/events/?after=${sequence}`)
      expect(body.results.at(-1)).toMatchObject({
        type: 'webhook.disabled',
        actor: 'worker',
        record_type: 'webhook',
        record_id: id,
      })
      await happen()
      expect(await send()).toBe(0)
    },
  )

  it('that answers 410 is asked no more; enabled again, its webhook goes on where it stopped', async () => {
    const endpoint = await receiver(() => ({ status: 410 }))
    const { id } = await hook({ url: endpoint.url, types: ['subscription.updated'] })
    const first = await happen()
    expect(await send()).toBe(1)
    expect((await row(id)).disabledBecause).toBe('The endpoint answered 410: it is gone for good.')
    const second = await happen()
    endpoint.answer = () => ({})
    expect((await mutate(store, 'updateWebhook', { id, enabled: true })).userErrors).toEqual([])
    expect(await send()).toBe(1)
    expect(endpoint.sequences()).toEqual([first, second])
  })

  it('that is slow holds up neither others nor more than four deliveries of its own at a time', async () => {
    let [busy, most] = [0, 0]
    const slow = await receiver(async () => {
      busy += 1
      most = Math.max(most, busy)
      await sleep(400)
      busy -= 1
      return {}
    })
    const quick = await receiver()
    // Webhooks that are made are events, too.
    const types = ['subscription.updated']
    const { id } = await hook({ url: slow.url, types })
    await hook({ url: quick.url, types })
    for (let each = 0; each < 6; each += 1) await happen()
    const { wake, end } = startConsumer(webhookConsumer(store.sending()))
    wake()
    while (quick.heard.length < 6) await sleep(5)
    expect((await deliveries(id)).filter(({ state }) => state === 'delivered')).toEqual([])
    while (slow.heard.length < 6) await sleep(5)
    await end()
    expect(most).toBe(4)
    expect((await deliveries(id)).every(({ state }) => state === 'delivered')).toBe(true)
  })

  it('that is sent events in their order gets the next one when it has taken the one before', async () => {
    let asked = 0
    // The second event is taken at the third time.
    const endpoint = await receiver(({ body }) => {
      if (JSON.parse(body).sequence === first + 1) asked += 1
      return { status: asked === 1 || asked === 2 ? 503 : 200 }
    })
    await hook({ url: endpoint.url, isOrdered: true })
    const first = await happen()
    for (let each = 0; each < 3; each += 1) await happen()
    await send()
    expect(endpoint.sequences()).toEqual([first, first + 1])
    later(6)
    await send()
    later(70)
    await send()
    expect(endpoint.sequences()).toEqual([first, first + 1, first + 1, first + 1, first + 2, first + 3])
  })
})

describe('A sender', () => {
  it('sends what is committed within milliseconds of its number, and is done when it has ended', async () => {
    const { url, heard } = await receiver()
    await hook({ url })
    const { wake, end } = startConsumer(webhookConsumer(store.sending()))
    const taken = []
    for (let count = 0; count < 3; count += 1) {
      const began = performance.now()
      await happen()
      wake()
      while (heard.length === count) await sleep(1)
      taken.push(performance.now() - began)
    }
    // Without being woken it looks once a second. On a busy machine a turn waits for a core: the best of three counts.
    expect(Math.min(...taken)).toBeLessThan(500)
    await end()
  })
})
