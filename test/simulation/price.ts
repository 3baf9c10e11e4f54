/** The price of a purchase by the contract: today's price, coupons in their order, shipping for each delivery, tax, credit last. */
import type { Customer } from './customer.ts'
import { type AddedTax, addedTaxes, contained, saleOf, sentBy, taxContained, taxWithin } from './market.ts'
import { spread, sum } from './money.ts'
import type { SimulatedCoupon, SimulatedProduct } from './story.ts'

/** `price` of a piece is that of the day unless it was agreed. */
export type Item = { product: SimulatedProduct; quantity: number; price?: number | undefined }

/** The customer and the time of a purchase; gifts have shipping of their own. */
export type Buying = { customer: Customer; at: number; isGift?: boolean }

/** A line's part of a bill: `charged` is its price less the discount, with its shipping and added tax, and `paid` what the card pays of that. */
export type LineBill = {
  price: number
  total: number
  discount: number
  shipping: number
  tax: number
  /** The taxes that are added; they come to its tax. */
  taxes: AddedTax[]
  /** The rate of the tax that its price contains. */
  taxWithin: number
  charged: number
  paid: number
}

export type Bill = {
  subTotal: number
  totalDiscount: number
  totalShipping: number
  totalTax: number
  total: number
  creditApplied: number
  charge: number
  lines: LineBill[]
}

export const fits = ({ product: only }: Pick<SimulatedCoupon, 'product'>, product: SimulatedProduct): boolean =>
  !only || only.id === product.id

/** The charge of a line. @param isIncluded whether prices contain the tax. */
export const chargedOf = (isIncluded: boolean, price: number, shipping: number, tax: number): number =>
  price + shipping + (isIncluded ? 0 : tax)

export function billOf(
  items: readonly Item[],
  coupons: readonly SimulatedCoupon[],
  credit: number,
  { customer: { market, home }, at, isGift = false }: Buying,
): Bill {
  const sales = items.map(({ product }) => saleOf(market, home, product, at))
  const outOf = (index: number) => sales[index]?.takenOut ?? { goods: 0, shipping: 0 }
  const prices = items.map(({ product, price = product.price }, index) => price - contained(price, outOf(index).goods))
  const left = items.map(({ quantity }, index) => (prices[index] ?? 0) * quantity)
  const subTotal = sum(left)
  for (const coupon of coupons) {
    const lowered = left.map((amount, index) => (fits(coupon, (items[index] as Item).product) ? amount : 0))
    const whole = sum(lowered)
    const off = Math.min(whole, coupon.isPercent ? Math.round((whole * coupon.value) / 100) : coupon.value)
    if (off > 0) for (const [index, share] of spread(off, lowered).entries()) left[index] = (left[index] ?? 0) - share
  }
  const isSent = items.map(({ product }) => !product.isShippedFlat)
  const sent = items.map(({ product, quantity }, index) => ({
    ...{ weight: product.weight * quantity, deliveries: product.cycles, price: left[index] ?? 0 },
  }))
  const byZones = sentBy(
    market,
    home,
    sent.filter((_, index) => isSent[index]),
    sum(left),
  )
  const shippings = items.map(({ product: { shipping, giftShipping, cycles }, quantity }, index) => {
    const gross = isSent[index] ? (byZones.shift() ?? 0) : (isGift ? giftShipping : shipping) * quantity * cycles
    return gross - contained(gross, outOf(index).shipping)
  })
  const added = sales.map((sale, index) => addedTaxes(market, sale, left[index] ?? 0, shippings[index] ?? 0))
  const taxes = sales.map(
    (sale, index) =>
      taxContained(market, sale, left[index] ?? 0, shippings[index] ?? 0) + sum(added[index]?.map(({ amount }) => amount) ?? []),
  )
  const charged = left.map((amount, index) => chargedOf(market.isIncluded, amount, shippings[index] ?? 0, taxes[index] ?? 0))
  const total = sum(charged)
  const creditApplied = Math.min(credit, total)
  const charge = total - creditApplied
  const paid = spread(charge, charged)
  const lines = items.map(({ quantity }, index): LineBill => {
    const [price = 0, rest = 0, shipping = 0, tax = 0] = [prices[index], left[index], shippings[index], taxes[index]]
    const sale = sales[index]
    return {
      ...{ price, total: price * quantity, discount: price * quantity - rest, shipping, tax, taxes: added[index] ?? [] },
      ...{ taxWithin: sale ? taxWithin(market, sale) : 0, charged: charged[index] ?? 0, paid: paid[index] ?? 0 },
    }
  })
  return {
    ...{ subTotal, totalDiscount: subTotal - sum(left), totalShipping: sum(shippings), totalTax: sum(taxes) },
    ...{ total, creditApplied, charge, lines },
  }
}
