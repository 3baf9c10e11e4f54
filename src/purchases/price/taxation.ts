/** Which rates of tax a sale has: by where it is sent from and to, by the customer's tax number, and by time. Pure. */
import { isInEu } from '../../values/countries.ts'
import { regionKey } from './regions.ts'
import { sum } from './spread.ts'
import { type AppliedRate, containedIn, type LineTax, type TaxCategory } from './tax.ts'

/** The settings of a store that decide on tax. */
export type TaxSettings = {
  pricesIncludeTax: boolean
  dispatchCountry: string | null
  shippingTaxClass: string | null
  taxExemptText: string | null
  keepsGross: boolean
  untaxedWithNumber: readonly string[]
}

/** A rate of a store; `validFrom` is a time as JSON has it. */
export type StoreRate = AppliedRate & { taxClass: string; taxesShipping: boolean; validFrom: string }

/** The inputs of tax of a store that has rates or is exempt: the rates are those of the countries that goods are sent from and to. */
export type TaxFacts = {
  store: TaxSettings
  /** The country of the customer's tax number, if that is valid. */
  numberCountry: string | null
  rates: readonly StoreRate[]
}

/** The place that goods are sent to. */
type Destination = { country: string; state: string }

/** The tax of a product's lines. */
export type Taxation = (taxClass: string) => {
  tax: LineTax
  /** The part that is taken out of a price and out of its shipping, in thousandths of a percent that they contain: where an untaxed sale costs the net price. */
  takenOut: { goods: number; shipping: number }
}

/** The class of products that say nothing else, whose rates apply where a class has none of its own. */
const standardClass = 'standard'

const reasons = {
  K: 'Intra-community supply',
  G: 'Export',
  AE: 'Reverse charge',
  O: 'Not subject to tax',
} as const

/** The rates of a country and region that hold for a class at a time: of each name the one that began last. */
function holding(rates: readonly StoreRate[], { country, state }: Destination, taxClass: string, at: Date): StoreRate[] {
  const newest = new Map<string, StoreRate>()
  const region = regionKey(country, state)
  for (const rate of rates) {
    const isThere = rate.country === country && (rate.region === '' || regionKey(country, rate.region) === region)
    if (!isThere || rate.taxClass !== taxClass || new Date(rate.validFrom) > at) continue
    const key = JSON.stringify([rate.region, rate.name])
    const other = newest.get(key)
    if (!other || new Date(other.validFrom) < new Date(rate.validFrom)) newest.set(key, rate)
  }
  return [...newest.values()]
}

/** The rates of a class, else those of the standard class. */
function ratesOf(rates: readonly StoreRate[], to: Destination, taxClass: string, at: Date): StoreRate[] {
  const own = holding(rates, to, taxClass, at)
  return own.length > 0 || taxClass === standardClass ? own : holding(rates, to, standardClass, at)
}

/** How a sale is taxed: by the rates of the first place that has some, or not, for a reason. */
type Treatment = { by: readonly Destination[] } | { category: Exclude<TaxCategory, 'S' | 'Z'>; text: string }

/**
 * The treatment of a sale. In the EU a sale to another member state is untaxed for a customer with a valid number of another state than that
 * of dispatch, and has that state's rates else, those of the dispatch country where the store has none; a sale out of the EU is an export.
 */
function treatmentOf({ store, numberCountry, rates }: TaxFacts, to: Destination): Treatment {
  const { dispatchCountry: from, taxExemptText, untaxedWithNumber } = store
  if (taxExemptText !== null) return { category: 'E', text: taxExemptText }
  const hasNumber = numberCountry !== null && numberCountry !== from
  if (to.country === from) return { by: [to] }
  if (from !== null && isInEu(from)) {
    if (!isInEu(to.country)) return { category: 'G', text: reasons.G }
    if (hasNumber && isInEu(numberCountry)) return { category: 'K', text: reasons.K }
    return { by: [to, homeOf(store)] }
  }
  if (hasNumber && untaxedWithNumber.includes(to.country)) return { category: 'AE', text: reasons.AE }
  return rates.some(({ country }) => country === to.country) ? { by: [to] } : { category: 'O', text: reasons.O }
}

const homeOf = ({ dispatchCountry }: TaxSettings): Destination => ({ country: dispatchCountry ?? '', state: '' })

/**
 * The tax of a sale.
 *
 * @param facts null for a store that has no rates and is not exempt, which charges no tax.
 */
export function taxationOf(facts: TaxFacts | null, to: Destination, at: Date): Taxation | undefined {
  if (!facts) return undefined
  const { store, rates } = facts
  const { pricesIncludeTax: isIncluded, shippingTaxClass, keepsGross } = store
  const treatment = treatmentOf(facts, to)
  const found = (places: readonly Destination[], taxClass: string) =>
    places.map((place) => ratesOf(rates, place, taxClass, at)).find((some) => some.length > 0) ?? []
  const both = (places: readonly Destination[], taxClass: string) => {
    const goods = found(places, taxClass)
    const ofShipping = shippingTaxClass === null ? goods : found(places, shippingTaxClass)
    return { goods, shipping: ofShipping.filter((rate) => rate.taxesShipping) }
  }
  const untaxed = (category: TaxCategory, text: string, name = text): LineTax => {
    const none = [{ name, rate: 0, country: to.country, region: '' }]
    return { isIncluded, category, text, goods: none, shipping: none }
  }
  const taxedAs: Taxation = (taxClass) => {
    if ('by' in treatment) {
      const { goods, shipping } = both(treatment.by, taxClass)
      if (goods.length === 0) return { tax: untaxed('O', reasons.O), takenOut: nothing }
      const category = goods.some(({ rate }) => rate > 0) ? 'S' : 'Z'
      return { tax: { isIncluded, category, goods, shipping }, takenOut: nothing }
    }
    const { category, text } = treatment
    const isNet = isIncluded && !keepsGross && category !== 'E'
    const home = isNet ? both([homeOf(store)], taxClass) : { goods: [], shipping: [] }
    const tax = untaxed(category, text, category === 'E' ? 'Exempt' : text)
    return { tax, takenOut: { goods: sumOf(home.goods), shipping: sumOf(home.shipping) } }
  }
  // All lines of a class are taxed alike.
  const known = new Map<string, ReturnType<Taxation>>()
  return (taxClass) => {
    const found = known.get(taxClass) ?? taxedAs(taxClass)
    known.set(taxClass, found)
    return found
  }
}

const nothing = { goods: 0, shipping: 0 }

const sumOf = (rates: readonly AppliedRate[]): number => sum(rates.map(({ rate }) => rate))

/** The price of a piece and the shipping of its line as a sale has them: without the tax that an untaxed one does not charge. */
export function taxedPrice(
  { price, shipping }: { price: number; shipping: number },
  taxClass: string,
  taxation: Taxation | undefined,
): { price: number; shipping: number; taxing?: LineTax } {
  if (!taxation) return { price, shipping }
  const { tax, takenOut } = taxation(taxClass)
  return {
    price: price - containedIn(price, takenOut.goods),
    shipping: shipping - containedIn(shipping, takenOut.shipping),
    taxing: tax,
  }
}

/** Whether other rates will apply after a time. */
export const changesAfter = ({ rates }: TaxFacts, at: Date): boolean => rates.some(({ validFrom }) => new Date(validFrom) > at)
