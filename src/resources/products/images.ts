/** Adds pictures to a product, an instance or a value of a variant, and deletes them. */
import type { ModelName } from '../../db/shape.ts'
import { declaredWrites } from '../../records/declared-writes.ts'
import { holdParents } from '../../records/record-links.ts'
import { inputFields } from '../../schema/inputs.ts'
import { badInput, notFound } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import { reference } from '../../values/writable.ts'
import { mutation } from '../describe.ts'
import { imageKind } from './kinds.ts'
import { imageFields } from './part-fields.ts'
import { lockOwner, writeOne } from './part-writes.ts'

/** The columns that name what a picture shows, each with the lists that lead to its pictures. */
const owners = {
  productId: { model: 'Product', lists: ['images'] },
  productInstanceId: { model: 'ProductInstance', lists: ['instances', 'images'] },
  productVariantValueId: { model: 'ProductVariantValue', lists: ['variants', 'values', 'images'] },
} as const satisfies Record<string, { model: ModelName; lists: readonly string[] }>

type OwnerColumn = keyof typeof owners
type Owners = { readonly [Column in OwnerColumn]?: string | bigint | null | undefined }

const columns = Object.keys(owners) as OwnerColumn[]

const ownerFields = {
  productId: reference('Product', 'The product it shows', { isFixed: true, ifNull: 'something else' }),
  productInstanceId: reference('ProductInstance', 'The product instance it shows', { isFixed: true, ifNull: 'something else' }),
  productVariantValueId: reference('ProductVariantValue', 'The value of a variant it shows', {
    isFixed: true,
    ifNull: 'something else',
  }),
}

/** The one column that names what a picture shows. */
function ownerOf(given: Owners): OwnerColumn {
  const [column, ...others] = columns.filter((each) => given[each] != null)
  if (column && others.length === 0) return column
  const [product, instance, value] = [field(columns[0] as string), field(columns[1] as string), field(columns[2] as string)]
  throw badInput(say`Exactly one of ${product}, ${instance} and ${value} must be given.`)
}

const fields = { ...ownerFields, ...imageFields }

mutation('createProductImage', {
  description: 'Adds a picture to a product, to an instance of one, or to a value of a variant.',
  emits: ['product_image.created'],
  shows: { field: 'productImage', resource: 'ProductImage' },
  input: (t) => inputFields(t, fields, true),
  async write(write, { url, ...given }) {
    const parent = ownerOf(given)
    const { model, lists } = owners[parent]
    const ids = await lockOwner(write, model, parent, String(given[parent]))
    return writeOne(write, { ...imageKind, parent }, { lists, owners: ids }, { one: { url } })
  },
})
declaredWrites.set('createProductImage', { model: 'ProductImage', key: undefined, fields })

mutation('deleteProductImage', {
  description: 'Deletes a picture.',
  emits: ['product_image.deleted'],
  scope: 'products',
  input: (t) => ({ id: t.id({ required: true, description: 'The product image.' }) }),
  async write(write, input) {
    const id = readId(field('id'), input.id)
    const image = await write.find('ProductImage', { id }, 'KEY SHARE')
    if (!image) throw notFound()
    const parent = ownerOf(image)
    const { model, lists } = owners[parent]
    const ids = await holdParents(write, model, { id: image[parent] as bigint })
    await write.lock('ProductImage', { id })
    await writeOne(write, { ...imageKind, parent }, { lists, owners: ids }, { one: { id: String(id) }, isGone: true })
    const changes = { [parent]: { from: image[parent], to: null }, url: { from: image.url, to: null } }
    return { changes, emits: [{ type: 'product_image.deleted', recordType: 'product_image', id }] }
  },
})
declaredWrites.set('deleteProductImage', { model: 'ProductImage', key: 'id', fields: {} })
