/** The lines of the log: what a request's line says, the line of a slow one, and the form for people on a terminal. */
import { stripVTControlCharacters } from 'node:util'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { failureLog } from '../../src/start/failures.ts'
import { readable } from '../../src/start/log.ts'
import { hashOf } from '../../src/values/hash.ts'
import { openStore } from '../support/store.ts'

const lines: Record<string, unknown>[] = []
const note = (fields: object, message: string) => void lines.push({ ...fields, message })
const log = { debug: (fields: object) => note(fields, 'debug'), info: note, warn: note, error: note }

const store = await openStore({ log })
// Every request is slow that takes a thousandth of a millisecond.
const slow = await openStore({ log, slowMilliseconds: 0.001 })

beforeEach(() => {
  lines.length = 0
})

describe("A request's line in the log", () => {
  it('has the operation of the client, the SHA-256 of its document, its cost, its statements and their time', async () => {
    const text = 'query Boxes { subscriptions(first: 2) { nodes { id } } }'
    await store.graphql(text)
    expect(lines).toEqual([
      expect.objectContaining({ message: 'request', path: '/graphql', status: 200, operation: 'Boxes', document: hashOf(text) }),
    ])
    const [{ cost, statements, databaseMilliseconds, milliseconds }] = lines as [Record<string, number>]
    expect(cost).toBeGreaterThan(0)
    expect(statements).toBeGreaterThan(0)
    expect(databaseMilliseconds).toBeLessThanOrEqual((milliseconds ?? 0) + 1)
  })

  it('on REST has the operation of its row, and no document', async () => {
    await store.rest('GET /v1/subscriptions/1/')
    const [line] = lines
    expect(line).toMatchObject({ operation: 'GetSubscription', status: 200 })
    expect(line).not.toHaveProperty('document')
  })

  it('counts the statements that a request causes, those of a transaction included, and of several requests each its own', async () => {
    const read = () => store.rest('GET /v1/subscriptions/1/')
    await read()
    const caused = await store.statements(read)
    lines.length = 0
    await Promise.all([read(), read(), read()])
    expect(lines.map(({ statements }) => statements)).toEqual([caused.length, caused.length, caused.length])
    lines.length = 0
    await store.graphql('mutation { updateSubscription(input: { id: 1, note: "Counted" }) { userErrors { message } } }')
    const [{ statements }] = lines as [{ statements: number }]
    expect(statements).toBeGreaterThan(4)
  })

  it('cuts a long name', async () => {
    await store.graphql(`query ${'N'.repeat(500)} { __typename }`)
    expect(String(lines[0]?.operation).length).toBeLessThanOrEqual(100)
  })

  it('is there without an operation where nothing was run', async () => {
    await store.rest('GET /v1/subscriptions/1/', 'Bearer nobody.nothing')
    expect(lines.at(-1)).toMatchObject({ status: 401, statements: expect.any(Number) })
    expect(lines.at(-1)).not.toHaveProperty('operation')
  })
})

describe('Probes and scrapes', () => {
  it('are lines of the level debug, unless they are refused', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) await store.fetch(path)
    expect(lines.map(({ path, status, message }) => [path, status, message])).toEqual([
      ['/healthz', 200, 'debug'],
      ['/readyz', 200, 'debug'],
      ['/metrics', 404, 'request'],
    ])
  })
})

describe('An outage', () => {
  it('is one line a minute, with the number of failures since the last one', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const fail = failureLog(log)
    const away = () => fail([Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })], 'request failed')
    for (let number = 0; number < 5; number += 1) away()
    fail([Object.assign(new Error('full'), { code: '53100' })], 'request failed')
    fail([new Error('a fault of ours')], 'request failed')
    expect(lines).toHaveLength(3)
    vi.advanceTimersByTime(60_000)
    away()
    away()
    expect(lines).toHaveLength(4)
    expect(lines[3]).toMatchObject({ message: 'request failed', unlogged: 4 })
  })
})

describe('A slow request', () => {
  it('has a second line, with the slowest of its statements and without their values', async () => {
    await slow.rest('GET /v1/subscriptions/?note__ilike=%25whispered%25')
    expect(lines.map(({ message }) => message)).toEqual(['request', 'slow request'])
    const [request, slowest] = lines
    expect(slowest).toMatchObject({
      requestId: request?.requestId,
      operation: request?.operation,
      statements: request?.statements,
    })
    expect(slowest?.slowest).toEqual(expect.any(Array))
    expect(JSON.stringify(lines)).not.toContain('whispered')
  })

  it('names statements that took five milliseconds or more, the slowest first', async () => {
    const sleeping = await openStore({
      log,
      slowMilliseconds: 0.001,
      between: (db) =>
        Object.create(db, {
          rows: {
            value: async (...given: Parameters<typeof db.rows>) => {
              await db.$queryRawUnsafe('SELECT pg_sleep(0.2)::text')
              return db.rows(...given)
            },
          },
        }),
    })
    await sleeping.rest('GET /v1/subscriptions/1/')
    const slowest = lines.at(-1)?.slowest as { text: string; milliseconds: number }[]
    expect(slowest[0]).toMatchObject({ text: 'SELECT pg_sleep(0.2)::text' })
    expect(slowest[0]?.milliseconds).toBeGreaterThanOrEqual(200)
  })

  it('has none where that is off', async () => {
    const off = await openStore({ log, slowMilliseconds: 0 })
    await off.rest('GET /v1/subscriptions/1/')
    expect(lines.map(({ message }) => message)).toEqual(['request'])
  })
})

describe('The log on a terminal', () => {
  const time = Date.UTC(2026, 10, 20, 12, 30, 1, 5)

  it('is a line for people: time, level, message, and the fields with their names', () => {
    const line = { level: 30, time, pid: 1, hostname: 'web-1', method: 'GET', path: '/v1/a b', status: 200, msg: 'request' }
    expect(stripVTControlCharacters(readable(JSON.stringify(line)))).toBe(
      '12:30:01.005 info  request method=GET path="/v1/a b" status=200\n',
    )
  })

  it('has stacks and lists below it', () => {
    const line = {
      ...{ level: 50, time, msg: 'request failed', failure: { type: 'Error', stack: 'Error: no\n    at there' } },
      slowest: [{ milliseconds: 7, text: 'SELECT 1' }],
    }
    expect(stripVTControlCharacters(readable(JSON.stringify(line))).split('\n')).toEqual([
      '12:30:01.005 error request failed failure={"type":"Error"}',
      '    Error: no',
      '        at there',
      '    slowest: {"milliseconds":7,"text":"SELECT 1"}',
      '',
    ])
  })
})
