/** A database that answers nothing at all is found out in five seconds; one that is slow, or holds a lock, is not taken for it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, type TestContext } from 'vitest'
import { defaultLimits } from '../../src/config/limits.ts'
import { clockOf } from '../../src/db/clock.ts'
import { overPostgres, withSession } from '../../src/db/connect.ts'
import { watchSilence } from '../../src/db/silence.ts'
import { createApp } from '../../src/start/app.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { startProxy } from './proxy.ts'

const log = { info() {}, warn() {}, error() {} }
const store = await openStore({ log, isApart: true })
const { url, merchant } = store

/** An app whose database can fall silent, for one test. Tests wait for most of their time, and do so at once. */
async function connect(url: string, { onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const proxy = await startProxy(url)
  const { db, close } = overPostgres(proxy.url, { readSeconds: defaultLimits.seconds })
  const app = createApp({ db, clock: clockOf(() => today), log, pageBase: 0, isEmbedded: true })
  onTestFinished(async () => {
    proxy.setSilent(false)
    await close()
    proxy.close()
  })

  async function ask(method: string, path: string, body?: object) {
    const began = performance.now()
    const headers = { Authorization: merchant, 'Content-Type': 'application/json' }
    const response = await app.fetch(
      new Request(`http://127.0.0.1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
    )
    const { errors: [error] = [undefined] } = (await response.json()) as { errors?: (string | { message: string })[] }
    const message = typeof error === 'object' ? error.message : error
    return { status: response.status, message, seconds: (performance.now() - began) / 1_000 }
  }
  /** Reads, and writes of a subscription. */
  const requestsOf = (id: number) => ({
    'a read over REST': () => ask('GET', '/v1/orders/?limit=3'),
    'a read over GraphQL': () => ask('POST', '/graphql', { query: '{ orders(first: 3) { totalCount } }' }),
    'a write over REST': () => ask('PUT', `/v1/subscriptions/${id}/`, { note: 'REST' }),
    'a write over GraphQL': () =>
      ask('POST', '/graphql', {
        query: `mutation { updateSubscription(input: { id: ${id}, note: "GraphQL" }) { subscription { id } } }`,
      }),
  })
  return { proxy, db, ask, requestsOf }
}

describe.runIf(url)('A PostgreSQL server', { concurrent: true }, () => {
  if (!url) return
  const silent = { status: 503, message: 'The database does not answer.' }
  /** Seconds, with three for a machine that does something else as well; without the watch nothing would end within 30. */
  const late = 8

  it('that falls silent ends all that waits, for an answer or for a connection, within five seconds, and is used again', async (test) => {
    const { proxy, requestsOf } = await connect(url, test)
    const all = () => Promise.all(Object.values(requestsOf(1)).map((request) => request()))
    expect((await all()).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    proxy.setSilent(true)
    // More than there are connections.
    const waiting = Array.from({ length: 8 }, all)
    for (const answer of (await Promise.all(waiting)).flat()) {
      expect(answer).toMatchObject(silent)
      expect(answer.seconds).toBeLessThan(late)
    }
    // By now every connection has to be made anew.
    for (const answer of await all()) {
      expect(answer).toMatchObject(silent)
      expect(answer.seconds).toBeLessThan(late)
    }
    proxy.setSilent(false)
    await test.expect
      .poll(async () => (await all()).map(({ status }) => status), { timeout: 5_000 })
      .toEqual([200, 200, 200, 200])
  })

  it('that takes 3.5 seconds for a connection serves a command, whose machine may be busy, and no request', async (test) => {
    const { proxy } = await connect(url, test)
    const [command, server] = [overPostgres(proxy.url), overPostgres(proxy.url, { readSeconds: defaultLimits.seconds })]
    proxy.setSilent(true)
    const answers = Promise.allSettled([command, server].map(({ db: each }) => each.$queryRaw`SELECT 1`))
    await sleep(3_500)
    proxy.setSilent(false)
    const statuses = (await answers).map(({ status }) => status)
    await Promise.all([command.close(), server.close()])
    expect(statuses).toEqual(['fulfilled', 'rejected'])
  })

  it('that is slow but answers is waited for: one connection asks for all, now and then', async (test) => {
    const { proxy, db } = await connect(url, test)
    await Promise.all(Array.from({ length: 12 }, () => db.$queryRaw`SELECT 1`))
    const made = proxy.made()
    let open = 0
    const look = setInterval(() => {
      open = Math.max(open, proxy.open())
    }, 20)
    const before = proxy.open()
    const began = performance.now()
    const slow = Array.from({ length: before }, () => db.$queryRaw<[{ is: number }]>`SELECT 1 AS is, pg_sleep(7)::text`)
    const rows = await Promise.all(slow)
    clearInterval(look)
    expect(rows.map(([{ is }]) => is)).toEqual(rows.map(() => 1))
    expect(proxy.made() - made).toBeGreaterThanOrEqual(2)
    expect(proxy.made() - made).toBeLessThanOrEqual((performance.now() - began) / 2_000)
    // A probe may open and close between two looks; never are there two.
    expect(open).toBeLessThanOrEqual(before + 1)
  })

  it('that falls silent while a slow statement runs is found out as soon', async (test) => {
    const { proxy, db } = await connect(url, test)
    const began = performance.now()
    const slow = db.$queryRaw`SELECT pg_sleep(9)::text`.catch(({ message }: Error) => message)
    await sleep(2_500)
    proxy.setSilent(true)
    expect(await slow).toMatch(/The database does not answer\.$/)
    expect(performance.now() - began).toBeLessThan(2_500 + 1_000 * late)
  })

  it('is waited for four seconds where another transaction holds a lock; /readyz then says no until a write is done', async (test) => {
    const { ask, requestsOf } = await connect(url, test)
    const requests = requestsOf(2)
    const ready = async () => {
      const { status, message } = await ask('GET', '/readyz')
      return { status, message }
    }
    await test.expect.poll(ready, { timeout: 10_000 }).toEqual({ status: 200, message: undefined })
    const locked = {
      status: 503,
      message: 'The last write waited in vain for a lock in the database, and none has succeeded since.',
    }
    for (const write of [requests['a write over REST'], requests['a write over GraphQL']]) {
      await withSession(url, async ({ exec }) => {
        await exec('BEGIN; SELECT FROM subscription WHERE store_id = 1 AND id = 2 FOR UPDATE')
        const answer = await write()
        expect(answer).toMatchObject({ status: 503, message: 'The database is too busy to answer.' })
        expect(answer.seconds).toBeGreaterThan(3.9)
        expect(answer.seconds).toBeLessThan(late)
        expect(await ready()).toEqual(locked)
        // Reads and refused writes say nothing of it.
        expect((await requests['a read over REST']()).status).toBe(200)
        expect((await ask('PUT', '/v1/subscriptions/2/', { end_date: 'x' })).status).toBe(400)
        expect(await ready()).toEqual(locked)
        await exec('ROLLBACK')
      })
      expect(await ready()).toEqual(locked)
      expect(await write()).toMatchObject({ status: 200 })
      expect(await ready()).toEqual({ status: 200, message: undefined })
    }
  })
})

describe('The watch', () => {
  it('does not take the time in which this process was held up for silence', async () => {
    let asked = 0
    const watch = watchSilence({
      ask: async () => {
        asked += 1
        await sleep(50)
      },
      waitMilliseconds: 100,
      answerMilliseconds: 600,
    })
    let failed = 0
    const waiting = watch.begin(() => {
      failed += 1
    })
    await sleep(110)
    const until = performance.now() + 1_000
    while (performance.now() < until);
    await sleep(100)
    watch.end(waiting)
    expect([asked > 0, failed]).toEqual([true, 0])
  })

  it('asks once for all that waits, and ends all of it, and what gives up meanwhile with the same reason', async () => {
    let asked = 0
    const watch = watchSilence({
      ask: () => {
        asked += 1
        return new Promise(() => {})
      },
      waitMilliseconds: 50,
      answerMilliseconds: 500,
    })
    const ended: string[] = []
    for (let count = 0; count < 3; count += 1) watch.begin(({ message }) => ended.push(message))
    await sleep(100)
    expect(((await watch.explained(new Error('gave up'))) as Error).message).toBe('The database does not answer.')
    expect({ asked, ended }).toEqual({ asked: 1, ended: Array(3).fill('The database does not answer.') })
    expect(((await watch.explained(new Error('gave up'))) as Error).message).toBe('gave up')
  })
})
