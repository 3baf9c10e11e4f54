/** The contents of whole tables, so that a test can say that a write left everything as it was. */
import type { Db } from '../../src/db/connect.ts'

// What a refused write may leave: its entry in the log, and its key.
const traces = ['log_entry', 'idempotency_key', 'signing_key']

/** A fingerprint of every table's rows, by the table's name. */
export async function tables(db: Db, except: readonly string[] = traces): Promise<Record<string, string>> {
  const names = await db.$queryRawUnsafe<{ name: string }[]>(
    `SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  )
  const parts = names
    .filter(({ name }) => !except.includes(name))
    .map(
      ({ name }) =>
        `SELECT '${name}' AS name, count(*) || ' rows, ' || md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) AS rows FROM "${name}" t`,
    )
  const found = await db.$queryRawUnsafe<{ name: string; rows: string }[]>(parts.join(' UNION ALL '))
  return Object.fromEntries(found.map(({ name, rows }) => [name, rows]))
}

/** The names of the tables that work changed. */
export async function tablesChangedBy(db: Db, work: () => Promise<unknown>): Promise<string[]> {
  const before = await tables(db)
  await work()
  const after = await tables(db)
  return Object.keys(after)
    .filter((name) => before[name] !== after[name])
    .sort()
}
