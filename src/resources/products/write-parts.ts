/** Writes the planned changes of parts, with the events of stock that is gone. */
import type { ModelName, Shape } from '../../db/shape.ts'
import { recordCounts, type WrittenStock } from '../../purchases/stock/stock.ts'
import { refuseTaken } from '../../records/record-links.ts'
import { changesOfRows, type PartRow, type RowChanges, writeRows } from '../../records/row-changes.ts'
import type { Changes } from '../../writes/changes.ts'
import type { Write } from '../../writes/write.ts'
import { treeTables } from './kinds.ts'
import { instanceFields } from './part-fields.ts'

type Stock = Shape<'ProductInventory'>

/** Writes the rows, one statement for each kind of change of a table. @returns the changes of each table by its name in the log. */
export async function writeParts(write: Write, changes: RowChanges, except?: ModelName): Promise<Changes> {
  await writeRows(write, changes, ['ProductBilling', 'Product', ...treeTables.keys()]).catch(
    refuseTaken('ProductInstance', instanceFields),
  )
  await recordCounts(write, stocksOf(changes))
  return changesOfRows(changes, treeTables, except)
}

/** The stock records that a write has added and changed. */
function stocksOf(changes: RowChanges): WrittenStock[] {
  const { inserted = [], updated } = changes.tables.get('ProductInventory') ?? {}
  const added = inserted.map((row) => ({
    after: { ...(row as PartRow & Stock), productInstanceId: changes.idOf(row.productInstanceId) },
  }))
  const set = [...(updated?.values() ?? [])].map(({ row, change }) => ({
    before: row as Stock,
    after: { ...row, ...change } as Stock,
  }))
  return [...added, ...set]
}
