/** The price of a renewal by the contract: today's price, coupons in their order, shipping for each delivery, credit last. */
import type { SimulatedCoupon, SimulatedProduct } from './story.ts'

export type Bill = {
  subTotal: number
  totalDiscount: number
  totalShipping: number
  total: number
  creditApplied: number
  charge: number
}

export const fits = ({ product: only }: SimulatedCoupon, product: SimulatedProduct): boolean => !only || only === product

export function billOf(
  { price, cycles, shipping, isShippedFlat }: SimulatedProduct,
  quantity: number,
  coupons: readonly SimulatedCoupon[],
  credit: number,
): Bill {
  const subTotal = price * quantity
  let left = subTotal
  for (const { isPercent, value } of coupons) left -= Math.min(left, isPercent ? Math.round((left * value) / 100) : value)
  const totalShipping = isShippedFlat ? shipping * quantity * cycles : 0
  const total = left + totalShipping
  const creditApplied = Math.min(credit, total)
  return { subTotal, totalDiscount: subTotal - left, totalShipping, total, creditApplied, charge: total - creditApplied }
}
