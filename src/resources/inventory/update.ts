/** Changes the stock record of a product's form. */
import { tellLow } from '../../purchases/stock.ts'
import { inputFields } from '../../schema/inputs.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { differing } from '../../values/writable.ts'
import { mutation } from '../describe.ts'
import { writable } from './writable.ts'

mutation('updateInventory', {
  tells: ['inventory.updated', 'inventory.low'],
  description: "Changes the stock record of a product's form; fields that are left out stay as they are.",
  input: (t) => ({
    productInstanceId: t.id({ required: true, description: 'The form.' }),
    ...inputFields(t, writable),
  }),
  shows: { field: 'inventory', resource: 'ProductInventory' },
  async write(write, { productInstanceId, ...given }) {
    const row = await write.hold('ProductInventory', { productInstanceId: readId(field('productInstanceId'), productInstanceId) })
    const change = differing(writable, row, given)
    await write.change(row, change)
    const { trackInventory, quantityOnHand: left } = { ...row, ...change }
    if (trackInventory) tellLow([{ id: row.productInstanceId, stockId: row.id, before: row.quantityOnHand, left }], write.tell)
    return { id: row.id }
  },
})
