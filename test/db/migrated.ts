/** A database that was filled by an older version, and then brought up to date. */
import { randomUUID } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { type Db, overPostgres, withSession } from '../../src/db/connect.ts'
import { inSession, overEmbedded } from '../../src/db/embedded/open.ts'
import { migrate, readMigrations } from '../../src/db/migrate.ts'
import type { Session } from '../../src/db/session.ts'
import { emptied } from '../support/embedded.ts'
import { databaseUrl } from '../support/template.ts'

type Work = (session: Session) => Promise<void>

/**
 * Makes a database as it was before a migration, fills it, and applies the rest; it goes with the test file.
 * Asked for while tests are collected: a hook that is registered in a hook is never called.
 *
 * @param ending what the name of the first migration to come ends with.
 * @param later what else is done, each before a later migration.
 */
export async function openMigrated(ending: string, fill: Work, later: Record<string, Work> = {}): Promise<Db> {
  const all = readMigrations()
  const bringUpToDate = async (session: Session) => {
    for (const [next, work] of Object.entries({ [ending]: fill, ...later })) {
      const first = all.findIndex(({ name }) => name.endsWith(next))
      await migrate(session, all.slice(0, first))
      await work(session)
    }
    await migrate(session)
  }
  const template = inject('template')
  if ('dataDir' in template) {
    const { database, remove } = await emptied(template.dataDir)
    await inSession(database, bringUpToDate)
    const { db, close } = overEmbedded(database)
    afterAll(() => close().finally(remove))
    return db
  }
  const { server } = template
  const name = `tandem_test_${randomUUID().replaceAll('-', '')}`
  await withSession(server, ({ exec }) => exec(`CREATE DATABASE ${name}`))
  // Also where a later step fails. The last one registered is called first, so that no connection is left.
  afterAll(() => withSession(server, ({ exec }) => exec(`DROP DATABASE ${name} WITH (FORCE)`)))
  const url = databaseUrl(server, name)
  await withSession(url, bringUpToDate)
  const { db, close } = overPostgres(url)
  afterAll(close)
  return db
}
