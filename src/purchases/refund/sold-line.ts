/** A line as it was sold, what was refunded of it, and its shipping with the tax that is added to that. Pure, all in the smallest unit. */
import type { Shape } from '../../db/shape.ts'
import { carriedShare, type LeftOfLine } from '../price/difference.ts'
import { shareOf, sum } from '../price/spread.ts'
import { containedBy, type TaxLine } from '../price/tax.ts'

/** A number from 0 to a maximum. */
export const within = (value: number, most: number): number => Math.max(0, Math.min(value, most))

/**
 * A share of a line: pieces, their money without shipping, the shipping, the tax that is added to the shipping, all tax, and the part paid by
 * card.
 */
export type LineShare = { quantity: number; amount: number; shipping: number; shippingTax: number; tax: number; card: number }

/** A share of nothing. */
export const noShare: LineShare = { quantity: 0, amount: 0, shipping: 0, shippingTax: 0, tax: 0, card: 0 }

/** Adds a share of a line to another. */
export const withShare = (one: LineShare, other: LineShare): LineShare => ({
  quantity: one.quantity + other.quantity,
  amount: one.amount + other.amount,
  shipping: one.shipping + other.shipping,
  shippingTax: one.shippingTax + other.shippingTax,
  tax: one.tax + other.tax,
  card: one.card + other.card,
})

/** A line as it was sold, and the sum of its refunds that have not failed: the tax that is added to shipping is in their money. */
export type SoldLine = {
  id: bigint
  quantity: number
  charged: number
  shipping: number
  tax: number
  /** The part of the tax that the shipping contains, where prices contain tax. */
  shippingTax?: number
  /** The part of the tax that is added to the shipping, where tax is added: it is in the charge, and not in the shipping. */
  addedShippingTax?: number
  refunded: LineShare
}

/** A line whose shipping has its tax, also where that is added to it, in the charge and in what was refunded. */
export type RefundedLine = Omit<SoldLine, 'addedShippingTax'> & {
  /** Its shipping without added tax, as orders show it. */
  netShipping: number
}

/** The columns of a line that say how it was sold, and what changes of its subscription took over. */
export type LineColumns = Pick<
  Shape<'OrderProduct'>,
  'id' | 'quantity' | 'charged' | 'shipping' | 'tax' | 'carried' | 'carriedShipping' | 'carriedTax'
>

/** A line's part in a refund; amounts are numbers where JSON has them. */
export type PartOfLine = { quantity: number } & Readonly<
  Record<'amount' | 'shipping' | 'shippingTax' | 'tax' | 'cardAmount', bigint | number>
>

/** The taxes of a line, and whether its price contains them. */
type LineTaxes = { lines: readonly Pick<TaxLine, 'rate' | 'shipping' | 'base' | 'amount'>[]; isIncluded: boolean }

/** A line with what it has lost. @param parts its parts in the refunds that have not failed. @param taxes none where only sums matter. */
export function soldLine(
  { id, quantity, charged, shipping, tax, ...changes }: LineColumns,
  parts: readonly PartOfLine[],
  taxes: LineTaxes = { lines: [], isIncluded: true },
): SoldLine {
  const sold = { id, quantity, charged: Number(charged), shipping: Number(shipping), tax: Number(tax) }
  const line = { ...sold, ...shippingTaxOf(sold, taxes) }
  const all = { carried: Number(changes.carried), shipping: Number(changes.carriedShipping), tax: Number(changes.carriedTax) }
  const taken = carriedShare(line, all)
  const over = { ...taken, shippingTax: shareOf(line.addedShippingTax ?? 0, taken.shipping, line.shipping) }
  const lost = (name: 'amount' | 'shipping' | 'shippingTax' | 'tax') => over[name] + sum(parts.map((part) => Number(part[name])))
  return {
    ...line,
    refunded: {
      quantity: over.quantity + sum(parts.map((part) => part.quantity)),
      ...{ amount: lost('amount'), shipping: lost('shipping'), shippingTax: lost('shippingTax'), tax: lost('tax') },
      card: sum(parts.map(({ cardAmount }) => Number(cardAmount))),
    },
  }
}

/** Computes the part of the tax of a line that is of its shipping: contained in it, or added to it. */
function shippingTaxOf(
  { charged, shipping, tax }: Pick<SoldLine, 'charged' | 'shipping' | 'tax'>,
  { lines, isIncluded }: LineTaxes,
): Pick<SoldLine, 'shippingTax' | 'addedShippingTax'> {
  if (shipping === 0 || lines.length === 0) return {}
  if (isIncluded) return { shippingTax: tax - within(containedBy(charged - shipping, lines), tax) }
  const goods = charged - shipping - tax
  const ofGoods = ({ amount, base, shipping: isOfShipping }: (typeof lines)[number]) =>
    isOfShipping ? 0 : shareOf(amount, Math.min(goods, base), base)
  return { addedShippingTax: within(sum(lines.map((line) => line.amount - ofGoods(line))), tax) }
}

/** Moves the tax that is added to the shipping of a line from its money to its shipping, with which it goes back. */
export function withAddedTax({ addedShippingTax = 0, ...line }: SoldLine): RefundedLine {
  const { shipping: netShipping, refunded } = line
  if (addedShippingTax === 0) return { ...line, netShipping }
  const shippingTax = Math.min(refunded.shippingTax, addedShippingTax)
  return {
    ...line,
    ...{ netShipping, shipping: netShipping + addedShippingTax, shippingTax: addedShippingTax },
    refunded: { ...refunded, amount: refunded.amount - shippingTax, shipping: refunded.shipping + shippingTax, shippingTax },
  }
}

/** The refunds of a line as they are stored: the tax that is added to its shipping is in its money. */
export function storedRefunds({ refunded }: Pick<RefundedLine, 'refunded'>): LineShare {
  const { amount, shipping, shippingTax } = refunded
  return { ...refunded, amount: amount + shippingTax, shipping: shipping - shippingTax }
}

/** A part of the shipping of a line, and the tax that is added to it. */
export type ShippingShare = { net: number; tax: number }

/** How much of the shipping of a line is left, and of the tax that is added to it. */
export function leftOfShipping({ netShipping, shipping, refunded }: RefundedLine): ShippingShare {
  return {
    net: Math.max(0, netShipping - refunded.shipping + refunded.shippingTax),
    tax: Math.max(0, shipping - netShipping - refunded.shippingTax),
  }
}

/** Splits a part of what is left of the shipping of a line, with its tax. The last of the tax goes no later than the last of the shipping. */
export function splitShipping(line: RefundedLine, part: number): ShippingShare {
  const { netShipping, shipping, refunded } = line
  const left = leftOfShipping(line)
  const added = shipping - netShipping
  const taxOfAll = added - Math.floor((added * (shipping - refunded.shipping - part)) / Math.max(1, shipping))
  const tax = Math.max(part - left.net, within(taxOfAll - refunded.shippingTax, Math.min(part, left.tax)))
  return { net: part - tax, tax }
}

/** Adds to a part of the shipping of a line the tax that goes back with it. */
export function withShippingTax(line: RefundedLine, net: number): ShippingShare {
  const { netShipping, shipping, refunded } = line
  const back = refunded.shipping - refunded.shippingTax + net
  return { net, tax: within(shareOf(shipping - netShipping, back, netShipping) - refunded.shippingTax, leftOfShipping(line).tax) }
}

/** Computes the rest of the charge of a line, of the shipping in it, and of the tax in it; below 0 where more was given back. */
export const leftOfLine = ({ charged, shipping, tax, refunded }: SoldLine): LeftOfLine => ({
  charged: charged - refunded.amount - refunded.shipping,
  ...{ shipping: shipping - refunded.shipping, tax: tax - refunded.tax },
})
