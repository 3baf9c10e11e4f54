/** The limits of streams: refusals in a sentence, slow readers, drains and budgets. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, inject, it, vi } from 'vitest'
import { demoKeys } from '../../prisma/seed/demo.ts'
import { bucketsInMemory } from '../../src/budget/memory.ts'
import { defaultLimits } from '../../src/config/limits.ts'
import { clockOf } from '../../src/db/clock.ts'
import type { Db } from '../../src/db/connect.ts'
import { type LiveStreams, liveStreams } from '../../src/live/streams.ts'
import { numberEvents } from '../../src/writes/sequencer.ts'
import { impatient, listen } from '../http/wire.ts'
import { mutate } from '../resources/writing.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { type Heard, hear, type Listen } from './stream.ts'

const faults: unknown[] = []
const made: (LiveStreams & { open: Set<unknown> })[] = []
const clock = clockOf(() => today)

/** The same streams, with those that are open now. */
function counting(streams: LiveStreams): LiveStreams & { open: Set<unknown> } {
  const open = new Set<unknown>()
  return {
    ...streams,
    open,
    add(stream) {
      const remove = streams.add(stream)
      open.add(stream)
      return () => {
        open.delete(stream)
        remove()
      }
    },
  }
}

/** An instance with streams of its own, at a port of its own. */
async function instance(limits = {}, options = {}) {
  const store = await openStore({
    ...options,
    streams: (db) => {
      const own = { look: 100, heartbeat: 1_000, stalled: 700, completed: 300, ...limits }
      const streams = liveStreams({ db, clock, report: (error) => void faults.push(error), limits: own })
      const counted = counting(streams)
      made.push(counted)
      return counted
    },
  })
  const { app } = store
  const server = await listen(
    { ...app, handle: (request) => inSight(() => app.handle(request)) },
    { answer: impatient.answer ?? 0 },
  )
  return { store, server, streams: made.at(-1) as (typeof made)[number] }
}

const { store, server } = await instance()
const { db } = store
const heard: Heard[] = []

async function open(given: Listen = {}, at = server): Promise<Heard> {
  const one = await hear(at, { as: store.merchant, ...given })
  heard.push(one)
  return one
}

afterEach(() => {
  for (const each of heard.splice(0)) each.hangUp()
})
afterAll(() => {
  for (const each of made) each.end()
  expect(faults).toEqual([])
})

async function refused(given: Listen): Promise<[status: number, code: string, sentence: string]> {
  const stream = await open(given)
  await stream.over
  const [error] = JSON.parse(stream.text()).errors
  expect(stream.headers['content-type']).toBe('application/json; charset=utf-8')
  return [stream.status, error.extensions.code, error.message]
}

/** Writes events that fill a stream. */
async function writeLong(count: number): Promise<void> {
  const changes = { note: { to: 'x'.repeat(15_000), from: null } }
  const told = { actor: 'x', surface: 'rest' as const, operation: 'x', requestId: 'x', changes }
  const row = { storeId: 1n, type: 'store.updated', createdAt: today, ...told }
  await db.event.createMany({ data: Array.from({ length: count }, () => row) })
  await inSight(() => numberEvents({ db }))
}

const asJson = { Accept: 'application/json' }

describe('A stream is refused', () => {
  it('to who does not ask for one, and nothing else is answered as one', async () => {
    const sentence = 'A GraphQL subscription is answered as a stream: ask for it with Accept: text/event-stream.'
    for (const Accept of ['application/json', '*/*', 'application/graphql-response+json'])
      expect((await open({ headers: { Accept } })).status).toBe(400)
    expect(await refused({ headers: asJson })).toEqual([400, 'BAD_INPUT', sentence])
    const answersJson = 'The answer is JSON; Accept must allow application/json.'
    expect(await refused({ query: '{ store { name } }' })).toEqual([400, 'BAD_INPUT', answersJson])
    const before = await db.event.count({ where: { storeId: 1n } })
    const write = 'mutation { updateSubscription(input: { id: 1, note: "never" }) { userErrors { message } } }'
    expect(await refused({ query: write })).toEqual([400, 'BAD_INPUT', answersJson])
    expect(await db.event.count({ where: { storeId: 1n } })).toBe(before)
    const both = await open({ query: '{ store { id } }', headers: { Accept: 'text/event-stream, application/json' } })
    await both.over
    expect(JSON.parse(both.text()).data).toEqual({ store: { id: '1' } })
  })

  it('to all but merchants whose key may read events', async () => {
    expect((await refused({ as: store.customer })).slice(0, 2)).toEqual([403, 'FORBIDDEN'])
    expect((await refused({ as: '' })).slice(0, 2)).toEqual([401, 'UNAUTHENTICATED'])
    expect((await refused({ as: 'Bearer demo.wrong' })).slice(0, 2)).toEqual([401, 'UNAUTHENTICATED'])
    const { data } = await store.graphql(
      'mutation { createMerchantKey(input: { scopes: ["read_log"] }) { merchantKey { clientId } secret } }',
    )
    const { merchantKey, secret } = data.createMerchantKey
    const as = `Bearer ${merchantKey.clientId}.${secret}`
    expect(await refused({ as })).toEqual([403, 'FORBIDDEN', 'The key lacks the scope read_events.'])
  })

  it('for variables that would be kept for as long as it is open, but not for those that it does not declare', async () => {
    const query =
      'subscription ($after: WholeNumber, $types: [EventType!]) { events(after: $after, types: $types) { lastSequence } }'
    const types = Array.from({ length: 4_000 }, () => 'subscription_updated')
    const sentence = 'The variables of a GraphQL subscription may have at most 65536 characters together.'
    expect(await refused({ query, variables: { types } })).toEqual([400, 'BAD_INPUT', sentence])
    const stream = await open({ query, variables: { unknown: 'x'.repeat(400_000) } })
    expect(stream.status).toBe(200)
  })

  it('for what cannot be: places that are gone or still to come, types that there are not, and more than one field', async () => {
    await mutate(store, 'updateProduct', { id: 4, description: 'One' })
    await inSight(() => numberEvents({ db }))
    const { lastSequence } = await db.eventCounter.findUniqueOrThrow({ where: { storeId: 1n } })
    const far = `after must not be beyond the newest of the events, ${lastSequence}, not 900.`
    expect(await refused({ variables: { after: 900 } })).toEqual([400, 'BAD_INPUT', far])
    expect(await refused({ headers: { 'Last-Event-ID': '900' } })).toEqual([400, 'BAD_INPUT', far])
    await db.eventCounter.upsert({
      where: { storeId: 2n },
      update: { forgottenSequence: 5, lastSequence: 9 },
      create: { storeId: 2n, forgottenSequence: 5, lastSequence: 9 },
    })
    const [status, , gone] = await refused({ as: store.otherMerchant, variables: { after: 3 } })
    expect([status, gone]).toEqual([400, expect.stringContaining('The events up to 5 are kept no longer, the oldest is 6')])
    expect((await refused({ variables: { types: ['order_craeted'] } }))[2]).toContain(
      'Did you mean the enum value "order_created"',
    )
    expect(await refused({ query: 'subscription { a: events { lastSequence } b: events { lastSequence } }' })).toEqual([
      400,
      'BAD_INPUT',
      'Anonymous Subscription must select only one top level field.',
    ])
    const none = 'subscription ($is: Boolean = true) { events @skip(if: $is) { lastSequence } }'
    expect((await refused({ query: none }))[0]).toBe(400)
  })

  it('beyond ten of one key, until one of them is closed', async () => {
    const streams = await Promise.all(Array.from({ length: 10 }, () => open()))
    expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    const sentence = 'One key may have 10 streams open at once; end one of them first.'
    expect(await refused({})).toEqual([429, 'RATE_LIMITED', sentence])
    expect((await open({ as: store.otherMerchant })).status).toBe(200)
    streams[0]?.hangUp()
    await expect.poll(async () => (await open()).status).toBe(200)
  })

  it('beyond what the process has room for', async () => {
    const { server } = await instance({ all: 1 })
    expect((await open({}, server)).status).toBe(200)
    const stream = await open({ as: store.otherMerchant }, server)
    expect([stream.status, stream.headers['retry-after']]).toEqual([503, '1'])
  })
})

describe('A stream', () => {
  it('may be asked for by GET, by fragments and by the hash of its document', async () => {
    const address = `http://127.0.0.1:${server.port}/graphql`
    const headers = { Accept: 'text/event-stream', Authorization: store.merchant }
    const query = 'subscription Own { events { ...F } } fragment F on EventFeed { place: lastSequence __typename }'
    const first = async (search: URLSearchParams) => {
      const response = await fetch(`${address}?${search}`, { headers })
      const reader = response.body?.getReader()
      const text = new TextDecoder().decode((await reader?.read())?.value)
      await reader?.cancel()
      return text
    }
    expect(await first(new URLSearchParams({ query }))).toMatch(/"data":\{"events":\{"place":\d+,"__typename":"EventFeed"\}\}/)
    const sha256Hash = createHash('sha256').update(query).digest('hex')
    const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash } })
    await first(new URLSearchParams({ query, extensions }))
    expect(await first(new URLSearchParams({ extensions }))).toContain('"place"')
  })

  it('outlasts the time that other answers have, and ends with complete when it has lasted as long as one may', async () => {
    const { server } = await instance({ longest: 2_500 })
    const stream = await open({}, server)
    expect(await stream.over).toBe('ended')
    expect(stream.messages.map(({ event }) => event)).toEqual(['next', 'complete'])
  })

  it('goes on, and says that it is there, whatever the clock of its machine is set to', async () => {
    const real = Date.now
    const wall = vi.spyOn(Date, 'now')
    try {
      for (const hours of [2, -2]) {
        wall.mockImplementation(real)
        const stream = await open()
        await stream.until(() => stream.messages.length === 1)
        wall.mockImplementation(() => real() + hours * 3_600_000)
        await stream.until(() => /^:$/m.test(stream.text()))
        expect(stream.messages.map(({ event }) => event)).toEqual(['next'])
      }
    } finally {
      wall.mockRestore()
    }
  })

  it('ends with complete when its instance does, which then opens no others', async () => {
    const { server, streams } = await instance()
    const stream = await open({}, server)
    await stream.until(() => stream.messages.length > 0)
    streams.end()
    expect(await stream.over).toBe('ended')
    expect(stream.messages.at(-1)?.event).toBe('complete')
    expect((await open({}, server)).status).toBe(503)
  })

  // The sent data does not depend on the database: once is enough.
  it.skipIf('dataDir' in inject('template'))(
    'that is not read is filled no further and then ended; whoever comes back finds the rest',
    async () => {
      const { lastSequence } = await db.eventCounter.findUniqueOrThrow({ where: { storeId: 1n } })
      const begin = Number(lastSequence)
      const query = 'subscription ($after: WholeNumber) { events(after: $after) { lastSequence nodes { sequence changes } } }'
      const { server } = await instance({ stalled: 2_000 })
      const slow = await open({ query, variables: { after: begin } }, server)
      await slow.until(() => slow.messages.length === 1)
      slow.pause()
      const count = 1_000
      await writeLong(count)
      const quick = await open({ query, variables: { after: begin } }, server)
      await quick.until(() => quick.sequences().length === count, 20_000)
      await sleep(4_500)
      slow.resume()
      expect(await slow.over).toBe('broken')
      const found = slow.sequences()
      expect(found.length).toBeLessThan(count)
      const rest = await open({ query, variables: { after: found.at(-1) ?? begin } }, server)
      await rest.until(() => rest.sequences().length === count - found.length, 20_000)
      expect([...found, ...rest.sequences()]).toEqual(quick.sequences())
    },
  )

  it('has as many records in a message as make it some 256 Ki characters, one at least', async () => {
    const begin = Number((await db.eventCounter.findUnique({ where: { storeId: 1n } }))?.lastSequence ?? 0)
    await writeLong(40)
    const many = Array.from({ length: 4 }, (_each, number) => `c${number}: changes`).join(' ')
    const query = `subscription ($after: WholeNumber) { events(after: $after) { nodes { sequence ${many} } } }`
    const stream = await open({ query, variables: { after: begin } })
    await stream.until(() => stream.sequences().length === 40, 10_000)
    const sizes = stream.messages.map(({ data }) => JSON.stringify(data).length)
    expect(sizes.length).toBeGreaterThan(4)
    // The first is sent before it is known how large they are, the last has what is left.
    for (const size of sizes.slice(1, -1)) expect(size).toBeLessThan(300_000)
  })

  // The sent data does not depend on the database: once is enough.
  it.skipIf('dataDir' in inject('template'))(
    'that is not read is broken off sooner where too much waits, no more of them than make room, and others go on',
    async () => {
      const begin = Number((await db.eventCounter.findUnique({ where: { storeId: 1n } }))?.lastSequence ?? 0)
      const query = 'subscription ($after: WholeNumber) { events(after: $after) { lastSequence nodes { sequence changes } } }'
      // More than two messages have, and less than three.
      const { server, streams } = await instance({ unread: 600_000, stalled: 60_000 })
      const follow = () => open({ query, variables: { after: begin } }, server)
      const slow = [await follow(), await follow(), await follow()]
      for (const each of slow) {
        await each.until(() => each.messages.length === 1)
        each.pause()
      }
      await writeLong(1_000)
      await expect.poll(() => streams.open.size, { timeout: 20_000 }).toBeLessThan(3)
      expect(streams.open.size).toBe(2)
      const quick = await follow()
      await quick.until(() => quick.sequences().length === 1_000, 40_000)
      for (const each of slow) each.resume()
      expect(await Promise.race(slow.map(({ over }) => over))).toBe('broken')
    },
  )

  it('for which the database does not answer in time waits for it, and goes on where it was', async () => {
    let isSilent = false
    const between = (db: Db) =>
      new Proxy(db, {
        get(target, name) {
          const own = Reflect.get(target, name)
          return name === 'rows' && isSilent ? () => new Promise(() => {}) : own
        },
      })
    const { server } = await instance({}, { between, limits: { ...defaultLimits, seconds: 1 } })
    const stream = await open({}, server)
    await stream.until(() => stream.messages.length === 1)
    isSilent = true
    await mutate(store, 'updateProduct', { id: 4, description: 'Three' })
    await inSight(() => numberEvents({ db }))
    await sleep(2_500)
    isSilent = false
    await stream.until(() => stream.messages.length === 2)
    expect(stream.sequences()).toHaveLength(1)
    const told = faults.splice(0)
    expect(told).toEqual([])
  })

  it('whose budget is used up waits for it, and goes on where it was', async () => {
    let time = 0
    const rate = { burst: 100, perSecond: 1 }
    const buckets = bucketsInMemory(rate, () => time)
    const { server } = await instance({}, { budget: { buckets, rate } })
    const stream = await open({}, server)
    expect(Number(stream.headers['ratelimit-remaining'])).toBeGreaterThan(90)
    const [demo] = demoKeys
    buckets.charge(`key ${demo?.clientId}`, 200)
    await mutate(store, 'updateProduct', { id: 4, description: 'Two' })
    await inSight(() => numberEvents({ db }))
    await sleep(500)
    expect(stream.sequences()).toEqual([])
    time += 600_000
    await stream.until(() => stream.sequences().length === 1)
  })
})
