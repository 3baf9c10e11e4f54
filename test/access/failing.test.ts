/** When something fails inside: clients learn nothing of it, the log does, and no secret ever reaches a line of the log. */
import { createServer } from 'node:net'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { demoKeys } from '../../prisma/seed/demo.ts'
import { bucketsInMemory } from '../../src/budget/memory.ts'
import { clockOf } from '../../src/db/clock.ts'
import { overPostgres } from '../../src/db/connect.ts'
import { table } from '../../src/resources/routes.ts'
import { writeNodeId } from '../../src/schema/node-id.ts'
import { createApp } from '../../src/start/app.ts'
import { hashOf } from '../../src/values/hash.ts'
import { openStore, type Store } from '../support/store.ts'
import { today } from '../support/template.ts'

/** Words that no client may see. */
const inside =
  /node_modules|\/src\/|file:\/\/|\.ts\b|\bSELECT\b|\bUPDATE "|\bFROM "|prisma|postgres|pglite|findMany|TypeError|\[object|P2\d{3}|does not exist|ECONN|127\.0\.0\.1/i

/** A log as the server writes it, and its lines. */
function openLog() {
  const lines: string[] = []
  return { lines, log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }) }
}

const order = '{ order(id: 1) { id note } }'

const post = (query: string, variables?: object) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ query, variables }),
})

/** Asks both surfaces, as somebody with a credential. */
async function askBoth(ask: (path: string, init: RequestInit) => Promise<Response>, as: string, graphql: string, rest: string) {
  const overGraphql = await ask('/graphql', {
    ...post(graphql),
    headers: { Authorization: as, 'Content-Type': 'application/json' },
  })
  const overRest = await ask(rest, { headers: { Authorization: as } })
  return [
    { status: overGraphql.status, headers: overGraphql.headers, text: await overGraphql.text() },
    { status: overRest.status, headers: overRest.headers, text: await overRest.text() },
  ] as const
}

describe('A statement that the database refuses', async () => {
  const { lines, log } = openLog()
  const { db, fetch, graphql, merchant } = await openStore({ log, isApart: true })
  await db.$executeRawUnsafe('ALTER TABLE "order" DROP COLUMN "note" CASCADE')
  await db.$executeRawUnsafe('ALTER TABLE "event" DROP COLUMN "operation" CASCADE')

  it('answers in shape on both surfaces without a word about it', async () => {
    const [graphql, rest] = await askBoth(fetch, merchant, order, '/v1/orders/1')
    expect(JSON.parse(graphql.text)).toMatchObject({
      data: { order: null },
      errors: [{ message: 'Internal error', path: ['order'], extensions: { code: 'INTERNAL' } }],
    })
    expect({ status: rest.status, body: JSON.parse(rest.text) }).toEqual({ status: 500, body: { errors: ['Internal error'] } })
    for (const { text } of [graphql, rest]) expect(text).not.toMatch(inside)
    for (const { headers } of [graphql, rest]) expect(JSON.stringify([...headers])).not.toMatch(inside)
  })

  it('leaves what other statements read of the same document, by id or by name', async () => {
    const nodeId = writeNodeId({ typeName: 'Order', storeId: 1n, id: 2n })
    const query = `{ bad: order(id: 1) { id note } good: order(id: 1) { id } named: node(nodeId: "${nodeId}") { ... on Order { id total } } }`
    const { data, errors } = await graphql(query)
    expect(data).toMatchObject({ bad: null, good: { id: '1' }, named: { id: '2' } })
    expect(errors).toMatchObject([{ path: ['bad'], extensions: { code: 'INTERNAL' } }])
  })

  it('is told to the log by its operation, with the request it belongs to', async () => {
    lines.length = 0
    await fetch('/v1/orders/1', { headers: { Authorization: merchant, 'X-Request-Id': 'failing-1' } })
    const failed = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request failed')
    expect(failed).toMatchObject({
      requestId: 'failing-1',
      level: 50,
      failure: { message: expect.stringMatching(/^The operation \w+ failed: .* does not exist/) },
    })
  })

  it('is told to the log with the document it was met in, and as what it is', async () => {
    lines.length = 0
    const documents = ['{ orders { nodes { id note } } }', '{ orders { nodes { note } } }']
    for (const document of documents)
      await fetch('/graphql', { ...post(document), headers: { ...post(document).headers, Authorization: merchant } })
    const failures = lines.map((line) => JSON.parse(line).failure).filter(Boolean)
    expect(failures.map(({ message }) => message)).toEqual(
      documents.map((text) => expect.stringMatching(`^The document with the SHA-256 ${hashOf(text)} failed: .* does not exist`)),
    )
    for (const { type, codes } of failures)
      expect([type, codes]).toEqual([expect.stringMatching(/^(DatabaseE|e)rror$/), ['42703']])
    // Told once a minute of a kind.
    expect(failures[1]).not.toHaveProperty('stack')
  })

  it('logs the failed statement of a subscription stream', async () => {
    lines.length = 0
    const document = 'subscription { events { nodes { operation } } }'
    const headers = { ...post(document).headers, Authorization: merchant, Accept: 'text/event-stream' }
    const { status } = await fetch('/graphql', { ...post(document), headers })
    expect([status, lines.flatMap((line) => JSON.parse(line).failure?.message ?? [])]).toEqual([
      500,
      [expect.stringMatching(`^The document with the SHA-256 ${hashOf(document)} failed: .* does not exist`)],
    ])
  })

  it('is none where the client has hung up', async () => {
    lines.length = 0
    await expect(
      fetch('/v1/orders/2', { headers: { Authorization: merchant }, signal: AbortSignal.abort() }),
    ).resolves.toBeDefined()
    expect(lines.map((line) => JSON.parse(line)).map(({ msg, status }) => [msg, status])).toEqual([['request', 499]])
  })

  it('does not carry what was asked for into the log', async () => {
    lines.length = 0
    const document = 'query ($note: String) { orders(filter: { note: { eq: $note } }) { nodes { id } } }'
    const init = { ...post(document, { note: 'whispered-in-confidence' }) }
    const response = await fetch('/graphql', { ...init, headers: { ...init.headers, Authorization: merchant } })
    expect(await response.text()).toContain('Internal error')
    const rest = await fetch('/v1/orders/?note=whispered-in-confidence', { headers: { Authorization: merchant } })
    expect(rest.status).toBe(500)
    expect(lines.filter((line) => line.includes('request failed'))).toHaveLength(2)
    expect(lines.join()).not.toContain('whispered-in-confidence')
  })
})

describe('A database that is away', async () => {
  const { lines, log } = openLog()
  const { db, close } = overPostgres(`postgresql://tandem:pass-of-database@127.0.0.1:${await closedPort()}/tandem`)
  const app = createApp({ db, clock: clockOf(() => today), log, pageBase: 0, isEmbedded: false })
  const ask = (path: string, init?: RequestInit) => app.fetch(new Request(`http://localhost${path}`, init))

  const away = 'The database does not answer.'

  it('is 503 in shape on both surfaces, and when to try again', async () => {
    const [graphql, rest] = await askBoth(ask, 'Bearer demo.demo-secret', order, '/v1/orders/1')
    expect([graphql.status, rest.status]).toEqual([503, 503])
    expect(JSON.parse(graphql.text)).toEqual({ errors: [{ message: away, extensions: { code: 'UNAVAILABLE' } }] })
    expect(JSON.parse(rest.text)).toEqual({ errors: [away] })
    for (const { headers } of [graphql, rest]) expect(headers.get('retry-after')).toBe('1')
    const ready = await ask('/readyz')
    expect([ready.status, await ready.text()]).toEqual([503, JSON.stringify({ errors: [away] })])
    await close()
  })

  it('has one line in the log, without the password', () => {
    expect(lines.filter((line) => line.includes('request failed'))).toHaveLength(1)
    expect(lines.join()).not.toContain('pass-of-database')
  })
})

describe('The log', async () => {
  const { lines, log } = openLog()
  const rate = { burst: 50_000, perSecond: 1_000 }
  const store = await openStore({ log, budget: { rate, buckets: bucketsInMemory(rate, () => today.getTime()) } })

  it('has a line for every request and no secret, token or credential in any', async () => {
    const secrets = await secretsOf(store)
    await tour(store, secrets)
    expect(lines.length).toBeGreaterThan(200)
    for (const line of lines) {
      for (const secret of secrets) expect(line).not.toContain(secret)
      expect(line).not.toMatch(/authorization|bearer|basic /i)
    }
  })
})

/** Secrets and tokens, in every form they are sent or stored in: none may ever be seen. */
async function secretsOf({ db, customer, otherMerchant, merchant }: Store): Promise<string[]> {
  const tokens = [customer, merchant, otherMerchant].map((as) => as.replace('Bearer ', ''))
  const signing = await db.signingKey.findMany()
  const keys = await db.merchantKey.findMany()
  return [
    ...tokens,
    ...tokens.flatMap((token) => token.split('.').slice(1)),
    ...demoKeys.map(({ secret }) => secret),
    ...demoKeys.map(({ clientId, secret }) => Buffer.from(`${clientId}:${secret}`).toString('base64')),
    ...signing.map(({ secret }) => secret),
    ...keys.map(({ secretHash }) => secretHash),
    'wrong-secret-of-somebody',
  ]
}

/** Goes to every place there is, with every secret wherever a client may put one. */
async function tour({ fetch, merchant, customer }: Store, secrets: string[]): Promise<void> {
  const basic = `Basic ${Buffer.from('demo:demo-secret').toString('base64')}`
  const wrong = [
    'Bearer demo.wrong-secret-of-somebody',
    'Bearer nobody.demo-secret',
    `${customer}x`,
    `${merchant} again`,
    `Digest ${merchant}`,
  ]
  const credentials = [merchant, customer, basic, ...wrong]
  for (const { method, path } of table) {
    for (const Authorization of [credentials[path.length % 3] ?? '', wrong[path.length % wrong.length] ?? '']) {
      const body = method === 'GET' ? {} : { body: JSON.stringify({ token: customer, note: merchant }) }
      await fetch(path.replace(/\{\w+\}/g, '1'), { method, headers: { Authorization }, ...body })
    }
  }
  for (const secret of secrets) {
    const text = JSON.stringify(secret)
    await fetch(`/v1/orders/?access_token=${encodeURIComponent(secret)}`, { headers: { Authorization: merchant } })
    await fetch(`/v1/orders/?note=${encodeURIComponent(secret)}`)
    await fetch(`/graphql?access_token=${encodeURIComponent(secret)}`)
    await fetch('/v1/orders/', { headers: { 'X-Api-Key': secret, Cookie: `session=${secret}` } })
    for (const init of [
      post(`{ orders(filter: { note: { eq: ${text} } }) { nodes { id } } }`),
      post(`{ orders(filter: { note: { eqq: ${text} } }) { nodes { id } } }`),
      post('query ($a: OrderFilter) { orders(filter: $a) { totalCount } }', { a: { total: { eq: secret } } }),
      post(`mutation { updateSubscription(input: { id: 1, note: ${text} }) { userErrors { message } } }`),
      post(`{ ${text}`),
      { ...post(''), body: `{"query": ${text}` },
    ]) {
      await fetch('/graphql', { ...init, headers: { ...init.headers, Authorization: merchant } })
    }
  }
}

/** A port of this machine that nobody listens at. */
async function closedPort(): Promise<number> {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
  await new Promise((resolve) => server.close(resolve))
  return port
}
