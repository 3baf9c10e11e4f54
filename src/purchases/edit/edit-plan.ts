/** Plans an edit of an order: its lines and sums afterwards, and what the customer pays or gets back for it. Pure. */
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { shareOf, sum } from '../price/spread.ts'
import { type PricedLine, priceLines } from '../price/steps.ts'
import { taxLinesOfPart } from '../price/tax.ts'
import type { Zone } from '../price/zones.ts'
import { paidForLines, type RefundFacts, refundableOf } from '../refund/refundable.ts'
import type { StoredEdit } from './stored-edit.ts'

/** A line of an order as it is afterwards; one that is added has no id. */
export type EditedLine = NonNullable<StoredEdit['lines']>[number]

/** A line as it was sold. */
export type LineBefore = Omit<EditedLine, 'id' | 'isTracked'> & { id: bigint }

/** The sums of an order. */
export type OrderSums = StoredEdit['sums']

/** The amounts of a line; `charged` is its price less the discount, with shipping and tax. */
type LineAmounts = Pick<EditedLine, 'total' | 'discount' | 'shipping' | 'tax' | 'charged'>

/** A line that is added, at today's price. */
export function addedLine(
  line: Pick<EditedLine, 'productId' | 'productInstanceId' | 'name' | 'sku' | 'price' | 'quantity' | 'isTracked'> & PricedLine,
  { taxIncluded = false, zone }: { taxIncluded?: boolean; zone?: Zone | undefined } = {},
): EditedLine {
  const [amounts] = priceLines([line], [], zone)
  const { price: total = 0, shipping = 0, tax = 0, taxLines = [] } = amounts ?? {}
  const { taxing: _, parcel: _parcel, ...kept } = line
  const charged = total + shipping + (taxIncluded ? 0 : tax)
  return { ...kept, shipping, total, discount: 0, tax, ...(taxLines.length > 0 && { taxLines: [...taxLines] }), charged }
}

/** A line with another quantity: it keeps the price of a piece, and by its pieces the discount, the shipping and the tax, rounded half up. */
export function withQuantity<Line extends LineBefore>(line: Line, quantity: number, taxIncluded: boolean): Line {
  if (quantity === line.quantity) return line
  const total = line.price * quantity
  const discount = shareOf(line.discount, quantity, line.quantity)
  const shipping = shareOf(line.shipping, quantity, line.quantity)
  const taxedOf = (each: { total: number; discount: number; shipping: number }) => each.total - each.discount || each.shipping
  const tax = shareOf(line.tax, taxedOf({ total, discount, shipping }), taxedOf(line))
  const charged = total - discount + shipping + (taxIncluded ? 0 : tax)
  const net = { line: line.charged - line.tax, part: charged - tax }
  const taxLines = line.taxLines && { taxLines: taxLinesOfPart(line.taxLines, tax, net) }
  return { ...line, quantity, total, discount, shipping, tax, ...taxLines, charged }
}

/**
 * The sums of the order with other lines. What the lines differ by is added to the sums that are stored, so that lines from before lines had
 * sums change nothing by themselves.
 */
function sumsAfter(before: OrderSums, linesBefore: readonly LineBefore[], lines: readonly EditedLine[]): OrderSums {
  const more = (name: keyof LineAmounts) => sum(lines.map((line) => line[name])) - sum(linesBefore.map((line) => line[name]))
  const [shipping, price] = [more('shipping'), more('total') - more('discount')]
  const saved = before.grossShipping - before.totalShipping
  const [pieces, kept] = [linesBefore, lines.filter(({ id }) => id !== undefined)].map((some) =>
    sum(some.map(({ quantity }) => quantity)),
  ) as [number, number]
  const totalShipping = before.totalShipping + shipping
  return {
    subTotal: before.subTotal + more('total'),
    totalDiscount: before.totalDiscount + more('discount'),
    totalPrice: before.totalPrice + price,
    totalShipping,
    grossShipping: totalShipping + shareOf(saved, kept, pieces),
    totalTax: before.totalTax + more('tax'),
    total: before.total + more('charged'),
  }
}

/** The money of an order. */
type OrderMoney = {
  total: number
  /** Paid by card. */
  captured: number
  /** Paid by credit and gift cards. */
  credited: number
  /** Given back by edits. */
  edited: number
}

/**
 * The difference that an edit comes to: the new total less what was paid for the order as it is. Refunds by hand are not paid again, and what
 * an earlier edit could not give back counts as paid.
 */
export const editDifferenceOf = ({ total, captured, credited, edited }: OrderMoney, newTotal: number): number =>
  newTotal - Math.max(total, captured + credited - edited)

/** Plans an edit. @param lines all lines afterwards; undefined where they stay. */
export function planEdit(
  {
    orderId,
    basis,
    sums: sumsBefore,
    lines: linesBefore,
  }: { orderId: bigint; basis: string; sums: OrderSums; lines: readonly LineBefore[] },
  lines: readonly EditedLine[] | undefined,
  facts: RefundFacts,
): Omit<StoredEdit, 'reason' | 'addressId' | 'stock'> {
  const sums = lines ? checked(sumsAfter(sumsBefore, linesBefore, lines)) : sumsBefore
  const { captured, credited, ofNoLine = { amount: 0, cardAmount: 0 } } = facts
  const money = { total: sumsBefore.total, captured, credited, edited: ofNoLine.amount }
  const left = refundableOf(facts)
  const difference = lines ? Math.max(editDifferenceOf(money, sums.total), 0 - left.amount) : 0
  const before = paidForLines(facts)
  const back = Math.max(0, -difference)
  const cardBack = Math.min(back, left.cardAmount)
  // Credit goes on paying what it did, less what of it goes back; the card pays the rest, and no more than it has paid.
  const byCredit = sumsBefore.total - before - (back - cardBack)
  const byCard = Math.min(sums.total - byCredit, captured + Math.max(0, difference) - ofNoLine.cardAmount - cardBack)
  return {
    ...{ orderId, basis, difference, sums, ...(lines && { lines: [...lines] }) },
    byCard: { before, after: Math.max(0, byCard) },
  }
}

/** Refuses sums that no order has. @throws Refusal BAD_INPUT. */
function checked(sums: OrderSums): OrderSums {
  for (const [name, amount] of Object.entries(sums)) {
    if (!Number.isSafeInteger(amount)) throw badInput('The order is too large to add up.', 'lines')
    if (amount < 0) throw badInput(say`${field(name)} of the order must be at least 0.`)
  }
  return sums
}
