/** The difference of an immediate change: what of the running term is unused, what the new plan costs, and what becomes of the deliveries. Pure. */

import { lineOf, type TaxedLine } from '../../../purchases/payment/plan.ts'
import type { ImmediateChange, PlannedLine } from '../../../purchases/payment/stored-plan.ts'
import { differenceOf, type PartOfTerm, partOf } from '../../../purchases/price/difference.ts'
import type { SoldTo } from '../../../purchases/price/sale-facts.ts'
import { sum } from '../../../purchases/price/spread.ts'
import { appliesTo, priceLines } from '../../../purchases/price/steps.ts'
import { taxedPrice } from '../../../purchases/price/taxation.ts'
import { totalsOf } from '../../../purchases/price/totals.ts'
import { badInput } from '../../../values/errors.ts'
import { field, say } from '../../../values/sentence.ts'
import { plannedInstance, withAmounts } from '../forecast/renewal-price.ts'
import type { Offer } from './change-offer.ts'
import type { SubscriptionPlan } from './change-rules.ts'
import { openOf, type PaidTerm, unusedOfTerm } from './running-term.ts'

/** The inputs of a difference. */
type ComparedPlans = {
  /** The plan of the subscription, with the cycles of its term. */
  now: SubscriptionPlan & { cycles: number }
  plan: SubscriptionPlan
  offer: Offer
  /** The new term. */
  newTerm: { id: bigint; numCycles: number }
  /** The running term; undefined where no order has paid for one. */
  paid: PaidTerm | undefined
  /** Its tax and its shipping zone. */
  sale: SoldTo
}

/** An immediate change: its line at today's price, the part of it that is charged, and the change of deliveries and stock. */
export type Difference = {
  line: PlannedLine
  part: PartOfTerm
  /** The price of the whole term without tax. */
  net: number
  /** Whether the prices contain the tax. */
  taxIncluded: boolean
  unused: number
  /** The amount to charge, or to give as credit. */
  charge: number
  credit: number
  beginsTerm: boolean
  change: ImmediateChange
}

/** @throws Refusal BAD_INPUT where the new plan has no price today. */
export function differenceBetween({ now, plan, offer, newTerm, paid, sale }: ComparedPlans): Difference {
  const beginsTerm = plan.termId !== now.termId
  const line = priced({ now, plan, offer, newTerm, paid, sale })
  const percentages = beginsTerm ? [] : (paid?.percentages ?? [])
  const used = percentages.filter(({ discount }) => appliesTo(discount, line.productId))
  const discounts = used.map(({ discount }) => discount)
  const amounts = priceLines([line], discounts, sale.zone)
  const totals = totalsOf(amounts, 0)
  const deliveries = paid ? changedDeliveries(paid, beginsTerm ? 0 : plan.quantity, line.isTracked) : []
  const pieces = plan.quantity * newTerm.numCycles
  const open = beginsTerm ? pieces : sum(deliveries.map(({ to }) => to))
  const part = partOf({ totals, pieces, open })
  const unused = paid ? unusedOfTerm(paid, now.cycles) : 0
  const { charge, credit } = differenceOf(unused, part.charged)
  const stock = beginsTerm ? { takes: [], releases: [] } : movedStock(plan, paid, deliveries)
  return {
    ...{
      line: withAmounts(line, amounts),
      part,
      net: totals.total - totals.totalTax,
      taxIncluded: totals.taxIncluded ?? false,
      unused,
      charge,
      credit,
      beginsTerm,
    },
    change: {
      // Where no order pays for the new plan, that of the running term goes on paying for it.
      ...(paid && {
        from: { orderId: paid.orderId, lineId: paid.line.id, carried: charge > 0 ? unused : credit },
      }),
      deliveries,
      ...stock,
      ...(!beginsTerm && open > 0 && { open: { value: part.charged, pieces: open } }),
      coupons: used.map(({ couponId, codeUsed }) => ({ couponId, codeUsed })),
    },
  }
}

/** The line of the new plan at today's price; at the agreed one where the running term was paid at it, and goes on. */
function priced({ now, plan, offer, newTerm, paid, sale: { zone: _, ...sale } }: ComparedPlans): TaxedLine {
  const isSame = plan.termId === now.termId && plan.productInstanceId === now.productInstanceId
  const paidFor = (price: bigint) =>
    taxedPrice({ price: Number(price), shipping: 0 }, offer.product.taxClass, sale.taxation).price
  const isAgreed = isSame && now.fixedPrice !== null && Number(paid?.line.price) === paidFor(now.fixedPrice)
  const instance = plannedInstance({
    ...{ product: offer.product, instance: offer, term: newTerm },
    fixedPrice: isAgreed ? now.fixedPrice : null,
  })
  const line = lineOf(
    instance,
    { id: newTerm.id, numCycles: newTerm.numCycles },
    { quantity: plan.quantity, occasion: 'renewal', ...sale },
  )
  if (!line) throw badInput(say`${field('termId')} has no price for ${offer.product.name}.`)
  return line
}

/**
 * The open deliveries with the pieces that they are to have: as many as make up the quantity, with what is sent or cancelled of the same
 * delivery; the first of several parts has them all.
 */
function changedDeliveries(paid: PaidTerm, quantity: number, isTracked: boolean): ImmediateChange['deliveries'] {
  const open = openOf(paid)
  const byDue = Map.groupBy(open, ({ fulfillmentDate, cycleNumber, totalCycles }) =>
    [fulfillmentDate.getTime(), cycleNumber, totalCycles].join(' '),
  )
  const pieces = new Map(
    [...byDue.values()].map((parts) => {
      const done = paid.quantity - sum(parts.map((part) => part.quantity))
      return [parts[0], Math.max(0, quantity - done)]
    }),
  )
  return open.map((row) => {
    const to = pieces.get(row) ?? 0
    // Only the first delivery of a purchase has taken its pieces before it is sent.
    const isTaken = isTracked && (row.taken > 0 || row.cycleNumber === 1)
    return { id: row.id, quantity: row.quantity, to, taken: isTaken ? to : 0, tookBefore: row.taken }
  })
}

/** The pieces that a change takes off the stock and puts back; of the same instance no more than the difference. */
function movedStock(
  plan: SubscriptionPlan,
  paid: PaidTerm | undefined,
  deliveries: ImmediateChange['deliveries'],
): Pick<ImmediateChange, 'takes' | 'releases'> {
  if (!paid) return { takes: [], releases: [] }
  const rows = new Map(openOf(paid).map((row) => [row.id, row]))
  // Of those that are cancelled the pieces are put back by themselves.
  const kept = deliveries.filter(({ to }) => to > 0)
  const back = new Map<bigint, number>()
  for (const { id } of kept) {
    const row = rows.get(id)
    if (row) back.set(row.instanceId, (back.get(row.instanceId) ?? 0) + row.taken)
  }
  const moves = new Map<bigint, number>([[plan.productInstanceId, sum(kept.map(({ taken }) => taken))]])
  for (const [instanceId, taken] of back) {
    const left = Math.max(0, Math.min(taken, paid.takenLeft(instanceId)))
    moves.set(instanceId, (moves.get(instanceId) ?? 0) - left)
  }
  const piecesOf = (sign: 1 | -1) =>
    [...moves].flatMap(([instanceId, moved]) => (sign * moved > 0 ? [{ instanceId, quantity: sign * moved }] : []))
  return { takes: piecesOf(1), releases: piecesOf(-1) }
}
