/** Both parties of an invoice, copied into it as they are when it is issued. Pure. */
import type { Shape } from '../../db/shape.ts'

/** The seller, as the store says it. */
export type InvoiceSeller = { name: string; address: string; country: string | null; taxId: string | null }

/** An address of a customer. */
export type InvoiceAddress = {
  name: string
  company: string
  street: string
  unit: string
  city: string
  state: string
  zipCode: string
  country: string
}

/** The buyer: the address of the bill, with the customer's tax number, unless it was found to be invalid. */
export type InvoiceBuyer = InvoiceAddress & { email: string; taxId: string | null; taxIdCountry: string | null }

export type InvoiceParties = {
  seller: InvoiceSeller
  buyer: InvoiceBuyer
  currency: string
  /** A BCP 47 tag: the language of the shop's country, in which amounts and days are written. */
  locale: string
}

export const sellerOf = ({ name, legalName, address, dispatchCountry, taxId }: Shape<'Store'>): InvoiceSeller => ({
  ...{ name: legalName ?? name, address: address ?? '', country: dispatchCountry, taxId },
})

export const addressOf = ({ to, company, street, unit, city, state, zipCode, country }: Shape<'Address'>): InvoiceAddress => ({
  ...{ name: to, company, street, unit, city, state, zipCode, country },
})

/** The buyer of an order. @param address undefined for an order that is sent nowhere. */
export function buyerOf(customer: Shape<'Customer'>, address: InvoiceAddress | undefined): InvoiceBuyer {
  const { name, country, email, taxId, taxIdCountry, taxIdStatus } = customer
  const at = address ?? { name, company: '', street: '', unit: '', city: '', state: '', zipCode: '', country }
  const isShown = taxId !== null && taxIdStatus !== 'invalid'
  return { ...at, email, taxId: isShown ? taxId : null, taxIdCountry: isShown ? taxIdCountry : null }
}

/** Countries whose shops write German. */
const german: readonly (string | null)[] = ['DE', 'AT', 'LI']

/** The locale of a shop's invoices, by the country that it sends from. */
export const localeOf = ({ dispatchCountry }: Pick<Shape<'Store'>, 'dispatchCountry'>): string =>
  `${german.includes(dispatchCountry) ? 'de' : 'en'}-${dispatchCountry ?? 'GB'}`
