/** `/metrics`: who is shown them, what they count, and the dashboard and alert rules that are made of them. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { bucketsInMemory } from '../../src/budget/memory.ts'
import { clockOf } from '../../src/db/clock.ts'
import { readBacklog } from '../../src/observe/backlog.ts'
import { type Metrics, startMetrics } from '../../src/observe/metrics.ts'
import { openGateways } from '../../src/payments/open.ts'
import { metricsPage, type ShowMetrics } from '../../src/start/metrics-page.ts'
import { advanceDue } from '../../src/worker/renewals.ts'
import { inSight } from '../support/every-statement.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { addMonthly } from '../writes/rows.ts'

const token = 'a-token-of-some-length'
const clock = clockOf(() => today)
let show: ShowMetrics
const store = await openStore({ showMetrics: (request) => show(request) })
const { db } = store
const rate = { burst: 100, perSecond: 1 }
const poor = await openStore({ budget: { rate, buckets: bucketsInMemory(rate, () => today.getTime()) } })
let metrics: Metrics
let looks = 0
let isAway = false
let isCopy = false

beforeAll(() => {
  metrics = startMetrics({
    version: '1.2.3',
    database: 'postgresql',
    connections: store.connections,
    isCopy: () => isCopy,
    replicas: () => [],
    underWay: () => 3,
    backlog: () => {
      looks += 1
      return isAway ? Promise.reject(new Error('away')) : inSight(() => readBacklog(db, clock))
    },
    report: () => {},
  })
  show = metricsPage(metrics, token)
})

const scrape = (authorization?: string, path = '/metrics') =>
  store.fetch(path, { headers: authorization === undefined ? {} : { Authorization: authorization } })

/** The value of a metric with these labels; undefined where there is none. */
async function metricOf(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const line = (await metrics.read())
    .split('\n')
    .find(
      (each) =>
        each.replace(/[ {].*/, '') === name && Object.entries(labels).every(([key, value]) => each.includes(`${key}="${value}"`)),
    )
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

describe('/metrics', () => {
  it('is shown to those who have the token, as Prometheus reads it', async () => {
    const answer = await scrape(`Bearer ${token}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const text = await answer.text()
    expect(text).toContain('tandem_info{version="1.2.3",database="postgresql"} 1')
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds ')
  })

  it.each(['bearer', 'BEARER', 'Bearer '])('takes the scheme in any case, as HTTP has it: %s', async (scheme) => {
    expect((await scrape(`${scheme} ${token}`)).status).toBe(200)
  })

  it.each([
    ['none', undefined],
    ['an empty one', 'Bearer '],
    ['another', 'Bearer another-token-of-some'],
    ['a prefix of it', `Bearer ${token.slice(0, -1)}`],
    ['it in other words', `Basic ${token}`],
  ])('is 401 for a request with %s as its token, without a word of them', async (_what, authorization) => {
    const answer = await scrape(authorization)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({
      errors: ['The metrics take the token of METRICS_TOKEN: Authorization: Bearer <token>'],
    })
  })

  it('is 404 like any unknown path where no token is set, also for a merchant', async () => {
    const answer = await poor.fetch('/metrics', { headers: { Authorization: poor.merchant } })
    expect([answer.status, await answer.json()]).toEqual([404, { errors: ['Unknown path: /metrics'] }])
  })

  it('is shown to everybody at an address of its own without a token', async () => {
    const open = metricsPage(metrics, undefined)
    expect((await open({ header: () => undefined } as never)).status).toBe(200)
  })
})

describe('What is counted', () => {
  const requests = (surface: string, operation: string, status: number) =>
    metricOf('tandem_requests_total', { surface, operation, status: String(status) })

  it('is each request by its surface, operation and status, and its time', async () => {
    await store.rest('GET /v1/subscriptions/1/')
    await store.rest('GET /v1/subscriptions/1/')
    await store.rest('GET /v1/subscriptions/999999/')
    await store.graphql('query Mine { subscription(id: 1) { id } }')
    expect(await requests('rest', 'GetSubscription', 200)).toBe(2)
    expect(await requests('rest', 'GetSubscription', 404)).toBe(1)
    expect(await requests('graphql', 'subscription', 200)).toBe(1)
    expect(await metricOf('tandem_request_duration_seconds_count', { surface: 'rest', operation: 'GetSubscription' })).toBe(3)
  })

  it('names operations of GraphQL by the root field, so that clients cannot make labels', async () => {
    for (let number = 0; number < 20; number += 1) await store.graphql(`query Made${number} { a${number}: store { id } }`)
    await store.graphql('{ one: store { id } two: store { id } }')
    expect(await requests('graphql', 'store', 200)).toBe(20)
    expect(await requests('graphql', 'several', 200)).toBe(1)
    expect(await metrics.read()).not.toContain('Made1')
  })

  it('has no operation for what was refused before there was one', async () => {
    await store.rest('GET /v1/subscriptions/1/', 'Bearer nobody.nothing')
    expect(await requests('rest', 'none', 401)).toBe(1)
  })

  it('is each statement and its time, and what waits for the pool', async () => {
    const before = (await metricOf('tandem_statement_duration_seconds_count')) ?? 0
    await store.rest('GET /v1/subscriptions/1/')
    expect(await metricOf('tandem_statement_duration_seconds_count')).toBeGreaterThan(before)
    expect(await metricOf('tandem_connection_wait_seconds_count')).toBeGreaterThan(0)
    expect(await metricOf('tandem_connection_waiters', { for: 'share' })).toBe(0)
    expect(await metricOf('tandem_connections', { state: 'busy' })).toBeGreaterThanOrEqual(0)
    expect(await metricOf('tandem_requests_in_progress')).toBe(3)
  })

  it('is each request that the budget refuses', async () => {
    let refused = 0
    for (let number = 0; number < 60; number += 1)
      refused += (await poor.rest('GET /v1/subscriptions/?limit=100')).status === 429 ? 1 : 0
    expect(refused).toBeGreaterThan(0)
    expect(await metricOf('tandem_budget_refusals_total')).toBe(refused)
  })

  it('is what becomes of renewals, and of calls of the payment gateway', async () => {
    await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
    const endDate = new Date(today.getTime() - 3_600_000)
    await addMonthly(db, { endDate, price: 500 })
    await addMonthly(db, { endDate, price: 500, token: 'tok_decline' })
    const { customer } = await addMonthly(db, { endDate, price: 500 })
    await db.subscription.updateMany({ where: { customerId: customer.id }, data: { paymentMethodId: null } })
    await db.paymentMethod.deleteMany({ where: { customerId: customer.id } })
    const report = (error: unknown) => {
      throw error
    }
    await inSight(() => advanceDue({ db, clock, gateways: openGateways(db, clock), report }))
    expect(await metricOf('tandem_renewals_total', { result: 'done', reason: 'none' })).toBe(1)
    expect(await metricOf('tandem_renewals_total', { result: 'declined', reason: 'declined' })).toBe(1)
    expect(await metricOf('tandem_renewals_total', { result: 'refused', reason: 'no_payment_method' })).toBe(1)
    expect(await metricOf('tandem_gateway_calls_total', { call: 'charge', result: 'captured' })).toBe(1)
    expect(await metricOf('tandem_gateway_calls_total', { call: 'charge', result: 'declined' })).toBe(1)
  })
})

describe('A copy of a database', () => {
  it('is seen in the metrics until it is adopted', async () => {
    isCopy = true
    expect(await metricOf('tandem_copy')).toBe(1)
    isCopy = false
    expect(await metricOf('tandem_copy')).toBe(0)
  })
})

describe('What waits in the database', () => {
  it('is counted over all stores: renewals due and late, payments, deliveries, webhooks and events', async () => {
    await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
    const due = (minutes: number) => addMonthly(db, { endDate: new Date(today.getTime() - minutes * 60_000), price: 500 })
    // Another file may back its template up.
    await db.$executeRaw`UPDATE installation SET backed_up_at = NULL`
    const before = await inSight(() => readBacklog(db, clock))
    await due(1)
    await due(30)
    await due(-1)
    const found = await inSight(() => readBacklog(db, clock))
    expect(found).toEqual({ ...before, renewalsDue: 2, renewalsLate: 1 })
    const { backupAge, ...counts } = found
    expect(Object.values(counts).every(Number.isInteger)).toBe(true)
    expect(backupAge).toBe(Number.POSITIVE_INFINITY)
  })

  it('has the age of the last backup, by the clock of the database', async () => {
    await db.$executeRaw`UPDATE installation SET backed_up_at = clock_timestamp() - interval '90 minutes'`
    const { backupAge } = await inSight(() => readBacklog(db, clock))
    expect(backupAge).toBeGreaterThanOrEqual(5_400)
    expect(backupAge).toBeLessThan(5_460)
    await db.$executeRaw`UPDATE installation SET backed_up_at = NULL`
  })

  it('is asked at most once in ten seconds, also by scrapes at once', async () => {
    const before = looks
    await Promise.all([metrics.read(), metrics.read(), metrics.read()])
    await metrics.read()
    expect(looks - before).toBeLessThanOrEqual(1)
  })

  it('is left out where the database does not answer, and the other metrics are shown', async () => {
    isAway = true
    const reported: unknown[] = []
    const silent = startMetrics({
      version: '1.2.3',
      database: 'embedded',
      connections: store.connections,
      isCopy: () => false,
      replicas: () => [],
      underWay: () => 0,
      backlog: () => Promise.reject(new Error('away')),
      report: (error) => reported.push(error),
    })
    const text = await silent.read()
    expect(text).toContain('tandem_database_up 0')
    expect(reported).toEqual([new Error('away')])
    expect(text).not.toMatch(/^tandem_renewals_due \d/m)
    expect(text).toContain('process_resident_memory_bytes')
  })
})

const folder = resolve(import.meta.dirname, '../../src/observe')
const read = (path: string) => readFileSync(resolve(folder, path), 'utf8')
const rulesPath = resolve(folder, 'prometheus/alerts.yaml')

type Rule = { alert: string; expr: string; labels?: object; annotations?: { summary: string; action: string } }
const { groups } = parse(read('prometheus/alerts.yaml')) as { groups: { name: string; rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

type Panel = { title: string; targets?: { expr: string }[] }
const { panels } = JSON.parse(read('grafana/dashboard.json')) as { panels: Panel[] }
const expressions = [...rules.map(({ expr }) => expr), ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))]

describe('The dashboard and the alert rules', () => {
  it('ask for metrics that there are', async () => {
    const text = await metrics.read()
    const kinds = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', kind = '']) => ({ name, kind }))
    const known = new Set(
      kinds.flatMap(({ name, kind }) => (kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name])),
    )
    const asked = new Set(expressions.flatMap((each) => each.match(/\b(?:tandem|nodejs|process)_\w+/g) ?? []))
    expect(asked.size).toBeGreaterThan(20)
    expect([...asked].filter((name) => !known.has(name))).toEqual([])
    // Each metric of ours is shown somewhere.
    const ours = kinds.map(({ name }) => name).filter((name) => name.startsWith('tandem_'))
    expect(ours.filter((name) => !expressions.some((each) => each.includes(name)))).toEqual([])
  })

  it('has each metric of ours in the table of the document, and no other', async () => {
    const ours = new Set([...(await metrics.read()).matchAll(/^# TYPE (tandem_\w+) /gm)].map(([, name]) => name))
    expect(new Set(read('README.md').match(/\btandem_\w+/g))).toEqual(ours)
  })

  it('say of each alert what is wrong and what to do', () => {
    expect(rules.length).toBeGreaterThan(8)
    for (const { alert, labels, annotations } of rules) {
      expect(alert).toMatch(/^Tandem\w+$/)
      expect(labels).toEqual({ severity: expect.stringMatching(/^(?:critical|warning)$/) })
      expect(annotations).toEqual({ summary: expect.stringMatching(/\S/), action: expect.stringMatching(/\.$/) })
    }
  })

  it('are taken by promtool, where it is installed', ({ skip }) => {
    const { error, status, stderr } = spawnSync('promtool', ['check', 'rules', rulesPath], { encoding: 'utf8' })
    if (error) skip()
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.any(String) })
  })
})
