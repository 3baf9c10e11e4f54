/** Changes what may be written of a product. */
import { isTaken } from '../../db/unique.ts'
import { differing } from '../../values/given.ts'
import { readId } from '../../values/id.ts'
import { mutation } from '../describe.ts'
import { checkChange, slugTaken } from './rules.ts'

mutation('updateProduct', {
  description: 'Changes what may be written of a product; fields that are left out stay as they are.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The product.' }),
    name: t.string({ description: 'Name of the product, at most 200 characters.' }),
    description: t.string({ description: "Text shown on the product's page, at most 50,000 characters." }),
    sku: t.string({ description: 'Stock keeping unit of the product as a whole, at most 100 characters.' }),
    slug: t.string({ description: "Last part of the address of the product's page, no other product's in the store." }),
    visible: t.boolean({ description: 'Whether customers can see it.' }),
    listed: t.boolean({ description: "Whether it appears in the shop's lists." }),
    giftable: t.boolean({ description: 'Whether it can be bought as a gift.' }),
    reviewable: t.boolean({ description: 'Whether customers may review it.' }),
    singlePurchasable: t.boolean({ description: 'Whether it can be bought once, be it by subscription too or not.' }),
    shipWeight: t.float({ description: 'Weight for shipping, in ounces, at least 0.' }),
    shipOption: t.string({ description: 'How shipping is priced: `flat`, `weight` or `free`.' }),
    flatShipPrice: t.field({ type: 'Amount', description: 'Shipping price when it is sent at a flat rate, at least 0.' }),
    giftShipping: t.field({ type: 'Amount', description: 'Shipping price when it is sent as a gift, at least 0.' }),
  }),
  shows: { field: 'product', resource: 'Product' },
  async write(write, { id, ...given }) {
    const row = await write.hold('Product', { id: readId('id', id) })
    const change = differing(row, given) as Partial<typeof row>
    checkChange(change)
    await write.change(row, change).catch((error: unknown) => {
      throw isTaken(error) ? slugTaken() : error
    })
    return { id: row.id }
  },
})
