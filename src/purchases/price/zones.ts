/** The shipping of lines that are sent by weight: the zone that they go to, and the band of their weight or price. Pure. */
import { Refusal } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { postcodeKey, regionKey } from './regions.ts'
import { spread, sum } from './spread.ts'

/** A price of a zone for a weight in ounces, or a price of an order, from one number to below another, or without end. */
export type Band = { atLeast: number; below: number | null; price: number }

/** A zone of a store: a country, or every one, and a region and the beginning of a postcode, where they are not empty. */
export type Zone = {
  country: string | null
  region: string
  postcode: string
  basis: 'weight' | 'price'
  /** The price of an order from which shipping is free. */
  freeFrom: number | null
  bands: readonly Band[]
}

/** The place that goods are sent to. */
export type ShippingPlace = { country: string; state: string; zipCode: string }

/** A line of a parcel: the weight of each delivery, how many there are, and the tax that is taken out, in thousandths of a percent. */
export type LineParcel = { weight: number; deliveries: number; takenOut: number }

/** The zone of a place: of those that it lies in the one with the longest postcode, then with a region, then with a country. */
export function zoneOf(zones: readonly Zone[], { country, state, zipCode }: ShippingPlace): Zone | undefined {
  const rank = (zone: Zone): number => zone.postcode.length * 4 + (zone.region === '' ? 0 : 2) + (zone.country === null ? 0 : 1)
  return zones
    .filter((zone) => zone.country === null || zone.country === country)
    .filter((zone) => zone.region === '' || regionKey(country, zone.region) === regionKey(country, state))
    .filter((zone) => postcodeKey(zipCode).startsWith(zone.postcode))
    .toSorted((one, other) => rank(other) - rank(one))[0]
}

/** The refusal of goods that no zone of the store sends to. */
const noZone = (zone: Zone | undefined, measured: number): Refusal =>
  new Refusal(
    'NO_SHIPPING_ZONE',
    zone
      ? say`The shipping zone of the address has no band for a ${zone.basis} of ${measured}.`
      : say`The address lies in none of the store's shipping zones; give another in ${field('shipAddressId')}.`,
  )

/** A line of a parcel with its price after coupons. */
type SentLine = { parcel: LineParcel; price: number }

/**
 * The shipping of each line. Lines with equally many deliveries are one parcel, whose price is for each of its deliveries; it is spread by
 * weight, or by price where nothing weighs anything.
 *
 * @param totalPrice the price of the order less its coupons.
 *
 * @throws Refusal NO_SHIPPING_ZONE where there is no zone, or no band for the parcel.
 */
export function shippingsOf(zone: Zone | undefined, lines: readonly SentLine[], totalPrice: number): number[] {
  const parcels = Map.groupBy(lines.keys(), (place) => lines[place]?.parcel.deliveries ?? 1)
  const shippings = lines.map(() => 0)
  for (const [deliveries, places] of parcels) {
    const own = places.map((place) => lines[place] as SentLine)
    const weights = own.map(({ parcel }) => Math.round(parcel.weight * 1_000))
    const measured = zone?.basis === 'price' ? totalPrice : sum(weights) / 1_000
    const band = zone?.bands.find(({ atLeast, below }) => atLeast <= measured && (below === null || measured < below))
    if (!zone || !band) throw noZone(zone, measured)
    const price = zone.freeFrom !== null && totalPrice >= zone.freeFrom ? 0 : band.price * deliveries
    const shares = spread(price, sum(weights) > 0 ? weights : own.map((line) => line.price))
    for (const [index, place] of places.entries()) shippings[place] = shares[index] ?? 0
  }
  return shippings
}
