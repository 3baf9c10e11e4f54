/** Deletes a store with all its rows: the tables are found in the database itself, those that refer to others first. */
import type { Db } from './connect.ts'
import { inTransaction, type Tx } from './transaction.ts'

/** A table, and how many rows of the store it has. */
type TableRows = { table: string; rows: number }

/** Counts the rows of a store in each of its tables; tables without any are left out. */
export async function rowsOfStore(db: Db | Tx, storeId: bigint): Promise<TableRows[]> {
  const counted: TableRows[] = []
  for (const table of await storeTables(db)) {
    const [row] = await db.$queryRawUnsafe<[{ rows: number }]>(
      `SELECT count(*)::int AS rows FROM "${table}" WHERE store_id = $1`,
      storeId,
    )
    if (row.rows > 0) counted.push({ table, rows: row.rows })
  }
  return counted
}

/** Deletes a store that has a test clock, and everything of it, in one transaction; false where there is no such store. */
export const deleteTestStore = (db: Db, storeId: bigint): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    // The lock keeps what belongs to the store alone from being inserted meanwhile.
    const found = await tx.$queryRaw<object[]>`SELECT id FROM store WHERE id = ${storeId} AND has_test_clock FOR UPDATE`
    if (found.length === 0) return false
    await tx.$executeRaw`UPDATE subscription SET unpaid_order_id = NULL WHERE store_id = ${storeId} AND unpaid_order_id IS NOT NULL`
    for (const table of await storeTables(tx)) await tx.$executeRawUnsafe(`DELETE FROM "${table}" WHERE store_id = $1`, storeId)
    await tx.$executeRaw`DELETE FROM store WHERE id = ${storeId}`
    return true
  })

/** The tables whose rows belong to stores, each before those that it refers to. */
async function storeTables(db: Db | Tx): Promise<string[]> {
  const rows = await db.$queryRaw<{ table: string; refersTo: string[] }[]>`
    SELECT relname AS "table", ARRAY(
      SELECT DISTINCT other.relname::text FROM pg_constraint JOIN pg_class AS other ON other.oid = confrelid
      WHERE conrelid = owned.oid AND contype = 'f' AND confrelid <> conrelid
        AND NOT (owned.relname = 'subscription' AND other.relname = 'order')) AS "refersTo"
    FROM pg_class AS owned JOIN pg_attribute ON attrelid = owned.oid AND attname = 'store_id'
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY relname`
  const left = new Map(rows.map(({ table, refersTo }) => [table, refersTo.filter((other) => other !== table)]))
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
