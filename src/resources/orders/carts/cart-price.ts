/**
 * The price of a cart: of its checkout, and of the renewals that follow, by the rules of new orders and through the one function of prices.
 * Pure; nothing is stored.
 */
import type { ModelName, Shape } from '../../../db/shape.ts'
import { spendable } from '../../../purchases/payment/customer-credit.ts'
import { lineOf, pricedBy } from '../../../purchases/payment/plan.ts'
import type { PlannedLine } from '../../../purchases/payment/stored-plan.ts'
import { lineSums } from '../../../purchases/price/line-sums.ts'
import { pricesOf } from '../../../purchases/price/price.ts'
import { type SoldTo, soldBy } from '../../../purchases/price/sale-facts.ts'
import type { Totals } from '../../../purchases/price/totals.ts'
import { type GivenCoupon, withWaitingCoupons } from '../../../purchases/price/waiting-coupons.ts'
import { badInput, Refusal } from '../../../values/errors.ts'
import { givenCoupons, type JudgedCoupon } from '../coupons.ts'
import type { OfferedInstance } from '../create-rules.ts'
import { type AskedLine, plannedLines } from '../lines.ts'

type ColumnsOf<M extends ModelName, Column extends keyof Shape<M>> = Pick<Shape<M>, Column>

type TermPrices = { termPrices: ColumnsOf<'ProductInstanceSubscriptionTypeTermPrice', 'termId' | 'price'>[] }

/** An instance with its product, as it is sold today. */
type CartInstance = ColumnsOf<'ProductInstance', 'id' | 'sku' | 'price' | 'deleted' | 'shipWeight'> &
  TermPrices & {
    inventory: ColumnsOf<'ProductInventory', 'trackInventory'> | null
    product: ColumnsOf<
      'Product',
      | 'id'
      | 'name'
      | 'shipOption'
      | 'flatShipPrice'
      | 'giftShipping'
      | 'deleted'
      | 'singlePurchasable'
      | 'taxClass'
      | 'shipWeight'
    > & {
      termPrices: ColumnsOf<'ProductTermPrice', 'termId' | 'price' | 'gift'>[]
      billing: ColumnsOf<'ProductBilling', 'id' | 'rebillDay' | 'rebillMonths' | 'rebillWeeks'>
      subscriptionTypes: { terms: ColumnsOf<'SubscriptionTypeTerm', 'id' | 'name' | 'enabled' | 'gift' | 'numCycles'>[] }[]
    }
  }

/** The inputs of a cart's price. */
export type CartFacts = ColumnsOf<'Cart', 'orderId'> & {
  products: (ColumnsOf<'CartProduct', 'termId' | 'quantity' | 'productInstanceId'> & { instance: CartInstance })[]
  coupons: { coupon: JudgedCoupon }[]
  /** None for a visitor's. */
  customer: ColumnsOf<'Customer', 'credit'> | null
  /** The inputs of its sale as JSON, see `saleSql`. */
  sale?: string | null
}

/** A line of a cart with its amounts. */
export type PricedCartLine = PlannedLine & { discount: number; shipping: number; tax: number; charged: number }

/** The next renewal of a subscription that a line begins. */
export type CartRenewal = { line: PlannedLine; months: number; weeks: number; totals: Totals }

/** A cart with its price, or the reason why it has none. */
export type PricedCart =
  | { lines: PricedCartLine[]; totals: Totals; renewals: CartRenewal[]; problem?: Refusal }
  | { lines?: never; problem?: Refusal }

/** An instance as the rules of new orders see it. */
function offered({ product, inventory, ...instance }: CartInstance): OfferedInstance {
  const { id: productId, name, shipOption, singlePurchasable, termPrices, billing, subscriptionTypes } = product
  return {
    ...{ id: instance.id, productId, name, sku: instance.sku, shipOption, singlePurchasable, billing },
    ...pricesOf(instance, { termPrices }),
    flatShipPrice: Number(product.flatShipPrice),
    giftShipping: Number(product.giftShipping),
    isTracked: inventory?.trackInventory ?? false,
    taxClass: product.taxClass,
    weight: instance.shipWeight > 0 ? instance.shipWeight : product.shipWeight,
    isDeleted: instance.deleted || product.deleted,
    terms: subscriptionTypes.flatMap(({ terms }) => terms),
  }
}

/** The lines of a cart, in the form in which they are asked for. */
export const askedLines = (
  products: readonly ColumnsOf<'CartProduct', 'termId' | 'quantity' | 'productInstanceId'>[],
): AskedLine[] =>
  products.map(({ productInstanceId, termId, quantity }) => ({
    productInstance: { id: String(productInstanceId) },
    ...(termId !== null && { term: { id: String(termId) } }),
    quantity,
  }))

/** Prices a cart; one that is empty, or has an order, has no price here. */
export function priceOfCart(facts: CartFacts, now: Date): PricedCart {
  const { orderId, products, coupons, customer, sale } = facts
  if (orderId !== null || products.length === 0) return {}
  try {
    const ids = products.map(({ productInstanceId }) => productInstanceId)
    const instances = products.map(({ instance }) => offered(instance))
    const { zone, ...sold } = soldBy(sale, now)
    const lines = plannedLines(askedLines(products), ids, instances, { isGift: false, ...sold })
    const { given, problem } = usable(coupons, lines, now)
    const price = { zone, discounts: given, credit: customer ? spendable(customer.credit) : 0 }
    const { owed, priced } = pricedBy(price, withWaitingCoupons(lines, given, { isGift: false }))
    const sums = lineSums(priced, owed)
    return {
      lines: priced.map((line, index) => ({ ...line, ...(sums[index] as (typeof sums)[number]) })),
      totals: owed,
      renewals: priced.flatMap((line, index) => renewalOf(line, instances[index] as OfferedInstance, given, { zone, ...sold })),
      ...(problem && { problem }),
    }
  } catch (error) {
    if (error instanceof Refusal) return { problem: error }
    throw error
  }
}

/** The coupons of a cart: all of them, or none and the reason why one cannot be used. */
function usable(
  coupons: CartFacts['coupons'],
  lines: readonly PlannedLine[],
  now: Date,
): { given: GivenCoupon[]; problem?: Refusal } {
  const judged = coupons.map(({ coupon }) => coupon)
  try {
    return { given: givenCoupons(judged, lines, now) }
  } catch (error) {
    if (error instanceof Refusal) return { given: [], problem: error }
    throw error
  }
}

/** The next renewal of the subscription that a line begins: at today's price, lowered by the coupons that wait on it then. */
function renewalOf(
  line: PlannedLine,
  instance: OfferedInstance,
  given: readonly GivenCoupon[],
  { zone, ...sold }: SoldTo,
): CartRenewal[] {
  const { subscription, quantity } = line
  if (!subscription) return []
  const { termId, cycles: numCycles, rhythm, coupons = [] } = subscription
  const renewed = lineOf(instance, { id: termId, numCycles }, { quantity, occasion: 'renewal', ...sold })
  if (!renewed) throw badInput(`${instance.name} has no price for its term.`)
  const waiting = given.filter(({ id }) => coupons.some(({ couponId }) => couponId === id))
  const { owed } = pricedBy({ zone, discounts: waiting, credit: 0 }, [renewed])
  return [{ line: { ...renewed, subscription }, ...rhythm, totals: owed }]
}
