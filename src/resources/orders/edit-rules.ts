/** The rules of editing an order. Pure. */
import { type LineBefore, withQuantity } from '../../purchases/edit/edit-plan.ts'
import { moneyOf } from '../../purchases/refund/refundable.ts'
import type { LineShare } from '../../purchases/refund/sold-line.ts'
import { badInput, Refusal } from '../../values/errors.ts'
import { each } from '../../values/faults.ts'
import { parseId, readId } from '../../values/id.ts'
import { field, type Name, say, someIds, within } from '../../values/sentence.ts'
import { orderStates, sentStates } from '../delivery-states.ts'
import { checkQuantity, maxLines } from './create-rules.ts'

type EditedState = {
  id: bigint
  status: 'open' | 'closed'
  financialStatus: 'unpaid' | 'paid' | 'partially_refunded' | 'refunded'
  fulfillmentStatus: 'unfulfilled' | 'partial' | 'fulfilled'
  cancelledAt: Date | null
}

/** The state of the order's deliveries and of its money. */
type EditProgress = { sent: number; open: number; isRefunding: boolean; isCharging: boolean }

/**
 * Refuses to edit an order of which something was sent, that is not paid, or whose money moves just now.
 *
 * @throws Refusal WRONG_STATUS saying what can be done instead.
 */
export function checkEditable(order: EditedState, { sent, open, isRefunding, isCharging }: EditProgress): void {
  const refuse = (why: string) => new Refusal('WRONG_STATUS', `Order ${order.id} ${why}`)
  if (order.cancelledAt) throw refuse('was cancelled: it is no longer edited.')
  if (sent > 0 || !sentStates[order.fulfillmentStatus].editOrder)
    throw refuse('was sent, at least in part: it is no longer edited; refund what is not wanted, and order what is missing.')
  if (order.financialStatus === 'unpaid') throw refuse('is not paid: it is not edited; cancel it, and make another.')
  if (!orderStates[order.status].editOrder || open === 0)
    throw refuse(
      'has nothing that is still to be sent: it is no longer edited; refund what is not wanted, and order what is missing.',
    )
  if (order.financialStatus === 'refunded') throw refuse('was refunded: it is no longer edited; cancel it, and make another.')
  if (isRefunding) throw refuse('has a refund under way: it can be edited once that is settled.')
  if (isCharging) throw refuse('has another edit under way: it can be edited once that is paid.')
}

/** A line as the edit is to have it: one of the order, by its id, or a new one of an instance. */
export type AskedEditLine = {
  id?: string | null | undefined
  productInstance?: { id: string } | null | undefined
  quantity?: number | null | undefined
}

/** A line of the order that is kept, with its pieces and its place in the input. */
export type KeptLine = { place: Name; line: LineBefore; quantity: number }

/** A line that is added. */
export type AddedLine = { place: Name; line?: never; instanceId: bigint; quantity: number }

export type ReadLine = KeptLine | AddedLine

/**
 * Reads the lines of an edit.
 *
 * @throws Refusal BAD_INPUT for none or too many of them, and for one that is of another order, named twice, or of no piece.
 */
export function readLines(asked: readonly AskedEditLine[], before: readonly LineBefore[]): ReadLine[] {
  if (asked.length === 0) throw badInput(say`${field('lines')} must name one: an order of which nothing is wanted is cancelled.`)
  if (asked.length > maxLines) throw badInput(say`${field('lines')} must have 1 to ${maxLines} lines, not ${asked.length}.`)
  const known = `the lines of the order are ${someIds(before.map(({ id }) => id))}`
  const named = new Set<bigint>()
  return each(asked.entries(), ([index, { id, productInstance, quantity }]) => {
    const place = field(`lines[${index}]`)
    if ((id == null) === (productInstance == null))
      throw badInput(say`${place} takes either ${field('id')} of a line, or ${field('productInstance')} of a new one.`)
    if (id == null) {
      checkQuantity(quantity ?? 1, place)
      const instanceId = readId(within(place, 'productInstance.id'), productInstance?.id ?? '')
      return { place, instanceId, quantity: quantity ?? 1 }
    }
    const line = before.find((one) => one.id === parseId(id))
    if (!line) throw badInput(say`${within(place, 'id')} names none of them; ${known}.`)
    if (named.has(line.id)) throw badInput(say`${within(place, 'id')} names line ${line.id} a second time.`)
    named.add(line.id)
    if (quantity != null) checkQuantity(quantity, place)
    return { place, line, quantity: quantity ?? line.quantity }
  })
}

/** The facts of a line that is changed. */
type LineFacts = {
  /** The refunds of the line, added up. */
  refunded: LineShare
  /** The pieces of the smallest of its open deliveries; undefined where it has none of its own. */
  pieces: number | undefined
  taxIncluded: boolean
  /** Whether an immediate change of its subscription has changed its deliveries, or took over what was unused of it. */
  isChanged: boolean
}

/**
 * Refuses another quantity of a line that its deliveries or its refunds do not allow.
 *
 * @throws Refusal BAD_INPUT naming the number that would be right.
 */
export function checkChange(place: Name, line: LineBefore, quantity: number, facts: LineFacts): void {
  if (quantity === line.quantity) return
  const { refunded, pieces, taxIncluded, isChanged } = facts
  const at = within(place, 'quantity')
  if (isChanged)
    throw badInput(
      say`${at} must stay ${line.quantity}: subscription ${line.subscriptionId ?? 0} was changed since; change the subscription instead.`,
    )
  if (pieces === undefined)
    throw badInput(say`${at} must stay ${line.quantity}: no delivery of line ${line.id} alone is still to be sent.`)
  if (quantity > line.quantity) return
  const least = Math.max(leastOf(line, refunded, taxIncluded), line.quantity - pieces + 1)
  if (quantity < least)
    throw badInput(say`${at} must be at least ${least}, with what was refunded of line ${line.id}, not ${quantity}.`)
}

/** The least pieces of a line that leave what was refunded of it; where pieces were, the edit would give back the same ones again. */
function leastOf(line: LineBefore, refunded: LineShare, taxIncluded: boolean): number {
  if (refunded.quantity > 0) return line.quantity
  const fits = (quantity: number): boolean => {
    const { charged, shipping, tax } = withQuantity(line, quantity, taxIncluded)
    return moneyOf({ charged, shipping }) >= refunded.amount && shipping >= refunded.shipping && tax >= refunded.tax
  }
  let least = 1
  while (least < line.quantity && !fits(least)) least += 1
  return least
}

/**
 * Refuses to take off a line that a subscription began or renewed with, or one that a refund names.
 *
 * @throws Refusal BAD_INPUT naming the line.
 */
export function checkKept(before: readonly LineBefore[], read: readonly ReadLine[], refunded: ReadonlySet<bigint>): void {
  const gone = before.filter(({ id }) => !read.some(({ line }) => line?.id === id))
  each(gone, ({ id, subscriptionId }) => {
    if (subscriptionId !== undefined)
      throw badInput(
        say`${field('lines')} must name line ${id}, which subscription ${subscriptionId} began or renewed with: it is changed, and not taken off.`,
      )
    if (refunded.has(id))
      throw badInput(say`${field('lines')} must name line ${id}, which a refund is of: refund the rest of it instead.`)
  })
}
