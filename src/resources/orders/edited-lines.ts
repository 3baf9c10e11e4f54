/** The lines of an order as an edit is to have them: what was asked for, checked and priced. Pure. */
import { deliveriesOfLines } from '../../purchases/edit/edit-deliveries.ts'
import { addedLine, type EditedLine, withQuantity } from '../../purchases/edit/edit-plan.ts'
import { type EditedOrder, linesBefore } from '../../purchases/edit/edited-order.ts'
import { lineOf } from '../../purchases/payment/plan.ts'
import type { SoldTo } from '../../purchases/price/sale-facts.ts'
import { type RefundFacts, refundedLines } from '../../purchases/refund/refundable.ts'
import { type LineShare, storedRefunds } from '../../purchases/refund/sold-line.ts'
import { badInput, notFound } from '../../values/errors.ts'
import { each } from '../../values/faults.ts'
import { say, within } from '../../values/sentence.ts'
import { checkForSale, type OfferedInstance } from './create-rules.ts'
import { type AddedLine, checkChange, type KeptLine, type ReadLine } from './edit-rules.ts'

/**
 * The lines afterwards: the kept ones in their order, and behind them the new ones.
 *
 * @param instances those that the lines name, as they are sold today.
 * @param facts what was refunded of the order, and how lines are sold that are added.
 *
 * @throws Refusal BAD_INPUT naming the line that cannot be so, NOT_FOUND for an instance that the store does not have.
 */
export function editedLines(
  { order, lines, open }: EditedOrder,
  read: readonly ReadLine[],
  instances: readonly OfferedInstance[],
  { facts, sold: { zone, ...sale } }: { facts: RefundFacts; sold: SoldTo },
): EditedLine[] {
  const deliveries = deliveriesOfLines(linesBefore(lines), open)
  const refunds = new Map(refundedLines(facts).map((line) => [line.id, storedRefunds(line)]))
  const { taxIncluded, isGift } = order
  const kept = ({ place, line, quantity }: KeptLine): EditedLine => {
    const instance = instances.find(({ id }) => id === line.productInstanceId)
    const own = (deliveries.get(line.id) ?? []).map((delivery) => delivery.quantity)
    const pieces = own.length > 0 ? Math.min(...own) : undefined
    const { carried, openValue } = lines.find(({ id }) => id === line.id) ?? { carried: 0n, openValue: null }
    const isChanged = carried > 0n || openValue !== null
    checkChange(place, line, quantity, { refunded: refunds.get(line.id) as LineShare, pieces, taxIncluded, isChanged })
    if (quantity > line.quantity && (!instance || instance.isDeleted))
      throw badInput(say`${within(place, 'quantity')} must be at most ${line.quantity}: ${line.name} is no longer sold.`)
    return { ...withQuantity(line, quantity, taxIncluded), isTracked: instance?.isTracked ?? false }
  }
  const added = ({ place, instanceId, quantity }: AddedLine): EditedLine => {
    const instance = instances.find(({ id }) => id === instanceId)
    if (!instance) throw notFound(say`${within(place, 'productInstance')} matches none in the store.`)
    checkForSale(instance, place)
    if (!instance.singlePurchasable)
      throw badInput(say`${within(place, 'productInstance')} is bought by subscription: it takes an order of its own.`)
    const planned = lineOf(instance, undefined, { quantity, occasion: isGift ? 'gift' : 'sale', ...sale })
    if (!planned) throw badInput(say`${within(place, 'productInstance')} has no price.`)
    return addedLine(planned, { taxIncluded, zone })
  }
  const places = new Map(lines.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: EditedLine) => (id === undefined ? lines.length : (places.get(id) ?? 0))
  return each(read, (line) => (line.line ? kept(line) : added(line))).toSorted((one, other) => placeOf(one) - placeOf(other))
}
