/** Finds what is wrong with the invoices of stores: places without one, paid orders without one, and what has waited for too long. */
import type { Session } from '../../db/session.ts'

/** The faults of a store: a number of each kind, and the ids of some orders without an invoice. */
export type WrongInvoices = { storeId: bigint; gaps: number; late: number; orders: number; ids: bigint[] }

/** Looks at the invoices of all stores, one after the other; it locks nothing. */
export async function wrongInvoices({ query }: Session): Promise<WrongInvoices[]> {
  const { rows: stores } = await query(
    'SELECT id FROM store WHERE invoices_from IS NOT NULL OR EXISTS (SELECT FROM invoice_series WHERE store_id = id) ORDER BY id',
  )
  const found: WrongInvoices[] = []
  for (const { id: storeId } of stores) {
    const { rows } = await query(lookSql, [storeId])
    const [{ gaps, late, orders, ids }] = rows as [Omit<WrongInvoices, 'storeId' | 'ids'> & { ids: string[] }]
    if (gaps + late + orders > 0) found.push({ storeId: BigInt(storeId as string), gaps, late, orders, ids: ids.map(BigInt) })
  }
  return found
}

/** Places up to the last one that have no invoice; what is due for ten minutes; orders that were paid since and have neither. */
const lookSql = `WITH without AS MATERIALIZED (
  SELECT sold.id FROM "order" AS sold JOIN store ON store.id = $1
  WHERE sold.store_id = $1 AND paid_at >= invoices_from AND total > 0 AND NOT is_test AND NOT order_has_invoice($1, sold.id)
)
SELECT (
    SELECT coalesce(sum(last - (SELECT count(*) FROM invoice WHERE store_id = $1 AND series = kept.series AND epoch = kept.epoch AND place <= last)), 0)::int
    FROM invoice_series AS kept WHERE store_id = $1
  ) AS gaps,
  (SELECT count(*)::int FROM invoice_due WHERE store_id = $1 AND created_at < clock_timestamp() - interval '10 minutes') AS late,
  (SELECT count(*)::int FROM without) AS orders,
  coalesce((SELECT json_agg(id::text) FROM (SELECT id FROM without ORDER BY id LIMIT 5) AS few), '[]') AS ids`
