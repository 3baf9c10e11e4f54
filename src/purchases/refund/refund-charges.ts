/** Divides a refund over the charges of its order, since the gateway gives back of one charge. Pure. */
import { shareOf, sum } from '../price/spread.ts'
import type { PlannedRefund } from './refund-plan.ts'
import { leftOfCharge, type RefundableCharge } from './refundable.ts'

/** A refund of one charge; of none where all of it becomes credit. */
export type ChargedRefund = PlannedRefund & { charge: string | null }

/**
 * Divides a planned refund: the newest charge gives back what is left of it, then the one before it, and credit stands with the last of
 * them. Pieces stand with the first; money and tax of the lines are filled in by their order.
 */
export function byCharges(planned: PlannedRefund, charges: readonly RefundableCharge[]): ChargedRefund[] {
  const cards = cardsOf(planned.cardAmount, charges)
  if (cards.length < 2) return [{ ...planned, charge: cards[0]?.charge ?? null }]
  const { lines, creditAmount } = planned
  const credits = cards.map((_, place) => (place === cards.length - 1 ? creditAmount : 0))
  const amounts = cards.map(({ amount }, place) => amount + (credits[place] ?? 0))
  const money = filled(
    amounts,
    lines.flatMap(({ amount, shippingTax, shipping }) => [amount - shippingTax, shippingTax, shipping]),
  )
  const ofCards = filled(
    cards.map(({ amount }) => amount),
    lines.map(({ card }) => card),
  )
  return cards.map(({ charge, amount: cardAmount }, place) => {
    const parts = lines.map((line, index) => {
      const shippingTaxIn = (row: number) => money[row]?.[3 * index + 1] ?? 0
      const amountIn = (row: number) => (money[row]?.[3 * index] ?? 0) + shippingTaxIn(row)
      const shippingIn = (row: number) => money[row]?.[3 * index + 2] ?? 0
      const [of, taxedIn] = line.amount > 0 ? [line.amount, amountIn] : [line.shipping, shippingIn]
      const until = (row: number) => shareOf(line.tax, sum(cards.slice(0, row).map((_, each) => taxedIn(each))), of)
      return {
        ...{ id: line.id, quantity: place === 0 ? line.quantity : 0 },
        ...{ amount: amountIn(place), shipping: shippingIn(place), shippingTax: shippingTaxIn(place) },
        ...{ tax: until(place + 1) - until(place), card: ofCards[place]?.[index] ?? 0 },
      }
    })
    return {
      ...{ charge, amount: amounts[place] ?? 0, cardAmount, creditAmount: credits[place] ?? 0 },
      ...{ shipping: sum(parts.map(({ shipping }) => shipping)), tax: sum(parts.map(({ tax }) => tax)) },
      lines: parts.filter(({ quantity, amount, shipping, card }) => quantity + amount + shipping + card > 0),
    }
  })
}

/** The charges that give back an amount, the newest first, each with its part; one that the gateway does not know gives nothing. */
function cardsOf(amount: number, charges: readonly RefundableCharge[]): { charge: string; amount: number }[] {
  let left = amount
  return charges.toReversed().flatMap(({ charge, ...of }) => {
    const part = Math.min(left, leftOfCharge({ charge, ...of }))
    left -= part
    return charge !== null && part > 0 ? [{ charge, amount: part }] : []
  })
}

/** Fills rows up to their amounts with parts, in their order. @returns for each row its share of each part. */
function filled(rows: readonly number[], parts: readonly number[]): number[][] {
  let left = parts
  return rows.map((amount) => {
    let room = amount
    const shares = left.map((part) => {
      const share = Math.min(part, room)
      room -= share
      return share
    })
    left = left.map((part, index) => part - (shares[index] ?? 0))
    return shares
  })
}
