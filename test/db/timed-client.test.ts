/** However a statement is asked, one that the database does not answer in time fails, and its connection is not used again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { CancellablePool } from '../../src/db/pool.ts'
import { onConnection } from '../../src/db/transaction-connection.ts'
import { openStore } from '../support/store.ts'

const { url } = await openStore()

const milliseconds = 1_000

describe.runIf(url)('A statement that is not answered in time', () => {
  const pool = new CancellablePool({ connectionString: url, max: 1, connectionTimeoutMillis: 2_000, query_timeout: milliseconds })
  afterAll(() => pool.end())

  const slow = 'SELECT pg_sleep(3)'
  const tooLate = /^Query read timeout$/
  const process = async (): Promise<string> => (await pool.rows('SELECT pg_backend_pid()', []))[0]?.[0] ?? ''

  it.each<[name: string, ask: () => Promise<unknown>]>([
    ['a read', () => pool.rows(slow, [])],
    ['a statement of Prisma', () => pool.query({ text: slow, values: [] })],
    [
      'a read of a transaction',
      () =>
        onConnection(async (rows) => {
          const client = await pool.connect()
          return rows(slow, []).finally(() => client.release())
        }),
    ],
  ])('fails: %s', async (_name, ask) => {
    const before = await process()
    const began = performance.now()
    await expect(ask()).rejects.toThrow(tooLate)
    expect(performance.now() - began).toBeGreaterThan(milliseconds - 50)
    expect(await process()).not.toBe(before)
  })

  it('takes its transaction along, though the connection is given back as if it were good', async () => {
    const before = await process()
    const client = await pool.connect()
    await client.query('BEGIN')
    await expect(client.query({ text: slow, values: [] })).rejects.toThrow(tooLate)
    await client.query('ROLLBACK').catch(() => {})
    client.release()
    expect(await process()).not.toBe(before)
  })

  it('leaves those be that were in time, also when theirs is over', async () => {
    const before = await process()
    await sleep(milliseconds + 100)
    expect(await process()).toBe(before)
  })
})
