/** Rows that share a key from before it was unique in a store: customers one e-mail address, coupons one code in different cases. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import type { Db } from '../db/connect.ts'

/** A key that several rows of a store have; of many rows the oldest are named. */
export type SharedKey = { storeId: bigint; key: string; count: number; ids: bigint[] }

const columns = {
  customer: { key: Prisma.raw('"email_key"'), repetition: Prisma.raw('"email_repetition"') },
  coupon: { key: Prisma.raw('"code_key"'), repetition: Prisma.raw('"code_repetition"') },
}

// Enough to begin with; what is mended leaves the list, and makes room for the rest.
const namedKeys = 1_000
const namedRows = 20

/** The keys that rows of a table share, by store; and how many there are in all. */
export async function sharedKeys(db: Db, table: keyof typeof columns): Promise<{ found: SharedKey[]; total: number }> {
  const { key, repetition } = columns[table]
  const rows = await db.$queryRaw<(SharedKey & { total: number })[]>`
    SELECT "store_id" AS "storeId", ${key} AS "key", count(*)::int AS "count",
      (array_agg("id" ORDER BY ${repetition}))[1:${namedRows}::int] AS "ids", (count(*) OVER ())::int AS "total"
    FROM ${Prisma.raw(table)}
    WHERE ("store_id", ${key}) IN (SELECT "store_id", ${key} FROM ${Prisma.raw(table)} WHERE ${repetition} > 0)
    GROUP BY "store_id", ${key} HAVING count(*) > 1
    ORDER BY "store_id", ${key} LIMIT ${namedKeys}::int`
  return { found: rows.map(({ total: _, ...shared }) => shared), total: rows[0]?.total ?? 0 }
}
