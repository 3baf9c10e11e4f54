/** Rows from before a CHECK that break it. */
import { Prisma } from '../../prisma/generated/client/client.ts'
import { checks, type TableCheck } from './checks.ts'
import type { Db } from './connect.ts'

/** The rows of a store that break one CHECK; of many the first are named. */
export type BrokenRows = { storeId: bigint; check: TableCheck; count: number; ids: bigint[] }

const namedRows = 20

/** Finds the rows that break a CHECK which was not validated, by one scan of each table. */
export async function brokenRows(db: Db): Promise<BrokenRows[]> {
  const open = await db.$queryRaw<{ name: string }[]>`
    SELECT conname AS name FROM pg_constraint WHERE contype = 'c' AND NOT convalidated AND connamespace = current_schema()::regnamespace`
  const names = new Set(open.map(({ name }) => name))
  const ofTable = Map.groupBy(
    Object.entries(checks).filter(([name]) => names.has(name)),
    ([, { table }]) => table,
  )
  const found: BrokenRows[] = []
  for (const [table, ofIt] of ofTable) {
    const conditions = ofIt.map(([name, { sql }]) => `('${name}', NOT (${sql}))`).join(', ')
    const rows = await db.$queryRaw<{ storeId: bigint; name: string; count: number; ids: bigint[] }[]>`
      SELECT "store_id" AS "storeId", broken.name, count(*)::int AS count, (array_agg("id" ORDER BY "id"))[1:${namedRows}::int] AS ids
      FROM ${Prisma.raw(`"${table}"`)} CROSS JOIN LATERAL (VALUES ${Prisma.raw(conditions)}) AS broken (name, is_broken)
      WHERE broken.is_broken GROUP BY "store_id", broken.name ORDER BY "store_id", broken.name`
    for (const { name, ...row } of rows) found.push({ ...row, check: checks[name] as TableCheck })
  }
  return found
}
