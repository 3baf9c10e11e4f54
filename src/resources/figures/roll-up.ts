/**
 * Adds movements up by month, so that figures need not read them all: per store, a few thousand at a time. Below a mark all movements are in the months;
 * the mark moves in the transaction that adds them, and only up to the oldest open one.
 */
import { setTimeout } from 'node:timers/promises'
import { Prisma } from '../../../prisma/generated/client/client.ts'
import type { Db } from '../../db/connect.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { parseTimeZone } from '../../values/time-zone.ts'
import { customerLines, statusLines } from './customers.ts'
import { boundsOf } from './figure.ts'
import { monthStarts } from './months.ts'
import { amountLines, keptGroups } from './movement-lines.ts'
import type { MovementLines } from './sums-of-lines.ts'

/** All lines that are kept added up. */
const keptLines: readonly MovementLines[] = [
  ...(['separate', 'churn', 'ignore'] as const).flatMap((pauses) => [
    ...keptGroups.map((by) => amountLines(by, pauses)),
    customerLines(pauses),
  ]),
  statusLines,
]

/** The statement of all kept lines, each with its name. @param movements a table of movements in SQL. */
export const keptLinesSql = (movements: string): string =>
  keptLines.map(({ keptAs, of }) => `SELECT '${keptAs}' AS name, line.* FROM (${of(movements)}) AS line`).join('\nUNION ALL\n')

const waitingSql = Prisma.raw(keptLinesSql('waiting'))

/** A place among movements, in the order of their marks, and of their ids where these are equal. */
type LedgerPlace = { mark: bigint; movementId: bigint }

const placeSql = ({ mark, movementId }: LedgerPlace): Prisma.Sql => Prisma.sql`(${mark}::bigint, ${movementId}::bigint)`

const between = (from: LedgerPlace, until: LedgerPlace): Prisma.Sql =>
  Prisma.sql`(changed_in, id) >= ${placeSql(from)} AND (changed_in, id) < ${placeSql(until)}`

/** The statement that adds the movements between two places to their months. */
const addSql = (storeId: bigint, from: LedgerPlace, until: LedgerPlace, months: string): Prisma.Sql => Prisma.sql`
WITH waiting AS MATERIALIZED (
  SELECT 1 AS times, * FROM subscription_movement WHERE store_id = ${storeId}::bigint AND ${between(from, until)}
)
INSERT INTO movement_month (store_id, name, month, kind, key, months, weeks, amount, committed)
SELECT ${storeId}::bigint, name, (${Prisma.raw(months)})[width_bucket(at, ${Prisma.raw(months)})], kind, coalesce(key, ''), months, weeks,
  sum(amount), sum(committed)
FROM (${waitingSql}) AS lines GROUP BY 1, 2, 3, 4, 5, 6, 7
ON CONFLICT (store_id, name, month, kind, key, months, weeks)
DO UPDATE SET amount = movement_month.amount + excluded.amount, committed = movement_month.committed + excluded.committed`

type RollUpSizes = {
  /** The movements that wait before any are added. */
  atLeast: number
  /** The movements that a transaction adds. */
  atOnce: number
}

const pauseMilliseconds = 20
// So that one round of maintenance ends; what is left is for the next one.
const mostBatches = 500

/** Adds the movements that wait in all stores. @returns the number of movements that were added. */
export async function rollUpMovements(
  db: Db,
  { atLeast, atOnce }: RollUpSizes = { atLeast: 1_000, atOnce: 2_000 },
): Promise<number> {
  const stores = await db.$queryRaw<{ id: bigint }[]>`
    SELECT store.id FROM store LEFT JOIN movement_roll_up AS kept ON kept.store_id = store.id
    WHERE kept.zone <> store.time_zone OR EXISTS (
      SELECT FROM subscription_movement AS waiting WHERE waiting.store_id = store.id
        AND (changed_in, waiting.id) >= (coalesce(kept.mark, 0), coalesce(kept.movement_id, 0)) AND changed_in < "oldest_open_transaction"()
      ORDER BY changed_in, waiting.id OFFSET ${atLeast - 1}::int LIMIT 1
    )`
  let added = 0
  for (const { id } of stores) {
    for (let batch = 0; batch < mostBatches; batch += 1) {
      const count = await inTransaction(db, (tx) => addWaiting(tx, id, atOnce))
      added += count
      if (count < atOnce) break
      await setTimeout(pauseMilliseconds)
    }
  }
  return added
}

/** Adds some of the movements that wait in a store. @returns their number. */
async function addWaiting(tx: Tx, storeId: bigint, atOnce: number): Promise<number> {
  const kept = await lockRollUp(tx, storeId)
  if (!kept) return 0
  const { zone, ...from } = kept
  const [until] = await tx.$queryRaw<[LedgerPlace]>`
    (SELECT changed_in AS mark, id AS "movementId" FROM subscription_movement WHERE store_id = ${storeId}::bigint
      AND (changed_in, id) >= ${placeSql(from)} AND changed_in < "oldest_open_transaction"() ORDER BY changed_in, id OFFSET ${atOnce}::int LIMIT 1)
    UNION ALL SELECT "oldest_open_transaction"(), 0 LIMIT 1`
  // All times of a month of UTC lie in the months of another zone that its first and its last time are in.
  const spans = await tx.$queryRaw<{ count: number; first: Date; last: Date }[]>`
    SELECT count(*)::int AS count, min(at) AS first, max(at) AS last FROM subscription_movement
    WHERE store_id = ${storeId}::bigint AND ${between(from, until)} GROUP BY date_trunc('month', at, 'UTC')`
  if (spans.length === 0) return 0
  const starts = monthStarts(
    spans.flatMap(({ first, last }) => [first, last]),
    parseTimeZone(zone) ?? 'UTC',
  )
  await tx.$executeRaw(addSql(storeId, from, until, boundsOf(starts.map((start) => ({ start, end: start })))))
  await tx.$executeRaw`UPDATE movement_roll_up SET mark = ${until.mark}::bigint, movement_id = ${until.movementId}::bigint WHERE store_id = ${storeId}::bigint`
  return spans.reduce((sum, { count }) => sum + count, 0)
}

/** Locks the state of a store's months. Without one, and in another time zone than the store's, they begin anew. */
async function lockRollUp(tx: Tx, storeId: bigint): Promise<({ zone: string } & LedgerPlace) | undefined> {
  const [kept] = await tx.$queryRaw<({ zone: string; timeZone: string; isNew: boolean } & LedgerPlace)[]>`
    INSERT INTO movement_roll_up AS kept (store_id, zone) SELECT id, time_zone FROM store WHERE id = ${storeId}::bigint
    ON CONFLICT (store_id) DO UPDATE SET mark = kept.mark
    RETURNING zone, mark, movement_id AS "movementId", (SELECT time_zone FROM store WHERE id = kept.store_id) AS "timeZone", xmax = 0 AS "isNew"`
  if (!kept) return undefined
  const { zone, timeZone, isNew, mark, movementId } = kept
  if (!isNew && zone === timeZone) return { zone, mark, movementId }
  await tx.$executeRaw`DELETE FROM movement_month WHERE store_id = ${storeId}::bigint`
  await tx.$executeRaw`UPDATE movement_roll_up SET zone = ${timeZone}, mark = 0, movement_id = 0 WHERE store_id = ${storeId}::bigint`
  return { zone: timeZone, mark: 0n, movementId: 0n }
}
