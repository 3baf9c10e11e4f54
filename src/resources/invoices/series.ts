/** The series of a store's invoices: locked while numbers are given, so that none is given twice and none is left out. */

import type { InvoiceKind } from '../../../prisma/generated/client/enums.ts'
import type { Tx } from '../../db/transaction.ts'
import { type SeriesPlace, seriesOf } from './numbers.ts'

type SeriesRow = { series: SeriesPlace['series']; epoch: number; last: bigint }

/** The series of a store in this epoch, locked until the transaction ends; undefined while another process has them. */
export async function lockSeries(tx: Tx, storeId: bigint): Promise<Series | undefined> {
  const find = () => tx.$queryRaw<SeriesRow[]>`
    SELECT series::text, epoch, last FROM invoice_series
    WHERE store_id = ${storeId}::bigint AND epoch = (SELECT epoch FROM installation) ORDER BY series FOR NO KEY UPDATE SKIP LOCKED`
  const found = await find()
  if (found.length > 0) return found.length === 2 ? new Series(storeId, found) : undefined
  const begun = await tx.$executeRaw`
    INSERT INTO invoice_series (store_id, series, epoch)
    SELECT ${storeId}::bigint, series, epoch FROM installation, unnest(ARRAY['invoice', 'credit_note']::"InvoiceKind"[]) AS series
    ON CONFLICT DO NOTHING`
  return begun === 2 ? new Series(storeId, await find()) : undefined
}

/** The locked series of a store. */
class Series {
  private readonly storeId: bigint
  private readonly rows: SeriesRow[]
  private readonly given = new Set<SeriesRow>()

  constructor(storeId: bigint, rows: SeriesRow[]) {
    this.storeId = storeId
    this.rows = rows
  }

  /** Takes the next place for a kind of invoice. */
  next(kind: InvoiceKind): SeriesPlace {
    const row = this.rows.find(({ series }) => series === seriesOf(kind))
    if (!row) throw new Error(`Store ${this.storeId} has no series for ${kind}.`)
    row.last += 1n
    this.given.add(row)
    const { series, epoch, last } = row
    return { series, epoch, place: last }
  }

  /** Stores how far each is numbered. */
  async save(tx: Tx): Promise<void> {
    for (const { series, epoch, last } of this.given)
      await tx.$executeRaw`
        UPDATE invoice_series SET last = ${last}::bigint
        WHERE store_id = ${this.storeId}::bigint AND series = ${series}::"InvoiceKind" AND epoch = ${epoch}::int`
  }
}
