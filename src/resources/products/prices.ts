/** Sets, changes and deletes what a product costs for its terms. */
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import type { Write } from '../../writes/write.ts'
import { recordWrites } from '../record-writes.ts'
import { termPriceFields } from './writable.ts'

/** Refuses a price for a term of another product. */
async function checkTerm({ tx, viewer: { storeId } }: Write, { productId, termId }: { productId?: unknown; termId?: unknown }) {
  const where = { storeId, id: termId as bigint, subscriptionType: { productId: productId as bigint } }
  const found = await tx.subscriptionTypeTerm.findFirst({ where, select: { id: true } })
  if (!found) throw badInput(say`${field('termId')} must be a term of the product.`)
}

recordWrites('ProductTermPrice', {
  fields: termPriceFields,
  parent: 'productId',
  checkWritten: checkTerm,
  create: {},
  update: {},
  isDeletable: true,
})
