/** Invoices, credit notes and corrections, as they were issued. */
import type { InvoiceKind } from '../../../prisma/generated/client/enums.ts'
import { type ComputedRead, planned } from '../../schema/reads.ts'
import { withIds } from '../../values/json-ids.ts'
import { owner } from '../audience.ts'
import { resource } from '../describe.ts'
import { address, buyer, line, ofContent, payment, seller, sums, tax } from './fields.ts'
import { invoicePage, type PrintedInvoice } from './page.ts'

/** The codes of kinds, of the list UNTDID 1001 that electronic invoices use. */
const typeCodes: Record<InvoiceKind, string> = { invoice: '380', credit_note: '381', correction: '384' }

const typeCodeRead: ComputedRead = { inputs: { columns: ['kind'] }, compute: ({ kind }) => typeCodes[kind as InvoiceKind] }

const pageRead: ComputedRead = {
  inputs: { columns: ['content', 'kind', 'number', 'issuedAt', 'causedAt'] },
  compute: (values) => invoicePage(withIds(values) as PrintedInvoice),
}

resource('Invoice', {
  scope: 'orders',
  columns: {
    id: 'customer',
    storeId: 'customer',
    orderId: 'customer',
    customerId: 'customer',
    invoiceId: 'customer',
    kind: 'customer',
    number: 'customer',
    cause: 'customer',
    causedAt: 'customer',
    issuedAt: 'customer',
    total: 'customer',
    totalTax: 'customer',
    series: 'nobody',
    epoch: 'nobody',
    place: 'nobody',
    causeId: 'nobody',
    content: 'nobody',
    updatedAt: 'merchant',
    changedIn: 'merchant',
  },
  fields: (t) => ({
    typeCode: t.string({
      description: 'The code of its kind, of the list UNTDID 1001: 380, 381 for a credit note, 384 for a correction.',
      extensions: { read: typeCodeRead },
      resolve: planned,
    }),
    locale: t.string({
      description: 'The language and the country in whose form its page is written, such as `de-AT`.',
      extensions: { read: ofContent(({ locale }) => locale) },
      resolve: planned,
    }),
    currencyCode: t.string({
      description: 'ISO 4217 code of its currency, that of the store when it was issued.',
      extensions: { read: ofContent(({ currency }) => currency) },
      resolve: planned,
    }),
    orderedAt: t.field({
      type: 'DateTime',
      description: 'When the order was placed.',
      extensions: { read: ofContent(({ order }) => new Date(order.placedAt)) },
      resolve: planned,
    }),
    corrects: t.string({
      nullable: true,
      description: 'The number of the one that it corrects.',
      extensions: { read: ofContent(({ corrects }) => corrects?.number ?? null) },
      resolve: planned,
    }),
    reason: t.string({
      nullable: true,
      description: "The store's reason, where it gave one for an edit or a refund.",
      extensions: { read: ofContent(({ reason }) => reason) },
      resolve: planned,
    }),
    taxIncluded: t.boolean({
      description: 'Whether its prices contain the tax.',
      extensions: { read: ofContent(({ taxIncluded }) => taxIncluded) },
      resolve: planned,
    }),
    seller: t.field({
      type: seller,
      description: 'The seller.',
      extensions: { read: ofContent((each) => each.seller) },
      resolve: planned,
    }),
    buyer: t.field({
      type: buyer,
      description: 'The buyer.',
      extensions: { read: ofContent((each) => each.buyer) },
      resolve: planned,
    }),
    delivery: t.field({
      type: address,
      nullable: true,
      description: 'Where it is sent; null for an order that is sent nowhere.',
      extensions: { read: ofContent((each) => each.delivery) },
      resolve: planned,
    }),
    lines: t.field({
      type: [line],
      description: 'Its lines.',
      extensions: { read: ofContent((each) => each.lines) },
      resolve: planned,
    }),
    taxes: t.field({
      type: [tax],
      description: 'Its tax, by rates.',
      extensions: { read: ofContent((each) => each.taxes) },
      resolve: planned,
    }),
    sums: t.field({
      type: sums,
      description: 'Its sums.',
      extensions: { read: ofContent((each) => each.sums) },
      resolve: planned,
    }),
    payments: t.field({
      type: [payment],
      description: 'How it was paid, or is given back; they add up to its total, and nothing is left to pay.',
      extensions: { read: ofContent((each) => each.payments) },
      resolve: planned,
    }),
    page: t.string({
      description: 'It as a page of HTML, to be shown and printed; REST answers it with `format=html`.',
      extensions: { read: pageRead },
      resolve: planned,
    }),
  }),
  relations: ['order', 'customer', 'invoice', 'corrections'],
  access: owner,
  url: { merchant: '/v1/invoices/{id}/', others: '/v1/store/api/invoices/{id}/' },
  record: 'invoice',
  list: 'invoices',
  markedBy: 'changedIn',
})
