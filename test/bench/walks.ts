/**
 * `npm run bench -- walks`: what ordinary programs pay with the budgets as they are by default, and how much of the machine one
 * credential can keep busy.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { signCustomerToken } from '../../src/auth/customer-token.ts'
import { openDatabase } from '../../src/db/open.ts'
import { onCopy } from './copy.ts'
import type { BenchDatabase } from './database.ts'
import { aligned } from './figures.ts'
import { makeLarge } from './large-store.ts'
import { meterOf, type ProcessorMeter } from './processor.ts'
import { dashboardQuery } from './reads.ts'
import { makeKey } from './rehearsal.ts'
import type { Section } from './report.ts'
import { storeId } from './sample.ts'
import { type Message, type Sent, sender } from './send.ts'
import { startServer } from './server.ts'

/** How many cores one credential may keep busy. */
const mostCores = 1.5

const connections = 32
const clientId = 'bench-walks'
const relations = { pages: 10, asked: 'with=all' }
const dashboard = { queries: 10, rounds: 4, everyMilliseconds: 5_000 }
const floodMilliseconds = 20_000
const drainMilliseconds = 60_000

type Send = (message: Message) => Promise<Sent>
type Line = {
  title: string
  requests: number
  rows: number
  points: number
  milliseconds: number
  seconds: number
  refused: number
}

export async function walks(database: BenchDatabase): Promise<Section> {
  return onCopy(
    database,
    async (copy) => {
      process.stderr.write(`${database.name}: making a large store\n`)
      const { merchant, customer } = await prepared(copy)
      const server = await startServer(copy.environment, {
        settings: { RATE_LIMIT: 'on', BUDGET_BURST: '', BUDGET_PER_SECOND: '' },
      })
      try {
        const meter = meterOf(server, copy)
        const send = sender(server.address, connections)
        const lines: Line[] = []
        for (const [title, walk] of programs(merchant, customer)) {
          process.stderr.write(`${database.name}: ${title}\n`)
          const line = { title, ...(await measured(meter, send, walk)) }
          lines.push(line)
          // At once: what comes later may fail, and all of it takes a quarter of an hour.
          process.stderr.write(`  ${JSON.stringify(line)}\n`)
          // As the next program would find it.
          await sleep(floodMilliseconds / 2)
        }
        const floods: Flood[] = []
        for (const [title, message] of hungry(merchant)) {
          process.stderr.write(`${database.name}: as many as it can get, ${title}\n`)
          const flood = { title, ...(await flooded(meter, send, message)) }
          floods.push(flood)
          process.stderr.write(`  ${JSON.stringify(flood)}\n`)
          await sleep(drainMilliseconds / 2)
        }
        return report(database, lines, floods)
      } finally {
        await server.stop()
      }
    },
    'walks',
  )
}

type Headers = Record<string, string>

async function prepared({ config }: BenchDatabase): Promise<{ merchant: Headers; customer: Headers }> {
  const { db, close } = await openDatabase(config)
  try {
    const customerId = await makeLarge(db)
    const { token } = await signCustomerToken(db, { storeId, customerId }, new Date(), 86_400)
    const secret = await makeKey(db, clientId)
    return { merchant: { Authorization: `Bearer ${clientId}.${secret}` }, customer: { Authorization: `Bearer ${token}` } }
  } finally {
    await close()
  }
}

/** Sends one request and adds it to what is counted; answers its rows. */
type Ask = (message: Message) => Promise<Sent>
/** A program: asks until it has what it wants, and answers how many rows that were. */
type Program = (ask: Ask) => Promise<number>

function programs(merchant: Headers, customer: Headers): [string, Program][] {
  return [
    ['REST orders/?limit=1000', pages('/v1/orders/', 'limit=1000', merchant)],
    [
      `REST orders/?limit=1000&${relations.asked}`,
      pages('/v1/orders/', `limit=1000&${relations.asked}`, merchant, relations.pages),
    ],
    ['REST products/?limit=100', pages('/v1/products/', 'limit=100', merchant)],
    [`REST products/?limit=100&${relations.asked}`, pages('/v1/products/', `limit=100&${relations.asked}`, merchant)],
    ['REST store/api/shipments/', pages('/v1/store/api/shipments/', '', customer)],
    ['REST store/api/shipments/?limit=1000', pages('/v1/store/api/shipments/', 'limit=1000', customer)],
    ['GraphQL ListShipments by 1000', byName('ListShipments', merchant)],
    ['GraphQL dashboard, 10 at once, every 5 s', dashboards(merchant)],
  ]
}

const pages =
  (path: string, search: string, headers: Headers, most = Number.POSITIVE_INFINITY): Program =>
  async (ask) => {
    let rows = 0
    let next: string | null = search ? `?${search}` : ''
    for (let page = 0; next !== null && page < most; page += 1) {
      const { body } = await ask({ method: 'GET', path: `${path}${next}`, headers })
      const answer = JSON.parse(body) as { next: string | null; results: unknown[] }
      rows += answer.results.length
      next = answer.next
    }
    return rows
  }

const json = (body: object, headers: Headers): Message => ({
  method: 'POST',
  path: '/graphql',
  headers: { ...headers, 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

const byName =
  (documentId: string, headers: Headers): Program =>
  async (ask) => {
    for (let offset = 0; ; offset += 1_000) {
      const { body } = await ask(json({ documentId, variables: { first: 1_000, offset } }, headers))
      const [list] = Object.values((JSON.parse(body) as { data: Record<string, { nodes: unknown[] }> }).data)
      if ((list?.nodes.length ?? 0) < 1_000) return offset + (list?.nodes.length ?? 0)
    }
  }

const dashboards =
  (headers: Headers): Program =>
  async (ask) => {
    for (let round = 0; round < dashboard.rounds; round += 1) {
      if (round > 0) await sleep(dashboard.everyMilliseconds)
      await Promise.all(Array.from({ length: dashboard.queries }, () => ask(json({ query: dashboardQuery }, headers))))
    }
    return dashboard.rounds * dashboard.queries * 20
  }

/** Runs a program; whatever it was refused is asked for again when the refusal says. */
async function measured(meter: ProcessorMeter, send: Send, program: Program): Promise<Omit<Line, 'title'>> {
  let requests = 0
  let points = 0
  let refused = 0
  const ask: Ask = async (message) => {
    for (;;) {
      const sent = await send(message)
      requests += 1
      points += Number(sent.headers['ratelimit-cost'])
      if (sent.status === 200) return sent
      if (sent.status !== 429) throw new Error(`${message.path}: ${sent.status} ${sent.body.slice(0, 300)}`)
      refused += 1
      await sleep(Number(sent.headers['retry-after']) * 1_000)
    }
  }
  const began = performance.now()
  const from = await meter()
  const rows = await program(ask)
  const milliseconds = ((await meter()) - from) * 1_000
  return { requests, rows, points, milliseconds, seconds: (performance.now() - began) / 1_000, refused }
}

/** `busy` are answers that the server had no time for: 408 and 503. */
type Flood = { title: string; requestsPerSecond: number; cores: number; refused: number; busy: number }

/** Requests that are expensive in different ways: many rows, the database's time, and many small requests. */
function hungry(merchant: Headers): [string, Message][] {
  return [
    ['pages of 1,000 orders', { method: 'GET', path: '/v1/orders/?limit=1000', headers: merchant }],
    ['counts of 60,000 orders', json({ query: '{ orders { totalCount } }' }, merchant)],
    [
      'patterns that find nothing',
      json({ query: '{ orders(filter: { customer: { email: { ilike: "%q%x%z%" } } }) { nodes { id } } }' }, merchant),
    ],
    ['single records', json({ query: '{ orders(first: 1) { nodes { id } } }' }, merchant)],
  ]
}

/** Sends as many at once as there are connections, each again as soon as it may, and measures when the bucket is empty. */
async function flooded(meter: ProcessorMeter, send: Send, message: Message): Promise<Omit<Flood, 'title'>> {
  let answered = 0
  let refused = 0
  let busy = 0
  let isOver = false
  const loop = async () => {
    while (!isOver) {
      const { status, headers } = await send(message)
      if (status === 200) answered += 1
      else if (status === 429) {
        refused += 1
        await sleep(Number(headers['retry-after']) * 1_000)
      } else busy += 1
    }
  }
  const loops = Array.from({ length: connections }, loop)
  const deadline = performance.now() + drainMilliseconds
  while (refused < connections && performance.now() < deadline) await sleep(100)
  const [began, from, before] = [performance.now(), await meter(), answered]
  await sleep(floodMilliseconds)
  const seconds = (performance.now() - began) / 1_000
  const cores = ((await meter()) - from) / seconds
  const requestsPerSecond = (answered - before) / seconds
  isOver = true
  await Promise.all(loops)
  return { requestsPerSecond, cores, refused, busy }
}

function report({ name, thousands }: BenchDatabase, lines: Line[], floods: Flood[]): Section {
  const rows = lines.map(({ title, requests, rows, points, milliseconds, seconds, refused }) => [
    title,
    String(requests),
    String(rows),
    String(points),
    milliseconds.toFixed(0),
    (points / milliseconds).toFixed(2),
    (rows / seconds).toFixed(0),
    String(refused),
  ])
  const hungry = floods.map(({ title, requestsPerSecond, cores, refused, busy }) => [
    title,
    requestsPerSecond.toFixed(1),
    cores.toFixed(2),
    String(refused),
    String(busy),
  ])
  const isOver = lines.some(({ refused }) => refused > 0) || floods.some(({ cores }) => cores > mostCores)
  return {
    name: 'walks',
    isOver,
    figures: { database: name, thousands, lines, floods },
    text: [
      `${name}: walks one page after the other, budgets as they are by default; milliseconds are processor time of server and database`,
      ...aligned([['program', 'requests', 'rows', 'points', 'ms', 'points/ms', 'rows/s', '429s'], ...rows], 1),
      `one credential, ${connections} requests at once, each again when it may, once the bucket is empty:`,
      ...aligned([['requests', 'answers/s', 'cores', '429s', 'busy'], ...hungry], 1),
      `limits: no 429 on a walk, ${mostCores} cores: ${isOver ? 'not held' : 'all held'}`,
    ].join('\n'),
  }
}
