/** Gives money of an order back, and cancels orders: what the gateway says of a refund, at once and later, and what follows. */
import { written } from './dates.ts'
import type { Order } from './order.ts'
import { type AskedRefund, divided, type Planned, planBack, planRefund, type Refund, type Script } from './refund.ts'

/** How an order is cancelled. */
export type Cancelling = { refund: boolean; restock: boolean; isEnding: boolean }

/**
 * Cancels an order: what it has is cancelled, its subscriptions go on or end, and what was paid is given back.
 *
 * @returns the code of the refusal, if it is refused.
 */
export function cancelOrder(
  order: Order,
  at: number,
  { refund, restock, isEnding }: Cancelling,
  script: Script,
): string | undefined {
  if (order.cancelledAt !== null) return undefined
  if (order.fulfillmentStatus !== 'unfulfilled' || order.status === 'closed' || order.isRefunding) return 'WRONG_STATUS'
  order.cancelledAt = at
  order.event(at, 'order.cancelled')
  const { unsent, open, isPaid } = order
  for (const delivery of open) delivery.status = 'cancelled'
  for (const parcel of unsent.filter((each) => each.open.length === 0)) {
    parcel.status = 'cancelled'
    order.event(at, 'shipment.cancelled')
  }
  if (restock && isPaid) order.bringBack((each) => open.includes(each), 'cancelled')
  for (const { life } of order.lines) life?.orderIsCancelled(at, order, isEnding)
  const code = refund ? giveBack(order, at, undefined, script) : undefined
  order.follow(at)
  return code
}

/** Gives back an amount that is of no line, or all that is left. @returns the code of the refusal, if it is declined. */
export function giveBack(order: Order, at: number, amount: number | undefined, script: Script): string | undefined {
  const planned = planBack(order, amount)
  return planned && giveInTurn(order, at, planned, false, script)
}

/** @returns the code of the refusal, if it is refused. */
export function refundOrder(order: Order, at: number, asked: AskedRefund, script: Script): string | undefined {
  if (order.refunds.some(({ status }) => status === 'unknown')) return 'WRONG_STATUS'
  const planned = planRefund(order, asked)
  return typeof planned === 'string' ? planned : giveInTurn(order, at, planned, asked.restock, script)
}

/**
 * Gives a refund of each payment by card, all of them planned before the first is asked for; behind one that is declined or not answered
 * none is.
 *
 * @returns the code of the refusal, if one is declined.
 */
function giveInTurn(order: Order, at: number, planned: Planned, isRestocking: boolean, script: Script): string | undefined {
  const reserved = divided(order, planned).map((part, place) => reserve(order, at, part, isRestocking && place === 0, script))
  for (const [place, refund] of reserved.entries()) {
    const isOver = ['failed', 'unknown'].includes(refund.script[0] ?? '')
    if (isOver) for (const behind of reserved.slice(place + 1)) leaveUnasked(order, at, behind)
    const code = ask(order, at, refund)
    if (isOver) return code
  }
  return undefined
}

/** A refund fails without being asked for. */
function leaveUnasked(order: Order, at: number, refund: Refund): void {
  Object.assign(refund, { status: 'failed', settledAt: at, script: [] })
  order.event(at, 'refund.failed')
}

function reserve(order: Order, at: number, planned: Planned, isRestocking: boolean, script: Script): Refund {
  const answers: Script = planned.card > 0 ? script : ['done']
  const parts = planned.parts.map((part) => ({ ...part, product: order.goodsOf(part.line) }))
  const refund: Refund = {
    at,
    status: 'pending',
    ...planned,
    parts,
    isRestocking,
    isAsked: false,
    settledAt: null,
    script: answers,
  }
  order.refunds.push(refund)
  order.event(at, 'refund.created')
  order.tell(at, `refund of ${JSON.stringify(shown(planned))}: ${answers}`)
  return refund
}

/** Asks the gateway for a refund. @returns the code of the refusal, if it is declined. */
function ask(order: Order, at: number, refund: Refund): string | undefined {
  const [first, ...script] = refund.script
  Object.assign(refund, { script, isAsked: true })
  settle(order, at, refund, first)
  return first === 'failed' ? 'REFUND_DECLINED' : undefined
}

/** The gateway is asked what became of a refund. */
export function lookAfter(order: Order, at: number, refund: Refund): void {
  const [next, ...script] = refund.script
  refund.script = script
  order.tell(at, `a refund that is ${refund.status} is ${next}`)
  settle(order, at, refund, next)
}

function settle(order: Order, at: number, refund: Refund, answer: Script[number] | undefined): void {
  if (answer === undefined) return
  const isReversed = refund.status === 'done'
  refund.status = answer
  if (answer !== 'unknown') order.event(at, isReversed ? 'refund.reversed' : `refund.${answer}`)
  if ((answer === 'done' || answer === 'pending') && refund.isRestocking) order.restock(at, refund)
  if (answer === 'done' || answer === 'failed') end(order, at, refund, isReversed)
  order.follow(at)
}

/** A refund is done, or has failed, be it after it was done. */
function end(order: Order, at: number, refund: Refund, isReversed: boolean): void {
  const { status, amount, card, credit, parts } = refund
  refund.settledAt = at
  if (isReversed && refund.transaction) refund.transaction.reversedAt = written(at)
  if (card > 0) refund.transaction = order.transact(at, 'refund', status === 'done' ? 'refunded' : 'failed', card)
  if (status !== 'done' && !isReversed) return
  const sign = isReversed ? -1 : 1
  order.customer.revenue -= sign * card
  order.customer.addCredit(at, sign * credit)
  for (const { line, card: paidBack } of parts) if (line.life) line.life.revenue -= sign * paidBack
  // Pieces that are refunded for 0 give no money of the order back.
  if (status === 'done' && amount > 0) order.event(at, 'order.refunded')
}

const shown = ({ parts, charge: _charge, ...amounts }: Planned) => ({
  ...amounts,
  parts: parts.map(({ line, product: _, ...part }) => ({ line: line.id, ...part })),
})
