/** The plan of a subscription and its changes, by the documents: the fields that are given, and a price that was agreed. */
import type { Plan, SimulatedProduct } from './story.ts'

/** The fields of a plan that are given; an instance and a term are those of a variant. */
export type AskedPlan = {
  instance?: SimulatedProduct
  term?: SimulatedProduct
  quantity?: number
  fixedPrice?: number | null
}

/** The fields as they are sent. */
export const inputOfPlan = ({ instance, term, quantity, fixedPrice }: AskedPlan) => ({
  ...(instance && { productInstanceId: instance.instanceId }),
  ...(term && { termId: term.termId }),
  ...(quantity !== undefined && { quantity }),
  ...(fixedPrice !== undefined && { fixedPrice }),
})

export const isSamePlan = (one: Plan, other: Plan): boolean =>
  one.product === other.product && one.quantity === other.quantity && one.fixedPrice === other.fixedPrice

/** The variant with another instance or another term; undefined where an instance is not sold for the term. */
const variantOf = (product: SimulatedProduct, { instance = product, term = product }: AskedPlan): SimulatedProduct | undefined =>
  instance.variants.find(({ instanceId, termId }) => instanceId === instance.instanceId && termId === term.termId)

/**
 * A plan with the fields that are given; a price that was agreed holds for its instance and its term.
 *
 * @param now the plan of the subscription.
 * @returns undefined where the instance is not sold for the term.
 */
export function changedPlan(plan: Plan, asked: AskedPlan, now: Plan): Plan | undefined {
  const product = variantOf(plan.product, asked)
  if (!product) return undefined
  const { quantity = plan.quantity, fixedPrice } = asked
  const agreed = [plan, now].find((each) => each.product === product)?.fixedPrice ?? null
  return { product, quantity, fixedPrice: fixedPrice === undefined ? agreed : fixedPrice }
}

/**
 * The plan that is scheduled once a subscription has changed immediately: with the fields that were given, which replace those of before; on the
 * new plan's instance and term where these do not fit. None where that is the new plan.
 */
export function scheduledAfter(before: Plan | null, asked: AskedPlan, plan: Plan): Plan | null {
  if (!before) return null
  const { quantity = before.quantity, fixedPrice = plan.fixedPrice } = asked
  const next = changedPlan(before, asked, plan) ?? { product: plan.product, quantity, fixedPrice }
  return isSamePlan(next, plan) ? null : next
}
