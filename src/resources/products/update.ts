/** Changes what may be written of a product. */
import { isTaken } from '../../db/unique.ts'
import { inputFields } from '../../schema/inputs.ts'
import { badInput } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { differing } from '../../values/writable.ts'
import { mutation } from '../describe.ts'
import { writable } from './writable.ts'

mutation('updateProduct', {
  tells: ['product.updated'],
  description: 'Changes what may be written of a product; fields that are left out stay as they are.',
  input: (t) => ({ id: t.id({ required: true, description: 'The product.' }), ...inputFields(t, writable) }),
  shows: { field: 'product', resource: 'Product' },
  async write(write, { id, ...given }) {
    const row = await write.hold('Product', { id: readId(field('id'), id) })
    await write.change(row, differing(writable, row, given)).catch((error: unknown) => {
      throw isTaken(error) ? badInput('slug is already the slug of another product.', 'slug') : error
    })
    return { id: row.id }
  },
})
