/** The writable fields of a place that parcels and letters go to. */
import { text } from '../values/writable.ts'
import { country, name } from '../values/writable-texts.ts'

export const placeFields = {
  to: name('Name on the parcel', { max: 200, notBlank: true }),
  company: name('Company', { max: 200, initially: '' }),
  street: text('Street and number', { max: 300, notBlank: true }),
  unit: text('Flat, floor or suite', { max: 100, initially: '' }),
  city: text('Town', { max: 200, notBlank: true }),
  state: text('State or region', { max: 100, initially: '' }),
  zipCode: text('Postal code', { max: 20, initially: '' }),
  country: country('Country'),
  phoneNumber: text('Telephone number for the carrier', { max: 50, initially: '' }),
}
