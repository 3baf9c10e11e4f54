/** The rules of a new order. Pure: facts in, the term that is bought out, or a refusal. */

import { maxQuantity, type PlannedInstance, type PlannedTerm } from '../../purchases/payment/plan.ts'
import { badInput } from '../../values/errors.ts'
import { field, type Name, say, someIds, within } from '../../values/sentence.ts'
import { withText } from '../../values/text-form.ts'

export const maxLines = 50

/** The most deliveries of an order: its writes lock and change all of them at once. */
const maxDeliveries = 1_000
export const guardSeconds = 60

/** An instance of the catalogue, with what decides whether it is sold, and for which terms. */
export type OfferedInstance = PlannedInstance & {
  isDeleted: boolean
  singlePurchasable: boolean
  terms: readonly OfferedTerm[]
  /** The rhythm of the subscriptions that begin with it. */
  billing: { id: bigint; rebillDay: number; rebillMonths: number; rebillWeeks: number | null }
}

type OfferedTerm = PlannedTerm & { name: string; enabled: boolean; gift: boolean }

export type AskedTerm = { id?: string | null; name?: string | null; numCycles?: number | null }

/** Refuses a number of pieces that is out of range. */
export function checkQuantity(quantity: number, line: Name): void {
  if (quantity < 1 || quantity > maxQuantity)
    throw badInput(say`${within(line, 'quantity')} must be from 1 to ${maxQuantity}, not ${quantity}.`)
}

/** Refuses lines that come to more deliveries than one write handles; a term has one for each cycle. */
export function checkDeliveries(lines: readonly { subscription?: { cycles: number } | undefined }[]): void {
  const count = lines.reduce((sum, { subscription }) => sum + (subscription?.cycles ?? 1), 0)
  if (count > maxDeliveries)
    throw badInput(say`${field('products')} must come to at most ${maxDeliveries} deliveries, not ${count}.`)
}

/** Refuses an instance that is not for sale. */
export function checkForSale({ isDeleted }: OfferedInstance, line: Name): void {
  if (isDeleted) throw badInput(say`${within(line, 'productInstance')} is no longer sold.`)
}

/**
 * The term a line is bought for. A product with terms is bought by subscription; one that is `single_purchasable` can be
 * bought once, without a term, whether it has terms or not.
 *
 * @returns the term, or undefined when the product is bought once.
 */
export function chooseTerm(
  { name, singlePurchasable, terms }: OfferedInstance,
  asked: AskedTerm | null | undefined,
  isGift: boolean,
  line: Name,
): PlannedTerm | undefined {
  const isSold = (term: OfferedTerm) => term.enabled && (isGift || !term.gift)
  const known = () => {
    const ids = terms.filter(isSold).map(({ id }) => id)
    return ids.length > 0 ? `its terms are ${someIds(ids)}` : 'it has none'
  }
  if (!asked && singlePurchasable) return undefined
  if (!singlePurchasable && !terms.some(isSold)) {
    const product = within(line, 'productInstance')
    throw badInput(say`${product} is not for sale: ${name} has no subscription terms and is not ${field('singlePurchasable')}.`)
  }
  if (!asked) throw badInput(say`${within(line, 'term')} is required: ${name} is bought by subscription; ${known()}.`)
  if (singlePurchasable && terms.length === 0)
    throw badInput(say`${within(line, 'term')} must not be given: ${name} is bought once.`)
  const byId = asked.id != null
  if (byId ? asked.name != null || asked.numCycles != null : asked.name == null || asked.numCycles == null) {
    throw badInput(say`${within(line, 'term')} takes either id, or name and ${field('numCycles')}.`)
  }
  const term = byId
    ? terms.find((each) => String(each.id) === asked.id)
    : withText(
        terms.filter(({ numCycles }) => numCycles === asked.numCycles),
        ({ name }) => name,
        asked.name ?? '',
      )
  if (!term || !isSold(term)) throw badInput(say`${within(line, 'term')} must be one that ${name} is sold for; ${known()}.`)
  return term
}
