/** Sets products by their external ids, each to what it is to be: all are planned, then each table is written by one statement. */
import { type BulkResult, type BulkWrite, bulkMutation } from '../../records/bulk.ts'
import type { GivenPart, PartPlan } from '../../records/part-kinds.ts'
import { refuseTaken } from '../../records/record-links.ts'
import { refuseTakenIn } from '../../records/record-taken.ts'
import { changesOfRows, type PartRow, RowChanges } from '../../records/row-changes.ts'
import { inputFields } from '../../schema/inputs.ts'
import { together } from '../../values/faults.ts'
import { normalized } from '../../values/text-form.ts'
import { complete, differing } from '../../values/written-values.ts'
import { changesOfNew } from '../../writes/changes.ts'
import { newBilling, planBilling } from './billing.ts'
import { makeSlugs, retryIfMade } from './free-slugs.ts'
import { besides, scopesOfParts, setsStock } from './given-product.ts'
import { treeTables } from './kinds.ts'
import { partPlan } from './part-plan.ts'
import { readTrees } from './read-tree.ts'
import { partInputs } from './set-input.ts'
import { planParts } from './set-rules.ts'
import { withoutSlug, writable } from './writable.ts'
import { writeParts } from './write-parts.ts'

const most = 100

/** A product as it is planned: the row that is held, or the one that stands for a new one, and its own columns that change. */
type PlannedProduct = {
  held: PartRow | undefined
  row: PartRow
  isRestored: boolean
  values: GivenPart
  billingId: unknown
  changes: RowChanges
}

/** The products that are there, with their parts, and the slugs of those that are new by their places. */
type HeldProducts = {
  rows: readonly PartRow[]
  trees: ReadonlyMap<unknown, PartRow>
  slugs: readonly (string | undefined)[]
  all: RowChanges
}

/** The write of products by their external ids. */
export const settingProducts: BulkWrite<GivenPart, HeldProducts, PlannedProduct> = {
  ...{ list: 'products', record: 'product', resource: 'Product', most, key: 'externalId' },
  emits: ['product.created', 'product.updated', 'product.restored', 'inventory.low'],
  async lock(write, given) {
    await write.lockKind('Product')
    const externalIds = [...new Set(given.map(({ externalId }) => externalId as string))]
    const rows = await write.lockAll('Product', { externalId: { in: externalIds } })
    const ids = rows.map(({ id }) => id)
    if (given.some(setsStock)) await write.lockAll('ProductInventory', { productId: { in: ids } })
    const trees = new Map((await readTrees(write, ids)).map((tree) => [tree.externalId, tree]))
    const slugs = await makeSlugs(
      write,
      given.map(({ externalId, slug, name }) =>
        trees.has(externalId) || slug != null ? undefined : ((name ?? undefined) as string | undefined),
      ),
      [...given, ...trees.values()].flatMap(({ slug }) => (typeof slug === 'string' ? [normalized(slug)] : [])),
    )
    return { rows, trees, slugs, all: new RowChanges() }
  },
  judge(given, { write, index, compare, found: { trees, slugs, all } }) {
    const held = trees.get(given.externalId)
    const sent = compare(held)
    const parts = partPlan(write, index, all.part())
    return plan(held, given, parts, { slug: slugs[index], staysArchived: 'deleted' in sent })
  },
  refuse: (write, plans, faults) =>
    refuseTakenIn(write, { model: 'Product', fields: writable, archivedBy: 'deleted' }, plans, faults),
  async writeAll(write, plans, { rows, slugs, all }) {
    for (const { changes } of plans) all.add(changes)
    await writeParts(write, all).catch(retryIfMade(slugs)).catch(refuseTaken('Product', writable))
    const locked = new Map(rows.map((row) => [row.id, row]))
    const own = plans.flatMap(({ held, isRestored, values, billingId }) => {
      const row = held && locked.get(held.id)
      const billing = billingId === undefined ? {} : { productBillingId: all.idOf(billingId) }
      return row ? [[row, { ...values, ...billing, ...(isRestored && { deleted: false }) }] as const] : []
    })
    const changed = await write.changeAll(new Map(own)).catch(refuseTaken('Product', writable))
    const byId = new Map([...changed].map(([{ id }, change]) => [id, change]))
    return plans.map(({ held, row, isRestored, changes }): BulkResult => {
      const id = all.idOf(row.id)
      const parts = changesOfRows(changes, treeTables, 'Product')
      if (held) return { id, changes: { ...parts, ...byId.get(id) }, made: isRestored ? 'restored' : undefined }
      const { id: _, productBillingId: __, ...columns } = row
      return { id, changes: { ...changesOfNew(columns), ...parts }, made: 'created' }
    })
  },
}

/** Plans one product. Pure. @param slug the one that was made for a new product that is given none; `staysArchived` whether it was sent back with `deleted`. */
function plan(
  held: PartRow | undefined,
  given: GivenPart,
  parts: PartPlan,
  { slug, staysArchived }: { slug: string | undefined; staysArchived: boolean },
): PlannedProduct {
  const { changes } = parts
  if (held) {
    const [values, rhythm] = together(
      () => differing(writable, held, given as object),
      () => planBilling(held, given.billing as object | null | undefined, parts),
      () => planParts(held, given, parts),
    )
    return {
      held,
      row: held,
      isRestored: held.deleted === true && !staysArchived,
      values,
      billingId: rhythm.productBillingId,
      changes,
    }
  }
  const values = given.slug == null ? { ...complete(withoutSlug, given as object), slug } : complete(writable, given as object)
  const billing = changes.insert('ProductBilling', newBilling((given.billing ?? {}) as object))
  const row = changes.insert('Product', { ...values, productBillingId: billing.id })
  planParts({ id: row.id }, given, parts)
  return { held: undefined, row, isRestored: false, values, billingId: undefined, changes }
}

bulkMutation('setProducts', settingProducts, {
  description: `Sets up to ${most} products as one write, each to what it is to be, like \`setProduct\`: a product is made, unless one has its external id; one that was archived is restored.${besides}`,
  besides: scopesOfParts,
  input: {
    type: 'SetProductsRecordInput',
    description: 'A product of `setProducts`, with the parts that it is to have.',
    called: 'The products',
    fields: (t) => ({
      ...inputFields(t, writable),
      externalId: t.string({
        required: true,
        description: 'The identifier that another system knows it by, at most 255 characters.',
      }),
      ...partInputs(t),
    }),
  },
})
