/** The rhythm that a product is billed in. */

import type { GivenPart, PartPlan } from '../../records/part-kinds.ts'
import type { PartRow } from '../../records/row-changes.ts'
import { inputFields } from '../../schema/inputs.ts'
import { badInput } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import { complete, differing } from '../../values/written-values.ts'
import { mutation } from '../describe.ts'
import { billingFields } from './part-fields.ts'
import { partPlan } from './part-plan.ts'
import { readTrees } from './read-tree.ts'
import { writeParts } from './write-parts.ts'

type BillingRhythm = { rebillMonths: number; rebillWeeks: number | null }

/** Refuses a rhythm without a length. */
function checkRhythm({ rebillMonths, rebillWeeks }: BillingRhythm, path: string): void {
  if (rebillMonths > 0 === (rebillWeeks ?? 0) > 0)
    throw badInput(
      say`Either ${field(`${path}rebillMonths`)} or ${field(`${path}rebillWeeks`)} must be at least 1, and not both.`,
    )
}

/** The rhythm of a new product: every month unless given. */
export function newBilling(given: object, path = 'billing.') {
  const rebillWeeks = (given as { rebillWeeks?: number | null }).rebillWeeks ?? null
  const columns = complete(billingFields, { rebillDay: 0, rebillMonths: rebillWeeks ? 0 : 1, ...given }, path)
  checkRhythm(columns, path)
  return columns
}

/** Plans the rhythm: one that a subscription or another product has as well stays as it is, and the product gets another. */
export function planBilling(
  held: PartRow,
  given: object | null | undefined,
  { changes, check }: Pick<PartPlan, 'changes' | 'check'>,
  path = 'billing.',
): GivenPart {
  if (given === undefined) return {}
  if (given === null) throw badInput(say`${field('billing')} must not be null.`)
  const { isUsed, ...before } = held.billing as PartRow & { isUsed: boolean }
  check('ProductBilling', before, path.slice(0, -1))
  const change = differing(billingFields, before, given, undefined, path)
  const whole = { ...before, ...change } as BillingRhythm
  if (Object.keys(change).length === 0) return {}
  checkRhythm(whole, path)
  if (!isUsed) {
    changes.update('ProductBilling', before, change)
    return {}
  }
  const columns = Object.fromEntries(Object.keys(billingFields).map((name) => [name, (whole as GivenPart)[name]]))
  return { productBillingId: changes.insert('ProductBilling', columns).id }
}

mutation('updateProductBilling', {
  description:
    'Changes the rhythm that a product is billed in; fields that are left out stay as they are. A rhythm that a subscription or another product has stays, and the product gets another: those who subscribe already keep theirs.',
  emits: ['product.updated'],
  shows: { field: 'product', resource: 'Product' },
  changes: 'Product',
  input: (t) => ({
    productId: t.id({ required: true, description: 'The product.' }),
    ...inputFields(t, billingFields),
  }),
  async write(write, { productId, ...given }) {
    const product = await write.lock('Product', { id: readId(field('productId'), productId) })
    const [held] = await readTrees(write, [product.id])
    const plan = partPlan(write)
    const { changes } = plan
    const { productBillingId } = planBilling(held as PartRow, given, plan, '')
    if (changes.isEmpty) return { id: product.id, isNothing: true }
    Object.assign(write.changes, await writeParts(write, changes))
    if (productBillingId !== undefined) await write.change(product, { productBillingId: changes.idOf(productBillingId) })
    return { id: product.id }
  },
})
