/**
 * The price of a purchase, by line and in total: terms and gifts, shipping, coupons, tax and credit. Orders and renewals share it. Pure:
 * amounts in, amounts out, all in the smallest unit of the currency.
 */
import { badInput } from '../../values/errors.ts'
import { spread, sum } from './spread.ts'

/** A price of a term: an instance's own, or the product's; the product may have another one for gifts. */
type TermPrice = { termId: bigint; price: number; gift?: boolean }

/** The data of an instance that its price depends on. */
type Prices = {
  /** The price of one piece without a term. */
  price: number
  /** The instance's own prices of terms. */
  ownTermPrices: readonly TermPrice[]
  /** The product's prices of terms. */
  termPrices: readonly TermPrice[]
}

type PriceRow = { termId: bigint; price: bigint; gift?: boolean }

const numbered = (rows: readonly PriceRow[]): TermPrice[] =>
  rows.map(({ termId, price, gift = false }) => ({ termId, price: Number(price), gift }))

/** The prices of an instance and its product, as their rows have them. */
export const pricesOf = (
  instance: { price: bigint; termPrices: readonly PriceRow[] },
  product: { termPrices: readonly PriceRow[] },
): Prices => ({
  price: Number(instance.price),
  ownTermPrices: numbered(instance.termPrices),
  termPrices: numbered(product.termPrices),
})

/** The data of an instance that its price and its shipping depend on. */
export type PricedInstance = Prices & {
  shipOption: string
  flatShipPrice: number
  giftShipping: number
}

/** The occasion of a purchase; a renewed gift is no gift any more. */
export type Occasion = 'sale' | 'gift' | 'renewal'

type Choice = 'own' | 'product' | 'gift'

/** The prices of a term in order of precedence. A subscription whose term has only a gift price is renewed at that. */
const choices: Record<Occasion, readonly Choice[]> = {
  sale: ['own', 'product'],
  gift: ['gift', 'own', 'product'],
  renewal: ['own', 'product', 'gift'],
}

const found: Record<Choice, (instance: Prices, termId: bigint) => TermPrice | undefined> = {
  own: ({ ownTermPrices }, id) => ownTermPrices.find(({ termId }) => termId === id),
  product: ({ termPrices }, id) => termPrices.find(({ termId, gift }) => !gift && termId === id),
  gift: ({ termPrices }, id) => termPrices.find(({ termId, gift }) => gift && termId === id),
}

/** The price of one piece: the instance's price, or for a term the term's; undefined when that has no price. */
export function priceOf(instance: Prices, termId: bigint | undefined, occasion: Occasion): number | undefined {
  if (termId === undefined) return instance.price
  for (const choice of choices[occasion]) {
    const price = found[choice](instance, termId)
    if (price) return price.price
  }
  return undefined
}

/** The shipping charge: a flat price for each piece and delivery; other ways of pricing charge nothing here. */
export function shippingOf(instance: PricedInstance, deliveries: number, occasion: Occasion): number {
  if (instance.shipOption !== 'flat') return 0
  return (occasion === 'gift' ? instance.giftShipping : instance.flatShipPrice) * deliveries
}

export type PricedLine = { productId: bigint; price: number; quantity: number; shipping: number }

/** The discount of a coupon on the lines it applies to: a percentage, an amount, or their shipping; no products means every product. */
export type Discount = { type: 'percent' | 'amount' | 'free_shipping'; value: number; productIds: readonly bigint[] }

/** Whether a coupon applies to a product. */
export const appliesTo = ({ productIds }: Pick<Discount, 'productIds'>, productId: bigint): boolean =>
  productIds.length === 0 || productIds.includes(productId)

export type Totals = {
  subTotal: number
  totalDiscount: number
  totalPrice: number
  totalShipping: number
  /** The shipping before coupons; absent where none lowers it. */
  grossShipping?: number
  totalTax: number
  /** `subTotal + totalShipping + totalTax - totalDiscount`, never negative. */
  total: number
  creditApplied: number
  /** The amount left to charge. */
  charge: number
}

/** The price of the lines that a coupon applies to, all together. */
export const subTotalFor = (coupon: Pick<Discount, 'productIds'>, lines: readonly PricedLine[]): number =>
  sum(lines.filter(({ productId }) => appliesTo(coupon, productId)).map(({ price, quantity }) => price * quantity))

/**
 * Applies coupons to lines, in order and never below zero: the remainder of each line and its shipping, and the amount of each coupon. A
 * percentage is rounded half up, and each coupon is spread over the lines that it applies to.
 */
export function discountedBy(
  lines: readonly PricedLine[],
  discounts: readonly Discount[],
): { left: number[]; shipping: number[]; amounts: number[] } {
  const left = lines.map(({ price, quantity }) => price * quantity)
  const shipping = lines.map((line) => line.shipping)
  const amounts = discounts.map((discount) => {
    const { type, value } = discount
    const eligible = lines.flatMap(({ productId }, index) => (appliesTo(discount, productId) ? [index] : []))
    if (type === 'free_shipping') {
      const saved = sum(eligible.map((index) => shipping[index] ?? 0))
      for (const index of eligible) shipping[index] = 0
      return saved
    }
    const whole = sum(eligible.map((index) => left[index] ?? 0))
    const off = type === 'amount' ? Math.min(value, whole) : Math.round((whole * Math.min(value, 100)) / 100)
    const shares = spread(
      off,
      eligible.map((index) => left[index] ?? 0),
    )
    for (const [place, index] of eligible.entries()) left[index] = (left[index] ?? 0) - (shares[place] ?? 0)
    return off
  })
  return { left, shipping, amounts }
}

/**
 * Adds up a purchase: coupons reduce the lines, see `discountedBy`; tax rates, in percent, apply to the remainder; credit lowers the
 * charge, not the total.
 */
export function totalsOf(
  lines: readonly PricedLine[],
  discounts: readonly Discount[],
  taxPercents: readonly number[],
  credit: number,
): Totals {
  const subTotal = sum(lines.map(({ price, quantity }) => price * quantity))
  const { left, shipping } = discountedBy(lines, discounts)
  const totalPrice = sum(left)
  const [totalShipping, grossShipping] = [sum(shipping), sum(lines.map((line) => line.shipping))]
  const totalTax = sum(taxPercents.map((percent) => Math.round((totalPrice * percent) / 100)))
  const total = totalPrice + totalShipping + totalTax
  if (!Number.isSafeInteger(subTotal) || !Number.isSafeInteger(total))
    throw badInput('The order is too large to add up.', 'products')
  const creditApplied = Math.min(credit, total)
  return {
    subTotal,
    totalDiscount: subTotal - totalPrice,
    totalPrice,
    totalShipping,
    ...(grossShipping !== totalShipping && { grossShipping }),
    totalTax,
    total,
    creditApplied,
    charge: total - creditApplied,
  }
}
