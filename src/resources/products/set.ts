/** Makes a product with its parts, and sets one to what it is to be, in one write. */

import { writeAlone } from '../../records/bulk.ts'
import type { GivenPart } from '../../records/part-kinds.ts'
import { refuseTaken } from '../../records/record-links.ts'
import { RowChanges } from '../../records/row-changes.ts'
import { inputFields } from '../../schema/inputs.ts'
import { badInput, notFound } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import { complete } from '../../values/written-values.ts'
import { mutation } from '../describe.ts'
import { newBilling } from './billing.ts'
import { makeSlugs, retryIfMade } from './free-slugs.ts'
import { besides, scopesOfParts, setsStock } from './given-product.ts'
import { partPlan } from './part-plan.ts'
import { readTrees } from './read-tree.ts'
import { partInputs } from './set-input.ts'
import { settingProducts } from './set-many.ts'
import { planParts } from './set-rules.ts'
import { withoutSlug, writable } from './writable.ts'
import { writeParts } from './write-parts.ts'

const { refuse: _, ...setting } = settingProducts

/** The write of a product by its id: it stays archived where it is. */
const settingById = (id: bigint): typeof settingProducts => ({
  ...setting,
  async lock(write, [given = {}]) {
    const row = await write.lock('Product', { id })
    // Stock that is sold meanwhile must not come back.
    if (setsStock(given)) await write.lockAll('ProductInventory', { productId: id })
    const [held] = await readTrees(write, [id])
    if (!held) throw notFound()
    return { rows: [row], trees: new Map([[given.externalId, held]]), slugs: [], all: new RowChanges() }
  },
  judge: (given, judging) => ({ ...setting.judge(given, judging), isRestored: false }),
})

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
    const plan = partPlan(write)
    planParts({ id }, given, plan)
    Object.assign(write.changes, await writeParts(write, plan.changes))
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
    if (named != null) return writeAlone(write, settingById(readId(field('id'), String(named))), given)
    if (given.externalId == null) throw badInput(say`Either ${field('id')} or ${field('externalId')} must name the product.`)
    return writeAlone(write, settingProducts, given)
  },
})
