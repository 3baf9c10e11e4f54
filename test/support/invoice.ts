/** An invoice of an order, as if it had been issued. */
import type { Db } from '../../src/db/connect.ts'
import type { InvoiceContent } from '../../src/resources/invoices/document.ts'
import { storedText } from '../../src/values/json-ids.ts'
import { today } from './template.ts'

const address = {
  ...{ name: 'Test Buyer', company: '', street: '1 Lane', unit: '', city: 'Alder Falls', state: 'OR', zipCode: '97001' },
  country: 'US',
}
const tax = { name: 'VAT', category: 'S', rate: 0.2, base: 1_000, amount: 200, country: 'US', region: '' } as const

/** Its content: one piece at 10.00, with 20% of tax. @param word stands in its texts. */
const contentOf = (word: string, orderId: bigint): InvoiceContent => ({
  seller: { name: `${word} Ltd`, address: '1 Mill Lane', country: 'US', taxId: null },
  buyer: { ...address, email: 'buyer@example.net', taxId: null, taxIdCountry: null },
  ...{ currency: 'USD', locale: 'en-US', order: { id: orderId, placedAt: '2026-03-01T00:00:00Z' }, delivery: address },
  ...{ corrects: null, reason: `${word} reason`, taxIncluded: false },
  lines: [
    {
      ...{
        orderProductId: 1n,
        name: `${word} product`,
        sku: word,
        quantity: 1,
        price: 1_000,
        total: 1_000,
        discount: 0,
        shipping: 0,
      },
      ...{ tax: 200, charged: 1_200, netAmount: 1_000, netShipping: 0, taxes: [tax] },
    },
  ],
  taxes: [tax],
  sums: { amount: 1_000, shipping: 0, net: 1_000, tax: 200, gross: 1_200 },
  payments: [{ means: 'card', amount: 1_200 }],
})

type InvoiceSpec = { storeId: bigint; orderId?: bigint; customerId?: bigint; word?: string }

/** Adds an invoice behind those of its store. @returns its id. */
export async function addInvoice(db: Db, { storeId, orderId, customerId, word = 'Made' }: InvoiceSpec): Promise<bigint> {
  const where = { storeId, ...(orderId !== undefined && { id: orderId }), ...(customerId !== undefined && { customerId }) }
  const order = await db.order.findFirstOrThrow({ where, orderBy: { id: 'asc' } })
  const { _max } = await db.invoice.aggregate({ where: { storeId }, _max: { place: true } })
  const place = (_max.place ?? 0n) + 1n
  const row = {
    storeId,
    orderId: order.id,
    customerId: order.customerId,
    kind: 'invoice',
    series: 'invoice',
    epoch: 0,
    place,
  } as const
  const about = { number: `${word}-${place}`, cause: 'edit', causeId: place, causedAt: today, issuedAt: today } as const
  const content = JSON.parse(storedText(contentOf(word, order.id)))
  return (await db.invoice.create({ data: { ...row, ...about, total: 1_200n, totalTax: 200n, content } })).id
}
