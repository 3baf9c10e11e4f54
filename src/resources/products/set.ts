/** Makes a product with its parts, and sets one to what it is to be, in one write. */

import { writeAlone } from '../../records/bulk.ts'
import { refuseTaken } from '../../records/record-links.ts'
import { inputFields } from '../../schema/inputs.ts'
import { badInput, notFound } from '../../values/errors.ts'
import { together } from '../../values/faults.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import { complete, differing } from '../../values/written-values.ts'
import type { Write } from '../../writes/write.ts'
import { mutation } from '../describe.ts'
import { newBilling, planBilling } from './billing.ts'
import { makeSlugs, retryIfMade } from './free-slugs.ts'
import { besides, scopesOfParts, setsStock } from './given-product.ts'
import { readTrees } from './read-tree.ts'
import { type PartRow, RowChanges } from './row-changes.ts'
import { checkingParts } from './sent-parts.ts'
import { partInputs } from './set-input.ts'
import { settingProducts } from './set-many.ts'
import type { GivenPart } from './set-parts.ts'
import { planParts } from './set-rules.ts'
import { withoutSlug, writable } from './writable.ts'
import { writeParts } from './write-parts.ts'

/** Reads a product that is locked; stock that is to be set is locked as well, so that none that is sold meanwhile comes back. */
async function lockTree(write: Write, id: bigint, given: GivenPart): Promise<PartRow> {
  if (setsStock(given)) await write.lockAll('ProductInventory', { productId: id })
  const [held] = await readTrees(write, [id])
  if (!held) throw notFound()
  return held
}

mutation('createProduct', {
  description:
    'Makes a product with its billing, variants, instances, subscription types with terms and prices, images and surveys.' +
    besides,
  emits: ['product.created'],
  besides: scopesOfParts,
  shows: { field: 'product', resource: 'Product' },
  input: (t) => ({ ...inputFields(t, withoutSlug, true), ...inputFields(t, { slug: writable.slug }), ...partInputs(t) }),
  async write(write, input) {
    const given = input as GivenPart
    const isSlugGiven = given.slug != null
    const own = complete(isSlugGiven ? writable : withoutSlug, given as object)
    const billing = newBilling((given.billing ?? {}) as object)
    const made = await makeSlugs(write, [isSlugGiven ? undefined : own.name])
    const productBillingId = await write.create('ProductBilling', billing)
    const id = await write
      .create('Product', isSlugGiven ? own : { ...own, slug: made[0] }, { productBillingId })
      .catch(retryIfMade(made))
      .catch(refuseTaken('Product', writable))
    await write.lock('Product', { id })
    const changes = new RowChanges()
    planParts({ id }, given, { changes, now: write.now, check: checkingParts(write) })
    Object.assign(write.changes, await writeParts(write, changes))
    return { id }
  },
})

mutation('setProduct', {
  description:
    'Sets a product to what it is to be: the one with the id, else the one with the external id, which is made where there is none and restored where it is archived. Fields that are left out stay, and so do lists that are left out; a list that is given is the whole list. Parts are matched by their ids, else by what they are called; prices and images that are left out are deleted, all others archived.' +
    besides,
  emits: ['product.updated', 'product.created', 'product.restored', 'inventory.low'],
  besides: scopesOfParts,
  shows: { field: 'product', resource: 'Product' },
  input: (t) => ({
    id: t.id({ description: 'The product, where it is not named by its `externalId`.' }),
    ...inputFields(t, writable),
    ...partInputs(t),
  }),
  async write(write, input) {
    const { id: named, ...given } = input as GivenPart
    if (named == null) {
      if (given.externalId == null) throw badInput(say`Either ${field('id')} or ${field('externalId')} must name the product.`)
      return writeAlone(write, settingProducts, given)
    }
    const row = await write.lock('Product', { id: readId(field('id'), String(named)) })
    const held = await lockTree(write, row.id, given)
    const changes = new RowChanges()
    const parts = { changes, now: write.now, check: checkingParts(write) }
    const [own, rhythm] = together(
      () => differing(writable, row, given as object),
      () => planBilling(held, given.billing as object | null | undefined, parts),
      () => planParts(held, given, parts),
    )
    if (changes.isEmpty && Object.keys(own).length === 0) return { id: row.id, isNothing: true }
    Object.assign(write.changes, await writeParts(write, changes))
    const billingId = rhythm.productBillingId === undefined ? {} : { productBillingId: changes.idOf(rhythm.productBillingId) }
    await write.change(row, { ...own, ...billingId }).catch(refuseTaken('Product', writable))
    return { id: row.id }
  },
})
