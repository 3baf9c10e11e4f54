/**
 * Outages: what is only for a while is 503 with Retry-After over both surfaces and never 500, and leaves no key behind. The
 * errors are the database's own.
 */
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addMonthly } from '../writes/rows.ts'
import { tablesChangedBy } from '../writes/tables.ts'
import { makeFaulty } from './faulty.ts'

const lines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
const store = await openStore({ log, isApart: true })
const { db } = store

const { fail, mend } = await makeFaulty(db)
afterEach(mend)

/** Asks GraphQL and answers all there is of the answer. */
async function graphql(query: string, headers: Record<string, string> = {}) {
  const response = await store.fetch('/graphql', {
    method: 'POST',
    headers: { Authorization: store.merchant, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  })
  const { extensions: _cost, ...body } = (await response.json()) as { errors?: Record<string, unknown>[]; extensions?: object }
  for (const error of body.errors ?? []) delete error.locations
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body }
}

const unavailable = (message: string) => ({ message, extensions: { code: 'UNAVAILABLE' } })
const internal = { message: 'Internal error', extensions: { code: 'INTERNAL' } }

/** PostgreSQL's code of each kind of outage. */
const outages: [code: string, what: string, sentence: string][] = [
  ['25006', 'read-only', 'The database is read-only: it takes no writes.'],
  ['53100', 'disk full', "The database's disk is full: it takes no writes."],
  ['57P01', 'going down', 'The database does not answer.'],
  ['53200', 'out of memory', 'The database is too busy to answer.'],
  ['53300', 'too many connections', 'The database takes no more connections.'],
  ['57P03', 'starting', 'The database does not answer.'],
  ['55P03', 'lock timed out', 'The database is too busy to answer.'],
  ['55000', 'accepting no connections', 'The database does not answer.'],
  ['08006', 'connection lost', 'The database does not answer.'],
  ['58030', 'disk broken', 'The database does not answer.'],
]

// A write that meets one of them has the same way to go.
describe.each(outages.slice(0, 3))('A database that says %s, %s', (code, _what, sentence) => {
  it('makes a write 503 on both surfaces, which is not done, and is done when it is sent again with its key', async () => {
    for (const surface of surfaces) {
      const { id } = await addMonthly(db)
      const key = `${code}-${surface}`
      const send = () => ask(store, surface, 'updateSubscription', { id, note: 'new' }, { key })
      await fail(code, 'write')
      const changed = await tablesChangedBy(db, async () => {
        expect(await send()).toMatchObject({ status: 503, message: sentence, replayed: false })
      })
      expect(changed).toEqual([])
      await mend()
      expect(await send()).toMatchObject({ status: 200, replayed: false, record: { note: 'new' } })
      expect(await send()).toMatchObject({ status: 200, replayed: true })
    }
  })

  it('makes a refused write 503 too, as long as it cannot be logged', async () => {
    for (const surface of surfaces) {
      const { id } = await addMonthly(db, { status: 'suspended' })
      const send = () => ask(store, surface, 'reactivateSubscription', { id }, { key: `refused-${code}-${surface}` })
      await fail(code, 'write')
      expect(await send()).toMatchObject({ status: 503 })
      await mend()
      expect(await send()).toMatchObject({ status: 400, replayed: false })
    }
  })
})

describe.each(outages)('A database that says %s, %s', (code, _what, sentence) => {
  it('makes a read 503 on both surfaces, be it of a field inside', async () => {
    await fail(code, 'read')
    const whole = { status: 503, retryAfter: '1', body: { errors: [unavailable(sentence)] } }
    expect(await graphql('{ order(id: 1) { id } }')).toEqual(whole)
    expect(await graphql('{ products(first: 1) { nodes { id } } order(id: 1) { id } }')).toEqual(whole)
    expect(
      await graphql('{ products(first: 1) { nodes { id } } customers(first: 1) { nodes { orders { nodes { id } } } } }'),
    ).toEqual(whole)
    const rest = await store.rest('/v1/orders/1')
    expect([rest.status, rest.headers.get('retry-after'), rest.body]).toEqual([503, '1', { errors: [sentence] }])
  })
})

describe('A statement that the database ends', () => {
  const timeout = 'canceling statement due to statement timeout'
  const sentence = 'The request took longer than 10 seconds and was stopped; ask for less at a time.'

  it('for its time makes a read the refusal that our own timer makes, on both surfaces, be it of a field inside', async () => {
    await fail('57014', 'read', timeout)
    const errors = [{ message: sentence, extensions: { code: 'TIMEOUT' } }]
    const whole = { status: 503, retryAfter: null, body: { errors } }
    expect(await graphql('{ order(id: 1) { id } }')).toEqual(whole)
    expect(await graphql('{ products(first: 1) { nodes { id } } order(id: 1) { id } }')).toEqual(whole)
    expect(await graphql('{ customers(first: 1) { nodes { orders { nodes { id } } } } }')).toEqual(whole)
    const rest = await store.rest('/v1/orders/1')
    expect([rest.status, rest.headers.get('retry-after'), rest.body]).toEqual([503, null, { errors: [sentence] }])
  })

  it('for its time makes a write 503 without Retry-After: a second try would take as long', async () => {
    const { id } = await addMonthly(db)
    await fail('57014', 'write', timeout)
    for (const surface of surfaces)
      expect(await ask(store, surface, 'updateSubscription', { id, note: 'new' })).toMatchObject({
        status: 503,
        message: 'A statement took longer than the database lets one take, and was stopped; ask for less at a time.',
        retryAfter: null,
      })
  })

  it('because somebody else wants it makes a read 503: it may not have taken long at all', async () => {
    await fail('57014', 'read', 'canceling statement due to user request')
    expect(await graphql('{ order(id: 1) { id } }')).toEqual({
      status: 503,
      retryAfter: '1',
      body: { errors: [unavailable('The database is too busy to answer.')] },
    })
  })
})

const full = unavailable("The database's disk is full: it takes no writes.")

describe('A GraphQL document of several writes', () => {
  const update = (id: number) =>
    `updateSubscription(input: { id: ${id}, note: "new" }) { subscription { id } userErrors { code } }`

  it('is 503 when nothing of it was done', async () => {
    const [one, two] = [await addMonthly(db), await addMonthly(db)]
    await fail('53100', 'write')
    expect(await graphql(`mutation { one: ${update(one.id)} two: ${update(two.id)} }`)).toMatchObject({
      status: 503,
      retryAfter: '1',
      body: { errors: [full, full] },
    })
  })

  it('is 200 when one was done before: that is told, and which was not', async () => {
    const { id } = await addMonthly(db)
    await fail('53100', 'read')
    const read = `renew: updateOrder(input: { id: 1, note: "new" }) { order { id } userErrors { code } }`
    const { status, retryAfter, body } = await graphql(`mutation { one: ${update(id)} ${read} }`)
    expect({ status, retryAfter }).toEqual({ status: 200, retryAfter: null })
    expect(body).toMatchObject({
      data: { one: { subscription: { id: String(id) }, userErrors: [] }, renew: null },
      errors: [{ ...full, path: ['renew'] }],
    })
  })

  it('keeps no answer that could not be given whole: with its key the write is not done again, and is told from the record', async () => {
    const { id } = await db.subscription.findFirstOrThrow({ where: { storeId: 1n, orderProducts: { some: {} } } })
    const headers = { 'Idempotency-Key': 'read-fails' }
    const query = `mutation { updateSubscription(input: { id: ${id}, note: "new" }) {
      subscription { note orders(first: 1) { nodes { __typename } } } userErrors { code } } }`
    await fail('53100', 'read')
    expect(await graphql(query, headers)).toMatchObject({ status: 200, body: { errors: [full] } })
    await mend()
    expect((await graphql(query, headers)).body).toEqual({
      data: {
        updateSubscription: { subscription: { note: 'new', orders: { nodes: [{ __typename: 'Order' }] } }, userErrors: [] },
      },
    })
  })
})

describe('What is no outage', () => {
  it('stays an internal error: 500 on REST, in its field in GraphQL', async () => {
    await fail('22012', 'read')
    expect(await graphql('{ order(id: 1) { id } }')).toMatchObject({
      status: 200,
      body: { data: { order: null }, errors: [internal] },
    })
    expect((await store.rest('/v1/orders/1')).status).toBe(500)
  })
})

describe('The log', () => {
  const failed = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request failed')

  it('has one line for a request that failed in many places, and how many others there were', async () => {
    lines.length = 0
    await fail('XX001', 'read')
    const many = Array.from({ length: 20 }, (_, at) => `a${at}: order(id: ${at + 1}) { id }`)
    await graphql(`{ ${many.join(' ')} }`)
    expect(failed()).toMatchObject([{ others: 19, failure: { codes: expect.arrayContaining(['XX001']) } }])
  })

  it('has the stack of a kind once, however many requests fail with it, and another kind has its own', async () => {
    lines.length = 0
    for (const code of ['XX002', '22003']) {
      await fail(code, 'read')
      for (let request = 0; request < 5; request += 1) await store.rest(`/v1/orders/${request + 1}`)
      await mend()
    }
    expect(failed().map(({ failure }) => [failure.codes.includes('XX002'), 'stack' in failure])).toEqual([
      [true, true],
      ...Array(4).fill([true, false]),
      [false, true],
      ...Array(4).fill([false, false]),
    ])
    for (const line of lines) expect(line.length).toBeLessThan(6_000)
  })
})
