/** The rules of changing what a subscription sends: whether it may be changed, and the plan it changes to. Pure. */
import { priceOf, pricesOf } from '../../../purchases/price/price.ts'
import type { ScheduledColumns } from '../../../purchases/subscription/renewable.ts'
import { badInput, Refusal } from '../../../values/errors.ts'
import { together } from '../../../values/faults.ts'
import { field, say, someIds } from '../../../values/sentence.ts'
import type { Checked } from '../../../values/writable.ts'
import { checkNoPayment, isDue, noScheduledChange, type Status, type Subscription, spelled } from '../rules.ts'
import type { planFields } from '../writable.ts'
import type { Offer } from './change-offer.ts'

/** The plan of a subscription: the goods, the term that a payment covers, and the price. */
export type SubscriptionPlan = { termId: bigint; productInstanceId: bigint; quantity: number; fixedPrice: bigint | null }

/** The fields of a plan that are given; the others stay. */
export type AskedPlan = Checked<typeof planFields>

/** The way to a change from a status that allows none. */
const ways: Readonly<Partial<Record<Status, string>>> = {
  unpaid: 'pay for it first',
  past_due: 'renew it first',
  cancelled: 'reactivate it first',
  expired: 'reactivate it first',
  suspended: 'resume it first',
}

/** Refuses a change of one that is not active, or is a gift. @throws Refusal WRONG_STATUS saying what would be right. */
function checkChangeable(row: Subscription): void {
  checkNoPayment(row)
  if (row.isGift) throw new Refusal('WRONG_STATUS', 'A gift stays what was given; only its address can be changed.')
  const way = ways[row.status]
  if (way)
    throw new Refusal('WRONG_STATUS', `Only an active subscription can be changed; this one is ${spelled(row.status)}: ${way}.`)
}

/** Refuses to schedule a change of one that may not be changed, or for a renewal that is not to come. */
export function checkSchedulable(row: Subscription): void {
  checkChangeable(row)
  if (row.autorenew) return
  throw new Refusal(
    'WRONG_STATUS',
    say`The subscription does not renew by itself: no change can be scheduled for its renewal; set ${field('autorenew')} first.`,
  )
}

/** Refuses an immediate change of one that may not be changed, or whose renewal is due. */
export function checkChangeableNow(row: Subscription, now: Date): void {
  checkChangeable(row)
  if (!isDue(row, now)) return
  const way = row.autorenew
    ? 'change the subscription once its renewal is paid'
    : 'reactivate the subscription once it is expired'
  throw new Refusal('WRONG_STATUS', `The time that is paid for is over; ${way}.`)
}

/** Refuses to take a scheduled change back while a payment for it is open or under way. */
export function checkScheduleStays(row: Subscription): void {
  checkNoPayment(row)
  if (row.status !== 'past_due') return
  throw new Refusal(
    'WRONG_STATUS',
    'The order that waits for the payment of the renewal was made with the change: renew the subscription, or cancel it.',
  )
}

/** The plan that columns schedule; undefined where they schedule none. */
export function scheduledPlan(row: ScheduledColumns): SubscriptionPlan | undefined {
  const { scheduledTermId, scheduledProductInstanceId, scheduledQuantity, scheduledFixedPrice } = row
  if (scheduledTermId === null || scheduledProductInstanceId === null || scheduledQuantity === null) return undefined
  return {
    termId: scheduledTermId,
    productInstanceId: scheduledProductInstanceId,
    quantity: scheduledQuantity,
    fixedPrice: scheduledFixedPrice,
  }
}

/** The columns that schedule a plan. */
export const scheduling = ({ termId, productInstanceId, quantity, fixedPrice }: SubscriptionPlan): ScheduledColumns => ({
  scheduledTermId: termId,
  scheduledProductInstanceId: productInstanceId,
  scheduledQuantity: quantity,
  scheduledFixedPrice: fixedPrice,
})

/** Refuses a change of nothing. */
export function checkAsked(asked: AskedPlan): void {
  if (Object.keys(asked).length > 0) return
  const [term, instance, quantity, fixed] = ['termId', 'productInstanceId', 'quantity', 'fixedPrice'].map(field)
  if (term && instance && quantity && fixed)
    throw badInput(say`One of ${term}, ${instance}, ${quantity} and ${fixed} must be given.`)
}

/**
 * A plan with the fields that are given. A price that was agreed holds for its term and its instance: with another of these it ends unless
 * one is given.
 *
 * @param plan the one that changes: that of the subscription, or the one that is scheduled.
 * @param now the plan of the subscription.
 */
export function changedPlan(plan: SubscriptionPlan, asked: AskedPlan, now: SubscriptionPlan): SubscriptionPlan {
  const changed = { ...plan, ...asked }
  if (asked.fixedPrice !== undefined) return changed
  const sameAs = [plan, now].find(
    ({ termId, productInstanceId }) => termId === changed.termId && productInstanceId === changed.productInstanceId,
  )
  return { ...changed, fixedPrice: sameAs?.fixedPrice ?? null }
}

/** Whether a change names an instance that the subscription does not send already. */
export const isAnother = (now: SubscriptionPlan, { productInstanceId }: AskedPlan): boolean =>
  productInstanceId !== undefined && productInstanceId !== now.productInstanceId

/**
 * The change that is scheduled once a subscription has changed immediately: with the fields that were given, which replace those of before. Where an
 * instance or a term is named, and the scheduled plan is of another product, it is on those of the new plan.
 *
 * @param offer the instance of the new plan.
 */
export function scheduledAfter(
  row: ScheduledColumns,
  asked: AskedPlan,
  plan: SubscriptionPlan,
  { product }: Pick<Offer, 'product'>,
): ScheduledColumns {
  const before = scheduledPlan(row)
  if (!before) return noScheduledChange
  const isNamed = asked.termId !== undefined || asked.productInstanceId !== undefined
  const isOfProduct = product.subscriptionTypes.some(({ terms }) => terms.some(({ id }) => id === before.termId))
  const { quantity } = { ...before, ...asked }
  const next = isNamed && !isOfProduct ? { ...plan, quantity } : changedPlan(before, asked, plan)
  return isSamePlan(next, plan) ? noScheduledChange : scheduling(next)
}

export const isSamePlan = (one: SubscriptionPlan, other: SubscriptionPlan): boolean =>
  one.termId === other.termId &&
  one.productInstanceId === other.productInstanceId &&
  one.quantity === other.quantity &&
  one.fixedPrice === other.fixedPrice

/**
 * Refuses a plan that is not sold: an instance that is not, a term that its product does not have, or one without a price. The instance
 * and the term that the subscription has already are never refused.
 *
 * @param now the plan of the subscription.
 * @param offer the instance of the new plan.
 * @throws Refusal BAD_INPUT naming what would be right.
 */
export function checkOffered(now: SubscriptionPlan & { productId: bigint }, plan: SubscriptionPlan, offer: Offer): void {
  const { product } = offer
  together(
    () => {
      if (plan.productInstanceId !== now.productInstanceId && (offer.deleted || product.deleted))
        throw badInput(say`${field('productInstanceId')} names an instance that is no longer sold.`)
    },
    () => checkTerm(now, plan, offer),
  )
  const price = plan.fixedPrice ?? priceOf(pricesOf(offer, product), plan.termId, 'renewal')
  if (price === undefined) throw badInput(say`${field('termId')} has no price for ${product.name}.`)
}

function checkTerm(now: SubscriptionPlan & { productId: bigint }, { termId }: SubscriptionPlan, { product }: Offer): void {
  if (termId === now.termId && product.id === now.productId) return
  const offered = product.subscriptionTypes
    .filter(({ archivedAt }) => !archivedAt)
    .flatMap(({ terms }) => terms.filter(({ enabled, gift, archivedAt }) => enabled && !gift && !archivedAt))
  if (offered.some(({ id }) => id === termId)) return
  const known = offered.length > 0 ? `its terms are ${someIds(offered.map(({ id }) => id))}` : 'it has none'
  throw badInput(say`${field('termId')} must be one that ${product.name} is sold for; ${known}.`)
}
