/** The contents of whole tables, so that a test can say that a write left everything as it was. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Db } from '../../src/db/connect.ts'
import { keptPlan } from '../../src/db/kept-plan.ts'

// The rows that a refused write may leave: its entry in the log, and its key.
const traces = ['log_entry', 'idempotency_key', 'signing_key']

/** A fingerprint of every table's rows, by the table's name. */
export async function tables(db: Db, except: readonly string[] = traces): Promise<Record<string, string>> {
  const names = await db.$queryRaw<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`
  return fingerprints(
    db,
    names.map(({ name }) => name).filter((name) => !except.includes(name)),
  )
}

/** A fingerprint of each of these tables, of the rows that a condition holds of: as many rows, and the sum of their hashes. */
export async function fingerprints(db: Db, names: readonly string[], condition = 'true'): Promise<Record<string, string>> {
  const parts = names.map(
    (name) => `SELECT '${name}' AS name, count(*) || ' rows, ' || coalesce(sum(hash_record_extended(t, 0)), 0) AS rows
      FROM "${name}" t WHERE ${condition}`,
  )
  // To plan it takes longer than to run it.
  const sql = Prisma.sql`${Prisma.raw(parts.join(' UNION ALL '))} ${keptPlan}`
  const found = await db.$queryRaw<{ name: string; rows: string }[]>(sql)
  return Object.fromEntries(found.map(({ name, rows }) => [name, rows]))
}

/** The names of the tables that work changed; that it tells of it is held by test/events. */
export async function tablesChangedBy(db: Db, work: () => Promise<unknown>): Promise<string[]> {
  const except = [...traces, 'event']
  const before = await tables(db, except)
  await work()
  const after = await tables(db, except)
  return Object.keys(after)
    .filter((name) => before[name] !== after[name])
    .sort()
}
