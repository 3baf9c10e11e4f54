/** Dumps of a database on a PostgreSQL server: what is not whole, not ours, or not asked for is refused, and nothing is written then. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { dumpDatabase, restoreDump } from '../../src/copies/dump.ts'
import { readTables, sumOf, type TableSum } from '../../src/copies/tables.ts'
import { withSession } from '../../src/db/connect.ts'
import { placeOnServer } from '../../src/db/installation.ts'
import { beginEpoch } from '../../src/writes/epoch.ts'
import { fillEveryTable } from '../support/every-table.ts'
import { storeTables } from '../support/statement-stores.ts'
import { openStore } from '../support/store.ts'
import { databaseUrl } from '../support/template.ts'
import { missing } from './installed.ts'

const template = inject('template')

describe.skipIf(!('server' in template) || missing !== undefined)('A dump', () => {
  if (!('server' in template)) return
  const { server } = template
  const files = mkdtempSync(join(tmpdir(), 'tandem-dumps-'))
  const file = join(files, 'dump')
  const name = `tandem_dumped_${randomUUID().replaceAll('-', '')}`
  const url = databaseUrl(server, name)
  const elsewhere = (sql: string) => withSession(server, ({ exec }) => exec(sql))
  const tables = () =>
    withSession(
      url,
      async ({ query }) => (await query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).rows,
    )

  beforeAll(async () => {
    await elsewhere(`CREATE DATABASE ${name} TEMPLATE template0`)
    await dumpDatabase(databaseUrl(server, template.database), file)
  })
  afterAll(async () => {
    await elsewhere(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    rmSync(files, { recursive: true })
  })

  it('is its user’s alone, and replaces no file', async () => {
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
    expect(readdirSync(files)).toEqual(['dump'])
    await expect(dumpDatabase(url, file)).rejects.toThrow('is there already. Give the name of a new file.')
    await expect(dumpDatabase(databaseUrl(server, 'none_of_that_name'), join(files, 'none'))).rejects.toThrow(/does not exist/)
    expect(readdirSync(files)).toEqual(['dump'])
  })

  it('has its beginning recorded once it is whole, unless the database takes no writes, which is said', async () => {
    const source = databaseUrl(server, template.database)
    const read = () =>
      withSession(source, async ({ query }) => {
        const { rows } = await query(
          `SELECT extract(epoch FROM clock_timestamp() - backed_up_at)::float8 AS age FROM installation`,
        )
        return rows[0]?.age
      })
    const age = await read()
    expect(age).toBeGreaterThan(0)
    expect(age).toBeLessThan(60)
    await withSession(source, ({ exec }) => exec('UPDATE installation SET backed_up_at = NULL'))
    const readOnly = new URL(source)
    readOnly.searchParams.set('options', '-cdefault_transaction_read_only=on')
    expect(await dumpDatabase(readOnly.href, join(files, 'of-a-standby'))).toBe(
      'The time of this backup is not recorded (the database takes no writes, such as a standby), so tandem_backup_age_seconds does not count it.',
    )
    expect(await read()).toBe(null)
    rmSync(join(files, 'of-a-standby'))
    await expect(dumpDatabase(source, file)).rejects.toThrow('is there already')
    expect(await read()).toBe(null)
  })

  it('that is cut, or no dump of ours, is not restored', async () => {
    const bytes = readFileSync(file)
    const empty = join(files, 'empty-database')
    await dumpDatabase(url, empty)
    for (const [other, sentence] of [
      [bytes.subarray(0, bytes.length - 100), /is damaged, or not whole \(.*\)\. Nothing was restored\.$/s],
      [bytes.subarray(0, 100), /is no dump of a database of Tandem/],
      [Buffer.from('PGDMP and no more'), /is no dump of a database of Tandem/],
      [readFileSync(empty), /is no dump of a database of Tandem/],
    ] as const) {
      const damaged = join(files, 'damaged')
      writeFileSync(damaged, other)
      await expect(restoreDump(url, damaged)).rejects.toThrow(sentence)
      expect(await tables()).toEqual([])
    }
  })

  it('is restored into an empty database alone, whose tables are analyzed and whose marks of changes are of another epoch', async () => {
    expect(await restoreDump(url, file)).toBe(2)
    const counted = await withSession(url, ({ query }) => query(`SELECT FROM pg_class WHERE relname = 'order' AND reltuples > 0`))
    expect(counted.rows).toHaveLength(1)
    const marks = await withSession(url, ({ query }) =>
      query('SELECT epoch, oldest_open_transaction() / 1000000000000 AS "ofMarks" FROM installation'),
    )
    expect(marks.rows).toEqual([{ epoch: 1, ofMarks: '1' }])
    await expect(restoreDump(url, file)).rejects.toThrow(
      /^The database in DATABASE_URL is not empty \(.*\), and none is restored over another\./,
    )
  })

  it('brings every row of every table, and once adopted every sequence goes on in an epoch of its own', async () => {
    const { db } = await openStore({ isApart: true })
    await fillEveryTable(db)
    const [{ name: full }] = await db.$queryRaw<[{ name: string }]>`SELECT current_database()::text AS name`
    const whole = join(files, 'every-table')
    await dumpDatabase(databaseUrl(server, full), whole)
    await elsewhere(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await elsewhere(`CREATE DATABASE ${name} TEMPLATE template0`)
    await restoreDump(url, whole)
    const [original, copy] = await Promise.all([databaseUrl(server, full), url].map(sumsOfAll))
    // Where it ran and when it was dumped is its own.
    expect({ ...copy, installation: undefined }).toEqual({ ...original, installation: undefined })
    expect([...storeTables].filter((table) => !copy?.[table]?.rows)).toEqual([])
    const { epoch, first } = await withSession(url, async (session) => beginEpoch(session, await placeOnServer(session)))
    expect(epoch).toBe(2)
    const behind = await withSession(url, ({ query }) =>
      query(`SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' AND coalesce(last_value, 0) < ${first - 1n}`),
    )
    expect(behind.rows).toEqual([])
  })
})

/** The number of the rows of each table, and a sum over them. */
const sumsOfAll = (url: string): Promise<Record<string, TableSum>> =>
  withSession(url, async (session) => {
    const sums: Record<string, TableSum> = {}
    for (const table of await readTables(session)) sums[table.name] = await sumOf(session, table)
    return sums
  })
