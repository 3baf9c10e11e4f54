/** The words of the page of an invoice, in English and German. */
import type { InvoiceKind } from '../../../prisma/generated/client/enums.ts'
import type { TaxCategory } from '../../purchases/price/tax.ts'
import type { InvoicePayment } from './document.ts'

export type PageWords = {
  kinds: Record<InvoiceKind, string>
  means: Record<InvoicePayment['means'], string>
  /** Reasons why a sale is untaxed; another is shown as it is. */
  reasons: Partial<Record<TaxCategory, string>>
  billTo: string
  deliverTo: string
  number: string
  issuedAt: string
  order: string
  orderedAt: string
  caused: Record<InvoiceKind, string>
  corrects: string
  reason: string
  item: string
  quantity: string
  price: string
  tax: string
  amount: string
  discount: string
  shipping: string
  net: string
  total: string
  /** The tax of a rate. */
  ofBase: (name: string, rate: string, base: string) => string
  contained: (name: string, rate: string, base: string) => string
  untaxed: (reason: string, base: string) => string
  paid: string
  givenBack: string
  left: string
  taxId: string
  buyerTaxId: string
}

const english: PageWords = {
  kinds: { invoice: 'Invoice', credit_note: 'Credit note', correction: 'Correction' },
  means: { card: 'By card', credit: 'Credit', gift_card: 'Gift card', as_paid: 'As it was paid' },
  reasons: { K: 'Intra-community supply', G: 'Export', AE: 'Reverse charge', O: 'Not subject to tax' },
  billTo: 'Bill to',
  deliverTo: 'Deliver to',
  number: 'Number',
  issuedAt: 'Date',
  order: 'Order',
  orderedAt: 'Ordered',
  caused: { invoice: 'Paid', credit_note: 'Given back', correction: 'Taken back' },
  corrects: 'Corrects',
  reason: 'Reason',
  item: 'Item',
  quantity: 'Qty',
  price: 'Price',
  tax: 'Tax',
  amount: 'Amount',
  discount: 'Discount',
  shipping: 'Shipping',
  net: 'Total without tax',
  total: 'Total',
  ofBase: (name, rate, base) => `${name} ${rate} on ${base}`,
  contained: (name, rate, base) => `Includes ${name} ${rate} on ${base}`,
  untaxed: (reason, base) => `${reason}: ${base} without tax`,
  paid: 'Paid',
  givenBack: 'Given back',
  left: 'Left to pay',
  taxId: 'Tax number',
  buyerTaxId: "Customer's tax number",
}

const german: PageWords = {
  kinds: { invoice: 'Rechnung', credit_note: 'Rechnungskorrektur', correction: 'Storno der Korrektur' },
  means: { card: 'Karte', credit: 'Guthaben', gift_card: 'Gutschein', as_paid: 'Auf dem Zahlungsweg' },
  reasons: {
    K: 'Steuerfreie innergemeinschaftliche Lieferung',
    G: 'Steuerfreie Ausfuhrlieferung',
    AE: 'Steuerschuldnerschaft des Leistungsempfängers',
    O: 'Nicht steuerbar',
  },
  billTo: 'Rechnung an',
  deliverTo: 'Lieferung an',
  number: 'Nummer',
  issuedAt: 'Datum',
  order: 'Bestellung',
  orderedAt: 'Bestellt am',
  caused: { invoice: 'Bezahlt am', credit_note: 'Erstattet am', correction: 'Zurückgenommen am' },
  corrects: 'Korrigiert',
  reason: 'Grund',
  item: 'Artikel',
  quantity: 'Menge',
  price: 'Preis',
  tax: 'USt.',
  amount: 'Betrag',
  discount: 'Rabatt',
  shipping: 'Versand',
  net: 'Summe netto',
  total: 'Gesamtbetrag',
  ofBase: (name, rate, base) => `${name} ${rate} auf ${base}`,
  contained: (name, rate, base) => `Enthält ${name} ${rate} auf ${base}`,
  untaxed: (reason, base) => `${reason}: ${base} ohne Steuer`,
  paid: 'Bezahlt',
  givenBack: 'Erstattet',
  left: 'Offener Betrag',
  taxId: 'Steuernummer',
  buyerTaxId: 'Steuernummer des Kunden',
}

/** The words of a locale, such as `de-AT`; English for other languages. */
export const wordsOf = (locale: string): PageWords => (locale.startsWith('de') ? german : english)
