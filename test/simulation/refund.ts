/**
 * Refunds by the contract: what is left of an order, how a refund is shared out over its lines and between card and credit, and what becomes
 * of it at the gateway. Written from the documents; it shares no code with the product.
 */
import { partOf, spread, spreadWithin, sum } from './money.ts'
import type { Line, Order } from './order.ts'
import type { Transaction } from './story.ts'

/** The answers of the gateway to a refund: at once, and each time that it is asked later. */
export type Script = readonly ('done' | 'failed' | 'pending' | 'unknown')[]

/** The part of a refund that is of one line; `amount` is without shipping, `card` the part of both that goes to the card. */
export type Part = { line: Line; pieces: number; amount: number; shipping: number; card: number }

export type Refund = {
  at: number
  status: 'pending' | 'unknown' | 'done' | 'failed'
  amount: number
  card: number
  credit: number
  shipping: number
  isRestocking: boolean
  settledAt: number | null
  /** The last one that it left. */
  transaction?: Transaction
  parts: Part[]
  /** The answers that are still to come. */
  script: Script
}

export type AskedRefund = {
  amount?: number
  shipping?: number
  lines?: { line: Line; quantity?: number; amount?: number }[]
  to: 'card' | 'credit'
  restock: boolean
}

export type Planned = Pick<Refund, 'amount' | 'card' | 'credit' | 'shipping' | 'parts'>

const isLive = ({ status }: Refund): boolean => status !== 'failed'

/** A refund whose pieces were put on hand again: the gateway took it. */
export const isTaken = ({ status }: Refund): boolean => status === 'done' || status === 'pending'

/** The parts of refunds of a line, done or under way, added up. */
function givenOf({ refunds }: Order, line: Line): Omit<Part, 'line'> {
  const parts = refunds.filter(isLive).flatMap(({ parts: all }) => all.filter((part) => part.line === line))
  const total = (name: 'pieces' | 'amount' | 'shipping' | 'card') => sum(parts.map((part) => part[name]))
  return { pieces: total('pieces'), amount: total('amount'), shipping: total('shipping'), card: total('card') }
}

/** The rest of an order that can be refunded, and of each of its lines. */
export function leftOf(order: Order) {
  const live = order.refunds.filter(isLive)
  const paid = order.isPaid ? order.captured + order.bill.creditApplied : 0
  const amount = Math.max(0, paid - sum(live.map((refund) => refund.amount)))
  const card = Math.min(amount, Math.max(0, order.captured - sum(live.map((refund) => refund.card))))
  const lines = order.lines.map((line) => {
    const given = givenOf(order, line)
    return {
      line,
      given,
      pieces: line.quantity - given.pieces,
      amount: Math.max(0, line.charged - line.shipping - given.amount),
      shipping: Math.max(0, line.shipping - given.shipping),
    }
  })
  return { amount, card, lines, shipping: Math.min(amount, sum(lines.map(({ shipping }) => shipping))) }
}

/** @returns the plan of a refund, or the code of its refusal. */
export function planRefund(order: Order, asked: AskedRefund): Planned | string {
  const left = leftOf(order)
  if (left.amount === 0) return 'WRONG_STATUS'
  const shares = sharesOf(left, asked)
  if (typeof shares === 'string') return shares
  const amount = sum(shares.map((share) => share.amount + share.shipping))
  if (amount === 0) return 'WRONG_STATUS'
  const card = asked.to === 'credit' ? 0 : Math.min(amount, left.card)
  const paid = spread(
    order.captured,
    order.lines.map(({ charged }) => charged),
  )
  const cards = spreadWithin(
    card,
    shares.map((share) => share.amount + share.shipping),
    left.lines.map(({ given }, index) => Math.max(0, (paid[index] ?? 0) - given.card)),
  )
  const parts = shares
    .map((share, index): Part => ({ ...share, line: order.lines[index] as Line, card: cards[index] ?? 0 }))
    .filter(({ pieces, amount: money, shipping, card: paidBack }) => pieces + money + shipping + paidBack > 0)
  return { amount, card, credit: amount - card, shipping: sum(shares.map(({ shipping }) => shipping)), parts }
}

type Share = Pick<Part, 'pieces' | 'amount' | 'shipping'>

/** The pieces, the money and the shipping of each line, or the code of a refusal. */
function sharesOf(left: ReturnType<typeof leftOf>, { amount, shipping, lines: named }: AskedRefund): Share[] | string {
  const { lines } = left
  if (amount !== undefined) {
    if (amount < 1 || amount > left.amount) return 'BAD_INPUT'
    const all = spread(amount, [...lines.map((line) => line.amount), ...lines.map((line) => line.shipping)])
    return lines.map((_line, index) => ({ pieces: 0, amount: all[index] ?? 0, shipping: all[lines.length + index] ?? 0 }))
  }
  if (shipping !== undefined && (shipping < 1 || shipping > left.shipping)) return 'BAD_INPUT'
  const isWhole = !named && shipping === undefined
  const shippings =
    shipping === undefined
      ? undefined
      : spread(
          shipping,
          lines.map((line) => line.shipping),
        )
  const shares = lines.map((line, index): Share | undefined => {
    const own = { shipping: isWhole ? line.shipping : (shippings?.[index] ?? 0) }
    if (isWhole) return { ...own, pieces: line.pieces, amount: line.amount }
    const part = named?.find((each) => each.line === line.line)
    if (!part) return { ...own, pieces: 0, amount: 0 }
    const { quantity, amount: money } = part
    if (quantity !== undefined && (quantity < 1 || quantity > line.pieces)) return undefined
    if (money !== undefined && (money < 1 || money > line.amount)) return undefined
    if (money !== undefined) return { ...own, pieces: quantity ?? 0, amount: money }
    const pieces = quantity ?? line.pieces
    const share = partOf(line.line.charged - line.line.shipping, line.given.pieces + pieces, line.line.quantity)
    return { ...own, pieces, amount: Math.max(0, Math.min(line.amount, share - line.given.amount)) }
  })
  return shares.some((share) => !share) ? 'BAD_INPUT' : (shares as Share[])
}
