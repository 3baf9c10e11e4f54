/**
 * The tax and the shipping zones of a shop by the documents: which rates a sale has, what is taken out of prices, and what parcels cost.
 * Written from them; it shares no code with the product.
 */
import { partOf, spread, sum } from './money.ts'
import type { SimulatedProduct } from './story.ts'

/** Where a customer lives, and the country of a valid tax number, if the customer has one. */
export type Home = { country: string; state: string; zipCode: string; numberOf: string | null }

/** A rate in thousandths of a percent, from a time on. */
export type Rate = {
  name: string
  country: string
  region: string
  rate: number
  taxClass: string
  taxesShipping: boolean
  from: number
}

/** A zone whose bands begin at 0, each at what the one before it ends. */
export type Zone = {
  country: string | null
  region: string
  postcode: string
  basis: 'weight' | 'price'
  freeFrom: number | null
  bands: { atLeast: number; price: number }[]
}

/** The settings of a shop for tax and zones. */
export type Market = {
  isIncluded: boolean
  dispatch: string
  /** Countries outside the EU whose customers with a number are untaxed. */
  untaxedWithNumber: string[]
  rates: Rate[]
  zones: Zone[]
  homes: Home[]
}

/** The rates of goods and of their shipping, and the parts that are taken out of the prices of an untaxed sale. */
type Sale = { goods: Rate[]; shipping: Rate[]; takenOut: { goods: number; shipping: number } }

const eu = ['DE', 'AT', 'FR']

/** The rates of a place that hold at a time: of each name and region the one that began last. */
function holding({ rates }: Market, country: string, state: string, taxClass: string, at: number): Rate[] {
  const there = rates.filter(
    (rate) =>
      rate.country === country && (rate.region === '' || rate.region === state) && rate.taxClass === taxClass && rate.from <= at,
  )
  return there.filter(
    (rate) => !there.some((other) => other.name === rate.name && other.region === rate.region && other.from > rate.from),
  )
}

function ratesOf(market: Market, country: string, state: string, taxClass: string, at: number): Rate[] {
  const own = holding(market, country, state, taxClass, at)
  return own.length > 0 ? own : holding(market, country, state, 'standard', at)
}

const rateOf = (rates: readonly Rate[]): number => sum(rates.map(({ rate }) => rate))

export function saleOf(market: Market, { country, state, numberOf }: Home, { taxClass }: SimulatedProduct, at: number): Sale {
  const { dispatch, isIncluded, untaxedWithNumber } = market
  const taxed = (goods: Rate[]): Sale => ({
    goods,
    shipping: goods.filter(({ taxesShipping }) => taxesShipping),
    takenOut: { goods: 0, shipping: 0 },
  })
  const there = ratesOf(market, country, state, taxClass, at)
  const hasNumber = numberOf !== null && numberOf !== dispatch
  const isWithinEu = eu.includes(dispatch) && eu.includes(country)
  const isTaxed =
    country === dispatch ||
    (eu.includes(dispatch) ? isWithinEu && !hasNumber : !(hasNumber && untaxedWithNumber.includes(country)))
  const home = ratesOf(market, dispatch, '', taxClass, at)
  if (isTaxed) return taxed(there.length === 0 && isWithinEu ? home : there)
  const untaxed = isIncluded && (eu.includes(dispatch) || hasNumber) ? home : []
  const ofShipping = untaxed.filter(({ taxesShipping }) => taxesShipping)
  return { goods: [], shipping: [], takenOut: { goods: rateOf(untaxed), shipping: rateOf(ofShipping) } }
}

/** The tax that an amount contains. */
export const contained = (amount: number, rate: number): number => partOf(amount, rate, 100_000 + rate)

/** A tax that is added: what it comes to, and the net amount that it is on. */
export type AddedTax = { amount: number; base: number }

/** The taxes that are added to a line, one for each rate. Rates are of its price and its shipping together where all tax both. */
export function addedTaxes({ isIncluded }: Market, { goods, shipping }: Sale, price: number, sent: number): AddedTax[] {
  if (isIncluded) return []
  const of = (amount: number, { rate }: Rate) => partOf(amount, rate, 100_000)
  if (goods.length === shipping.length) return goods.map((rate) => ({ amount: of(price + sent, rate), base: price + sent }))
  return goods.map((rate) =>
    shipping.includes(rate)
      ? { amount: of(price, rate) + of(sent, rate), base: price + sent }
      : { amount: of(price, rate), base: price },
  )
}

/** The tax of a line whose price contains it. */
export function taxContained({ isIncluded }: Market, { goods, shipping }: Sale, price: number, sent: number): number {
  if (!isIncluded) return 0
  if (goods.length === shipping.length) return contained(price + sent, rateOf(goods))
  return contained(price, rateOf(goods)) + contained(sent, rateOf(shipping))
}

/** The part of added taxes that is of the shipping of a line: what is not of its goods, by the amounts that they are on. */
export function taxOfShipping(
  taxes: readonly AddedTax[],
  { charged, shipping, tax }: { charged: number; shipping: number; tax: number },
): number {
  const goods = charged - shipping - tax
  const ofGoods = ({ amount, base }: AddedTax) => (base === 0 ? 0 : partOf(amount, Math.min(goods, base), base))
  return shipping === 0 ? 0 : sum(taxes.map((each) => each.amount - ofGoods(each)))
}

/** The taxes of a part of a line, which come to its tax. @param net what the line and its part cost without tax. */
export function taxesOfPart(taxes: readonly AddedTax[], tax: number, net: { line: number; part: number }): AddedTax[] {
  const amounts = spread(
    tax,
    taxes.map(({ amount }) => amount),
  )
  return taxes.map(({ base }, index) => ({
    amount: amounts[index] ?? 0,
    base: base === net.line ? net.part : partOf(base, net.part, net.line),
  }))
}

/** The part of the price of goods that is tax which it contains. */
export const taxWithin = (market: Market, sale: Sale): number => (market.isIncluded ? rateOf(sale.goods) : 0)

/** The zone of a customer: that with the longest postcode, then with a region, then with a country. */
function zoneOf({ zones }: Market, { country, state, zipCode }: Home): Zone | undefined {
  const fitting = zones.filter(
    (zone) =>
      (zone.country === null || zone.country === country) &&
      (zone.region === '' || zone.region === state) &&
      zipCode.startsWith(zone.postcode),
  )
  const [longest] = fitting.map(({ postcode }) => postcode.length).sort((one, other) => other - one)
  const left = fitting.filter(({ postcode }) => postcode.length === longest)
  return left.find(({ region }) => region !== '') ?? left.find(({ country }) => country !== null) ?? left[0]
}

/** A line that is sent by zones: the weight of its pieces in a delivery, in quarters of an ounce at the finest, and its price less coupons. */
export type SentLine = { weight: number; deliveries: number; price: number }

/** The shipping of lines by zones: those with equally many deliveries are a parcel. @param totalPrice of all lines, less coupons. */
export function sentBy(market: Market, home: Home, lines: readonly SentLine[], totalPrice: number): number[] {
  const zone = zoneOf(market, home)
  const shippings = lines.map(() => 0)
  if (!zone) return shippings
  for (const deliveries of new Set(lines.map((line) => line.deliveries))) {
    const parcel = lines.filter((line) => line.deliveries === deliveries)
    const weight = sum(parcel.map((line) => line.weight))
    const measured = zone.basis === 'weight' ? weight : totalPrice
    const price = zone.bands.findLast(({ atLeast }) => atLeast <= measured)?.price ?? 0
    const cost = zone.freeFrom !== null && totalPrice >= zone.freeFrom ? 0 : price * deliveries
    const shares = spread(
      cost,
      parcel.map((line) => (weight > 0 ? 4 * line.weight : line.price)),
    )
    for (const [place, line] of parcel.entries()) shippings[lines.indexOf(line)] = shares[place] ?? 0
  }
  return shippings
}
