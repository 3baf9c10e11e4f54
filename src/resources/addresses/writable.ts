/** The writable fields of an address; none can be null. */
import { reference, text } from '../../values/writable.ts'
import { country, externalId, name } from '../../values/writable-texts.ts'

export const writable = {
  externalId: externalId('address'),
  customerId: reference('Customer', 'The customer whose address it is', { isFixed: true }),
  to: name('Name on the parcel', { max: 200, notBlank: true }),
  company: name('Company', { max: 200, initially: '' }),
  street: text('Street and number', { max: 300, notBlank: true }),
  unit: text('Flat, floor or suite', { max: 100, initially: '' }),
  city: text('Town', { max: 200, notBlank: true }),
  state: text('State or region', { max: 100, initially: '' }),
  zipCode: text('Postal code', { max: 20, initially: '' }),
  country: country('Country'),
  phoneNumber: text('Telephone number for the carrier', { max: 50, initially: '' }),
  icon: text('Name of the icon that a dashboard shows beside it', { max: 50, initially: 'home' }),
}
