/** Sets, changes and deletes what a product, or an instance of it, costs for its terms. */

import { recordWrites } from '../../records/record-writes.ts'
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import type { Write } from '../../writes/write.ts'
import { instanceTermPriceFields, termPriceFields } from './writable.ts'

/** Refuses a price for a term of another product. */
async function checkTerm({ tx, viewer: { storeId } }: Write, termId: unknown, product: object) {
  const where = { storeId, id: termId as bigint, subscriptionType: product }
  const found = await tx.subscriptionTypeTerm.findFirst({ where, select: { id: true } })
  if (!found) throw badInput(say`${field('termId')} must be a term of the product.`)
}

recordWrites('ProductTermPrice', {
  fields: termPriceFields,
  parent: 'productId',
  checkWritten: (write, { termId, productId }) => checkTerm(write, termId, { productId }),
  create: {},
  update: {},
  isDeletable: true,
})

recordWrites('ProductInstanceSubscriptionTypeTermPrice', {
  fields: instanceTermPriceFields,
  parent: 'productInstanceId',
  checkWritten: (write, { termId, productInstanceId }) =>
    checkTerm(write, termId, { product: { instances: { some: { id: productInstanceId } } } }),
  create: {},
  update: {},
  isDeletable: true,
})
