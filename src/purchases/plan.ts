/** Plans a purchase: its lines, what they cost in all, and what is to become of a subscription that is renewed. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { badInput } from '../values/errors.ts'
import { field, say } from '../values/sentence.ts'
import { type Discount, type Occasion, type PricedForm, priceOf, shippingOf, type Totals, totalsOf } from './price.ts'
import { type Plan, type PlanDraft, type PlannedGift, type PlannedLine, readPlan, storedText } from './stored-plan.ts'

/** What has to be known of a form to sell it. */
export type Form = PricedForm & { id: number; productId: number; name: string; sku: string; isTracked: boolean }

export type PlannedTerm = { id: number; numCycles: number }

/**
 * A line, with its price.
 *
 * @returns nothing when the term has no price.
 */
export function lineOf(form: Form, term: PlannedTerm | undefined, quantity: number, occasion: Occasion): PlannedLine | undefined {
  const price = priceOf(form, term?.id, occasion)
  if (price === undefined) return undefined
  const { id: productInstanceId, productId, name, sku, isTracked } = form
  const shipping = shippingOf(form, quantity * (term?.numCycles ?? 1), occasion)
  return { productId, productInstanceId, name, sku, price, quantity, shipping, isTracked }
}

/** Who buys, where it goes, and what is charged. */
type Buyer = Pick<PlanDraft, 'storeId' | 'customerId' | 'addressId' | 'paymentMethodId'>

/** What is taken off the price of the lines. */
type Reductions = { discounts: readonly Discount[]; credit: number; taxPercents?: readonly number[] }

/** What is to be paid, and how much credit of the subscription that takes. */
export type Owed = { owed: Totals; creditSpent: number }

/** The subscription of a renewal, and what is to become of it. */
type Renewal = {
  subscription: NonNullable<PlanDraft['lines'][number]['subscription']>
  isTest: boolean
  isTriedAgain: boolean
  unpaidOrderId: bigint | null
  couponIds: readonly bigint[]
}

type PlanFacts = {
  buyer: Buyer
  /** What is to be paid: the price of the lines with what is taken off it, or what a renewal was found to cost. */
  price: Reductions | Owed
  gift?: PlannedGift | undefined
  renewal?: Renewal
}

/**
 * Refuses what the database would refuse once it is paid for: a price or a coupon from before its CHECKs may be below 0.
 *
 * @throws Refusal BAD_INPUT naming the amount.
 */
function checkAmounts(lines: readonly PlannedLine[], totals: Totals): void {
  const ofLines = lines.flatMap(({ price, shipping }) => Object.entries({ price, shipping }))
  for (const [name, amount] of [...ofLines, ...Object.entries(totals)])
    if (amount < 0) throw badInput(say`${field(name)} of the order must be at least 0.`)
}

/** Makes the plan of a purchase, in the form it is stored in. */
export function planOf({ buyer, price, gift, renewal }: PlanFacts, lines: readonly PlannedLine[]): Plan {
  const totals = 'owed' in price ? price.owed : totalsOf(lines, price.discounts, price.taxPercents ?? [], price.credit)
  const creditSpent = 'owed' in price ? price.creditSpent : totals.creditApplied
  checkAmounts(lines, totals)
  const draft: PlanDraft = {
    version: 2,
    ...buyer,
    shows: renewal ? 'subscription' : 'order',
    isRenewal: renewal !== undefined,
    isTest: renewal?.isTest ?? false,
    ...(gift && { gift }),
    lines: renewal ? lines.map((line) => ({ ...line, subscription: { ...renewal.subscription, creditSpent } })) : lines,
    totals,
    subscriptionCouponIds: renewal?.couponIds ?? [],
    ...(renewal && { isTriedAgain: renewal.isTriedAgain }),
    ...(renewal && renewal.unpaidOrderId !== null && { orderId: renewal.unpaidOrderId }),
  }
  return readPlan(JSON.parse(storedText(draft)))
}

/** The subscription a plan renews, if it renews one. */
export const renewedId = ({ lines }: Plan): number | undefined =>
  lines.find(({ subscription }) => subscription?.id !== undefined)?.subscription?.id

/** Whether two plans are for the same purchase: they charge, sell and use up the same, whenever each was made. */
export const isSamePurchase = (one: Plan, other: Plan): boolean => isDeepStrictEqual(timeless(one), timeless(other))

/** A plan without its times: what it changes of a subscription follows from how that stood, and from them. */
function timeless(plan: Plan): unknown {
  const lines = plan.lines.map(({ subscription, ...line }) => {
    if (!subscription) return line
    const { paid: _paid, declined: _declined, ...others } = subscription
    return { ...line, subscription: others }
  })
  return { ...plan, lines }
}
