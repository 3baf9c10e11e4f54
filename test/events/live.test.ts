/** Streams of events: each event once and in order, whoever writes, wakes or reconnects; and nobody hears what is not theirs. */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import type { Db } from '../../src/db/connect.ts'
import { listenOn } from '../../src/db/notifications.ts'
import { type LiveStreams, liveStreams } from '../../src/live/streams.ts'
import { numberEvents, numberedChannel, startSequencer } from '../../src/writes/sequencer.ts'
import { listen } from '../http/wire.ts'
import { mutate } from '../resources/writing.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { type Heard, hear, type Listen } from './stream.ts'

const faults: unknown[] = []
const report = (error: unknown) => void faults.push(error)
let now = today
let wake = () => {}
const made: LiveStreams[] = []

/** Looks after streams in times so short that a test can wait for their end. */
function streamsOf(db: Db, limits = {}): LiveStreams {
  const streams = liveStreams({
    db,
    clock: clockOf(() => now),
    report,
    limits: { look: 100, heartbeat: 200, stalled: 700, completed: 300, ...limits },
  })
  made.push(streams)
  return streams
}

/** Two instances over one database. Only the second hears of what was numbered; the first finds it out. */
const options = { now: () => now, eventsWritten: () => wake() }
const deaf = await openStore({ ...options, streams: (db) => streamsOf(db) })
const store = await openStore({ ...options, streams: (db) => streamsOf(db, { look: 60_000 }) })
const { db } = store
const streams = made[1] as LiveStreams
const heard: Heard[] = []
const server = await served(store)
const deafServer = await served(deaf)

function served({ app }: typeof store) {
  return listen({ ...app, handle: (request) => inSight(() => app.handle(request)) })
}

async function open(given: Listen = {}, at = server): Promise<Heard> {
  const one = await hear(at, { as: store.merchant, ...given })
  heard.push(one)
  return one
}

const note = (text: string) => mutate(store, 'updateSubscription', { id: 1, note: text })
const describeProduct = (text: string) => mutate(store, 'updateProduct', { id: 4, description: text })
const last = async () => Number((await db.eventCounter.findUnique({ where: { storeId: 1n } }))?.lastSequence ?? 0)
const between = (from: number, to: number) => Array.from({ length: to - from }, (_each, index) => from + 1 + index)

async function keyWith(scopes: string[]) {
  const mutation =
    'mutation ($scopes: [String!]!) { createMerchantKey(input: { scopes: $scopes }) { merchantKey { id clientId } secret } }'
  const { merchantKey, secret } = (await store.graphql(mutation, { scopes })).data.createMerchantKey
  return { id: merchantKey.id as string, as: `Bearer ${merchantKey.clientId}.${secret}` }
}

beforeAll(async () => {
  const { url } = store
  const announce = (storeIds: readonly bigint[]) => {
    for (const storeId of storeIds) streams.wake(String(storeId))
  }
  const endListening = url ? listenOn(url, numberedChannel, streams.wake) : async () => {}
  const sequencer = startSequencer({ db, report, ...(!url && { announce }) })
  wake = sequencer.wake
  await note('first')
  await vi.waitUntil(async () => (await last()) === 1, 10_000)
  return async () => {
    for (const each of made) each.end()
    await sequencer.end()
    await endListening()
  }
})

afterEach(() => {
  for (const each of heard.splice(0)) each.hangUp()
})
afterAll(() => expect(faults).toEqual([]))

describe('A stream of events', () => {
  it('says at once where it begins, and sends each event as it comes, in the words of GraphQL over SSE', async () => {
    const begin = await last()
    const stream = await open()
    const { status, headers } = stream
    expect([status, headers['content-type'], headers['cache-control'], headers['x-accel-buffering']]).toEqual([
      200,
      'text/event-stream',
      'no-store',
      'no',
    ])
    await stream.until(() => stream.messages.length === 1)
    expect(stream.messages[0]).toMatchObject({
      event: 'next',
      id: String(begin),
      data: { data: { events: { lastSequence: begin, nodes: [] } } },
    })
    await describeProduct('Heard')
    await stream.until(() => stream.messages.length === 2)
    expect(stream.messages[1]).toMatchObject({
      event: 'next',
      id: String(begin + 1),
      data: { data: { events: { lastSequence: begin + 1, nodes: [{ sequence: begin + 1, type: 'product_updated' }] } } },
    })
    expect(stream.text()).toMatch(/^id: \d+\nevent: next\ndata: \{.*\}\n\nid: \d+\nevent: next\ndata: \{.*\}\n\n$/)
  })

  it('goes on behind a sequence, in as many messages as it takes, and by what a browser says that it heard last', async () => {
    const row = {
      storeId: 1n,
      type: 'store.updated',
      createdAt: today,
      actor: 'x',
      surface: 'rest' as const,
      operation: 'x',
      requestId: 'x',
    }
    const begin = await last()
    await db.event.createMany({ data: Array.from({ length: 120 }, () => row) })
    await inSight(() => numberEvents({ db }))
    const stream = await open({ variables: { after: begin - 1 } })
    await stream.until(() => stream.sequences().length === 121)
    expect(stream.sequences()).toEqual(between(begin - 1, begin + 120))
    // The first is short: nobody knows yet how large its records are.
    expect(stream.messages.length).toBe(4)
    const again = await open({ variables: { after: 0 }, headers: { 'Last-Event-ID': String(begin + 118) } })
    await again.until(() => again.sequences().length > 0)
    expect(again.sequences()).toEqual([begin + 119, begin + 120])
  })

  it('of some types sends no others, but tells how far it has come', async () => {
    const stream = await open({ variables: { types: ['product_updated'] } })
    const begin = await last()
    await note('not wanted')
    await stream.until(() => stream.messages.length === 2)
    expect(stream.messages[1]?.data.data).toEqual({ events: { lastSequence: begin + 1, nodes: [] } })
    await describeProduct('Wanted')
    await stream.until(() => stream.sequences().length === 1)
    expect(stream.sequences()).toEqual([begin + 2])
    expect(stream.text()).not.toContain('subscription.updated')
  })

  it('of another store hears nothing', async () => {
    const other = await open({ as: store.otherMerchant })
    const own = await open()
    await note('own')
    await own.until(() => own.sequences().length === 1)
    await other.until(() => other.text().includes(':\n\n'))
    expect(other.messages).toHaveLength(1)
    expect(other.sequences()).toEqual([])
  })

  it('says now and then that it is there', async () => {
    const stream = await open()
    await stream.until(() => /(\n\n:\n\n){2}|:\n\n:\n\n/.test(stream.text()))
    expect(stream.messages).toHaveLength(1)
  })

  it('hears what another instance wrote, also where nothing is announced to it', async () => {
    const own = await open()
    const others = await open({}, deafServer)
    const begin = await last()
    for (const text of ['a', 'b', 'c']) await note(text)
    for (const each of [own, others]) {
      await each.until(() => each.sequences().length === 3)
      expect(each.sequences()).toEqual(between(begin, begin + 3))
    }
  })

  it('has no gap and no repeat for those who come and go while many write', async () => {
    const begin = await last()
    const end = begin + 75
    const writers = [1, 2, 3].map(async (id) => {
      for (let round = 0; round < 25; round += 1) await mutate(store, 'updateSubscription', { id, note: `round ${round}` })
    })
    const listeners = [server, deafServer, server].map(async (at, index) => {
      const found: number[] = []
      let after = begin
      let rounds = 0
      while (after < end) {
        const stream = await open({ variables: { after } }, at)
        await Promise.race([stream.over, sleep(randomInt(5, 40 + index * 20))])
        stream.hangUp()
        found.push(...stream.sequences())
        after = stream.messages.findLast(({ data }) => data.data)?.data.data.events.lastSequence ?? after
        rounds += 1
      }
      return { found, rounds }
    })
    await Promise.all(writers)
    await expect.poll(last).toBe(end)
    for (const { found, rounds } of await Promise.all(listeners)) {
      expect(found).toEqual(between(begin, end))
      expect(rounds).toBeGreaterThan(2)
    }
  })
})

describe('A stream ends', () => {
  it('when its key is revoked, and says so', async () => {
    const { id, as } = await keyWith(['read_events'])
    const stream = await open({ as }, deafServer)
    const other = await open({}, deafServer)
    await mutate(store, 'revokeMerchantKey', { id })
    expect(await stream.over).toBe('ended')
    expect(stream.messages.slice(-2)).toEqual([
      {
        event: 'next',
        id: undefined,
        data: { errors: [{ message: 'The key has been revoked.', extensions: { code: 'UNAUTHENTICATED' } }] },
      },
      { event: 'complete', id: undefined, data: '' },
    ])
    await note('after it')
    await other.until(() => other.sequences().length > 0)
  })

  it('when the secret it came with has ended, but not while it works beside the new one', async () => {
    const { id, as } = await keyWith(['read_events'])
    const stream = await open({ as }, deafServer)
    const mutation =
      'mutation ($id: ID!) { rotateMerchantKey(input: { id: $id, overlapSeconds: 3600 }) { userErrors { message } } }'
    const { errors } = await store.graphql(mutation, { id })
    expect(errors).toEqual([])
    await sleep(400)
    await note('still heard')
    await stream.until(() => stream.sequences().length > 0)
    now = new Date(today.getTime() + 3_601_000)
    expect(await stream.over).toBe('ended')
    now = today
    expect(stream.messages.at(-2)?.data.errors[0].extensions).toEqual({ code: 'UNAUTHENTICATED' })
  })
})
