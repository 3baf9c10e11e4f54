/** The types of the parts of an invoice on GraphQL and REST, which are parts of its stored content. */
import type { ComputedRead } from '../../schema/reads.ts'
import { withIds } from '../../values/json-ids.ts'
import { builder } from '../describe.ts'
import type { InvoiceContent, InvoicePayment, InvoiceSums } from './document.ts'
import type { InvoiceLine, InvoiceTax } from './lines.ts'
import type { InvoiceAddress, InvoiceBuyer, InvoiceSeller } from './parties.ts'

/** Reads a part of the content. */
export const ofContent = <Part>(part: (content: InvoiceContent) => Part): ComputedRead => ({
  inputs: { columns: ['content'] },
  compute: ({ content }) => part(withIds(content) as InvoiceContent),
})

export const seller = builder.objectRef<InvoiceSeller>('InvoiceSeller').implement({
  description: 'The seller on an invoice, as it was when it was issued.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the company, else of the shop.' }),
    address: t.exposeString('address', { description: 'Its address, as it stands on paper.' }),
    country: t.exposeString('country', {
      nullable: true,
      description: 'The country that it sends from, an ISO 3166 two-letter code.',
    }),
    taxId: t.exposeString('taxId', { nullable: true, description: 'Its tax number.' }),
  }),
})

export const address = builder.objectRef<InvoiceAddress>('InvoiceAddress').implement({
  description: 'An address on an invoice.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the person.' }),
    company: t.exposeString('company', { description: 'Company, empty when there is none.' }),
    street: t.exposeString('street', { description: 'Street and number.' }),
    unit: t.exposeString('unit', { description: 'Flat, floor or suite, empty when there is none.' }),
    city: t.exposeString('city', { description: 'Town.' }),
    state: t.exposeString('state', { description: 'State or region.' }),
    zipCode: t.exposeString('zipCode', { description: 'Postal code.' }),
    country: t.exposeString('country', { description: 'ISO 3166 two-letter code.' }),
  }),
})

export const buyer = builder.objectRef<InvoiceBuyer>('InvoiceBuyer').implement({
  description: 'The buyer on an invoice, as it was when the first invoice of the order was issued.',
  fields: (t) => ({
    address: t.field({ type: address, description: 'The address of the bill.', resolve: (buyer) => buyer }),
    email: t.exposeString('email', { description: 'E-mail address.' }),
    taxId: t.exposeString('taxId', { nullable: true, description: 'Tax number, unless it was found to be invalid.' }),
    taxIdCountry: t.exposeString('taxIdCountry', { nullable: true, description: 'The country that gave the tax number.' }),
  }),
})

/** The codes of reasons, of the list VATEX that electronic invoices use. */
const reasonCodes: Partial<Record<InvoiceTax['category'], string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
}

export const tax = builder.objectRef<InvoiceTax>('InvoiceTax').implement({
  description: 'The tax of one rate on an invoice.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the tax.' }),
    category: t.exposeString('category', {
      description:
        'How it counts, as in EN 16931: S taxed, Z taxed at 0, E by an exempt store, AE owed by the customer, K to another member state of the EU, G exported, O outside the scope of tax.',
    }),
    rate: t.exposeFloat('rate', { description: 'The rate: 0.19 is 19%.' }),
    country: t.exposeString('country', { description: 'The country whose tax it is, empty where it is none.' }),
    region: t.exposeString('region', { description: 'The region whose tax it is, empty for the whole country.' }),
    base: t.expose('base', { type: 'Amount', description: 'The amount without tax that it applies to.' }),
    amount: t.expose('amount', { type: 'Amount', description: 'The tax.' }),
    reason: t.string({ nullable: true, description: 'Why it is untaxed.', resolve: ({ text }) => text ?? null }),
    reasonCode: t.string({
      nullable: true,
      description: 'The code of the reason, of the list VATEX.',
      resolve: ({ category }) => reasonCodes[category] ?? null,
    }),
  }),
})

/** Digits behind the point of an amount for one piece without tax. */
const netDigits = 10_000

export const line = builder.objectRef<InvoiceLine>('InvoiceLine').implement({
  description: 'A line of an invoice.',
  fields: (t) => ({
    orderProductId: t.id({ description: 'The line of the order.', resolve: ({ orderProductId }) => String(orderProductId) }),
    name: t.exposeString('name', { description: 'Name of the product when it was bought.' }),
    sku: t.exposeString('sku', { description: 'Stock keeping unit when it was bought.' }),
    quantity: t.exposeInt('quantity', { description: 'How many pieces; 0 where only their money changes.' }),
    price: t.expose('price', { type: 'Amount', description: 'Price of one, as the shop shows it.' }),
    total: t.expose('total', { type: 'Amount', description: 'Price of them all.' }),
    discount: t.expose('discount', { type: 'Amount', description: 'The discount.' }),
    shipping: t.expose('shipping', { type: 'Amount', description: 'Its share of the shipping.' }),
    tax: t.expose('tax', { type: 'Amount', description: 'Its tax.' }),
    charged: t.expose('charged', {
      type: 'Amount',
      description: 'Its sum: `total - discount + shipping + tax`, tax that prices contain not added again.',
    }),
    netAmount: t.expose('netAmount', {
      type: 'Amount',
      description: 'Its pieces without tax and shipping, the discount taken off.',
    }),
    netPrice: t.float({
      nullable: true,
      description: 'One piece of `netAmount`, to a ten-thousandth; null where `quantity` is 0.',
      resolve: ({ netAmount, quantity }) => (quantity === 0 ? null : Math.round((netAmount / quantity) * netDigits) / netDigits),
    }),
    netShipping: t.expose('netShipping', { type: 'Amount', description: 'Its shipping without tax.' }),
    taxes: t.expose('taxes', { type: [tax], description: 'Its tax, by rates.' }),
  }),
})

export const sums = builder.objectRef<InvoiceSums>('InvoiceSums').implement({
  description: 'The sums of an invoice.',
  fields: (t) => ({
    amount: t.expose('amount', { type: 'Amount', description: 'All lines without tax and shipping.' }),
    shipping: t.expose('shipping', { type: 'Amount', description: 'The shipping without tax.' }),
    net: t.expose('net', { type: 'Amount', description: 'Both: what is taxed.' }),
    tax: t.expose('tax', { type: 'Amount', description: 'The tax.' }),
    gross: t.expose('gross', { type: 'Amount', description: 'The sum with tax.' }),
  }),
})

export const payment = builder.objectRef<InvoicePayment>('InvoicePayment').implement({
  description: 'How the sum of an invoice was paid, or is given back.',
  fields: (t) => ({
    means: t.exposeString('means', {
      description: '`card`, `credit`, `gift_card`, or `as_paid`: given back to the card first, else as credit.',
    }),
    amount: t.expose('amount', { type: 'Amount', description: 'How much.' }),
  }),
})
