/** The change that a subscription makes at its next renewal: whether it still fits, and the plan with it. Pure. */
import type { Shape } from '../../../db/shape.ts'
import { priceOf, pricesOf } from '../../../purchases/price/price.ts'
import type { ScheduledColumns } from '../../../purchases/subscription/renewable.ts'
import type { ComputedInputs } from '../../../schema/reads.ts'
import { noScheduledChange } from '../rules.ts'

type BillingRow = Pick<Shape<'ProductBilling'>, 'id' | 'rebillDay' | 'rebillMonths' | 'rebillWeeks'>

type OwnTermPrice = { termId: bigint; price: bigint; gift?: boolean }

type ProductPrices = { id: bigint; termPrices: OwnTermPrice[] }
type InstancePrices = { id: bigint; price: bigint; termPrices: OwnTermPrice[] }

/** The plan of a subscription, with the columns that its price depends on. */
export type CurrentPlan = {
  fixedPrice: bigint | null
  term: { id: bigint }
  product: ProductPrices
  instance: InstancePrices
}

/** The plan that it changes to. */
export type ScheduledFacts<Facts extends CurrentPlan = CurrentPlan> = ScheduledColumns & {
  scheduledTerm:
    | (Facts['term'] & {
        enabled: boolean
        gift: boolean
        archivedAt: Date | null
        subscriptionType: { productId: bigint; archivedAt: Date | null }
      })
    | null
  scheduledInstance:
    | (Facts['instance'] & { deleted: boolean; product: Facts['product'] & { deleted: boolean; billing: BillingRow } })
    | null
}

type WithScheduled = CurrentPlan & ScheduledFacts

/** The terms that a plan may have, and their product. */
const offeredTerm = {
  columns: ['id', 'numCycles', 'enabled', 'gift', 'archivedAt'],
  relations: { subscriptionType: { columns: ['productId', 'archivedAt'] } },
}

/** The inputs of a scheduled change. @param instance the inputs of an instance, and `product` of its product. */
export const scheduledInputs = (instance: ComputedInputs, product: ComputedInputs) => ({
  scheduledTerm: offeredTerm,
  scheduledInstance: {
    columns: [...instance.columns, 'deleted'],
    relations: {
      ...instance.relations,
      product: {
        columns: [...product.columns, 'deleted'],
        relations: { ...product.relations, billing: { columns: ['id', 'rebillMonths', 'rebillWeeks', 'rebillDay'] } },
      },
    },
  },
})

/**
 * The reason that a scheduled change no longer fits: it is sold no more, or has no price.
 *
 * @returns undefined where it fits, or there is none.
 */
export function faultOfScheduled({
  term,
  instance,
  scheduledTerm,
  scheduledInstance,
  ...facts
}: WithScheduled): string | undefined {
  if (!scheduledTerm || !scheduledInstance) return undefined
  const { product } = scheduledInstance
  const of = `product instance ${scheduledInstance.id}`
  if (scheduledInstance.id !== instance.id && (scheduledInstance.deleted || product.deleted))
    return `Product instance ${scheduledInstance.id} is no longer sold.`
  const { archivedAt, enabled, gift, subscriptionType } = scheduledTerm
  const isOffered = enabled && !gift && !archivedAt && !subscriptionType.archivedAt
  if (subscriptionType.productId !== product.id || (scheduledTerm.id !== term.id && !isOffered))
    return `Term ${scheduledTerm.id} is not one that ${of} is sold for.`
  const hasPrice =
    facts.scheduledFixedPrice !== null || priceOf(pricesOf(scheduledInstance, product), scheduledTerm.id, 'renewal') !== undefined
  return hasPrice ? undefined : `Term ${scheduledTerm.id} has no price for ${of}.`
}

/** The facts of a subscription once it has changed to its scheduled plan; as they are where it has none. */
export function withScheduledPlan<Facts extends WithScheduled>(facts: Facts): Facts {
  const { scheduledTerm: term, scheduledInstance: instance, scheduledQuantity, scheduledFixedPrice } = facts
  if (!term || !instance) return facts
  const { product } = instance
  const plan = { term, instance, product, quantity: scheduledQuantity, fixedPrice: scheduledFixedPrice }
  // The rhythm follows the product where the term does.
  const rhythm = term.id !== facts.term.id && { billing: product.billing }
  return { ...facts, ...plan, ...rhythm, ...noScheduledChange, scheduledTerm: null, scheduledInstance: null }
}

/** The facts of a subscription at its next renewal: with its scheduled plan if that still fits. */
export const atNextRenewal = <Facts extends WithScheduled>(facts: Facts): Facts =>
  faultOfScheduled(facts) === undefined ? withScheduledPlan(facts) : facts
