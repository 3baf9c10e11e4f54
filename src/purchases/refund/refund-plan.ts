/**
 * Plans a refund: of what it gives back, how much is of each line and of shipping, and how much goes to the card and to the customer's
 * credit. Pure, all in the smallest unit of the currency.
 */
import { badInput, Refusal } from '../../values/errors.ts'
import { each } from '../../values/faults.ts'
import { parseId } from '../../values/id.ts'
import { field, say, someIds } from '../../values/sentence.ts'
import { shareOf, spread, sum } from '../price/spread.ts'
import {
  leftOfNoLine,
  moneyOf,
  paidForLines,
  type Refundable,
  type RefundFacts,
  refundableOf,
  refundedLines,
  roomsOf,
  spreadOver,
  spreadWithin,
} from './refundable.ts'
import {
  type LineShare,
  leftOfShipping,
  type RefundedLine,
  type ShippingShare,
  splitShipping,
  within,
  withShippingTax,
} from './sold-line.ts'

type AskedLineRefund = { id: string; quantity?: number | null | undefined; amount?: bigint | null | undefined }

/** The part of an order to refund: an amount, or lines and shipping, or the whole that is left. */
export type AskedRefund = {
  amount?: bigint | null | undefined
  lines?: readonly AskedLineRefund[] | null | undefined
  shipping?: bigint | null | undefined
  to?: 'card' | 'credit' | null | undefined
  restock?: boolean | null | undefined
}

/** A refund as it is recorded, with the lines that it touches. */
export type PlannedRefund = {
  amount: number
  cardAmount: number
  creditAmount: number
  shipping: number
  tax: number
  lines: (LineShare & { id: bigint })[]
}

/** The payments of an order, and its lines with the tax of their shipping. */
type RefundPlanFacts = Omit<RefundFacts, 'lines'> & { lines: readonly RefundedLine[] }

/** The pieces and the money that go back of each line, and the shipping with its tax. */
type Parts = { quantities: number[]; amounts: number[]; shippings: ShippingShare[] }

/**
 * Plans a refund.
 *
 * @throws Refusal WRONG_STATUS where nothing is left, BAD_INPUT naming the number that would be right.
 */
export function planRefund(given: RefundFacts, asked: AskedRefund): PlannedRefund {
  const { orderId } = given
  const left = checkLeft(given)
  const isWhole = asked.amount == null && !asked.lines && asked.shipping == null
  const facts: RefundPlanFacts = { ...given, lines: refundedLines(given) }
  const hasPieces = facts.lines.some((line) => piecesLeft(line) > 0)
  if (left.amount === 0 && !(hasPieces && (asked.lines || (isWhole && asked.restock))))
    throw nothingLeft(orderId, isWhole && hasPieces)
  const parts = asked.amount == null ? partsOf(facts, asked, left) : partsOfAmount(facts, asked.amount, asked, left)
  const ofNoLine = isWhole ? leftOfNoLine(given, left.amount) : 0
  const amount = Number(asked.amount ?? ofNoLine + sum(weightsOf(parts)))
  if (amount === 0 && sum(parts.quantities) === 0)
    throw new Refusal('WRONG_STATUS', `Nothing of this is left to refund; ${left.amount} of order ${orderId} is.`)
  const isOfParts = asked.amount == null && !isWhole
  const limits = cardLimits(facts, isOfParts ? parts : undefined)
  const most = isOfParts ? sum(limits) : amount
  const cardAmount = asked.to === 'credit' ? 0 : Math.min(most, left.cardAmount)
  const lines = sharesOf(facts, parts, cardAmount, limits)
  return {
    amount,
    cardAmount,
    creditAmount: amount - cardAmount,
    shipping: sum(lines.map(({ shipping }) => shipping)),
    tax: sum(lines.map(({ tax }) => tax)),
    lines: lines.filter(({ quantity, amount: money, shipping, card }) => quantity + money + shipping + card > 0),
  }
}

/**
 * Refuses a refund of an order of which neither money nor pieces are left.
 *
 * @returns what is left.
 * @throws Refusal WRONG_STATUS.
 */
export function checkLeft(facts: RefundFacts): Refundable {
  const { orderId, isPaid } = facts
  if (!isPaid) throw new Refusal('WRONG_STATUS', `Order ${orderId} is not paid: there is nothing to refund.`)
  const left = refundableOf(facts)
  if (left.amount === 0 && left.lines.every(({ quantity }) => quantity === 0)) throw nothingLeft(orderId, false)
  return left
}

const nothingLeft = (orderId: bigint, hasPieces: boolean): Refusal => {
  const pieces = hasPieces
    ? say` Its pieces can still be taken back: name them in ${field('lines')}, or set ${field('restock')}.`
    : []
  return new Refusal('WRONG_STATUS', [`Nothing of order ${orderId} is left to refund.`, ...pieces])
}

/** An amount is spread over what is left of lines and shipping. */
function partsOfAmount({ orderId, lines }: RefundPlanFacts, amount: bigint, asked: AskedRefund, left: Refundable): Parts {
  const part = asked.lines ? 'lines' : asked.shipping == null ? undefined : 'shipping'
  if (part) throw badInput(say`${field('amount')} must not be given with ${field(part)}: the refund is what the parts come to.`)
  checkAmount(amount, left.amount, 'amount', `order ${orderId}`)
  const { amounts, shippings } = spreadOver(Number(amount), lines)
  return { quantities: lines.map(() => 0), amounts, shippings: splitShippings(lines, shippings) }
}

/** Lines and shipping, or all of both; less where less was paid than they come to. */
function partsOf(facts: RefundPlanFacts, { lines: named, shipping, restock }: AskedRefund, left: Refundable): Parts {
  const { orderId, lines } = facts
  const isWhole = !named && shipping == null
  const rooms = roomsOf(lines)
  if (shipping != null) checkAmount(shipping, left.shipping, 'shipping', `the shipping of order ${orderId}`)
  const whole = { quantities: lines.map(piecesLeft), amounts: rooms.amounts }
  const none = { quantities: lines.map(() => 0), amounts: lines.map(() => 0) }
  const { quantities, amounts } = named ? partsOfLines(lines, named, restock ?? false) : isWhole ? whole : none
  const shippings = isWhole ? lines.map(leftOfShipping) : shippingsOf(lines, Number(shipping ?? 0n))
  const all = [...amounts, ...shippings.map(({ net, tax }) => net + tax)]
  if (sum(all) <= left.amount) return { quantities, amounts, shippings }
  if (shipping != null || named?.some(({ amount }) => amount != null))
    throw badInput(`The refund must be at most ${left.amount}, what is left of order ${orderId}, not ${sum(all)}.`, 'lines')
  const capped = spread(left.amount, all)
  return {
    ...{ quantities, amounts: capped.slice(0, lines.length) },
    shippings: splitShippings(lines, capped.slice(lines.length)),
  }
}

/** Splits parts of the shipping of lines into the shipping and the tax that is added to it. */
const splitShippings = (lines: readonly RefundedLine[], parts: readonly number[]): ShippingShare[] =>
  lines.map((line, index) => splitShipping(line, parts[index] ?? 0))

/** Spreads shipping over what is left of it, and adds its tax where tax is added. */
function shippingsOf(lines: readonly RefundedLine[], shipping: number): ShippingShare[] {
  const left = lines.map((line) => leftOfShipping(line).net)
  const shares = spreadWithin(shipping, left, left)
  return lines.map((line, index) => withShippingTax(line, shares[index] ?? 0))
}

function checkAmount(amount: bigint, most: number, name: string, of: string): void {
  if (most === 0) throw badInput(say`${field(name)} must not be given: nothing of ${of} is left to refund.`)
  if (amount < 1n || amount > most)
    throw badInput(say`${field(name)} must be from 1 to ${most}, what is left of ${of}, not ${amount}.`)
}

const piecesLeft = ({ quantity, refunded }: RefundedLine): number => Math.max(0, quantity - refunded.quantity)

function partsOfLines(
  lines: readonly RefundedLine[],
  named: readonly AskedLineRefund[],
  restock: boolean,
): Pick<Parts, 'quantities' | 'amounts'> {
  const known = `the lines of the order are ${someIds(lines.map(({ id }) => id))}`
  if (named.length === 0) throw badInput(say`${field('lines')} must name one; ${known}.`)
  const parts = new Map<RefundedLine, Pick<LineShare, 'quantity' | 'amount'>>()
  each(named.entries(), ([place, { id, quantity, amount }]) => {
    const path = `lines[${place}]`
    const line = lines.find((one) => one.id === parseId(id))
    if (!line) throw badInput(say`${field(`${path}.id`)} names none of them; ${known}.`)
    if (parts.has(line)) throw badInput(say`${field(`${path}.id`)} names line ${line.id} a second time.`)
    parts.set(line, partOfLine(line, { quantity, amount, restock }, path))
  })
  return {
    quantities: lines.map((line) => parts.get(line)?.quantity ?? 0),
    amounts: lines.map((line) => parts.get(line)?.amount ?? 0),
  }
}

/**
 * The part of a line: all that is left, pieces with their share of its money, or an amount. The share is that of all its refunded pieces
 * less what was refunded of it before, so that refunds of single pieces add up.
 */
function partOfLine(
  line: RefundedLine,
  { quantity, amount, restock }: Omit<AskedLineRefund, 'id'> & { restock: boolean },
  path: string,
): Pick<LineShare, 'quantity' | 'amount'> {
  const left = piecesLeft(line)
  if (quantity != null && left === 0)
    throw badInput(say`${field(`${path}.quantity`)} must not be given: no piece of line ${line.id} is left to refund.`)
  if (quantity != null && (quantity < 1 || quantity > left))
    throw badInput(say`${field(`${path}.quantity`)} must be from 1 to ${left}, what is left of line ${line.id}, not ${quantity}.`)
  const room = Math.max(0, moneyOf(line) - line.refunded.amount)
  if (amount != null) {
    checkAmount(amount, room, `${path}.amount`, `line ${line.id}`)
    return { quantity: quantity ?? 0, amount: Number(amount) }
  }
  const pieces = quantity ?? left
  const all = line.refunded.quantity + pieces
  const share = shareOf(moneyOf(line), all, line.quantity)
  if (share < line.refunded.amount && quantity != null && !restock)
    throw badInput(
      say`${field(`${path}.quantity`)} must be left out, or ${field('restock')} be true: ${line.refunded.amount} of line ${line.id} is refunded already, more than the share of ${all} of its pieces, which is ${share}; ${room} of it is left.`,
    )
  return { quantity: pieces, amount: within(share - line.refunded.amount, room) }
}

/**
 * How much of a refund may go to the card for each line: the rest of what the card paid for it.
 *
 * @param parts those of a refund of lines or shipping, which puts no more on the card than they come to.
 */
function cardLimits(facts: RefundPlanFacts, parts?: Parts): number[] {
  const { lines } = facts
  const paid = spread(
    paidForLines(facts),
    lines.map(({ charged }) => charged),
  )
  const rooms = lines.map(({ refunded }, index) => Math.max(0, (paid[index] ?? 0) - refunded.card))
  if (!parts) return rooms
  const most = weightsOf(parts)
  return rooms.map((room, index) => Math.min(room, most[index] ?? 0))
}

/** The money and the shipping of each line. */
const weightsOf = ({ amounts, shippings }: Parts): number[] =>
  amounts.map((amount, index) => amount + (shippings[index]?.net ?? 0) + (shippings[index]?.tax ?? 0))

/** The share of each line, with the tax in it, and the part that goes to the card. The tax that is added to shipping is in its money, as in the charge. */
function sharesOf(
  { lines }: RefundPlanFacts,
  parts: Parts,
  cardAmount: number,
  limits: readonly number[],
): (LineShare & { id: bigint })[] {
  const cards = spreadWithin(cardAmount, weightsOf(parts), limits)
  return lines.map((line, index) => {
    const [quantity = 0, amount = 0] = [parts.quantities[index], parts.amounts[index]]
    const { net, tax: shippingTax } = parts.shippings[index] ?? { net: 0, tax: 0 }
    const all = amount + net + shippingTax
    const tax = within(taxIn(line, { amount, shipping: net + shippingTax }) - line.refunded.tax, all)
    return { id: line.id, quantity, amount: amount + shippingTax, shipping: net, shippingTax, tax, card: cards[index] ?? 0 }
  })
}

/** The tax in the money and the shipping of a line that are given back in all: each has its own, or the shipping all where there is no other money. */
function taxIn(line: RefundedLine, { amount, shipping }: Pick<LineShare, 'amount' | 'shipping'>): number {
  const { tax, shippingTax = 0, refunded } = line
  const ofShipping = moneyOf(line) > 0 ? shippingTax : tax
  return (
    shareOf(tax - ofShipping, refunded.amount + amount, moneyOf(line)) +
    shareOf(ofShipping, refunded.shipping + shipping, line.shipping)
  )
}
