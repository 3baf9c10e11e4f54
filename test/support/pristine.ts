/** Puts the rows of a database back as they were, which takes a tenth of the time that a new copy does. */
import { isDeepStrictEqual } from 'node:util'
import type { Session } from '../../src/db/session.ts'

type Table = { name: string; columns: string[] }
/** The rows of the tables by their names, each as PostgreSQL writes it, in the order they lie in. */
type Rows = Map<string, string[]>
type Counter = { name: string; last: string | null }

/**
 * Remembers what a database holds.
 *
 * @returns what puts it back, whatever was written and set meanwhile, and throws when more than rows has changed.
 */
export async function rememberRows(session: Session): Promise<(session: Session) => Promise<void>> {
  const schema = await readSchema(session)
  const tables = await readTables(session)
  const rows = await readRows(session, tables)
  const counters = await readCounters(session)

  return async (session) => {
    await session.exec('DISCARD ALL')
    if ((await readSchema(session)) !== schema) {
      throw new Error("Tests that change the database's schema need a store with `isApart: true`.")
    }
    const found = await readRows(session, tables)
    const changed = tables.filter(({ name }) => !isDeepStrictEqual(found.get(name), rows.get(name)))
    if (changed.length > 0) await replace(session, changed, rows)
    await setCounters(session, counters)
  }
}

/** Replaces the rows of tables; no trigger and no foreign key minds. */
async function replace(session: Session, tables: readonly Table[], rows: Rows): Promise<void> {
  await session.exec('SET session_replication_role = replica')
  for (const { name } of tables) await session.exec(`DELETE FROM ${name}`)
  // The rows would else come to lie in the gaps of those that were there, in another order.
  await session.exec(`VACUUM ${tables.map(({ name }) => name).join(', ')}`)
  for (const { name, columns } of tables) {
    const values = columns.map((column) => `(line).${column}`)
    // Without OFFSET each line would be read once for every column.
    const lines = `SELECT line::${name} FROM unnest($1::text[]) AS line OFFSET 0`
    const insert = `INSERT INTO ${name} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM (${lines}) AS lines (line)`
    await session.query(insert, [rows.get(name)])
  }
  await session.exec('RESET session_replication_role')
  // It was vacuumed while it was empty, and would be read as if it still was.
  await session.exec(`ANALYZE ${tables.map(({ name }) => name).join(', ')}`)
}

async function readTables({ query }: Session): Promise<Table[]> {
  const { rows } =
    await query(`SELECT attrelid::regclass::text AS name, array_agg(quote_ident(attname) ORDER BY attnum) AS columns
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    GROUP BY attrelid ORDER BY attrelid`)
  return rows as Table[]
}

async function readRows({ query }: Session, tables: readonly Table[]): Promise<Rows> {
  const columns = tables.map(({ name }, index) => `ARRAY(SELECT each::text FROM ${name} AS each) AS "${index}"`)
  const { rows } = await query(`SELECT ${columns.join(', ')}`)
  const [found] = rows as Record<string, string[]>[]
  return new Map(tables.map(({ name }, index) => [name, found?.[index] ?? []]))
}

async function readCounters({ query }: Session): Promise<Counter[]> {
  const { rows } = await query(`SELECT oid::regclass::text AS name, pg_sequence_last_value(oid)::text AS last
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'`)
  return rows as Counter[]
}

async function setCounters({ query }: Session, counters: readonly Counter[]): Promise<void> {
  const set = `SELECT setval(name::regclass, coalesce(last, 1), last IS NOT NULL)
    FROM unnest($1::text[], $2::bigint[]) AS counter (name, last)`
  await query(set, [counters.map(({ name }) => name), counters.map(({ last }) => last)])
}

/** The fingerprint of a schema: objects that are created or altered have another number, name or property. */
async function readSchema({ query }: Session): Promise<unknown> {
  const { rows } = await query(`SELECT json_build_array(
    (SELECT json_agg((oid, relname, relkind, relrowsecurity) ORDER BY oid) FROM pg_class WHERE relnamespace = 'public'::regnamespace),
    (SELECT json_agg((attrelid, attnum, attname, atttypid, attnotnull) ORDER BY attrelid, attnum)
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE relnamespace = 'public'::regnamespace),
    (SELECT json_agg(oid ORDER BY oid) FROM pg_attrdef),
    (SELECT json_agg((oid, conname) ORDER BY oid) FROM pg_constraint),
    (SELECT json_agg((oid, tgenabled) ORDER BY oid) FROM pg_trigger),
    (SELECT json_agg((oid, prosrc) ORDER BY oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace),
    (SELECT json_agg(setconfig) FROM pg_db_role_setting)
  )::text AS schema`)
  return (rows[0] as { schema?: string }).schema
}
