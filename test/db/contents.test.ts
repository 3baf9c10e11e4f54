/** Whose a database is: nothing is made in another program's, and nothing by a role that may not. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import type { Session } from '../../src/db/session.ts'
import { checkSessionSettings } from '../../src/db/session-settings.ts'
import { operatorSentence } from '../../src/start/operator-errors.ts'
import { openStore } from '../support/store.ts'

const { session } = await openStore({ isApart: true })

/** One session for all tests. */
let database: Session
const over = Promise.withResolvers<void>()
let ended: Promise<void>
beforeAll(async () => {
  const begun = Promise.withResolvers<Session>()
  ended = session((given) => {
    begun.resolve(given)
    return over.promise
  })
  database = await begun.promise
})
afterAll(() => {
  over.resolve()
  return ended
})

// Each test begins with an empty database.
beforeEach(() => database.exec('RESET ROLE; DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SCHEMA IF EXISTS crm CASCADE'))

const tables = async () => {
  const { rows } = await database.query(
    `SELECT relname AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
     WHERE relkind IN ('r', 'v', 'm') AND nspname IN ('public', 'crm') ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

/** The line that an operator sees. */
const failure = (work: () => Promise<unknown> = () => migrate(database)) =>
  work().then(
    () => 'nothing went wrong',
    (error) => operatorSentence(error),
  )

const another = (why: string) =>
  `The database belongs to another program (${why}). Tandem takes one of its own, which createdb makes.`

describe('A start', () => {
  it.each([
    ['a table', 'CREATE TABLE customers ()', 'customers'],
    ['a view', 'CREATE VIEW customers AS SELECT 1', 'customers'],
    ['a table in a schema of its own', 'CREATE SCHEMA crm; CREATE TABLE crm.people ()', 'people'],
    [
      'many tables',
      'CREATE TABLE a (); CREATE TABLE b (); CREATE TABLE c (); CREATE TABLE d (); CREATE TABLE e ()',
      'a, b, c, d, …',
    ],
  ])('makes nothing in a database with %s', async (_what, sql, named) => {
    await database.exec(sql)
    const before = await tables()
    expect(await failure()).toBe(another(`tables of it: ${named}`))
    expect(await tables()).toEqual(before)
  })

  it('makes nothing in a database that another program keeps with Prisma', async () => {
    await database.exec(`CREATE TABLE "_prisma_migrations" (migration_name text, checksum text, started_at timestamptz,
      finished_at timestamptz, rolled_back_at timestamptz);
      INSERT INTO "_prisma_migrations" VALUES ('20200101_blog', '', now(), now())`)
    expect(await failure()).toBe(another('a migration of it: 20200101_blog'))
    expect(await tables()).toEqual(['_prisma_migrations'])
  })

  it('says in one line that a role may not make tables', async () => {
    // Roles belong to all databases of a server.
    const role = `tandem_test_${randomUUID().replaceAll('-', '')}`
    await database.exec(`CREATE ROLE ${role}; SET ROLE ${role}`)
    const told = await failure()
    await database.exec(`RESET ROLE; DROP ROLE ${role}`)
    expect(told).toBe('The user in DATABASE_URL may not read and make tables there. Make it the owner of the database.')
  })

  it('takes an empty database, and its own again', async () => {
    expect((await migrate(database)).length).toBeGreaterThan(0)
    await database.exec('CREATE TABLE notes_of_the_operator ()')
    expect(await migrate(database)).toEqual([])
  })

  it('locks and sets nothing where nothing is missing, as behind a pooler no session ends with its work', async () => {
    await migrate(database)
    const asked: string[] = []
    const session = {
      query: (sql: string, values?: unknown[]) => {
        asked.push(sql)
        return database.query(sql, values)
      },
      exec: (sql: string) => {
        asked.push(sql)
        return database.exec(sql)
      },
    }
    expect(await migrate(session)).toEqual([])
    expect(asked.filter((sql) => /lock|^SET/i.test(sql))).toEqual([])
  })

  it('refuses sessions that were not given the settings they need, and says how all are', async () => {
    const check = () => failure(() => checkSessionSettings(database))
    try {
      await database.exec("SET timezone = 'UTC'")
      expect(await check()).toBe('nothing went wrong')
      await database.exec("SET timezone = 'Etc/UTC'")
      expect(await check()).toBe('nothing went wrong')
      // Their winter has no offset, but their summer.
      await database.exec("SET timezone = 'Europe/London'; SET datestyle = 'SQL, DMY'; SET extra_float_digits = 0")
      const [{ name } = { name: '' }] = (await database.query('SELECT current_database() AS name')).rows
      expect(await check()).toBe(
        'Sessions of the database have timezone Europe/London and datestyle SQL, DMY and extra_float_digits 0, whatever they ask for, ' +
          'as behind a pooler that leaves their settings out. Run at the database itself: ' +
          `ALTER DATABASE "${name}" SET timezone = 'UTC'; ALTER DATABASE "${name}" SET datestyle = 'ISO'; ` +
          `ALTER DATABASE "${name}" SET extra_float_digits = '1';`,
      )
    } finally {
      await database.exec('RESET timezone; RESET datestyle; RESET extra_float_digits')
    }
  })
})
