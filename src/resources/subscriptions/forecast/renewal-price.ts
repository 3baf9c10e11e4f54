/**
 * The price of a renewal: today's price, which the coupons that wait lower, and then the credit of the subscription and of its customer;
 * or what the order says that an earlier try left unpaid. Pure: what is forecast and what is charged come of it alike.
 */
import type { ModelName, Shape } from '../../../db/shape.ts'
import { lineOf, type Owed, type PlannedInstance, type TaxedLine } from '../../../purchases/payment/plan.ts'
import type { PlannedLine } from '../../../purchases/payment/stored-plan.ts'
import { pricesOf } from '../../../purchases/price/price.ts'
import { soldBy } from '../../../purchases/price/sale-facts.ts'
import { sum } from '../../../purchases/price/spread.ts'
import { appliesTo, type Discount, type PricedAmounts, priceLines } from '../../../purchases/price/steps.ts'
import type { TaxLine } from '../../../purchases/price/tax.ts'
import { type Totals, totalsOf } from '../../../purchases/price/totals.ts'
import { NotChargeable } from '../due/past-due.ts'

type Some<M extends ModelName, Column extends keyof Shape<M>> = Pick<Shape<M>, Column>

type WaitingCoupon = Some<
  'SubscriptionCoupon',
  'id' | 'couponId' | 'codeUsed' | 'enabled' | 'numRenewals' | 'forever' | 'unpaidOrderId'
> & {
  coupon: Some<'Coupon', 'enabled' | 'discountType' | 'discountValue'> & { products: Some<'CouponProduct', 'productId'>[] }
}

type SoldInstance = { inventory: Some<'ProductInventory', 'trackInventory'> | null }

type UnpaidLine = Some<'OrderProduct', 'productId' | 'productInstanceId' | 'name' | 'sku' | 'price' | 'quantity' | 'taxLines'> & {
  instance: SoldInstance
}

type UnpaidOrder = Some<
  'Order',
  | 'id'
  | 'subTotal'
  | 'totalDiscount'
  | 'totalPrice'
  | 'totalShipping'
  | 'grossShipping'
  | 'totalTax'
  | 'taxIncluded'
  | 'total'
  | 'creditApplied'
  | 'giftCardDiscount'
> & { products: UnpaidLine[] }

/** The inputs of a renewal's price. */
export type PriceFacts = Some<'Subscription', 'quantity' | 'credit' | 'fixedPrice'> & {
  term: Some<'SubscriptionTypeTerm', 'id' | 'numCycles'>
  product: Some<'Product', 'id' | 'name' | 'shipOption' | 'flatShipPrice' | 'giftShipping' | 'taxClass' | 'shipWeight'> & {
    termPrices: Some<'ProductTermPrice', 'termId' | 'price' | 'gift'>[]
  }
  instance: Some<'ProductInstance', 'id' | 'sku' | 'price' | 'shipWeight'> &
    SoldInstance & { termPrices: Some<'ProductInstanceSubscriptionTypeTermPrice', 'termId' | 'price'>[] }
  /** The coupons that were not used up, in their order. */
  coupons: WaitingCoupon[]
  unpaidOrder: UnpaidOrder | null
  /** The inputs of its sale as JSON, see `saleSql`. */
  sale?: string | null
}

/** The price of a renewal, and each coupon that it uses with its discount. */
export type PricedRenewal = Owed & {
  lines: PlannedLine[]
  discounts: { coupon: WaitingCoupon; amount: number }[]
  /** Whether it pays the order of an earlier try, which holds the credit that it uses. */
  isOfEarlierTry: boolean
}

/**
 * The price without the credit of the customer, which `withCustomerCredit` spends.
 *
 * @param at when it is charged: the rates of tax of that time apply, but for an order of an earlier try.
 *
 * @throws Refusal BAD_INPUT when the term has no price.
 */
export const priceOfRenewal = (facts: PriceFacts, at: Date): PricedRenewal =>
  facts.unpaidOrder ? ofUnpaidOrder(facts, facts.unpaidOrder) : atTodaysPrice(facts, at)

/** Lets the customer's credit pay what it covers of a renewal, unless that pays the order of an earlier try. */
export function withCustomerCredit(priced: PricedRenewal, credit: number): PricedRenewal {
  const { owed, isOfEarlierTry } = priced
  const customerCredit = isOfEarlierTry ? 0 : Math.min(credit, owed.charge)
  if (customerCredit === 0) return priced
  const creditApplied = owed.creditApplied + customerCredit
  return { ...priced, customerCredit, owed: { ...owed, creditApplied, charge: owed.charge - customerCredit } }
}

function atTodaysPrice(facts: PriceFacts, at: Date): PricedRenewal {
  const { product, term, coupons, quantity, credit } = facts
  const { zone, ...sold } = soldBy(facts.sale, at)
  const sale = { quantity, occasion: 'renewal', ...sold } as const
  const line = lineOf(plannedInstance(facts), { id: term.id, numCycles: term.numCycles }, sale)
  if (!line) throw new NotChargeable('no_price', 'BAD_INPUT', `${product.name} has no price for the subscription's term.`)
  const lines = [line]
  const used = coupons
    .filter(({ enabled, unpaidOrderId, coupon }) => enabled && unpaidOrderId === null && coupon.enabled)
    .filter((coupon) => appliesTo(discountOf(coupon), line.productId))
  const priced = priceLines(lines, used.map(discountOf), zone)
  const owed = totalsOf(priced, Number(credit ?? 0))
  return {
    lines: [withAmounts(withForever(line, used), priced)],
    owed,
    creditSpent: owed.creditApplied,
    customerCredit: 0,
    isOfEarlierTry: false,
    discounts: takenBy(used, priced),
  }
}

export const discountOf = ({ coupon: { discountType, discountValue, products } }: Pick<WaitingCoupon, 'coupon'>): Discount => ({
  type: discountType,
  value: Number(discountValue),
  productIds: products.map(({ productId }) => productId),
})

/** A line with the tax and the shipping that it comes to, as a plan keeps it. */
export function withAmounts(
  { taxing: _, parcel: _parcel, ...line }: TaxedLine,
  [amounts]: readonly PricedAmounts[],
): PlannedLine {
  if (!amounts) return line
  const { shipping } = amounts.line
  return { ...line, shipping, ...(amounts.taxLines.length > 0 && { taxLines: [...amounts.taxLines] }) }
}

const takenBy = (coupons: readonly WaitingCoupon[], lines: readonly PricedAmounts[]): PricedRenewal['discounts'] =>
  coupons.map((coupon, place) => ({ coupon, amount: sum(lines.map(({ byCoupon }) => byCoupon[place] ?? 0)) }))

/** The line of a subscription with what its coupons for ever take off it, whatever other coupons do. */
export function withForever<Line extends TaxedLine>(line: Line, coupons: readonly WaitingCoupon[]): Line {
  const lasting = coupons
    .filter(({ enabled, forever, coupon }) => enabled && forever && coupon.enabled)
    .map(discountOf)
    .filter((discount) => appliesTo(discount, line.productId))
  const [amounts] = priceLines([{ ...line, parcel: undefined }], lasting)
  return amounts && amounts.discount > 0 ? { ...line, foreverDiscount: amounts.discount } : line
}

/** The instance that is renewed, as it is sold today; at the price that was agreed, if one was. */
export function plannedInstance({
  product,
  instance,
  term,
  fixedPrice,
}: Pick<PriceFacts, 'product' | 'instance' | 'fixedPrice'> & { term: { id: bigint } }): PlannedInstance {
  const fixed = fixedPrice !== null && { ownTermPrices: [{ termId: term.id, price: Number(fixedPrice) }] }
  return {
    id: instance.id,
    productId: product.id,
    name: product.name,
    sku: instance.sku,
    isTracked: instance.inventory?.trackInventory ?? false,
    ...pricesOf(instance, product),
    ...fixed,
    shipOption: product.shipOption,
    flatShipPrice: Number(product.flatShipPrice),
    giftShipping: Number(product.giftShipping),
    taxClass: product.taxClass,
    weight: instance.shipWeight > 0 ? instance.shipWeight : product.shipWeight,
  }
}

/** The price of the first try, whatever has changed since; its coupons and credit are reserved already. */
function ofUnpaidOrder({ coupons }: PriceFacts, order: UnpaidOrder): PricedRenewal {
  const lines = order.products.map(({ productId, productInstanceId, name, sku, price, quantity, instance, taxLines }) => ({
    productId,
    productInstanceId,
    name,
    sku,
    price: Number(price),
    quantity,
    shipping: Number(order.grossShipping),
    isTracked: instance.inventory?.trackInventory ?? false,
    ...(Array.isArray(taxLines) && taxLines.length > 0 && { taxLines: taxLines as TaxLine[] }),
  }))
  const held = coupons.filter(({ unpaidOrderId }) => unpaidOrderId === order.id)
  return {
    lines: lines.map((line) => withForever(line, held)),
    owed: totalsOfOrder(order),
    creditSpent: 0,
    customerCredit: 0,
    isOfEarlierTry: true,
    discounts: takenBy(held, priceLines(lines, held.map(discountOf))),
  }
}

function totalsOfOrder(order: UnpaidOrder): Totals {
  const { subTotal, totalDiscount, totalPrice, totalShipping, totalTax, taxIncluded, total, creditApplied, giftCardDiscount } =
    order
  return {
    subTotal: Number(subTotal),
    totalDiscount: Number(totalDiscount),
    totalPrice: Number(totalPrice),
    totalShipping: Number(totalShipping),
    totalTax: Number(totalTax),
    ...(taxIncluded && { taxIncluded }),
    total: Number(total),
    creditApplied: Number(creditApplied),
    charge: Math.max(0, Number(total - creditApplied - giftCardDiscount)),
  }
}

/** Whether a payment method or an address is archived, and so no longer used. */
type Archivable = { archivedAt: Date | null }

/** The payer and the address of a renewal. */
export type RecipientFacts<Method> = {
  paymentMethod: (Method & Archivable) | null
  address: Some<'Address', 'id' | 'archivedAt'> | null
  /** With the way to pay and the address that count where the subscription has none of its own, if there are any. */
  customer: { paymentMethods: Method[]; addresses: Some<'Address', 'id'>[] }
}

/**
 * The way a renewal is paid and the address it goes to: the subscription's own, else its customer's.
 *
 * @throws Refusal PAYMENT_METHOD_MISSING, or BAD_INPUT where there is no address.
 */
export function recipientOf<Method>({ paymentMethod, address, customer }: RecipientFacts<Method>) {
  const method = liveOf(paymentMethod) ?? customer.paymentMethods[0]
  if (!method) throw new NotChargeable('no_payment_method', 'PAYMENT_METHOD_MISSING', 'The subscription has no payment method.')
  return { method, shipTo: addressOf({ address, customer }) }
}

/** The address that a renewal goes to. @throws Refusal BAD_INPUT where there is none. */
export function addressOf({ address, customer }: Pick<RecipientFacts<unknown>, 'address' | 'customer'>): bigint {
  const shipTo = (liveOf(address) ?? customer.addresses[0])?.id
  if (!shipTo) throw new NotChargeable('no_address', 'BAD_INPUT', 'The subscription has no address to send to.')
  return shipTo
}

const liveOf = <Row extends Archivable>(row: Row | null): Row | undefined => (row && !row.archivedAt ? row : undefined)

/** The inputs of the next renewal once one is paid: its coupons were used once more, its credit is spent, its order is paid. */
export function afterPaid({ credit, coupons }: PriceFacts, { creditSpent, discounts }: PricedRenewal) {
  const used = new Set(discounts.map(({ coupon }) => coupon.id))
  return {
    credit: credit === null ? null : credit - BigInt(creditSpent),
    coupons: coupons.flatMap((coupon) => {
      if (!used.has(coupon.id)) return [coupon]
      if (coupon.forever) return [{ ...coupon, unpaidOrderId: null }]
      return coupon.numRenewals > 1 ? [{ ...coupon, numRenewals: coupon.numRenewals - 1, unpaidOrderId: null }] : []
    }),
    unpaidOrder: null,
  }
}
