/** Changes the stock record of a product's form. */
import { differing } from '../../values/given.ts'
import { readId } from '../../values/id.ts'
import { mutation } from '../describe.ts'
import { checkChange } from './rules.ts'

mutation('updateInventory', {
  description: "Changes the stock record of a product's form; fields that are left out stay as they are.",
  input: (t) => ({
    productInstanceId: t.id({ required: true, description: 'The form.' }),
    quantityOnHand: t.int({ description: 'How many are on the shelf, at least 0.' }),
    confidence: t.field({ type: 'WholeNumber', description: 'How sure the count is, from 1 to 10.' }),
    trackInventory: t.boolean({ description: 'Whether the count is kept at all.' }),
    outOfStockPurchases: t.boolean({ description: 'Whether it may be bought when none is on the shelf.' }),
  }),
  shows: { field: 'inventory', resource: 'ProductInventory' },
  async write(write, { productInstanceId, ...given }) {
    const row = await write.hold('ProductInventory', { productInstanceId: readId('product_instance_id', productInstanceId) })
    const change = differing(row, given) as Partial<typeof row>
    checkChange(change)
    await write.change(row, change)
    return { id: row.id }
  },
})
