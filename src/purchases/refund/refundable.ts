/**
 * The rest of an order that can be refunded: of its money, its card payment, its shipping and each of its lines. Pure, all in the smallest
 * unit of the currency.
 */
import { spread, sum } from '../price/spread.ts'
import { leftOfShipping, type RefundedLine, type SoldLine, splitShipping, withAddedTax, within } from './sold-line.ts'

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

/** The rest that can be refunded; the amount of a line is without its shipping, which is without the tax that is added to it. */
export type Refundable = {
  amount: number
  cardAmount: number
  creditAmount: number
  shipping: number
  /** `whole` is the sum of both, with the tax that is added to the shipping. */
  lines: { id: bigint; quantity: number; amount: number; shipping: number; whole: number }[]
}

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
export const roomsOf = (lines: readonly RefundedLine[]): { amounts: number[]; shippings: number[] } => ({
  amounts: lines.map((line) => Math.max(0, moneyOf(line) - line.refunded.amount)),
  shippings: lines.map((line) => Math.max(0, line.shipping - line.refunded.shipping)),
})

/** Spreads an amount over what is left of lines and their shipping. */
export function spreadOver(amount: number, lines: readonly RefundedLine[]): { amounts: number[]; shippings: number[] } {
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

/** The lines with the tax of their shipping, and all refunds shared out: one from before refunds had lines is spread over them. */
export function refundedLines({ lines: sold, refunded, cardRefunded, ofNoLine = nothing }: RefundFacts): readonly RefundedLine[] {
  const lines = sold.map(withAddedTax)
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
      shippingTax: line.refunded.shippingTax + splitShipping(line, shippings[index] ?? 0).tax,
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
  const { amounts, shippings } = roomsOf(lines)
  const netShippings = lines.map((line) => leftOfShipping(line).net)
  return {
    amount,
    cardAmount,
    creditAmount: amount - cardAmount,
    shipping: Math.min(sum(netShippings), amount),
    lines: lines.map(({ id, quantity, refunded: { quantity: back } }, index) => ({
      id,
      quantity: isPaid ? Math.max(0, quantity - back) : 0,
      amount: Math.min(amounts[index] ?? 0, amount),
      shipping: Math.min(netShippings[index] ?? 0, amount),
      whole: Math.min((amounts[index] ?? 0) + (shippings[index] ?? 0), amount),
    })),
  }
}
