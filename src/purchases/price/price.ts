/** The price of a piece, by its term and for gifts, and its shipping. Orders and renewals share it. Pure, all in the smallest unit of the currency. */

/** A price of a term: an instance's own, or the product's; the product may have another one for gifts. */
type TermPrice = { termId: bigint; price: number; gift?: boolean }

/** The data of an instance that its price depends on. */
type Prices = {
  /** The price of one piece without a term. */
  price: number
  /** The instance's own prices of terms. */
  ownTermPrices: readonly TermPrice[]
  /** The product's prices of terms. */
  termPrices: readonly TermPrice[]
}

type PriceRow = { termId: bigint; price: bigint; gift?: boolean }

const numbered = (rows: readonly PriceRow[]): TermPrice[] =>
  rows.map(({ termId, price, gift = false }) => ({ termId, price: Number(price), gift }))

/** The prices of an instance and its product, as their rows have them. */
export const pricesOf = (
  instance: { price: bigint; termPrices: readonly PriceRow[] },
  product: { termPrices: readonly PriceRow[] },
): Prices => ({
  price: Number(instance.price),
  ownTermPrices: numbered(instance.termPrices),
  termPrices: numbered(product.termPrices),
})

/** The data of an instance that its price and its shipping depend on. */
export type PricedInstance = Prices & {
  shipOption: string
  flatShipPrice: number
  giftShipping: number
}

/** The occasion of a purchase; a renewed gift is no gift any more. */
export type Occasion = 'sale' | 'gift' | 'renewal'

type Choice = 'own' | 'product' | 'gift'

/** The prices of a term in order of precedence. A subscription whose term has only a gift price is renewed at that. */
const choices: Record<Occasion, readonly Choice[]> = {
  sale: ['own', 'product'],
  gift: ['gift', 'own', 'product'],
  renewal: ['own', 'product', 'gift'],
}

const found: Record<Choice, (instance: Prices, termId: bigint) => TermPrice | undefined> = {
  own: ({ ownTermPrices }, id) => ownTermPrices.find(({ termId }) => termId === id),
  product: ({ termPrices }, id) => termPrices.find(({ termId, gift }) => !gift && termId === id),
  gift: ({ termPrices }, id) => termPrices.find(({ termId, gift }) => gift && termId === id),
}

/** The price of one piece: the instance's price, or for a term the term's; undefined when that has no price. */
export function priceOf(instance: Prices, termId: bigint | undefined, occasion: Occasion): number | undefined {
  if (termId === undefined) return instance.price
  for (const choice of choices[occasion]) {
    const price = found[choice](instance, termId)
    if (price) return price.price
  }
  return undefined
}

/** The shipping charge: a flat price for each piece and delivery; other ways of pricing charge nothing here. */
export function shippingOf(instance: PricedInstance, deliveries: number, occasion: Occasion): number {
  if (instance.shipOption !== 'flat') return 0
  return (occasion === 'gift' ? instance.giftShipping : instance.flatShipPrice) * deliveries
}
