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
  const wanted = names.map(({ name }) => name).filter((name) => !except.includes(name))
  const [all = {}] = await fingerprints(db, wanted, ['true'])
  return all
}

/** A fingerprint of each of these tables for each condition, of the rows that it holds of: as many rows, and the sum of their hashes. */
export async function fingerprints(
  db: Db,
  names: readonly string[],
  conditions: readonly string[],
): Promise<Record<string, string>[]> {
  const rows = (condition: string) =>
    `count(*) FILTER (WHERE ${condition}) || ' rows, ' || coalesce(sum(hash_record_extended(t, 0)) FILTER (WHERE ${condition}), 0)`
  const parts = names.map((name) => `SELECT '${name}' AS name, ARRAY[${conditions.map(rows)}] AS rows FROM "${name}" t`)
  // To plan it takes longer than to run it.
  const sql = Prisma.sql`${Prisma.raw(parts.join(' UNION ALL '))} ${keptPlan}`
  const found = await db.$queryRaw<{ name: string; rows: string[] }[]>(sql)
  return conditions.map((_, place) => Object.fromEntries(found.map(({ name, rows }) => [name, rows[place] ?? ''])))
}

/** The names of the tables that work changed; its events are held by test/events, and movements of subscriptions by test/figures. */
export async function tablesChangedBy(db: Db, work: () => Promise<unknown>): Promise<string[]> {
  const except = [...traces, 'event', 'subscription_movement']
  const before = await tables(db, except)
  await work()
  const after = await tables(db, except)
  return Object.keys(after)
    .filter((name) => before[name] !== after[name])
    .sort()
}
