/**
 * The rest of an order that can be refunded: of its money, its card payment, its shipping and each of its lines. Pure, all in the smallest
 * unit of the currency.
 */
import type { Shape } from '../../db/shape.ts'
import { carriedShare, type LeftOfLine } from '../price/difference.ts'
import { spread, sum } from '../price/spread.ts'
import { containedBy, type TaxLine } from '../price/tax.ts'

/** A share of a line: pieces, their money without shipping, the shipping, the tax in the money, and the part of both paid by card. */
export type LineShare = { quantity: number; amount: number; shipping: number; tax: number; card: number }

/** A line as it was sold, and the sum of its refunds that have not failed. */
export type SoldLine = {
  id: bigint
  quantity: number
  charged: number
  shipping: number
  tax: number
  /** The part of the tax that the shipping contains; none where prices do not contain tax, so that all of it is in the money of the line. */
  shippingTax?: number
  refunded: LineShare
}

/** The columns of a line that say how it was sold, and what changes of its subscription took over. */
export type LineColumns = Pick<
  Shape<'OrderProduct'>,
  'id' | 'quantity' | 'charged' | 'shipping' | 'tax' | 'carried' | 'carriedShipping' | 'carriedTax'
>

/** A line's part in a refund; amounts are numbers where JSON has them. */
export type PartOfLine = { quantity: number } & Readonly<Record<'amount' | 'shipping' | 'tax' | 'cardAmount', bigint | number>>

/** A line with what it has lost. @param parts its parts in the refunds that have not failed. */
export function soldLine(
  { id, quantity, charged, shipping, tax, ...taken }: LineColumns,
  parts: readonly PartOfLine[],
): SoldLine {
  const line = { id, quantity, charged: Number(charged), shipping: Number(shipping), tax: Number(tax) }
  const carried = { carried: Number(taken.carried), shipping: Number(taken.carriedShipping), tax: Number(taken.carriedTax) }
  const over = carriedShare(line, carried)
  const lost = (name: 'amount' | 'shipping' | 'tax') => over[name] + sum(parts.map((part) => Number(part[name])))
  return {
    ...line,
    refunded: {
      quantity: over.quantity + sum(parts.map((part) => part.quantity)),
      ...{ amount: lost('amount'), shipping: lost('shipping'), tax: lost('tax') },
      card: sum(parts.map(({ cardAmount }) => Number(cardAmount))),
    },
  }
}

/** Computes how much of the tax of a line its shipping contains, where prices contain the tax. */
export function shippingTaxOf(
  { charged, shipping, tax }: Pick<SoldLine, 'charged' | 'shipping' | 'tax'>,
  taxLines: readonly Pick<TaxLine, 'rate' | 'shipping'>[],
): number {
  if (shipping === 0 || taxLines.length === 0) return 0
  return tax - within(containedBy(charged - shipping, taxLines), tax)
}

/** Computes the rest of the charge of a line, of the shipping in it, and of the tax in it; below 0 where more was given back. */
export const leftOfLine = ({ charged, shipping, tax, refunded }: SoldLine): LeftOfLine => ({
  charged: charged - refunded.amount - refunded.shipping,
  ...{ shipping: shipping - refunded.shipping, tax: tax - refunded.tax },
})

/** The payments of an order and its refunds; a refund under way counts as refunded. */
export type RefundFacts = {
  orderId: bigint
  isPaid: boolean
  /** Paid by card. */
  captured: number
  /** Paid by credit and gift cards. */
  credited: number
  /** How much of the lines the card pays, once they were edited; all that was paid by card before. */
  cardForLines?: number
  refunded: number
  cardRefunded: number
  /** The part of the refunds that is of no line: what edits of the order gave back, whose lines have lost it. */
  ofNoLine?: { amount: number; cardAmount: number }
  /** The lines, in their order. */
  lines: readonly SoldLine[]
  /** The captured charges, in their order. */
  charges: readonly RefundableCharge[]
}

/** A captured charge by the gateway's id, and how much of it is left. */
export type RefundableCharge = { charge: string | null; left: number }

/** The rest that can be refunded; the amount of a line is without its shipping. */
export type Refundable = {
  amount: number
  cardAmount: number
  creditAmount: number
  shipping: number
  lines: { id: bigint; quantity: number; amount: number; shipping: number }[]
}

/** A number from 0 to a maximum. */
export const within = (value: number, most: number): number => Math.max(0, Math.min(value, most))

/** Spreads an amount by weights; none gets more than its cap, and what is over goes where there is room. */
export function spreadWithin(amount: number, weights: readonly number[], caps: readonly number[]): number[] {
  const first = spread(amount, weights).map((share, index) => within(share, caps[index] ?? 0))
  const rooms = first.map((share, index) => Math.max(0, (caps[index] ?? 0) - share))
  const rest = spread(Math.min(amount - sum(first), sum(rooms)), rooms)
  return first.map((share, index) => share + (rest[index] ?? 0))
}

/** The money of a line without its shipping. */
export const moneyOf = ({ charged, shipping }: Pick<SoldLine, 'charged' | 'shipping'>): number => charged - shipping

/** The rest of the money of each line, and of its shipping. */
export const roomsOf = (lines: readonly SoldLine[]): { amounts: number[]; shippings: number[] } => ({
  amounts: lines.map((line) => Math.max(0, moneyOf(line) - line.refunded.amount)),
  shippings: lines.map((line) => Math.max(0, line.shipping - line.refunded.shipping)),
})

/** Spreads an amount over what is left of lines and their shipping. */
export function spreadOver(amount: number, lines: readonly SoldLine[]): { amounts: number[]; shippings: number[] } {
  const { amounts, shippings } = roomsOf(lines)
  const rooms = [...amounts, ...shippings]
  const shares = spreadWithin(amount, rooms, rooms)
  return { amounts: shares.slice(0, lines.length), shippings: shares.slice(lines.length) }
}

const nothing = { amount: 0, cardAmount: 0 }

/** The card's payment for the lines: without what an edit was to give back, and could not. */
export const paidForLines = ({ captured, cardForLines = captured }: RefundFacts): number => cardForLines

/** The money that is left and of no line: what an edit was to give back, and could not. */
export function leftOfNoLine(facts: RefundFacts, amount: number): number {
  const { amounts, shippings } = roomsOf(refundedLines(facts))
  return Math.max(0, amount - sum([...amounts, ...shippings]))
}

/** The lines with all refunds shared out: one from before refunds had lines is spread over them. */
export function refundedLines({ lines, refunded, cardRefunded, ofNoLine = nothing }: RefundFacts): readonly SoldLine[] {
  const earlier = refunded - ofNoLine.amount - sum(lines.map((line) => line.refunded.amount + line.refunded.shipping))
  if (earlier <= 0) return lines
  const { amounts, shippings } = spreadOver(earlier, lines)
  const cards = spread(
    Math.max(0, cardRefunded - ofNoLine.cardAmount - sum(lines.map((line) => line.refunded.card))),
    lines.map((_line, index) => (amounts[index] ?? 0) + (shippings[index] ?? 0)),
  )
  return lines.map((line, index) => ({
    ...line,
    refunded: {
      ...line.refunded,
      amount: line.refunded.amount + (amounts[index] ?? 0),
      shipping: line.refunded.shipping + (shippings[index] ?? 0),
      card: line.refunded.card + (cards[index] ?? 0),
    },
  }))
}

/** How much a charge can give back: nothing of one that the gateway has given no id. */
export const leftOfCharge = ({ charge, left }: RefundableCharge): number => (charge === null ? 0 : Math.max(0, left))

/** Computes the rest of an order that can be refunded: nothing of one that is not paid. */
export function refundableOf(facts: RefundFacts): Refundable {
  const { isPaid, captured, credited, refunded, cardRefunded, charges } = facts
  const amount = isPaid ? Math.max(0, captured + credited - refunded) : 0
  const cardAmount = within(Math.min(captured - cardRefunded, sum(charges.map(leftOfCharge))), amount)
  const lines = refundedLines(facts)
  const rooms = roomsOf(lines)
  return {
    amount,
    cardAmount,
    creditAmount: amount - cardAmount,
    shipping: Math.min(sum(rooms.shippings), amount),
    lines: lines.map(({ id, quantity, refunded: { quantity: back } }, index) => ({
      id,
      quantity: isPaid ? Math.max(0, quantity - back) : 0,
      amount: Math.min(rooms.amounts[index] ?? 0, amount),
      shipping: Math.min(rooms.shippings[index] ?? 0, amount),
    })),
  }
}
