/** Replicas: which commits are noted, and which of them may answer for a store. How they follow a primary is tried by `npm run fleet`. */
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { ConfigError, readConfig } from '../../src/config/config.ts'
import { inStore } from '../../src/db/cancel.ts'
import { overPostgres } from '../../src/db/connect.ts'
import { mayWrite } from '../../src/db/replicas/commits.ts'
import { anyPosition, type CommitMarks, logPosition } from '../../src/db/replicas/marks.ts'
import { marksInRedis } from '../../src/db/replicas/redis-marks.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { hasRedis, redisUrl } from '../support/redis.ts'
import { openStore } from '../support/store.ts'
import { databaseUrl } from '../support/template.ts'

const template = inject('template')
const store = await openStore()
const storeId = 1n

describe('A statement', () => {
  it('may write unless it is a query without a word that changes something', () => {
    for (const text of ['SELECT 1', ' select "a" FROM b', 'WITH a AS (SELECT 1) SELECT * FROM a', 'BEGIN', 'SHOW x'])
      expect(mayWrite(text), text).toBe(false)
    for (const text of [
      'INSERT INTO a VALUES (1)',
      'WITH a AS (UPDATE b SET c = 1 RETURNING d) SELECT * FROM a',
      "SELECT nextval('a')",
      'SELECT * FROM a FOR UPDATE',
      'DO $$ BEGIN END $$',
      'VACUUM a',
    ])
      expect(mayWrite(text), text).toBe(true)
  })

  it('may write where it calls a volatile function of ours', async () => {
    const functions = await store.db.$queryRaw<{ name: string }[]>`
      SELECT proname::text AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND provolatile = 'v' AND prorettype <> 'trigger'::regtype
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`
    // Triggers call the others, of statements that write anyhow.
    const text = globSync('src/**/*.ts')
      .map((path) => readFileSync(path, 'utf8'))
      .join('')
    const called = functions.filter(({ name }) => new RegExp(`\\b${name}"?\\(`).test(text))
    expect(called.length).toBeGreaterThan(0)
    expect(called.filter(({ name }) => !mayWrite(`SELECT ${name}()`))).toEqual([])
  })
})

describe('A position in the log', () => {
  it('is compared as a text', () => {
    expect(logPosition('16/B374D848')).toBe('00000016B374D848')
    expect(logPosition('1/0') > logPosition('0/FFFFFFFF')).toBe(true)
    expect(logPosition('0/0')).toBe(anyPosition)
  })
})

describe('DATABASE_REPLICA_URLS', () => {
  const replicas = 'postgresql://a@one/x,postgresql://a@two/x'
  it('takes the primary and Redis', () => {
    const settings = { DATABASE_URL: 'postgresql://a@primary/x', REDIS_URL: 'redis://redis', DATABASE_REPLICA_URLS: replicas }
    expect(readConfig(settings).database).toMatchObject({ replicas: { urls: replicas.split(','), redisUrl: 'redis://redis' } })
    expect(() => readConfig({ DATABASE_REPLICA_URLS: replicas })).toThrow(
      new ConfigError(
        'DATABASE_REPLICA_URLS takes DATABASE_URL, the primary.; DATABASE_REPLICA_URLS takes REDIS_URL, in which all processes note what a replica must have replayed.',
      ),
    )
    expect(() => readConfig({ ...settings, DATABASE_REPLICA_URLS: 'primary' })).toThrow(/must be addresses such as/)
  })
})

/** Marks of two processes, over one name of a database that no other test has. */
const database = randomUUID()
const opened: CommitMarks[] = []
afterAll(() => {
  for (const marks of opened) marks.close()
})

describe.skipIf(!hasRedis)('Marks of commits', () => {
  const process_ = async () => {
    const marks = await marksInRedis(redisUrl, database, () => {})
    opened.push(marks)
    return marks
  }
  /** Not trusted for three seconds after they are opened. */
  const trusted = async (marks: CommitMarks) => {
    await expect.poll(() => marks.required('0', false), { timeout: 10_000, interval: 200 }).toBeDefined()
    return marks
  }

  it('of one process hold for all, by store, and those of no store for every store', async () => {
    const [one, other] = await Promise.all([process_().then(trusted), process_().then(trusted)])
    const announced = await one.announce('1')
    expect(await other.required('1', false)).toBeUndefined()
    expect(await other.required('1', true)).toBe(anyPosition)
    expect(await other.required('2', false)).toBe(anyPosition)
    await one.note('1', logPosition('0/50'), announced)
    expect(await other.required('1', false)).toBe(logPosition('0/50'))
    await other.note('1', logPosition('0/40'))
    expect(await one.required('1', false)).toBe(logPosition('0/50'))
    await other.note(undefined, logPosition('0/60'))
    expect([await one.required('1', false), await one.required('3', false)]).toEqual([logPosition('0/60'), logPosition('0/60')])
  })

  it.skipIf('dataDir' in template)('are made of each commit before its writer is answered, and of no query', async () => {
    const noted: (string | undefined)[] = []
    const marks: CommitMarks = {
      async announce(id) {
        noted.push(`announced ${id}`)
        return 'commit'
      },
      async note(id, position, announced) {
        noted.push(`noted ${id} ${position ? 'at' : 'nothing'} ${announced}`)
      },
      required: async () => undefined,
      close: () => {},
    }
    const { name } = await store.db.$queryRaw<[{ name: string }]>`SELECT current_database()::text AS name`.then(([row]) => row)
    const { db, close } = overPostgres(databaseUrl((template as { server: string }).server, name), { marks })
    try {
      const write = () => db.$executeRaw`UPDATE store SET name = name WHERE id = ${storeId}`
      await db.$queryRaw`SELECT 1`
      expect(noted.splice(0)).toEqual([])
      await write()
      expect(noted.splice(0)).toEqual(['noted undefined at undefined'])
      await inStore(storeId, () => inTransaction(db, (tx) => tx.$executeRaw`UPDATE store SET name = name WHERE id = ${storeId}`))
      expect(noted.splice(0)).toEqual([`announced ${storeId}`, `noted ${storeId} at commit`])
      await inTransaction(db, (tx) => tx.$executeRaw`UPDATE store SET name = name WHERE id = ${storeId}`)
      expect(noted.splice(0)).toEqual(['noted undefined at undefined'])
      const refused = inStore(storeId, () => db.$executeRaw`UPDATE store SET name = NULL WHERE id = ${storeId}`)
      await expect(refused).rejects.toThrow()
      expect(noted.splice(0)).toEqual([`announced ${storeId}`, `noted ${storeId} nothing commit`])
    } finally {
      await close()
    }
  })
})
