/** The writable fields of shipping zones and their bands. */
import { postcodeKey } from '../../purchases/price/regions.ts'
import { amount, measure, oneOf, reference, text } from '../../values/writable.ts'
import { code, country, name } from '../../values/writable-texts.ts'

export const zoneFields = {
  name: name("The store's name for it", { max: 100, notBlank: true }),
  country: country('The country that goods are sent to', { ifNull: 'every country' }),
  region: code('The state or region of the country, as addresses spell it, in any case; empty for the whole country', {
    max: 100,
    initially: '',
  }),
  postcode: text(
    'The beginning of its postcodes, in any case and without blanks; empty for all of them',
    { max: 20, initially: '' },
    { stored: postcodeKey },
  ),
  basis: oneOf("Whether its bands are of a parcel's weight or of the price of an order", ['weight', 'price'], undefined, {
    initially: 'weight',
  }),
  freeFrom: amount('The price of an order, less its discounts, from which shipping is free', { ifNull: 'never' }),
}

export const bandFields = {
  zoneId: reference('ShippingZone', 'The zone that it is of', { isFixed: true }),
  atLeast: measure('The smallest weight in ounces, or the smallest price, that it is for', { initially: 0 }),
  below: measure('The weight or the price that it is no longer for, larger than `atLeast`', { ifNull: 'no end' }),
  price: amount('The price of each parcel'),
}
