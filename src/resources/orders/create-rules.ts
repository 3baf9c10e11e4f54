/** What may be ordered. Pure: facts in, the term that is bought out, or a refusal. */
import { badInput } from '../../errors.ts'
import type { Form, Term } from '../../purchases/plan.ts'

export const maxLines = 50
const maxQuantity = 1_000
export const guardSeconds = 60

/** A form of the catalogue, with what decides whether it is sold, and for which terms. */
export type OfferedForm = Form & {
  isDeleted: boolean
  singlePurchasable: boolean
  giftable: boolean
  terms: readonly OfferedTerm[]
  /** The rhythm of the subscriptions that begin with it. */
  billing: { id: number; rebillDay: number; rebillMonths: number; rebillWeeks: number | null }
}

type OfferedTerm = Term & { name: string; enabled: boolean; gift: boolean }

export type AskedTerm = { id?: string | null; name?: string | null; numCycles?: number | null }

/** Refuses a number of pieces that nobody orders. */
export function checkQuantity(quantity: number, field: string): void {
  if (quantity < 1 || quantity > maxQuantity)
    throw badInput(`${field}.quantity must be from 1 to ${maxQuantity}, not ${quantity}.`, field)
}

/** Refuses a form that is not for sale, or not as a gift. */
export function checkForSale({ isDeleted, giftable }: OfferedForm, isGift: boolean, field: string): void {
  if (isDeleted) throw badInput(`${field}.product_instance is no longer sold.`, field)
  if (isGift && !giftable) throw badInput(`${field}.product_instance cannot be given as a gift.`, field)
}

/**
 * The term a line is bought for. A product with terms is bought by subscription; one that is `single_purchasable` can be
 * bought once, without a term, whether it has terms or not.
 *
 * @returns the term, or undefined when the product is bought once.
 */
export function chooseTerm(
  { name, singlePurchasable, terms }: OfferedForm,
  asked: AskedTerm | null | undefined,
  isGift: boolean,
  field: string,
): Term | undefined {
  if (!asked) {
    if (singlePurchasable) return undefined
    throw badInput(`${field}.term is required: ${name} is bought by subscription.`, field)
  }
  if (singlePurchasable && terms.length === 0) throw badInput(`${field}.term must not be given: ${name} is bought once.`, field)
  const byId = asked.id != null
  if (byId ? asked.name != null || asked.numCycles != null : asked.name == null || asked.numCycles == null) {
    throw badInput(`${field}.term takes either id, or name and num_cycles.`, field)
  }
  const term = terms.find((each) =>
    byId ? String(each.id) === asked.id : each.name === asked.name && each.numCycles === asked.numCycles,
  )
  if (!term?.enabled || (term.gift && !isGift)) throw badInput(`${field}.term is not one that ${name} is sold for.`, field)
  return term
}
