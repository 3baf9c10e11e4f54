/** Finds months whose sums are not what a recount of their movements comes to. */
import type { Session } from '../../db/session.ts'
import { keptLinesSql } from './roll-up.ts'

/** The months of a store with a wrong sum: their number, and what they add up. */
export type WrongMonths = { storeId: bigint; count: number; names: string[] }

/** Recounts all stores, one after the other; it reads their movements once, and locks nothing. */
export async function wrongMonths({ query }: Session): Promise<WrongMonths[]> {
  const { rows: stores } = await query('SELECT id FROM store JOIN movement_roll_up ON store_id = id ORDER BY id')
  const found: WrongMonths[] = []
  for (const { id: storeId } of stores) {
    const { rows } = await query(recountSql, [storeId])
    const [{ count, names }] = rows as [{ count: number; names: string[] }]
    if (count > 0) found.push({ storeId: BigInt(storeId as string), count, names })
  }
  return found
}

const columns = 'name, month, kind, key, months, weeks, amount, committed'

const recountSql = `WITH kept AS MATERIALIZED (SELECT zone, mark, movement_id FROM movement_roll_up WHERE store_id = $1),
added AS MATERIALIZED (
  SELECT 1 AS times, movement.* FROM kept JOIN subscription_movement AS movement ON store_id = $1 AND (changed_in, id) < (mark, movement_id)
),
counted AS (
  SELECT name, date_trunc('month', at, zone) AS month, kind, coalesce(key, '') AS key, months, weeks, sum(amount) AS amount, sum(committed) AS committed
  FROM (${keptLinesSql('added')}) AS line CROSS JOIN kept GROUP BY 1, 2, 3, 4, 5, 6
),
months_now AS (SELECT ${columns} FROM movement_month WHERE store_id = $1),
wrong AS ((TABLE months_now EXCEPT TABLE counted) UNION (TABLE counted EXCEPT TABLE months_now))
SELECT count(DISTINCT (name, month))::int AS count, coalesce(array_agg(DISTINCT name ORDER BY name), '{}') AS names FROM wrong`
