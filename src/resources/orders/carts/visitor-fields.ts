/** The fields of the carts of visitors: what they give in the place of an account, and its address as it is shown. */
import { inputFields } from '../../../schema/inputs.ts'
import type { Complete } from '../../../values/writable.ts'
import { placeFields } from '../../address-fields.ts'
import { builder } from '../../describe.ts'

const shipToInput = builder.inputType('CartAddressInput', {
  description: 'The address that the cart of a visitor is sent to.',
  fields: (t) => inputFields(t, placeFields, true),
})

/** The fields of an input that visitors give in the place of an account. */
export const visitorFields = (t: Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]) => ({
  email: t.string({
    description: "The visitor's e-mail address, which the checkout takes. For visitors alone, as the address is.",
  }),
  shipTo: t.field({ type: shipToInput, description: 'Where it is sent, the whole address, which the checkout takes.' }),
})

/** The address of a visitor's cart. */
export type CartAddress = Complete<typeof placeFields>

export const cartAddress = builder.objectRef<CartAddress>('CartAddress').implement({
  description: 'The address that the cart of a visitor is sent to.',
  fields: (t) => ({
    to: t.exposeString('to', { description: 'Name on the parcel.' }),
    company: t.exposeString('company', { description: 'Company, empty when there is none.' }),
    street: t.exposeString('street', { description: 'Street and number.' }),
    unit: t.exposeString('unit', { description: 'Flat, floor or suite, empty when there is none.' }),
    city: t.exposeString('city', { description: 'Town.' }),
    state: t.exposeString('state', { description: 'State or region.' }),
    zipCode: t.exposeString('zipCode', { description: 'Postal code.' }),
    country: t.exposeString('country', { description: 'ISO 3166 two-letter code.' }),
    phoneNumber: t.exposeString('phoneNumber', { description: 'Telephone number for the carrier, empty when there is none.' }),
  }),
})
