/** Customers who share an e-mail address, from before addresses were one customer's alone. */
import type { Db } from '../../db/connect.ts'

/** An address that several customers of a store have; of many customers the oldest are named. */
export type SharedEmail = { storeId: bigint; email: string; count: number; customerIds: bigint[] }

// Enough to begin with; what is mended leaves the list, and makes room for the rest.
const namedEmails = 1_000
const namedCustomers = 20

/** The addresses that are shared, in any case, by store; and how many there are in all. */
export async function sharedEmails(db: Db): Promise<{ found: SharedEmail[]; total: number }> {
  const rows = await db.$queryRaw<(SharedEmail & { total: number })[]>`
    SELECT "store_id" AS "storeId", "email_key" AS "email", count(*)::int AS "count",
      (array_agg("id" ORDER BY "id"))[1:${namedCustomers}::int] AS "customerIds", (count(*) OVER ())::int AS "total"
    FROM "customer"
    WHERE ("store_id", "email_key") IN (SELECT "store_id", "email_key" FROM "customer" WHERE "email_repetition" > 0)
    GROUP BY "store_id", "email_key" HAVING count(*) > 1
    ORDER BY "store_id", "email_key" LIMIT ${namedEmails}::int`
  return { found: rows.map(({ total: _, ...shared }) => shared), total: rows[0]?.total ?? 0 }
}
