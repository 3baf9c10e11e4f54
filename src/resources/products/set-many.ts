/** Sets products by their external ids, each to what it is to be: all are planned, then each table is written by one statement. */
import type { ScopedResource } from '../../auth/scopes.ts'
import { RecordFaults, severalOf } from '../../records/record-faults.ts'
import { refuseTaken } from '../../records/record-links.ts'
import { refuseTakenIn } from '../../records/record-taken.ts'
import { inputFields } from '../../schema/inputs.ts'
import type { FaultPolicy } from '../../schema/several.ts'
import { together } from '../../values/faults.ts'
import { normalized } from '../../values/text-form.ts'
import { complete, differing } from '../../values/written-values.ts'
import { changesOf } from '../../writes/changes.ts'
import type { WrittenRecord } from '../../writes/result.ts'
import { checkRecord } from '../../writes/sent-back.ts'
import type { Write } from '../../writes/write.ts'
import { builder, mutation, registry } from '../describe.ts'
import { newBilling, planBilling } from './billing.ts'
import { makeSlugs, retryIfMade } from './free-slugs.ts'
import { besides, scopesOfParts, setsStock } from './given-product.ts'
import { treeTables } from './kinds.ts'
import { readTrees } from './read-tree.ts'
import { changesOfRows, type PartRow, RowChanges } from './row-changes.ts'
import { checkingParts } from './sent-parts.ts'
import { partInputs } from './set-input.ts'
import type { GivenPart, PartPlan } from './set-parts.ts'
import { planParts } from './set-rules.ts'
import { withoutSlug, writable } from './writable.ts'
import { writeParts } from './write-parts.ts'

const maxProducts = 100

/** A product as it is planned: the row that is held, or the one that stands for a new one, and its own columns that change. */
type PlannedProduct = {
  index: number
  held: PartRow | undefined
  row: PartRow
  isRestored: boolean
  values: GivenPart
  billingId: unknown
  changes: RowChanges
}

/**
 * Sets products by their external ids.
 *
 * @param given each with its `externalId`.
 * @param list the input field of the products; none for one.
 * @throws Refusal with the faults of all, unless the policy is to keep going.
 */
export async function setProducts(
  write: Write,
  given: readonly GivenPart[],
  { list, policy }: { list?: string; policy: FaultPolicy },
): Promise<WrittenRecord[]> {
  const faults = new RecordFaults(write, list, given.length)
  faults.refuseTwice(
    given.map(({ externalId }) => externalId),
    'externalId',
  )
  await write.lockKind('Product')
  const ids = [...new Set(given.map(({ externalId }) => externalId as string))]
  const rows = await write.lockAll('Product', { externalId: { in: ids } })
  if (given.some(setsStock)) await write.lockAll('ProductInventory', { productId: { in: rows.map(({ id }) => id) } })
  const trees = new Map(
    (
      await readTrees(
        write,
        rows.map(({ id }) => id),
      )
    ).map((tree) => [tree.externalId, tree]),
  )
  const slugs = await makeSlugs(
    write,
    given.map((each) =>
      trees.has(each.externalId) || each.slug != null ? undefined : ((each.name ?? undefined) as string | undefined),
    ),
    [...given, ...trees.values()].flatMap(({ slug }) => (typeof slug === 'string' ? [normalized(slug)] : [])),
  )
  const all = new RowChanges()
  const plans = given.flatMap((each, index) =>
    faults.judge(index, () => {
      const held = trees.get(each.externalId)
      const sent = checkRecord(write, registry.of('Product'), held, { index })
      const parts: PartPlan = { changes: all.part(), now: write.now, check: checkingParts(write, index) }
      return { index, ...plan(held, each, parts, { slug: slugs[index], staysArchived: 'deleted' in sent }) }
    }),
  )
  await refuseTakenIn(write, { model: 'Product', fields: writable, archivedBy: 'deleted' }, plans, faults)
  faults.check(policy)
  const written = plans.filter(({ index }) => !faults.has(index))
  for (const { changes } of written) all.add(changes)
  await writeParts(write, all).catch(retryIfMade(slugs)).catch(refuseTaken('Product', writable))
  const locked = new Map(rows.map((row) => [row.id, row]))
  const own = written.flatMap(({ held, isRestored, values, billingId }) => {
    const row = held && locked.get(held.id)
    const billing = billingId === undefined ? {} : { productBillingId: all.idOf(billingId) }
    return row ? [[row, { ...values, ...billing, ...(isRestored && { deleted: false }) }] as const] : []
  })
  const changed = await write.changeAll(new Map(own)).catch(refuseTaken('Product', writable))
  return faults.results(written.map((each) => resultOf(each, all, new Map([...changed].map(([{ id }, change]) => [id, change])))))
}

/** Plans one product. Pure. @param slug the one that was made for a new product that is given none; `staysArchived` whether it was sent back with `deleted`. */
function plan(
  held: PartRow | undefined,
  given: GivenPart,
  parts: PartPlan,
  { slug, staysArchived }: { slug: string | undefined; staysArchived: boolean },
) {
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

/** The result for a product, with its own changes and those of its parts. */
function resultOf(
  { index, held, row, isRestored, changes }: PlannedProduct,
  all: RowChanges,
  changed: ReadonlyMap<bigint, object>,
): WrittenRecord {
  const id = all.idOf(row.id)
  const parts = changesOfRows(changes, treeTables, 'Product')
  if (!held) {
    const { id: _, productBillingId: __, ...columns } = row
    const nothing = Object.fromEntries(Object.keys(columns).map((name) => [name, null]))
    return {
      index,
      id,
      change: 'created',
      changes: { ...changesOf<object>(nothing, columns), ...parts },
      emits: [{ type: 'product.created' }],
    }
  }
  const whole = { ...parts, ...changed.get(id) }
  if (Object.keys(whole).length === 0) return { index, id, change: 'unchanged', changes: {} }
  const change = isRestored ? 'restored' : 'updated'
  return { index, id, change, changes: whole, emits: [{ type: `product.${change}` }] }
}

const record = builder.inputType('SetProductsRecordInput', {
  description: 'A product of `setProducts`, with the parts that it is to have.',
  fields: (t) => ({
    ...inputFields(t, writable),
    externalId: t.string({
      required: true,
      description: 'The identifier that another system knows it by, at most 255 characters.',
    }),
    ...partInputs(t),
  }),
})

mutation('setProducts', {
  description: `Sets up to ${maxProducts} products as one write, each to what it is to be, like \`setProduct\`: a product is made, unless one has its external id; one that was archived is restored.${besides}`,
  emits: ['product.created', 'product.updated', 'product.restored', 'inventory.low'],
  besides: ({ products }): ScopedResource[] => [...new Set((products as readonly GivenPart[]).flatMap(scopesOfParts))],
  many: { field: 'products', record: 'product', resource: 'Product' },
  input: (t) => ({ products: t.field({ type: [record], required: true, description: `The products, 1 to ${maxProducts}.` }) }),
  async write(write, input) {
    const { given: products, policy } = severalOf<GivenPart>(input, 'products', maxProducts)
    return { many: await setProducts(write, products, { list: 'products', policy }) }
  },
})
