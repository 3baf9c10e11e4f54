/** What may be ordered, and at what price. Pure: facts in, planned lines out, or a refusal. */
import { badInput } from '../../errors.ts'

export const maxLines = 50
const maxQuantity = 1_000
export const guardSeconds = 60

type TermFacts = { id: bigint; name: string; enabled: boolean; numCycles: number; gift: boolean }

/** What has to be known of a form to sell it. */
export type InstanceFacts = {
  id: bigint
  sku: string
  price: bigint
  deleted: boolean
  product: {
    id: bigint
    name: string
    deleted: boolean
    singlePurchasable: boolean
    giftable: boolean
    shipOption: string
    flatShipPrice: bigint
    giftShipping: bigint
    terms: TermFacts[]
    termPrices: { termId: bigint; price: bigint; gift: boolean }[]
  }
  termPrices: { termId: bigint; price: bigint }[]
}

export type AskedTerm = { id?: string | null; name?: string | null; numCycles?: number | null }

/** Refuses a number of pieces that nobody orders. */
export function checkQuantity(quantity: number, field: string): void {
  if (quantity < 1 || quantity > maxQuantity)
    throw badInput(`${field}.quantity must be from 1 to ${maxQuantity}, not ${quantity}.`, field)
}

/** Refuses a form that is not for sale, or not as a gift. */
export function checkForSale({ deleted, product }: InstanceFacts, isGift: boolean, field: string): void {
  if (deleted || product.deleted) throw badInput(`${field}.product_instance is no longer sold.`, field)
  if (isGift && !product.giftable) throw badInput(`${field}.product_instance cannot be given as a gift.`, field)
}

/**
 * The term a line is bought for. A product with terms is bought by subscription; one that is `single_purchasable` can be
 * bought once, without a term, whether it has terms or not.
 *
 * @returns the term, or undefined when the product is bought once.
 */
export function chooseTerm(
  { product }: InstanceFacts,
  asked: AskedTerm | null | undefined,
  isGift: boolean,
  field: string,
): TermFacts | undefined {
  if (!asked) {
    if (product.singlePurchasable) return undefined
    throw badInput(`${field}.term is required: ${product.name} is bought by subscription.`, field)
  }
  if (product.singlePurchasable && product.terms.length === 0)
    throw badInput(`${field}.term must not be given: ${product.name} is bought once.`, field)
  const byId = asked.id != null
  if (byId ? asked.name != null || asked.numCycles != null : asked.name == null || asked.numCycles == null) {
    throw badInput(`${field}.term takes either id, or name and num_cycles.`, field)
  }
  const term = product.terms.find((each) =>
    byId ? String(each.id) === asked.id : each.name === asked.name && each.numCycles === asked.numCycles,
  )
  if (!term?.enabled || (term.gift && !isGift))
    throw badInput(`${field}.term is not one that ${product.name} is sold for.`, field)
  return term
}

/** What one piece costs: the form's price, or for a term the form's term price, else the product's. */
export function priceOf(instance: InstanceFacts, term: TermFacts | undefined, isGift: boolean, field: string): number {
  if (!term) return Number(instance.price)
  const own = instance.termPrices.find(({ termId }) => termId === term.id)
  const gift = isGift ? instance.product.termPrices.find(({ termId, gift }) => gift && termId === term.id) : undefined
  const base = instance.product.termPrices.find(({ termId, gift }) => !gift && termId === term.id)
  const price = gift ?? own ?? base
  if (!price) throw badInput(`${field}.term has no price for ${instance.product.name}.`, field)
  return Number(price.price)
}

/** What sending a line costs: a flat price for each piece and delivery; other ways of pricing charge nothing here. */
export function shippingOf({ product }: InstanceFacts, deliveries: number, isGift: boolean): number {
  if (product.shipOption !== 'flat') return 0
  return Number(isGift ? product.giftShipping : product.flatShipPrice) * deliveries
}
