/** A new embedded database begins with files that were made before: what is in them is what PGlite's `initdb` makes. */
import { statSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { EmbeddedDatabase } from '../../src/db/embedded/database.ts'
import type { DataLocation } from '../../src/db/embedded/messages.ts'
import { newDatabaseFile } from '../../src/db/embedded/new-database.ts'
import { inSession } from '../../src/db/embedded/open.ts'
import { Thread } from '../../src/db/embedded/thread.ts'

/** Columns that count and number what was done to a table. */
const changing = [
  'relpages',
  'reltuples',
  'relallvisible',
  'relallfrozen',
  'relfrozenxid',
  'relminmxid',
  'datfrozenxid',
  'datminmxid',
]

/** The catalogs that all databases of a directory share name each of them. */
const ofThisOne: Record<string, string> = {
  pg_database: 'datname = current_database()',
  pg_shdescription: 'objoid = (SELECT oid FROM pg_database WHERE datname = current_database())',
}

/** The rows of each catalog of a database in memory. */
async function catalogsIn(place: DataLocation): Promise<Record<string, unknown>> {
  const open = () => Thread.open(place, 60_000)
  const database = await EmbeddedDatabase.open({ open, hasSpace: async () => true, warn() {}, giveUp() {} })
  onTestFinished(() => database.close())
  return inSession(database, async ({ query }) => {
    const named = await query(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind = 'r'`,
    )
    const found: Record<string, unknown> = {}
    for (const { name } of named.rows as { name: string }[]) {
      const { rows } = await query(
        `SELECT md5(string_agg(row, ',' ORDER BY row)), count(*)
        FROM (SELECT (to_jsonb(t) - $1::text[])::text AS row FROM ${name} t WHERE ${ofThisOne[name] ?? true}) AS rows`,
        [changing],
      )
      found[name] = rows[0]
    }
    return found
  })
}

// Where the file of this version is missing: `npm run initdb`.
it('is what initdb makes, without the databases that are never opened', async () => {
  expect(statSync(newDatabaseFile).size).toBeLessThan(1_000_000)
  const [prepared, made] = await Promise.all([catalogsIn({ isNew: true }), catalogsIn({})])
  expect(prepared).toEqual(made)
})
