/** A client that only reads loses its connections as one that writes does, and ends them when it is closed. */
import { expect, inject, it } from 'vitest'
import { overPostgres } from '../../src/db/connect.ts'
import { undone } from '../../src/db/transaction.ts'
import { openStore } from '../support/store.ts'

const { db, url = '' } = await openStore()

it.skipIf('dataDir' in inject('template'))('ends and remakes its connections, though nothing was ever written', async () => {
  const reader = overPostgres(url)
  const session = async () => (await reader.db.rows('SELECT pg_backend_pid()', []))[0]?.[0]
  const isOpen = async (id: unknown) => (await db.rows('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [id])).length === 1
  try {
    const first = await session()
    await db.rows('SELECT pg_terminate_backend($1)', [first])
    await expect.poll(session).not.toBe(first)
    const last = await session()
    expect(await isOpen(last)).toBe(true)
    await reader.close()
    await expect.poll(() => isOpen(last)).toBe(false)
  } finally {
    await reader.close()
  }
})

// The embedded database has one connection, which the transaction holds.
it.skipIf('dataDir' in inject('template'))(
  'A statement by itself is asked beside a transaction too, whoever asks it',
  async () => {
    const beside = () => undone(db, () => Promise.all([db.$queryRaw`SELECT 1 AS a`, db.rows('SELECT 1', [])]))
    expect(await beside()).toEqual([[{ a: 1 }], [['1']]])
  },
)
