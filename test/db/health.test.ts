/** Readiness: whether the database can be read and written, and which it cannot; and how a server says why it does not start. */
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { clockOf } from '../../src/db/clock.ts'
import { overPostgres, withSession } from '../../src/db/connect.ts'
import { databaseHealth } from '../../src/db/health.ts'
import { openDatabase } from '../../src/db/open.ts'
import { outageOf } from '../../src/db/outage.ts'
import { createApp } from '../../src/start/app.ts'
import { operatorSentence } from '../../src/start/operator-errors.ts'
import { makeFaulty, setReadOnly } from '../access/faulty.ts'
import { openStore } from '../support/store.ts'
import { databaseUrl, today } from '../support/template.ts'
import { ask, surfaces } from '../writes/ask.ts'
import { addCustomer, addMonthly, addProduct } from '../writes/rows.ts'

const template = inject('template')
const isEmbedded = 'dataDir' in template

const log = { info() {}, warn() {}, error() {} }
const store = await openStore({ log, isApart: true })
const { db } = store
const { fail, mend } = await makeFaulty(db)
afterEach(mend)

describe('/readyz', () => {
  /** The answer of an instance to its first request. */
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
    await setReadOnly(db, true)
    try {
      expect(await ready()).toEqual({ status: 503, errors: ['The database is read-only: it takes no writes.'] })
      for (const surface of surfaces)
        expect(await send(surface)).toMatchObject({ status: 503, message: 'The database is read-only: it takes no writes.' })
      expect((await store.rest(`/v1/subscriptions/${id}`)).status).toBe(200)
    } finally {
      await setReadOnly(db, false)
    }
    expect(await ready()).toEqual({ status: 'ready' })
    for (const surface of surfaces) expect(await send(surface)).toMatchObject({ status: 200, replayed: false })
  })

  it('says no while nothing can be written', async () => {
    await fail('53100', 'key')
    expect(await ready()).toEqual({ status: 503, errors: ["The database's disk is full: it takes no writes."] })
    await mend()
    expect(await ready()).toEqual({ status: 'ready' })
  })

  it('looks again at once after a request that met an outage, and says what is known without asking', async () => {
    let known: string | undefined
    const health = databaseHealth(db, () => known)
    expect(await health.fault()).toBeUndefined()
    await fail('53100', 'key')
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
    expect(await sentence(own)).toBe('It starts.')
  })

  it('starts on a read-only database for reads, unless something has to be made in it', async () => {
    const open = (url: string) => openDatabase({ kind: 'postgres', url }).then(({ close }) => close())
    await setReadOnly(db, true)
    try {
      await open(databaseUrl(server, name))
    } finally {
      await setReadOnly(db, false)
    }
    const empty = `${name}_empty`
    await withSession(server, ({ exec }) => exec(`CREATE DATABASE ${empty}`))
    try {
      await withSession(server, ({ exec }) => exec(`ALTER DATABASE ${empty} SET default_transaction_read_only = on`))
      const error = await open(databaseUrl(server, empty)).catch((each: unknown) => each)
      expect(operatorSentence(error)).toMatch(/^The database in DATABASE_URL is read-only\./)
    } finally {
      await withSession(server, ({ exec }) => exec(`DROP DATABASE ${empty}`))
    }
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
