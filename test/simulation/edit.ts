/**
 * Edits of orders by the contract: what an order comes to with other lines, what is paid or given back for it, and what becomes of its
 * deliveries. Written from the documents; it shares no code with the product.
 */

import { giveBack } from './give-back.ts'
import { taxesOfPart } from './market.ts'
import { partOf, spread, sum } from './money.ts'
import type { Line, Order } from './order.ts'
import { type Delivery, isOnHold, moveTo, Parcel, planDelivery } from './parcel.ts'
import { billOf, chargedOf, type LineBill } from './price.ts'
import { besideLines, givenOf, leftOf, type Script } from './refund.ts'
import type { Stock } from './stock.ts'
import type { SimulatedProduct } from './story.ts'

/** A line that is kept, with so many pieces, or one that is added. */
export type AskedLine = { quantity: number } & ({ line: Line; product?: never } | { line?: never; product: SimulatedProduct })

export type AskedEdit = { lines: AskedLine[] | undefined; street: string | undefined }

/** A line as it is to be. */
type Wanted = { line: Line | undefined; product: SimulatedProduct; quantity: number; bill: LineBill }

const openOf = ({ open }: Order, line: Line): Delivery[] => open.filter((each) => each.line === line)

/** Whether an immediate change was made of a line, or of what is to come of it. */
export const isChanged = ({ carried, worth }: Line): boolean => carried > 0 || worth !== null

/** Whether nothing of it was sent, and it may be edited. */
export const isEditable = (order: Order): boolean =>
  order.isPaid &&
  order.cancelledAt === null &&
  order.status === 'open' &&
  order.fulfillmentStatus === 'unfulfilled' &&
  order.financialStatus !== 'refunded' &&
  order.open.length > 0 &&
  !order.isRefunding

/** Whether a line may be taken off: none that a subscription began or renewed with, nor one that any refund is of. */
export const mayGo = ({ refunds }: Order, line: Line): boolean =>
  !line.life && !refunds.some(({ parts }) => parts.some((part) => part.line === line))

/** The fewest pieces that a line may have; all that it has where it may have no other number. */
export function fewest(order: Order, line: Line): number {
  const given = givenOf(order, line)
  if (openOf(order, line).length === 0 || given.pieces > 0 || isChanged(line)) return line.quantity
  const fits = ({ charged, shipping }: LineBill) => charged - shipping >= given.amount && shipping >= given.shipping
  let pieces = 1
  while (pieces < line.quantity && !fits(withPieces(line, pieces, order.customer.market.isIncluded))) pieces += 1
  return pieces
}

/** The bill of a line with another number of pieces: the price stays, and by the pieces the discount, the shipping and the tax. */
function withPieces(line: Line, quantity: number, isIncluded: boolean): LineBill {
  const { price, paid, taxWithin } = line
  const [total, discount, shipping] = [
    price * quantity,
    partOf(line.discount, quantity, line.quantity),
    partOf(line.shipping, quantity, line.quantity),
  ]
  // The tax follows the price, or the shipping where that is all there is.
  const [before, after] = [line.total - line.discount || line.shipping, total - discount || shipping]
  const tax = before === 0 ? 0 : partOf(line.tax, after, before)
  const charged = chargedOf(isIncluded, total - discount, shipping, tax)
  const taxes = taxesOfPart(line.taxes, tax, { line: line.charged - line.tax, part: charged - tax })
  return { price, total, discount, shipping, tax, taxes, taxWithin, charged, paid }
}

/** The bill of a line that is added: at today's price, without discount, in a parcel of its own. */
function addedBill({ customer, isGift }: Order, product: SimulatedProduct, quantity: number, at: number): LineBill {
  const [bill] = billOf([{ product, quantity }], [], 0, { customer, at, isGift }).lines
  if (!bill) throw new Error('A bill of one line has none.')
  return { ...bill, paid: 0 }
}

/** The lines afterwards, the kept ones in their order; the code of a refusal where that cannot be. */
function wantedLines(order: Order, asked: readonly AskedLine[], at: number): Wanted[] | string {
  const kept = order.lines.flatMap((line): Wanted[] => {
    const quantity = asked.find((each) => each.line === line)?.quantity
    if (quantity === undefined) return []
    const bill = quantity === line.quantity ? line : withPieces(line, quantity, order.customer.market.isIncluded)
    return [{ line, product: line.product, quantity, bill }]
  })
  const added = asked.flatMap(({ product, quantity }): Wanted[] =>
    product ? [{ line: undefined, product, quantity, bill: addedBill(order, product, quantity, at) }] : [],
  )
  const isAmiss =
    asked.some(({ quantity }) => quantity < 1) ||
    order.lines.some((line) => !kept.some((each) => each.line === line) && !mayGo(order, line)) ||
    kept.some(({ line, quantity }) => line && quantity !== line.quantity && !mayHave(order, line, quantity))
  return isAmiss ? 'BAD_INPUT' : [...kept, ...added]
}

const mayHave = (order: Order, line: Line, quantity: number): boolean =>
  openOf(order, line).length > 0 && !isChanged(line) && quantity >= fewest(order, line)

/** How many pieces an edit takes of each stock, or brings back. */
function stockMoved(order: Order, wanted: readonly Wanted[]): Map<Stock, number> {
  const moved = new Map<Stock, number>()
  const move = ({ stock }: SimulatedProduct, pieces: number) => stock && moved.set(stock, (moved.get(stock) ?? 0) + pieces)
  for (const delivery of order.open) {
    const now = wanted.find(({ line }) => line === delivery.line)
    move(delivery.product, (now ? takenWith(delivery, now) : 0) - delivery.taken)
  }
  for (const { line, product, quantity } of wanted) if (!line) move(product, quantity)
  return moved
}

/** The pieces of a delivery with so many more as its line has. */
const piecesWith = ({ line, quantity }: Delivery, now: Wanted): number => quantity + now.quantity - line.quantity

/** The pieces of them that are off the stock; those that a first one gains are taken with the edit. */
function takenWith(delivery: Delivery, now: Wanted): number {
  const [{ cycle, quantity, taken }, pieces] = [delivery, piecesWith(delivery, now)]
  return Math.min(taken, pieces) + (cycle === 1 ? Math.max(0, pieces - quantity) : 0)
}

/** @returns the code of the refusal, if it is refused. */
export function editOrder(order: Order, at: number, { lines, street }: AskedEdit, script: Script): string | undefined {
  if (!isEditable(order)) return 'WRONG_STATUS'
  const wanted = lines && wantedLines(order, lines, at)
  if (typeof wanted === 'string') return wanted
  const isChanged =
    wanted !== undefined &&
    !(wanted.length === order.lines.length && wanted.every(({ line, quantity }) => line?.quantity === quantity))
  const isMoved = street !== undefined && (street !== order.street || order.unsent.some((each) => each.street !== street))
  if (!isChanged && !isMoved) return undefined
  const stock = isChanged ? stockMoved(order, wanted) : new Map<Stock, number>()
  if ([...stock].some(([{ onHand }, pieces]) => pieces > 0 && onHand < pieces)) return 'OUT_OF_STOCK'
  const money = isChanged ? moneyOf(order, sum(wanted.map(({ bill }) => bill.charged))) : { difference: 0, byCard: order.byCard }
  const { difference, byCard } = money
  if (difference > 0) {
    const isPaid = order.card.pays(difference)
    order.pays(at, difference, isPaid)
    if (!isPaid) return 'PAYMENT_DECLINED'
  }
  order.edited = { at, difference }
  order.event(at, 'order.edited')
  for (const [each, pieces] of stock) each.take(pieces)
  if (isMoved) {
    order.street = street
    for (const parcel of order.unsent.filter((each) => each.street !== street)) redirect(order, at, parcel, street)
  }
  if (isChanged) {
    deliver(order, at, wanted)
    for (const { life, share } of sharesOf(order.lines, order.byCard)) life.revenue -= share
    rewrite(order, wanted, byCard)
    for (const { life, share } of sharesOf(order.lines, byCard)) life.revenue += share
  }
  return difference < 0 ? giveBack(order, at, -difference, script) : undefined
}

/** A parcel goes elsewhere; the order's own deliveries leave one that holds others too. */
function redirect(order: Order, at: number, parcel: Parcel, street: string): void {
  if (parcel.open.every((each) => each.order === order)) parcel.street = street
  else {
    const own = new Parcel(at, parcel.due, street)
    for (const delivery of parcel.open.filter((each) => each.order === order)) moveTo(own, delivery)
    order.event(at, 'shipment.split')
  }
}

/** The difference that an order comes to with another total, and what of that total the card then pays: credit goes on paying what it did. */
function moneyOf(order: Order, total: number): { difference: number; byCard: number } {
  const { bill, captured, byCard } = order
  const [beside, left] = [besideLines(order), leftOf(order)]
  const paid = Math.max(bill.total, captured + bill.creditApplied - beside.amount)
  const difference = Math.max(total - paid, -left.amount)
  const back = Math.max(0, -difference)
  const toCard = Math.min(back, left.card)
  const byCredit = bill.total - byCard - (back - toCard)
  const fromCard = captured + Math.max(0, difference) - beside.card - toCard
  return { difference, byCard: Math.max(0, Math.min(total - byCredit, fromCard)) }
}

/** The share of each subscription in what the card pays of the lines. */
function sharesOf(lines: readonly Line[], byCard: number) {
  const shares = spread(
    byCard,
    lines.map(({ charged }) => charged),
  )
  return lines.flatMap(({ life }, index) => (life ? [{ life, share: shares[index] ?? 0 }] : []))
}

/** The deliveries follow: those of lines that are gone are cancelled, and what is new travels with the next one. */
function deliver(order: Order, at: number, wanted: readonly Wanted[]): void {
  const { open, unsent } = order
  const [next] = open.toSorted(
    (one, other) => Number(isOnHold(one)) - Number(isOnHold(other)) || one.adjusted - other.adjusted || one.number - other.number,
  )
  for (const delivery of open) {
    const now = wanted.find(({ line }) => line === delivery.line)
    if (!now) Object.assign(delivery, { status: 'cancelled', taken: 0 })
    else Object.assign(delivery, { taken: takenWith(delivery, now), quantity: piecesWith(delivery, now) })
  }
  for (const each of wanted)
    if (!each.line && next) {
      each.line = newLine(each)
      const { due, adjusted, parcel } = next
      const { line, product, quantity } = each
      planDelivery(order, { line, product, cycle: 1, cycles: 1, quantity, due, adjusted, taken: quantity, parcel })
    }
  for (const parcel of unsent.filter((each) => each.open.length === 0)) {
    parcel.status = 'cancelled'
    order.event(at, 'shipment.cancelled')
  }
}

const newLine = ({ product, quantity, bill }: Wanted): Line => ({
  ...{ ...bill, product, quantity, id: 0, name: product.name, sku: product.sku, life: undefined },
  ...{ carried: 0, carriedShipping: 0, worth: null, percentages: [] },
})

/** The lines and the sums are what was wanted. */
function rewrite(order: Order, wanted: readonly Wanted[], byCard: number): void {
  const lines = wanted.flatMap(({ line, quantity, bill }) => (line ? [Object.assign(line, { ...bill, quantity })] : []))
  const total = (name: 'total' | 'discount' | 'shipping' | 'tax' | 'charged') => sum(lines.map((line) => line[name]))
  const sums = { subTotal: total('total'), totalDiscount: total('discount'), totalShipping: total('shipping') }
  order.bill = { ...order.bill, ...sums, totalTax: total('tax'), total: total('charged') }
  order.lines = lines
  order.byCard = byCard
}
