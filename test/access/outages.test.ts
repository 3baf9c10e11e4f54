/**
 * Outages: what is only for a while is 503 with Retry-After over both surfaces and never 500, leaves no key behind, and is told by
 * /readyz. The errors are the database's own: raised by it, or by what was done to it.
 */
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { clockOf } from '../../src/db/clock.ts'
import { openDatabase, overPostgres, withSession } from '../../src/db/connect.ts'
import { databaseHealth } from '../../src/db/health.ts'
import { outageOf } from '../../src/db/outage.ts'
import { operatorSentence } from '../../src/operator-errors.ts'
import { openStore } from '../store.ts'
import { databaseUrl, today } from '../template.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addMonthly, addProduct } from '../writes/rows.ts'
import { tablesChangedBy } from '../writes/tables.ts'

const template = inject('template')
const isEmbedded = 'dump' in template

const lines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
const store = await openStore({ log })
const { db } = store

// From now on the database fails as it is told to: when a write is about to be logged or a key forgotten, or an order is read.
for (const statement of [
  'CREATE TABLE fault (code text, at text)',
  `CREATE FUNCTION fail(place text) RETURNS boolean LANGUAGE plpgsql AS $$ DECLARE told text; BEGIN
     SELECT code INTO told FROM fault WHERE at = place;
     IF told IS NOT NULL THEN RAISE EXCEPTION 'something is out of order' USING ERRCODE = told; END IF;
     RETURN true; END $$`,
  `CREATE FUNCTION fail_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM fail('write'); RETURN coalesce(NEW, OLD); END $$`,
  'CREATE TRIGGER fails BEFORE INSERT ON log_entry FOR EACH ROW EXECUTE FUNCTION fail_write()',
  'CREATE TRIGGER fails BEFORE DELETE ON idempotency_key FOR EACH ROW EXECUTE FUNCTION fail_write()',
  'ALTER TABLE "order" RENAME TO order_row',
  `CREATE VIEW "order" AS SELECT * FROM order_row WHERE fail('read')`,
])
  await db.$executeRawUnsafe(statement)

const fail = (code: string, at: 'write' | 'read') => db.$executeRaw`INSERT INTO fault VALUES (${code}, ${at})`
const mend = () => db.$executeRaw`DELETE FROM fault`
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

const unavailable = { message: 'Internal error', extensions: { code: 'UNAVAILABLE' } }
const internal = { message: 'Internal error', extensions: { code: 'INTERNAL' } }

/** What PostgreSQL calls each kind of outage. */
const outages: [code: string, what: string][] = [
  ['25006', 'read-only'],
  ['53100', 'disk full'],
  ['53200', 'out of memory'],
  ['53300', 'too many connections'],
  ['57P01', 'going down'],
  ['57P03', 'starting'],
  ['57014', 'statement timed out'],
  ['55P03', 'lock timed out'],
  ['08006', 'connection lost'],
  ['58030', 'disk broken'],
]

describe.each(outages)('A database that says %s, %s', (code) => {
  it('makes a write 503 on both surfaces, which is not done, and is done when it is sent again with its key', async () => {
    for (const surface of surfaces) {
      const { id } = await addMonthly(db)
      const key = `${code}-${surface}`
      const send = () => ask(store, surface, 'updateSubscription', { id, note: 'new' }, { key })
      await fail(code, 'write')
      const changed = await tablesChangedBy(db, async () => {
        expect(await send()).toMatchObject({ status: 503, message: 'Internal error', replayed: false })
      })
      expect(changed).toEqual([])
      await mend()
      expect(await send()).toMatchObject({ status: 200, replayed: false, record: { note: 'new' } })
      expect(await send()).toMatchObject({ status: 200, replayed: true })
    }
  })

  it('makes a refused write 503 too, as long as it cannot be logged', async () => {
    for (const surface of surfaces) {
      const { id } = await addMonthly(db, { status: 'expired' })
      const send = () => ask(store, surface, 'cancelSubscription', { id }, { key: `refused-${code}-${surface}` })
      await fail(code, 'write')
      expect(await send()).toMatchObject({ status: 503 })
      await mend()
      expect(await send()).toMatchObject({ status: 400, replayed: false })
    }
  })

  it('makes a read 503 on both surfaces, be it of a field inside', async () => {
    await fail(code, 'read')
    const whole = { status: 503, retryAfter: '1', body: { errors: [unavailable] } }
    expect(await graphql('{ order(id: 1) { id } }')).toEqual(whole)
    expect(await graphql('{ products(first: 1) { nodes { id } } order(id: 1) { id } }')).toEqual(whole)
    expect(
      await graphql('{ products(first: 1) { nodes { id } } customers(first: 1) { nodes { orders { nodes { id } } } } }'),
    ).toEqual(whole)
    const rest = await store.rest('/v1/orders/1')
    expect([rest.status, rest.headers.get('retry-after'), rest.body]).toEqual([503, '1', { errors: ['Internal error'] }])
  })
})

describe('A GraphQL document of several writes', () => {
  const update = (id: number) =>
    `updateSubscription(input: { id: ${id}, note: "new" }) { subscription { id } userErrors { code } }`

  it('is 503 when nothing of it was done', async () => {
    const [one, two] = [await addMonthly(db), await addMonthly(db)]
    await fail('53100', 'write')
    expect(await graphql(`mutation { one: ${update(one.id)} two: ${update(two.id)} }`)).toMatchObject({
      status: 503,
      retryAfter: '1',
      body: { errors: [unavailable, unavailable] },
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
      errors: [{ ...unavailable, path: ['renew'] }],
    })
  })

  it('keeps no answer that could not be given whole: with its key the write is not done again, and is told from the record', async () => {
    const { id } = await db.subscription.findFirstOrThrow({ where: { storeId: 1n, orderProducts: { some: {} } } })
    const headers = { 'Idempotency-Key': 'read-fails' }
    const query = `mutation { updateSubscription(input: { id: ${id}, note: "new" }) {
      subscription { note orders(first: 1) { nodes { __typename } } } userErrors { code } } }`
    await fail('53100', 'read')
    expect(await graphql(query, headers)).toMatchObject({ status: 200, body: { errors: [unavailable] } })
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

describe('/readyz', () => {
  /** What an instance says that was asked nothing before. */
  async function ready() {
    const app = createApp({ db, clock: clockOf(() => today), log, pageBase: 0, isEmbedded: true })
    const response = await app.fetch(new Request('http://127.0.0.1/readyz'))
    return { status: response.status, ...((await response.json()) as object) }
  }

  it('says yes when reads and writes are done, and leaves nothing of its trial', async () => {
    const before = await db.idempotencyKey.count()
    expect(await ready()).toEqual({ status: 'ready' })
    expect(await db.idempotencyKey.count()).toBe(before)
  })

  it('says no while the database is read-only, when reads go on; writes are 503 meanwhile, and are done afterwards', async () => {
    const { id } = await addMonthly(db)
    const send = (surface: 'REST' | 'GraphQL') =>
      ask(store, surface, 'updateSubscription', { id, note: surface }, { key: `ro-${surface}` })
    await setReadOnly(true)
    try {
      expect(await ready()).toEqual({ status: 503, errors: ['The database is read-only: it takes no writes.'] })
      for (const surface of surfaces) expect(await send(surface)).toMatchObject({ status: 503, message: 'Internal error' })
      expect((await store.rest(`/v1/subscriptions/${id}`)).status).toBe(200)
    } finally {
      await setReadOnly(false)
    }
    expect(await ready()).toEqual({ status: 'ready' })
    for (const surface of surfaces) expect(await send(surface)).toMatchObject({ status: 200, replayed: false })
  })

  it('says no while nothing can be written', async () => {
    await db.$executeRawUnsafe(
      'CREATE TRIGGER fails_too BEFORE INSERT ON idempotency_key FOR EACH ROW EXECUTE FUNCTION fail_write()',
    )
    await fail('53100', 'write')
    expect(await ready()).toEqual({ status: 503, errors: ["The database's disk is full: it takes no writes."] })
    await mend()
    expect(await ready()).toEqual({ status: 'ready' })
  })

  it('looks again at once after a request that met an outage, and says what is known without asking', async () => {
    let known: string | undefined
    const health = databaseHealth(db, () => known)
    expect(await health.fault()).toBeUndefined()
    await fail('53100', 'write')
    expect(await health.fault()).toBeUndefined()
    health.note(new Error('no outage'))
    expect(await health.fault()).toBeUndefined()
    health.note(Object.assign(new Error(), { code: '53100' }))
    expect(await health.fault()).toBe("The database's disk is full: it takes no writes.")
    known = 'There is too little room.'
    expect(await health.fault()).toBe('There is too little room.')
  })

  it('costs at most one read and one trial for a thousand questions at once', async () => {
    const health = databaseHealth(db)
    const statements = await store.statements(() => Promise.all(Array.from({ length: 1_000 }, () => health.fault())))
    expect(statements).toHaveLength(2)
  })
})

/** Makes the database read-only as an operator would, or ends that. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const setting = `default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`
  if (isEmbedded) return void (await db.$executeRawUnsafe(`SET ${setting}`))
  const [{ name }] = await db.$queryRaw<[{ name: string }]>`SELECT current_database()::text AS name`
  await withSession(template.server, async ({ exec, query }) => {
    await exec(`ALTER DATABASE ${name} SET ${setting}`)
    // The setting is for connections to come.
    await query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
  })
  for (;;) {
    const found = await db.$queryRaw<{ on: string }[]>`SELECT current_setting('transaction_read_only') AS on`.catch(() => [])
    if (found[0]?.on === (isReadOnly ? 'on' : 'off')) return
  }
}

describe.skipIf(isEmbedded)('On a PostgreSQL server', async () => {
  const server = 'server' in template ? template.server : ''
  const [{ name }] = await db.$queryRaw<[{ name: string }]>`SELECT current_database()::text AS name`
  const role = `role_of_${name}`
  const asRole = (database: string, password = 'secret') =>
    Object.assign(new URL(databaseUrl(server, database)), { username: role, password }).href
  const alterRole = (how: string) => withSession(server, ({ exec }) => exec(`ALTER ROLE ${role} ${how}`))
  beforeAll(async () => {
    if (!isEmbedded) await withSession(server, ({ exec }) => exec(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`))
  })
  afterAll(async () => {
    if (!isEmbedded) await withSession(server, ({ exec }) => exec(`DROP ROLE ${role}`))
  })

  it('a role that has no connection left is an outage, over models, raw statements and transactions', async () => {
    await alterRole('CONNECTION LIMIT 0')
    const crowded = overPostgres(asRole(name))
    try {
      const work = [
        () => crowded.db.store.count(),
        () => crowded.db.$queryRaw`SELECT 1`,
        () => crowded.db.$executeRaw`SELECT 1`,
        () => crowded.db.$transaction((tx) => tx.store.count()),
      ]
      for (const each of work) expect(outageOf(await each().catch((error: unknown) => error))).toBe('crowded')
      const app = createApp({ db: crowded.db, clock: clockOf(() => today), log, pageBase: 0, isEmbedded: false })
      for (const path of ['/v1/orders/', '/graphql', '/readyz']) {
        const response = await app.fetch(new Request(`http://127.0.0.1${path}`, { headers: { Authorization: store.merchant } }))
        expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '1'])
      }
      expect(await databaseHealth(crowded.db).fault()).toBe('The database takes no more connections.')
    } finally {
      await crowded.close()
      await alterRole('CONNECTION LIMIT -1')
    }
  })

  it('says in one line why it does not start', async () => {
    const own = databaseUrl(server, name)
    const sentence = (url: string) =>
      openDatabase({ kind: 'postgres', url }).then(
        ({ close }) => close().then(() => 'It starts.'),
        (error: unknown) => operatorSentence(error),
      )
    expect(await sentence(Object.assign(new URL(own), { port: '1' }).href)).toBe(
      'The database server does not answer at the address in DATABASE_URL.',
    )
    expect(await sentence(databaseUrl(server, 'nothing_here'))).toBe(
      'The database named in DATABASE_URL does not exist. Create it first, for example with createdb.',
    )
    expect(await sentence(Object.assign(new URL(own), { username: 'nobody_here' }).href)).toBe(
      'The user in DATABASE_URL may not connect.',
    )
    expect(await sentence(asRole(name))).toMatch(/^The user in DATABASE_URL may not read and make tables there\./)
    await alterRole('CONNECTION LIMIT 0')
    expect(await sentence(asRole(name))).toMatch(/^The database server in DATABASE_URL takes no more connections\./)
    await alterRole('CONNECTION LIMIT -1')
    await setReadOnly(true)
    expect(await sentence(own)).toMatch(/^The database in DATABASE_URL is read-only\./)
    await setReadOnly(false)
    expect(await sentence(own)).toBe('It starts.')
  })

  it.each(surfaces)(
    'a write over %s whose connection is ended is 503, and is done when it is sent again with its key',
    async (surface) => {
      const customer = await addCustomer(db)
      const { instanceId } = await addProduct(db)
      const order = { customer: { id: customer.id }, products: [{ product_instance: { id: instanceId } }] }
      const send = () => ask(store, surface, 'createOrder', order, { key: `ended-${surface}` })
      let waiting: ReturnType<typeof send> | undefined
      await db.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT id FROM customer WHERE id = ${customer.id} FOR UPDATE`
        waiting = send()
        for (let ended = 0; ended === 0; ) {
          const backends = await db.$queryRaw<unknown[]>`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`
          ended = backends.length
        }
      })
      expect(await waiting).toMatchObject({ status: 503 })
      expect(await send()).toMatchObject({ status: 201, replayed: false })
      expect(await db.order.count({ where: { customerId: customer.id } })).toBe(1)
    },
  )
})
