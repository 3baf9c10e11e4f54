/**
 * Refunds by the contract: what is left of an order, how a refund is shared out over its lines and between card and credit, and what becomes
 * of it at the gateway. Written from the documents; it shares no code with the product.
 */
import { taxOfShipping } from './market.ts'
import { partOf, spread, spreadWithin, sum } from './money.ts'
import type { Line, Order } from './order.ts'
import type { SimulatedProduct, Transaction } from './story.ts'

/** The answers of the gateway to a refund: at once, and each time that it is asked later. */
export type Script = readonly ('done' | 'failed' | 'pending' | 'unknown')[]

/** The part of a refund that is of one line; `amount` is without shipping, but with tax that is added to it, `card` the part of both that goes to the card. */
export type Part = {
  line: Line
  pieces: number
  amount: number
  shipping: number
  /** The tax that is added to the shipping, which is in `amount`. */
  shippingTax: number
  card: number
  /** The goods, where an immediate change had given the deliveries of its line others. */
  product?: SimulatedProduct
}

export type Refund = {
  at: number
  status: 'pending' | 'unknown' | 'done' | 'failed'
  amount: number
  card: number
  credit: number
  shipping: number
  isRestocking: boolean
  /** Whether the gateway was asked for it, which its act does in turn. */
  isAsked: boolean
  settledAt: number | null
  /** The payment that it is of, where it goes to the card. */
  charge: Transaction | undefined
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

export type Planned = Pick<Refund, 'amount' | 'card' | 'credit' | 'shipping' | 'parts' | 'charge'>

const isLive = ({ status }: Refund): boolean => status !== 'failed'

/** A refund whose pieces were restocked: the gateway took it. */
export const isTaken = ({ status }: Refund): boolean => status === 'done' || status === 'pending'

/**
 * The parts of refunds of a line, done or under way, added up, with what changes of its subscription took over: that is of as many whole
 * pieces as it comes to.
 */
export function givenOf({ refunds }: Order, line: Line): Omit<Part, 'line' | 'product'> {
  const parts = refunds.filter(isLive).flatMap(({ parts: all }) => all.filter((part) => part.line === line))
  const total = (name: 'pieces' | 'amount' | 'shipping' | 'shippingTax' | 'card') => sum(parts.map((part) => part[name]))
  const { carried, carriedShipping: shipping, charged, quantity } = line
  const pieces = charged === 0 ? 0 : Math.floor((quantity * carried) / charged)
  return {
    pieces: total('pieces') + pieces,
    amount: total('amount') + carried - shipping,
    shipping: total('shipping') + shipping,
    shippingTax: total('shippingTax') + shareOf(taxOfShipping(line.taxes, line), shipping, line.shipping),
    card: total('card'),
  }
}

/** The money that was given back of an order and of none of its lines, in all and to the card. */
export function besideLines({ refunds }: Order): { amount: number; card: number } {
  const live = refunds.filter(isLive)
  const ofLines = live.flatMap(({ parts }) => parts)
  const less = (all: number[], some: number[]) => sum(all) - sum(some)
  return {
    amount: less(
      live.map(({ amount }) => amount),
      ofLines.map(({ amount, shipping }) => amount + shipping),
    ),
    card: less(
      live.map(({ card }) => card),
      ofLines.map(({ card }) => card),
    ),
  }
}

/**
 * The refunds of one act: of each payment by card one, the newest first, and the credit with the last; pieces stand in the first, and the
 * money of lines is filled in by their order.
 */
export function divided({ charges, refunds }: Order, planned: Planned): Planned[] {
  const live = refunds.filter(isLive)
  const rows: { charge: Transaction; card: number }[] = []
  for (const charge of charges.toReversed()) {
    const given = sum(live.map((refund) => (refund.charge === charge ? refund.card : 0)))
    const card = Math.min(planned.card - sum(rows.map((row) => row.card)), charge.total - given)
    if (card > 0) rows.push({ charge, card })
  }
  if (rows.length < 2) return [{ ...planned, charge: rows[0]?.charge }]
  const rest = planned.parts.map((part) => ({ ...part }))
  return rows.map(({ charge, card }, place) => {
    const credit = place === rows.length - 1 ? planned.credit : 0
    let [money, paid] = [card + credit, card]
    const parts = rest.map((part): Part => {
      const amount = Math.min(money, part.amount)
      // The goods go first, then the tax of the shipping.
      const shippingTax = Math.max(0, amount - (part.amount - part.shippingTax))
      const shipping = Math.min(money - amount, part.shipping)
      const toCard = Math.min(paid, part.card)
      money -= amount + shipping
      paid -= toCard
      const own = { line: part.line, pieces: part.pieces, amount, shipping, shippingTax, card: toCard }
      Object.assign(part, {
        pieces: 0,
        amount: part.amount - amount,
        shipping: part.shipping - shipping,
        shippingTax: part.shippingTax - shippingTax,
        card: part.card - toCard,
      })
      return own
    })
    return {
      ...{ amount: card + credit, card, credit, charge, shipping: sum(parts.map(({ shipping }) => shipping)) },
      parts: parts.filter((part) => part.pieces + part.amount + part.shipping + part.card > 0),
    }
  })
}

/** A refund that gives back an amount of no line, or all that is left; undefined where nothing is. */
export function planBack(order: Order, asked: number | undefined): Planned | undefined {
  const left = leftOf(order)
  const amount = Math.min(left.amount, asked ?? left.amount)
  if (amount === 0) return undefined
  if (asked === undefined) return planRefund(order, { to: 'card', restock: false }) as Planned
  const card = Math.min(amount, left.card)
  return { amount, card, credit: amount - card, shipping: 0, parts: [], charge: undefined }
}

/** The rest of an order that can be refunded, and of each of its lines. */
export function leftOf(order: Order) {
  const live = order.refunds.filter(isLive)
  const paid = order.isPaid ? order.captured + order.bill.creditApplied : 0
  const carried = sum(order.lines.map((line) => line.carried))
  const amount = Math.max(0, paid - carried - sum(live.map((refund) => refund.amount)))
  const card = Math.min(amount, Math.max(0, order.captured - sum(live.map((refund) => refund.card))))
  const lines = order.lines.map((line) => {
    const given = givenOf(order, line)
    // Shipping goes back with the tax that is added to it.
    const added = taxOfShipping(line.taxes, line)
    const whole = line.shipping + added
    const goods = line.charged - whole
    const taxBack = Math.min(added, given.shippingTax)
    const goodsBack = given.amount - taxBack
    const shippingBack = given.shipping + taxBack
    return {
      ...{ line, given, added, whole, goods, goodsBack, shippingBack, taxBack, pieces: line.quantity - given.pieces },
      amount: Math.max(0, goods - goodsBack),
      shipping: Math.max(0, whole - shippingBack),
      netShipping: Math.max(0, line.shipping - given.shipping),
    }
  })
  return { amount, card, lines, shipping: Math.min(amount, sum(lines.map(({ netShipping }) => netShipping))) }
}

/** @returns the plan of a refund, or the code of its refusal. */
export function planRefund(order: Order, asked: AskedRefund): Planned | string {
  const left = leftOf(order)
  const isAll = asked.amount === undefined && asked.shipping === undefined && !asked.lines
  const hasPieces = left.lines.some(({ pieces }) => pieces > 0)
  if (!order.isPaid) return 'WRONG_STATUS'
  if (left.amount === 0 && !(hasPieces && (asked.lines || (isAll && asked.restock)))) return 'WRONG_STATUS'
  const shares = sharesOf(left, asked)
  if (typeof shares === 'string') return shares
  const ofLines = sum(shares.map((share) => share.amount + share.shipping))
  const amount = asked.amount ?? (isAll ? left.amount : ofLines)
  if (amount === 0 && shares.every(({ pieces }) => pieces === 0)) return 'WRONG_STATUS'
  const paid = spread(
    order.byCard,
    order.lines.map(({ charged }) => charged),
  )
  const weights = shares.map((share) => share.amount + share.shipping)
  const rooms = left.lines.map(({ given }, index) => Math.max(0, (paid[index] ?? 0) - given.card))
  // The whole and amounts go to the card first; named parts do as far as the card paid for them.
  const isFree = isAll || asked.amount !== undefined
  const limits = isFree ? rooms : rooms.map((room, index) => Math.min(room, weights[index] ?? 0))
  const card = asked.to === 'credit' ? 0 : Math.min(isFree ? amount : sum(limits), left.card)
  const cards = spreadWithin(Math.min(card, sum(limits)), weights, limits)
  const parts = shares
    .map((share, index): Part => {
      const { line } = left.lines[index] as LeftOfLine
      const { pieces, shippingTax } = share
      const money = { amount: share.amount + shippingTax, shipping: share.shipping - shippingTax, shippingTax }
      return { line, pieces, ...money, card: cards[index] ?? 0 }
    })
    .filter(({ pieces, amount: money, shipping, card: paidBack }) => pieces + money + shipping + paidBack > 0)
  const shipping = sum(parts.map((part) => part.shipping))
  return { amount, card, credit: amount - card, shipping, parts, charge: undefined }
}

type LeftOfLine = ReturnType<typeof leftOf>['lines'][number]

/** A part of an amount, none of an amount of nothing. */
const shareOf = (amount: number, part: number, whole: number): number => (whole === 0 ? 0 : partOf(amount, part, whole))

/** A share of a line, whose shipping has the tax that is added to it. */
type Share = Pick<Part, 'pieces' | 'amount' | 'shipping' | 'shippingTax'>

/** The pieces, the money and the shipping of each line, or the code of a refusal. */
function sharesOf(left: ReturnType<typeof leftOf>, { amount, shipping, lines: named, restock }: AskedRefund): Share[] | string {
  const { lines } = left
  if (amount !== undefined) {
    if (amount < 1 || amount > left.amount) return 'BAD_INPUT'
    const rooms = [...lines.map((line) => line.amount), ...lines.map((line) => line.shipping)]
    const all = spread(Math.min(amount, sum(rooms)), rooms)
    return lines.map((line, index) => ({
      ...{ pieces: 0, amount: all[index] ?? 0 },
      ...withItsTax(line, all[lines.length + index] ?? 0),
    }))
  }
  if (shipping !== undefined && (shipping < 1 || shipping > left.shipping)) return 'BAD_INPUT'
  const isWhole = !named && shipping === undefined
  const shippings =
    shipping === undefined
      ? undefined
      : spread(
          shipping,
          lines.map((line) => line.netShipping),
        ).map((net, index) => withTax(lines[index] as LeftOfLine, net))
  const shares = lines.map((line, index): Share | undefined => {
    const own = isWhole ? withItsTax(line, line.shipping) : (shippings?.[index] ?? noShipping)
    if (isWhole) return { ...own, pieces: line.pieces, amount: line.amount }
    const part = named?.find((each) => each.line === line.line)
    if (!part) return { ...own, pieces: 0, amount: 0 }
    const { quantity, amount: money } = part
    if (quantity !== undefined && (quantity < 1 || quantity > line.pieces)) return undefined
    if (money !== undefined && (money < 1 || money > line.amount)) return undefined
    if (money !== undefined) return { ...own, pieces: quantity ?? 0, amount: money }
    const pieces = quantity ?? line.pieces
    const share = partOf(line.goods, line.given.pieces + pieces, line.line.quantity)
    if (share < line.goodsBack && quantity !== undefined && !restock) return undefined
    return { ...own, pieces, amount: Math.max(0, Math.min(line.amount, share - line.goodsBack)) }
  })
  if (shares.some((share) => !share)) return 'BAD_INPUT'
  const isExact = shipping !== undefined || named?.some((part) => part.amount !== undefined) === true
  return withinLeft(shares as Share[], left, isExact)
}

const noShipping = { shipping: 0, shippingTax: 0 }

/** Shipping with the tax that is added to it: all shipping that was given back has its share of the tax. */
function withTax({ line, given, added, taxBack }: LeftOfLine, net: number): Pick<Share, 'shipping' | 'shippingTax'> {
  const tax = shareOf(added, given.shipping + net, line.shipping) - taxBack
  const shippingTax = Math.max(0, Math.min(tax, added - taxBack))
  return { shipping: net + shippingTax, shippingTax }
}

/** A part of what is left of the shipping and its tax: the tax in it is rounded up, and no more of it is left than shipping. */
function withItsTax(left: LeftOfLine, shipping: number): Pick<Share, 'shipping' | 'shippingTax'> {
  const { added, netShipping, shippingBack, taxBack, whole } = left
  const untilNow = whole === 0 ? 0 : Math.ceil((added * (shippingBack + shipping)) / whole)
  const most = Math.min(shipping, Math.max(0, added - taxBack))
  const shippingTax = Math.max(shipping - netShipping, Math.min(Math.max(0, untilNow - taxBack), most))
  return { shipping, shippingTax }
}

/** Where less was paid than lines come to, they share what was paid; amounts that are given must be there. */
function withinLeft(shares: Share[], { amount: left, lines }: ReturnType<typeof leftOf>, isExact: boolean): Share[] | string {
  const all = [...shares.map((share) => share.amount), ...shares.map((share) => share.shipping)]
  if (sum(all) <= left) return shares
  if (isExact) return 'BAD_INPUT'
  const capped = spread(left, all)
  return shares.map(({ pieces }, index) => ({
    ...{ pieces, amount: capped[index] ?? 0 },
    ...withItsTax(lines[index] as LeftOfLine, capped[shares.length + index] ?? 0),
  }))
}
