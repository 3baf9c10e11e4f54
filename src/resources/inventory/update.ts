/** Changes the stock record of a product's form. */
import { inputFields } from '../../schema/inputs.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { differing } from '../../values/writable.ts'
import { mutation } from '../describe.ts'
import { writable } from './writable.ts'

mutation('updateInventory', {
  description: "Changes the stock record of a product's form; fields that are left out stay as they are.",
  input: (t) => ({
    productInstanceId: t.id({ required: true, description: 'The form.' }),
    ...inputFields(t, writable),
  }),
  shows: { field: 'inventory', resource: 'ProductInventory' },
  async write(write, { productInstanceId, ...given }) {
    const row = await write.hold('ProductInventory', { productInstanceId: readId(field('productInstanceId'), productInstanceId) })
    await write.change(row, differing(writable, row, given))
    return { id: row.id }
  },
})
