/** Writes the planned changes of parts, with the events of stock that is gone. */
import type { ModelName, Shape } from '../../db/shape.ts'
import { emitLow } from '../../purchases/stock/stock.ts'
import { refuseTaken } from '../../records/record-links.ts'
import type { Changes } from '../../writes/changes.ts'
import type { Write } from '../../writes/write.ts'
import { treeTables } from './kinds.ts'
import { instanceFields } from './part-fields.ts'
import { changesOfRows, type RowChanges, writeRows } from './row-changes.ts'

type Stock = Shape<'ProductInventory'>

/** Writes the rows, one statement for each kind of change of a table. @returns the changes of each table by its name in the log. */
export async function writeParts(write: Write, changes: RowChanges, except?: ModelName): Promise<Changes> {
  await writeRows(write, changes, ['ProductBilling', 'Product', ...treeTables.keys()]).catch(
    refuseTaken('ProductInstance', instanceFields),
  )
  emitLowStock(write, changes)
  return changesOfRows(changes, treeTables, except)
}

/** Emits that a form has no piece left. */
function emitLowStock({ emit }: Write, { tables }: RowChanges): void {
  const set = [...(tables.get('ProductInventory')?.updated.values() ?? [])]
  const stocks = set.map(({ row, change }) => ({ before: row as Stock, now: { ...row, ...change } as Stock }))
  const counted = stocks.filter(({ now }) => now.trackInventory)
  emitLow(
    counted.map(({ before, now }) => ({
      ...{ id: before.productInstanceId, stockId: before.id },
      ...{ before: before.quantityOnHand, left: now.quantityOnHand, lowStockAt: now.lowStockAt },
    })),
    emit,
  )
}
