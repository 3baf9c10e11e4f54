/** Deletes a store with all its rows: the tables are found in the database itself, those that refer to others first. */
import type { Session } from './session.ts'

/** A table, and how many rows of the store it has. */
type TableRows = { table: string; rows: number }

const lockWaitSeconds = 60

/** Counts the rows of a store in each of its tables; tables without any are left out. */
export async function rowsOfStore(session: Session, storeId: bigint): Promise<TableRows[]> {
  const counted: TableRows[] = []
  for (const table of await storeTables(session)) {
    const { rows } = await session.query(`SELECT count(*)::int AS rows FROM "${table}" WHERE store_id = $1`, [storeId])
    const count = Number(rows[0]?.rows)
    if (count > 0) counted.push({ table, rows: count })
  }
  return counted
}

/**
 * Deletes a store that has a test clock, and everything of it, in one transaction.
 *
 * @param session has no limit of time: the rows of a large store take minutes.
 * @returns false where there is no such store.
 */
export async function deleteTestStore({ query, exec }: Session, storeId: bigint): Promise<boolean> {
  await exec(`BEGIN; SET LOCAL lock_timeout = '${lockWaitSeconds}s'`)
  try {
    // The lock keeps what belongs to the store alone from being inserted meanwhile.
    const found = await query('SELECT id FROM store WHERE id = $1 AND has_test_clock FOR UPDATE', [storeId])
    const isThere = found.rows.length > 0
    if (isThere) {
      await query('UPDATE subscription SET unpaid_order_id = NULL WHERE store_id = $1 AND unpaid_order_id IS NOT NULL', [storeId])
      for (const table of await storeTables({ query, exec })) await query(`DELETE FROM "${table}" WHERE store_id = $1`, [storeId])
      await query('DELETE FROM store WHERE id = $1', [storeId])
    }
    await exec('COMMIT')
    return isThere
  } catch (error) {
    await exec('ROLLBACK')
    throw error
  }
}

/** The tables whose rows belong to stores, each before those that it refers to. */
async function storeTables({ query }: Session): Promise<string[]> {
  const { rows } = await query(`
    SELECT relname AS "table", ARRAY(
      SELECT DISTINCT other.relname::text FROM pg_constraint JOIN pg_class AS other ON other.oid = confrelid
      WHERE conrelid = owned.oid AND contype = 'f' AND confrelid <> conrelid
        AND NOT (owned.relname = 'subscription' AND other.relname = 'order')) AS "refersTo"
    FROM pg_class AS owned JOIN pg_attribute ON attrelid = owned.oid AND attname = 'store_id'
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY relname`)
  const tables = rows as { table: string; refersTo: string[] }[]
  const left = new Map(tables.map(({ table, refersTo }) => [table, refersTo.filter((other) => other !== table)]))
  const ordered: string[] = []
  while (left.size > 0) {
    const referredTo = new Set([...left.values()].flat())
    const free = [...left.keys()].filter((table) => !referredTo.has(table))
    if (free.length === 0) throw new Error(`These tables refer to each other in a circle: ${[...left.keys()].join(', ')}.`)
    for (const table of free) left.delete(table)
    ordered.push(...free)
  }
  return ordered
}
