/** Rows from before a CHECK: they break it, and are there nevertheless. The database must be the test's own (`isApart`). */
import { checks } from '../../src/db/checks.ts'
import type { Db } from '../../src/db/connect.ts'
import { outOfSight } from './every-statement.ts'

/** Writes what a CHECK refuses, as it was written before there was one. */
export const beforeCheck = (db: Db, name: string, sql: string): Promise<void> =>
  beforeChecks(db, () => db.$executeRawUnsafe(sql), [name])

/** Writes what the CHECKs refuse, as it was written before there were any. */
export const beforeChecks = (db: Db, write: () => Promise<unknown>, names = Object.keys(checks)): Promise<void> =>
  outOfSight(async () => {
    const named = Object.entries(checks).filter(([name]) => names.includes(name))
    for (const [name, { table }] of named) await db.$executeRawUnsafe(`ALTER TABLE "${table}" DROP CONSTRAINT "${name}"`)
    await write()
    for (const [name, { table, sql }] of named)
      await db.$executeRawUnsafe(`ALTER TABLE "${table}" ADD CONSTRAINT "${name}" CHECK (${sql}) NOT VALID`)
  })
