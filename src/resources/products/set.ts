/** Makes a product with its parts, and sets one to what it is to be, in one write. */
import type { ScopedResource } from '../../auth/scopes.ts'
import { inputFields } from '../../schema/inputs.ts'
import { notFound } from '../../values/errors.ts'
import { together } from '../../values/faults.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { complete, differing } from '../../values/written-values.ts'
import type { Write } from '../../writes/write.ts'
import { mutation } from '../describe.ts'
import { refuseTaken } from '../record-links.ts'
import { newBilling, planBilling } from './billing.ts'
import { readTrees } from './read-tree.ts'
import { type PartRow, RowChanges } from './row-changes.ts'
import { partInputs } from './set-input.ts'
import type { GivenPart } from './set-parts.ts'
import { planParts } from './set-rules.ts'
import { writable } from './writable.ts'
import { writeParts } from './write-parts.ts'

type Instances = readonly GivenPart[] | null | undefined

export const setsStock = (given: GivenPart): boolean =>
  (given.instances as Instances)?.some(({ stock }) => stock != null) ?? false

/** The scopes that a key needs for parts that have one of their own. */
export const scopesOfParts = (given: GivenPart): ScopedResource[] => [
  ...(setsStock(given) ? (['inventory'] as const) : []),
  ...(given.surveys == null ? [] : (['product_survey_results'] as const)),
]

export const besides = ' Stock takes the scope `write_inventory` as well, surveys `write_product_survey_results`.'

/** Reads a product that is locked; stock that is to be set is locked as well, so that none that is sold meanwhile comes back. */
async function lockTree(write: Write, id: bigint, given: GivenPart): Promise<PartRow> {
  if (setsStock(given)) await write.lockAll('ProductInventory', { productId: id })
  const [held] = await readTrees(write, [id])
  if (!held) throw notFound()
  return held
}

/** The last part of the address of a product's page, out of its name. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 200)

const { slug, ...others } = writable

mutation('createProduct', {
  description:
    'Makes a product with its billing, variants, instances, subscription types with terms and prices, images and surveys.' +
    besides,
  emits: ['product.created'],
  besides: scopesOfParts,
  shows: { field: 'product', resource: 'Product' },
  input: (t) => ({ ...inputFields(t, others, true), ...inputFields(t, { slug }), ...partInputs(t) }),
  async write(write, input) {
    const given = input as GivenPart
    const columns = complete(writable, {
      ...input,
      slug: (given.slug as string | null | undefined) ?? slugOf(input.name as string),
    })
    const billing = newBilling((given.billing ?? {}) as object)
    const productBillingId = await write.create('ProductBilling', billing)
    const id = await write.create('Product', columns, { productBillingId }).catch(refuseTaken('Product', writable))
    await write.lock('Product', { id })
    const changes = new RowChanges()
    planParts({ id }, given, { changes, now: write.now })
    Object.assign(write.changes, await writeParts(write, changes))
    return { id }
  },
})

mutation('setProduct', {
  description:
    'Sets a product to what it is to be. Fields that are left out stay, and so do lists that are left out; a list that is given is the whole list. Parts are matched by their ids, else by what they are called; prices and images that are left out are deleted, all others archived.' +
    besides,
  emits: ['product.updated', 'inventory.low'],
  besides: scopesOfParts,
  shows: { field: 'product', resource: 'Product' },
  input: (t) => ({
    id: t.id({ required: true, description: 'The product.' }),
    ...inputFields(t, writable),
    ...partInputs(t),
  }),
  async write(write, input) {
    const { id: named, ...given } = input as GivenPart
    const row = await write.lock('Product', { id: readId(field('id'), String(named)) })
    const held = await lockTree(write, row.id, given)
    const changes = new RowChanges()
    const [own, rhythm] = together(
      () => differing(writable, row, given as object),
      () => planBilling(held, given.billing as object | null | undefined, changes),
      () => planParts(held, given, { changes, now: write.now }),
    )
    if (changes.isEmpty && Object.keys(own).length === 0) return { id: row.id, isNothing: true }
    Object.assign(write.changes, await writeParts(write, changes))
    const billingId = rhythm.productBillingId === undefined ? {} : { productBillingId: changes.idOf(rhythm.productBillingId) }
    await write.change(row, { ...own, ...billingId }).catch(refuseTaken('Product', writable))
    return { id: row.id }
  },
})
