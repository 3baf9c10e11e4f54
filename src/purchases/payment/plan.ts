/** Plans a purchase: its lines, its total, and the changes of a renewed subscription. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import type { Uses } from '../price/coupon-uses.ts'
import { type Occasion, type PricedInstance, priceOf, shippingOf } from '../price/price.ts'
import { type Discount, foreverDiscount, priceLines } from '../price/steps.ts'
import type { LineTax } from '../price/tax.ts'
import { type Taxation, taxedPrice } from '../price/taxation.ts'
import { type Totals, totalsOf } from '../price/totals.ts'
import type { LineParcel, Zone } from '../price/zones.ts'
import type { ChangedSubscription } from '../subscription/term-deliveries.ts'
import { type Plan, type PlanDraft, type PlannedGift, type PlannedLine, type PlannedName, planFrom } from './stored-plan.ts'

/** The data of an instance that a sale needs. */
export type PlannedInstance = PricedInstance & {
  id: bigint
  productId: bigint
  name: string
  sku: string
  isTracked: boolean
  taxClass: string
  /** The weight of one piece, in ounces. */
  weight: number
}

export type PlannedTerm = { id: bigint; numCycles: number }

/** The most pieces of a line. */
export const maxQuantity = 1_000

/** A line with the rates of its tax and its parcel, which its price takes; a plan keeps what they come to. */
export type TaxedLine = PlannedLine & { taxing?: LineTax | undefined; parcel?: LineParcel | undefined }

/** How a line is sold. */
type Sale = {
  quantity: number
  occasion: Occasion
  taxation: Taxation | undefined
  /** Whether the store has shipping zones. */
  hasZones: boolean
}

/**
 * Prices a line.
 *
 * @returns undefined when the term has no price.
 */
export function lineOf(
  instance: PlannedInstance,
  term: PlannedTerm | undefined,
  { quantity, occasion, taxation, hasZones }: Sale,
): TaxedLine | undefined {
  const price = priceOf(instance, term?.id, occasion)
  if (price === undefined) return undefined
  const { id: productInstanceId, productId, name, sku, isTracked, taxClass, weight } = instance
  const deliveries = term?.numCycles ?? 1
  const shipping = shippingOf(instance, quantity * deliveries, occasion)
  const takenOut = taxation?.(taxClass).takenOut.shipping ?? 0
  const isSent = hasZones && instance.shipOption === 'weight'
  return {
    ...{ productId, productInstanceId, name, sku, quantity },
    ...taxedPrice({ price, shipping }, taxClass, taxation),
    isTracked,
    ...(isSent && { parcel: { weight: weight * quantity, deliveries, takenOut } }),
  }
}

/** The customer, the address and the payment method. */
type Buyer = Pick<PlanDraft, 'storeId' | 'customerId' | 'addressId' | 'billingAddressId' | 'paymentMethodId'>

/** The reductions of the lines' price. */
type Reductions = {
  discounts: readonly (Discount & { id: bigint; code: string })[]
  /** The customer's credit that may be spent. */
  credit: number
  /** The shipping zone of the address, if there is one. */
  zone?: Zone | undefined
}

/** The totals, and the credit that they use, of the subscription and then of the customer. */
export type Owed = { owed: Totals; creditSpent: number; customerCredit: number }

/** The renewed subscription, and its changes. */
type Renewal = {
  subscription: NonNullable<PlanDraft['lines'][number]['subscription']>
  isTest: boolean
  isTriedAgain: boolean
  unpaidOrderId: bigint | null
  replaces?: PlanDraft['replaces']
  couponIds: readonly bigint[]
}

type PlanFacts = {
  buyer: Buyer
  /** The price: the lines with their reductions, or the precomputed totals of a renewal. */
  price: Reductions | Owed
  gift?: PlannedGift | undefined
  named?: PlannedName | undefined
  /** Whether a new order is a test; others are as their subscription. */
  isTest?: boolean
  /** The cart that is checked out. */
  cartId?: bigint | undefined
  /** Whether a visitor checks it out. */
  isVisitors?: boolean | undefined
  renewal?: Renewal
  /** The subscription that is changed immediately. */
  change?: Pick<Renewal, 'subscription' | 'isTest'> & { change: NonNullable<PlanDraft['change']> }
}

/**
 * Refuses amounts that the database would refuse after the charge: a price or a coupon from before its CHECK may be below 0.
 *
 * @throws Refusal BAD_INPUT naming the amount.
 */
function checkAmounts(lines: readonly PlannedLine[], totals: Totals): void {
  const ofLines = lines.flatMap(({ price, shipping }) => Object.entries({ price, shipping }))
  for (const [name, amount] of [...ofLines, ...Object.entries(totals)])
    if (typeof amount === 'number' && amount < 0) throw badInput(say`${field(name)} of the order must be at least 0.`)
}

/** The price of a purchase: its lines, each with its own amounts where they are not owed since before. Plans and carts share it. */
export function pricedBy(price: Reductions | Owed, lines: readonly TaxedLine[]): Owed & { priced: readonly PlannedLine[] } {
  if ('owed' in price) return { ...price, priced: lines }
  const amounts = priceLines(lines, price.discounts, price.zone)
  const owed = totalsOf(amounts, price.credit)
  const priced = lines.map(({ taxing: _, parcel: _parcel, ...unsent }, index) => {
    const line = { ...unsent, shipping: amounts[index]?.line.shipping ?? unsent.shipping }
    const { discount = 0, shipping = 0, tax = 0, taxLines = [] } = amounts[index] ?? {}
    const forever = amounts[index] ? foreverDiscount(amounts[index], price.discounts) : 0
    return {
      ...{ ...line, discount },
      ...(forever > 0 && { foreverDiscount: forever }),
      ...(shipping !== line.shipping && { shippingDue: shipping }),
      ...(tax !== 0 && { tax }),
      ...(taxLines.length > 0 && { taxLines: [...taxLines] }),
    }
  })
  return { owed, creditSpent: 0, customerCredit: owed.creditApplied, priced }
}

/** Makes the plan of a purchase, in its stored form. */
export function planOf(
  { buyer, price, gift, named, cartId, isVisitors, isTest = false, renewal, change }: PlanFacts,
  lines: readonly TaxedLine[],
): Plan {
  const { owed: totals, creditSpent, customerCredit, priced } = pricedBy(price, lines)
  checkAmounts(lines, totals)
  const of = renewal ?? change
  const draft: PlanDraft = {
    version: 2,
    ...buyer,
    shows: of ? 'subscription' : 'order',
    isRenewal: renewal !== undefined,
    isTest: of?.isTest ?? isTest,
    ...(named && { named }),
    ...(cartId !== undefined && { cartId }),
    ...(isVisitors && { isVisitors }),
    ...(gift && { gift }),
    lines: of ? priced.map((line) => ({ ...line, subscription: { ...of.subscription, creditSpent } })) : priced,
    totals,
    ...('discounts' in price &&
      price.discounts.length > 0 && {
        coupons: price.discounts.map(({ id, code }) => ({ couponId: id, codeUsed: code })),
      }),
    ...(customerCredit > 0 && { customerCredit }),
    subscriptionCouponIds: renewal?.couponIds ?? [],
    ...(renewal && { isTriedAgain: renewal.isTriedAgain }),
    ...(renewal && renewal.unpaidOrderId !== null && { orderId: renewal.unpaidOrderId }),
    ...(renewal?.replaces && { replaces: renewal.replaces }),
    ...(change && { change: change.change }),
  }
  return planFrom(draft)
}

/** The coupons whose uses a plan counts. */
export const usesOf = ({ storeId, customerId, coupons = [] }: Plan): Uses => ({
  storeId,
  customerId,
  couponIds: coupons.map(({ couponId }) => couponId),
})

/**
 * The order that there is before a payment is settled: the one to pay, or that of the running term, which gets the failed attempt of a change.
 *
 * @returns undefined where settling makes one.
 */
export const knownOrderOf = ({ orderId, change }: Plan, isPaid: boolean): bigint | undefined =>
  orderId ?? (isPaid ? undefined : change?.from?.orderId)

/**
 * Whether the order that settling makes stays open. Nothing will pay that of a declined reactivation or change: the next one starts anew.
 */
export const staysOpen = ({ isRenewal, change, isTriedAgain }: Plan, isPaid: boolean): boolean =>
  isPaid || !(isRenewal || change) || isTriedAgain === true

/** Whether the order of a plan counts among the paid orders of its subscription: it has an amount to pay, and is not the difference of a change. */
export const countsAsPaid = ({ totals, change }: Plan): boolean => totals.total > 0 && !change

/** The subscription that a plan renews or changes, if there is one. */
export const renewedId = ({ lines }: Plan): bigint | undefined =>
  lines.find(({ subscription }) => subscription?.id !== undefined)?.subscription?.id

/** Whether the payment of a plan holds its stock and credit while it waits for the customer: that of a checkout does, that of a renewal does not. */
export const holdsWhileWaiting = (plan: Plan): boolean => renewedId(plan) === undefined

/** Whether two plans are for the same purchase: equal charges, lines and coupons, apart from their times. */
export const isSamePurchase = (one: Plan, other: Plan): boolean => isDeepStrictEqual(timeless(one), timeless(other))

/** A plan without its times and the split of what it takes over; the changes of a subscription are derived from its state and from them. */
function timeless(plan: Plan): unknown {
  const lines = plan.lines.map(({ subscription, ...line }) => {
    if (!subscription) return line
    const { paid: _paid, declined: _declined, declinedForGood: _forGood, ...others } = subscription
    return { ...line, subscription: others }
  })
  if (!plan.change?.from) return { ...plan, lines }
  const { orderId, lineId, carried } = plan.change.from
  return { ...plan, lines, change: { ...plan.change, from: { orderId, lineId, carried } } }
}

/** The subscription that a plan changes immediately, with the change; undefined for any other purchase. */
export function changedBy(plan: Plan): ChangedSubscription | undefined {
  const subscriptionId = renewedId(plan)
  return plan.change && subscriptionId !== undefined ? { storeId: plan.storeId, subscriptionId, change: plan.change } : undefined
}
