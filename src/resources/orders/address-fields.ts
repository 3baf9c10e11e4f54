/** Addresses that are given and shown as they are, and belong to no customer's list. */
import { inputFields } from '../../schema/inputs.ts'
import type { Complete } from '../../values/writable.ts'
import { placeFields } from '../address-fields.ts'
import { builder } from '../describe.ts'

export const placeInput = builder.inputType('PlaceInput', {
  description: "An address, the whole of it, that need not be one of the customer's.",
  fields: (t) => inputFields(t, placeFields, true),
})

/** An address as it is given. */
export type GivenPlace = Complete<typeof placeFields>

export const place = builder.objectRef<GivenPlace>('Place').implement({
  description: 'An address of a cart, as it was given.',
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
