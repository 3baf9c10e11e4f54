/** Keys made before secrets were hashed with their client id still open the store after the migration. */
import { createHash, randomUUID } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { clockOf } from '../../src/db/clock.ts'
import { type Db, overPostgres, withSession } from '../../src/db/connect.ts'
import { overPGlite } from '../../src/db/embedded.ts'
import { migrate, readMigrations, type Session } from '../../src/db/migrate.ts'
import { databaseUrl, today } from '../template.ts'

const all = readMigrations()
const before = all.slice(
  0,
  all.findIndex(({ name }) => name.endsWith('_merchant_keys')),
)

// The longest is more than a block of the hash, the last more than ASCII; each is a way of its own through the migration.
const clientIds = ['tk_4100e31f2161937748', `tk_${'x'.repeat(61)}`, `tk_${'y'.repeat(62)}`, `tk_${'z'.repeat(200)}`, 'tk_ölçü']

let db: Db

beforeAll(async () => {
  const server = process.env.TEST_DATABASE_URL
  if (server) {
    const name = `tandem_test_${randomUUID().replaceAll('-', '')}`
    await withSession(server, ({ exec }) => exec(`CREATE DATABASE ${name}`))
    const url = databaseUrl(server, name)
    await withSession(url, bringUpToDate)
    const opened = overPostgres(url)
    db = opened.db
    afterAll(async () => {
      await opened.close()
      await withSession(server, ({ exec }) => exec(`DROP DATABASE ${name} WITH (FORCE)`))
    })
    return
  }
  const pglite = await PGlite.create()
  await bringUpToDate(pglite)
  const opened = overPGlite(pglite)
  db = opened.db
  afterAll(opened.close)
})

/** Stores keys the way they were stored before, and then applies the rest. */
async function bringUpToDate(session: Session): Promise<void> {
  await migrate(session, before)
  await session.query(`INSERT INTO store (name, host, created_at) VALUES ('Old', 'localhost', now())`)
  for (const clientId of clientIds) {
    const secretHash = createHash('sha256').update(`secret of ${clientId}`).digest('hex')
    await session.query(
      `INSERT INTO merchant_key (store_id, client_id, secret_hash, scopes, created_at) VALUES (1, $1, $2, '{*}', now())`,
      [clientId, secretHash],
    )
  }
  await migrate(session)
}

describe('A key of before', () => {
  it.each(clientIds)('%s opens the store with its secret, and with no other', async (clientId) => {
    const log = { info: () => {}, error: ({ err }: { err?: unknown }) => console.error(err) }
    const app = createApp({ db, clock: clockOf(() => today), log, pageBase: 0, isEmbedded: true })
    const ask = async (secret: string) => {
      const Authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`
      return (await app.fetch(new Request('http://localhost/v1/orders/', { headers: { Authorization } }))).status
    }
    expect(await ask(`secret of ${clientId}`)).toBe(200)
    expect(await ask('secret of another')).toBe(401)
    const { secretHash } = await db.merchantKey.findUniqueOrThrow({ where: { clientId } })
    expect(await ask(secretHash)).toBe(401)
  })
})
