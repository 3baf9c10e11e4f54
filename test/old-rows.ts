/** Rows from before a CHECK: they break it, and are there nevertheless. */
import { checks } from '../src/db/checks.ts'
import type { Db } from '../src/db/connect.ts'
import type { Tx } from '../src/db/transaction.ts'
import { outOfSight } from './every-statement.ts'

/** Writes what a CHECK refuses, as it was written before there was one. */
export const beforeCheck = (db: Db, name: string, sql: string): Promise<void> =>
  beforeChecks(db, [name], async (tx) => void (await tx.$executeRawUnsafe(sql)))

/** Writes what some CHECKs refuse. */
export const beforeChecks = (db: Db, names: readonly string[], write: (tx: Tx) => Promise<void>): Promise<void> =>
  outOfSight(() =>
    db.$transaction(async (tx) => {
      const named = Object.entries(checks).filter(([name]) => names.includes(name))
      for (const [name, { table }] of named) await tx.$executeRawUnsafe(`ALTER TABLE "${table}" DROP CONSTRAINT "${name}"`)
      await write(tx)
      for (const [name, { table, sql }] of named)
        await tx.$executeRawUnsafe(`ALTER TABLE "${table}" ADD CONSTRAINT "${name}" CHECK (${sql}) NOT VALID`)
    }),
  )
