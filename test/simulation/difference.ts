/**
 * The difference of an immediate change, by the contract: the worth of the pieces of the running term that are to come, and the price of the new
 * plan for as many. Written from the documents; it shares no code with the product.
 */
import type { Life } from './life.ts'
import { taxesOfPart } from './market.ts'
import { partOf, sum } from './money.ts'
import type { Line, Order } from './order.ts'
import type { Delivery } from './parcel.ts'
import { type Bill, billOf } from './price.ts'
import { leftOf } from './refund.ts'
import type { Plan } from './story.ts'

export type Difference = {
  /** The order of the new plan for what is to come of it; what is unused pays a part. */
  bill: Bill
  unused: number
  /** Charged, or below 0 credit. */
  amount: number
  /** Whether a full term begins, and all that is open is cancelled. */
  beginsTerm: boolean
  /** The open deliveries, and the pieces that each is to have. */
  pieces: Map<Delivery, number>
  /** The pieces that are to come. */
  open: number
}

/** The open deliveries of the running term. */
const openOf = ({ order, line }: { order: Order; line: Line }): Delivery[] => order.open.filter((each) => each.line === line)

export function differenceOf(life: Life, plan: Plan, at: number): Difference {
  const { plan: now, running } = life
  const { customer } = life.beginning
  const beginsTerm = plan.product.termId !== now.product.termId
  const pieces = beginsTerm ? new Map<Delivery, number>() : piecesOf(life, plan.quantity)
  if (beginsTerm && running) for (const delivery of openOf(running)) pieces.set(delivery, 0)
  const whole = plan.quantity * plan.product.cycles
  const open = beginsTerm ? whole : sum([...pieces.values()])
  const buying = { customer, at }
  const priced = (price: number | undefined) => ({ product: plan.product, quantity: plan.quantity, price })
  // A price that was agreed holds for a term that was paid at it.
  const agreed = plan.product === now.product ? (now.fixedPrice ?? undefined) : undefined
  const isAgreed = agreed !== undefined && running?.line.price === billOf([priced(agreed)], [], 0, buying).lines[0]?.price
  const percentages = beginsTerm ? [] : (running?.line.percentages ?? [])
  const full = billOf([priced(isAgreed ? agreed : undefined)], percentages, 0, buying)
  const unused = running ? unusedOf(running) : 0
  const bill = partOfBill(full, { open, whole, unused, isIncluded: customer.market.isIncluded })
  return { bill, unused, amount: bill.total - unused, beginsTerm, pieces, open }
}

/** The worth of what is open, as far as it was not given back. */
function unusedOf(running: { order: Order; line: Line }): number {
  const { order, line } = running
  const { value, pieces } = line.worth ?? { value: line.charged, pieces: line.quantity * line.product.cycles }
  const open = sum(openOf(running).map(({ quantity }) => quantity))
  const left = leftOf(order)
  const own = left.lines.find((each) => each.line === line)
  return Math.min(partOf(value, open, pieces), left.amount, (own?.amount ?? 0) + (own?.shipping ?? 0))
}

/** The pieces that the open deliveries are to have: with those of the same delivery that are sent or cancelled as many as the plan. */
function piecesOf({ running, orders }: Life, quantity: number): Map<Delivery, number> {
  const all = orders.flatMap(({ deliveries }) => deliveries)
  return new Map(
    (running ? openOf(running) : []).map((delivery) => {
      const done = all.filter(({ whole, status }) => whole === delivery.whole && status !== 'open')
      return [delivery, Math.max(0, quantity - sum(done.map((each) => each.quantity)))]
    }),
  )
}

/** The part of the price that is to come, rounded once; the rest of the whole price is in the discount. */
function partOfBill(
  { subTotal, total, totalShipping, totalTax, lines }: Bill,
  { open, whole, unused, isIncluded }: { open: number; whole: number; unused: number; isIncluded: boolean },
): Bill {
  const charged = partOf(total, open, whole)
  const shipping = Math.min(charged, partOf(totalShipping, open, whole))
  const tax = Math.min(isIncluded ? charged : charged - shipping, partOf(totalTax, open, whole))
  const discount = subTotal + shipping - charged + (isIncluded ? 0 : tax)
  const [credit, charge] = [Math.min(unused, charged), Math.max(0, charged - unused)]
  return {
    ...{
      subTotal,
      totalDiscount: discount,
      totalShipping: shipping,
      totalTax: tax,
      total: charged,
      creditApplied: credit,
      charge,
    },
    lines: lines.map((line) => ({
      ...{ ...line, discount, shipping, tax, charged, paid: charge },
      taxes: taxesOfPart(line.taxes, tax, { line: line.charged - line.tax, part: charged - tax }),
    })),
  }
}
