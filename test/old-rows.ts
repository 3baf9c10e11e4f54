/** Rows from before a CHECK: they break it, and are there nevertheless. */
import { checks } from '../src/db/checks.ts'
import type { Db } from '../src/db/connect.ts'
import { outOfSight } from './every-statement.ts'

/** Writes what a CHECK refuses, as it was written before there was one. */
export async function beforeCheck(db: Db, name: string, sql: string): Promise<void> {
  const check = checks[name]
  if (!check) throw new Error(`There is no CHECK ${name}.`)
  await outOfSight(() =>
    db.$transaction(async (tx) => {
      await tx.$executeRawUnsafe(`ALTER TABLE "${check.table}" DROP CONSTRAINT "${name}"`)
      await tx.$executeRawUnsafe(sql)
      await tx.$executeRawUnsafe(`ALTER TABLE "${check.table}" ADD CONSTRAINT "${name}" CHECK (${check.sql}) NOT VALID`)
    }),
  )
}
