/**
 * The price of lines in steps: price, discount, shipping, tax. A step takes the lines with their amounts so far and adds its own, so that another
 * rule is another step; totals are sums of lines. Pure: amounts in, amounts out, all in the smallest unit of the currency.
 */
import { spread, sum } from './spread.ts'
import { byRates, containedIn, type LineTax, type TaxEngine, type TaxLine } from './tax.ts'
import { type LineParcel, shippingsOf, type Zone } from './zones.ts'

export type PricedLine = {
  productId: bigint
  price: number
  quantity: number
  shipping: number
  /** The rates of its tax; absent in a store that charges none. */
  taxing?: LineTax | undefined
  /** The parcel of a line whose shipping is by zones; absent for any other line. */
  parcel?: LineParcel | undefined
}

/** The discount of a coupon on the lines it applies to: a percentage, an amount, or their shipping; no products means every product. */
export type Discount = {
  type: 'percent' | 'amount' | 'free_shipping'
  value: number
  productIds: readonly bigint[]
  /** Whether it lowers every charge of a subscription. */
  forever?: boolean
}

/** Whether a coupon applies to a product. */
export const appliesTo = ({ productIds }: Pick<Discount, 'productIds'>, productId: bigint): boolean =>
  productIds.length === 0 || productIds.includes(productId)

/** The price of the lines that a coupon applies to, all together. */
export const subTotalFor = (coupon: Pick<Discount, 'productIds'>, lines: readonly PricedLine[]): number =>
  sum(lines.filter(({ productId }) => appliesTo(coupon, productId)).map(({ price, quantity }) => price * quantity))

/** A line with its amounts so far. */
export type PricedAmounts = {
  line: PricedLine
  /** The price of all its pieces, and the part that coupons take off. */
  price: number
  discount: number
  /** The shipping that coupons leave. */
  shipping: number
  tax: number
  /** Its tax by rates. */
  taxLines: readonly TaxLine[]
  /** The amount that each coupon takes off its price or its shipping. */
  byCoupon: readonly number[]
}

type PriceStep = (lines: readonly PricedAmounts[]) => PricedAmounts[]

const left = ({ price, discount }: PricedAmounts): number => price - discount

const priced: PriceStep = (lines) => lines.map((each) => ({ ...each, price: each.line.price * each.line.quantity }))

/**
 * Coupons lower the price in their order and never below zero: a percentage is rounded half up, and each coupon is spread over what is left of
 * the lines that it applies to.
 */
const discounted =
  (discounts: readonly Discount[]): PriceStep =>
  (lines) =>
    discounts.reduce(
      (before, discount, place) => {
        const { type, value } = discount
        if (type === 'free_shipping') return before
        const eligible = before.filter(({ line }) => appliesTo(discount, line.productId))
        const rest = eligible.map(left)
        const whole = sum(rest)
        const off = type === 'amount' ? Math.min(value, whole) : Math.round((whole * Math.min(value, 100)) / 100)
        const shares = spread(off, rest)
        return before.map((each) => {
          const share = shares[eligible.indexOf(each)] ?? 0
          return { ...each, discount: each.discount + share, byCoupon: each.byCoupon.with(place, share) }
        })
      },
      [...lines],
    )

/** The shipping by the zone of the address, of lines that are sent by zones. */
const sent =
  (zone: Zone | undefined): PriceStep =>
  (lines) => {
    const weighed = lines.flatMap((each) => (each.line.parcel ? [{ each, parcel: each.line.parcel, price: left(each) }] : []))
    if (weighed.length === 0) return [...lines]
    const shippings = shippingsOf(zone, weighed, sum(lines.map(left)))
    return lines.map((each) => {
      const place = weighed.findIndex((one) => one.each === each)
      if (place < 0) return each
      const gross = shippings[place] ?? 0
      const shipping = gross - containedIn(gross, each.line.parcel?.takenOut ?? 0)
      return { ...each, line: { ...each.line, shipping } }
    })
  }

/** The shipping of a line, unless a coupon takes it off: the first one does. */
const shipped =
  (discounts: readonly Discount[]): PriceStep =>
  (lines) =>
    lines.map((each) => {
      const { productId, shipping } = each.line
      const free = discounts.findIndex((discount) => discount.type === 'free_shipping' && appliesTo(discount, productId))
      return free < 0 ? { ...each, shipping } : { ...each, byCoupon: each.byCoupon.with(free, shipping) }
    })

/** The tax on what coupons leave of the price of a line and of its shipping. */
const taxed =
  (engine: TaxEngine): PriceStep =>
  (lines) => {
    const taxable = lines.flatMap((each) => (each.line.taxing ? [{ each, taxing: each.line.taxing }] : []))
    const computed = engine(taxable.map(({ each, taxing }) => ({ price: left(each), shipping: each.shipping, taxing })))
    const byLine = new Map(taxable.map(({ each }, place) => [each, computed[place] ?? []]))
    return lines.map((each) => {
      const taxLines = byLine.get(each)
      return taxLines ? { ...each, taxLines, tax: sum(taxLines.map(({ amount }) => amount)) } : each
    })
  }

/**
 * The amounts of lines, lowered by coupons.
 *
 * @param zone that lines are sent to whose shipping is by zones.
 *
 * @param engine that computes the tax; the rates of the store unless given.
 */
export function priceLines(
  lines: readonly PricedLine[],
  discounts: readonly Discount[],
  zone?: Zone,
  engine: TaxEngine = byRates,
): PricedAmounts[] {
  const nothing = { price: 0, discount: 0, shipping: 0, tax: 0, taxLines: [], byCoupon: discounts.map(() => 0) }
  const steps = [priced, discounted(discounts), sent(zone), shipped(discounts), taxed(engine)]
  return steps.reduce(
    (before, step) => step(before),
    lines.map((line): PricedAmounts => ({ line, ...nothing })),
  )
}

/** The part of a line's discount that every charge has: by coupons for ever. */
export const foreverDiscount = ({ byCoupon }: PricedAmounts, discounts: readonly Discount[]): number =>
  sum(discounts.map(({ type, forever }, place) => (forever && type !== 'free_shipping' ? (byCoupon[place] ?? 0) : 0)))
