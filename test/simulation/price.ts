/** The price of a purchase by the contract: today's price, coupons in their order, shipping for each delivery, credit last. */
import { spread, sum } from './money.ts'
import type { SimulatedCoupon, SimulatedProduct } from './story.ts'

/** `price` of a piece is that of the day unless it was agreed. */
export type Item = { product: SimulatedProduct; quantity: number; price?: number | undefined }

const priceOf = ({ product, price }: Item): number => price ?? product.price

/** A line's part of a bill: `charged` is its price less the discount, with its shipping, and `paid` what the card pays of that. */
export type LineBill = { price: number; total: number; discount: number; shipping: number; charged: number; paid: number }

export type Bill = {
  subTotal: number
  totalDiscount: number
  totalShipping: number
  total: number
  creditApplied: number
  charge: number
  lines: LineBill[]
}

export const fits = ({ product: only }: Pick<SimulatedCoupon, 'product'>, product: SimulatedProduct): boolean =>
  !only || only.id === product.id

export function billOf(items: readonly Item[], coupons: readonly SimulatedCoupon[], credit: number, isGift = false): Bill {
  const left = items.map((item) => priceOf(item) * item.quantity)
  const subTotal = sum(left)
  for (const coupon of coupons) {
    const lowered = left.map((amount, index) => (fits(coupon, (items[index] as Item).product) ? amount : 0))
    const whole = sum(lowered)
    const off = Math.min(whole, coupon.isPercent ? Math.round((whole * coupon.value) / 100) : coupon.value)
    if (off > 0) for (const [index, share] of spread(off, lowered).entries()) left[index] = (left[index] ?? 0) - share
  }
  const shippings = items.map(({ product: { shipping, giftShipping, isShippedFlat, cycles }, quantity }) =>
    isShippedFlat ? (isGift ? giftShipping : shipping) * quantity * cycles : 0,
  )
  const charged = left.map((amount, index) => amount + (shippings[index] ?? 0))
  const total = sum(charged)
  const creditApplied = Math.min(credit, total)
  const charge = total - creditApplied
  const paid = spread(charge, charged)
  const lines = items.map((item, index): LineBill => {
    const [price, { quantity }] = [priceOf(item), item]
    const [rest = 0, shipping = 0] = [left[index], shippings[index]]
    return {
      ...{ price, total: price * quantity, discount: price * quantity - rest, shipping },
      ...{ charged: rest + shipping, paid: paid[index] ?? 0 },
    }
  })
  return {
    ...{ subTotal, totalDiscount: subTotal - sum(left), totalShipping: sum(shippings) },
    ...{ total, creditApplied, charge, lines },
  }
}
