/** Adjusts the count of a stock record by a number of pieces. */
import { adjustCount } from '../../purchases/stock/movements.ts'
import { emitLow } from '../../purchases/stock/stock.ts'
import { inputFields } from '../../schema/inputs.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { text } from '../../values/writable.ts'
import { complete } from '../../values/written-values.ts'
import { builder, mutation } from '../describe.ts'
import { type AdjustmentKind, adjusted } from './adjust-rules.ts'

const adjustment = builder.enumType('InventoryAdjustmentKind', {
  description: 'Why a count is adjusted.',
  values: {
    corrected: { description: 'It was wrong, or pieces are lost or broken.' },
    received: { description: 'Pieces arrived.' },
    returned: { description: 'Pieces came back, of which no parcel and no refund says so.' },
  } satisfies Record<AdjustmentKind, object>,
})

const writable = { reason: text("The store's reason", { max: 10_000, notBlank: true }) }

mutation('adjustInventory', {
  description:
    'Adds pieces to the count of an instance, or takes some off, whatever it is by then. Sent again with its `Idempotency-Key` it counts once.',
  emits: ['inventory.updated', 'inventory.low'],
  input: (t) => ({
    productInstanceId: t.id({ required: true, description: 'The instance.' }),
    by: t.int({ required: true, description: 'How many pieces are added, or taken off where it is below 0; not 0.' }),
    kind: t.field({ type: adjustment, description: 'Why; `corrected` unless given. The others only add pieces.' }),
    ...inputFields(t, writable, true),
  }),
  shows: { field: 'inventory', resource: 'ProductInventory' },
  changes: 'ProductInventory',
  async write(write, { productInstanceId, by, kind: given, ...others }) {
    const { reason } = complete(writable, others)
    const row = await write.lock('ProductInventory', { productInstanceId: readId(field('productInstanceId'), productInstanceId) })
    const kind = given ?? 'corrected'
    const left = adjusted(row.quantityOnHand, by, kind)
    await adjustCount(write.tx, {
      storeId: row.storeId,
      instanceId: row.productInstanceId,
      kind,
      by,
      left,
      reason,
      at: write.now,
    })
    write.note(reason)
    if (row.trackInventory) {
      const { id: stockId, productInstanceId: id, quantityOnHand: before, lowStockAt } = row
      emitLow([{ id, stockId, before, left, lowStockAt }], write.emit)
    }
    return { id: row.id, changes: { quantityOnHand: { from: row.quantityOnHand, to: left } } }
  },
})
