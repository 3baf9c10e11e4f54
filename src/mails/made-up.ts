/** A made-up content of mails, to show the words of a kind. Pure. */
import type { StoredFacts } from './facts.ts'

const to = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { to: value }]))

/** @param at the time of its event. @param language of the mail. */
export function madeUp(shop: StoredFacts['shop'], language: string, at: Date): StoredFacts {
  const inDays = (days: number) => new Date(at.getTime() + days * 86_400_000).toISOString()
  const lines = [
    { name: 'Coffee box', quantity: 1, total: 2_400 },
    { name: 'Mug', quantity: 2, total: 1_800 },
  ]
  return {
    changes: to({
      ...{ lines, moreLines: 0, total: 4_550, amount: 4_550, cardAmount: 4_550, creditAmount: 0, reason: 'A gift from us' },
      ...{
        date: inDays(14),
        nextTryAt: inDays(3),
        brand: 'Visa',
        last4: '4242',
        paymentMethod: { brand: 'Visa', last4: '4242' },
      },
    }),
    at: at.toISOString(),
    shop,
    customer: { name: 'Zoe Example', locale: language },
    order: {
      ...{ id: '1001', subTotal: 4_200, totalDiscount: 0, totalShipping: 350, totalTax: 0, taxIncluded: true },
      ...{ total: 4_550, creditApplied: 0 },
    },
    subscription: { product: 'Coffee box', endDate: inDays(14) },
    shipment: { carrier: 'Parcelway', trackingNumber: 'PW123456', trackingUrl: 'https://parcels.example/PW123456' },
    gift: null,
  }
}

/** The same as a gift: to its recipient. */
export const asGift = (facts: StoredFacts): StoredFacts => ({
  ...facts,
  gift: { recipient: 'Max Example', message: 'Happy birthday!', lines: [{ name: 'Coffee box', quantity: 1 }] },
})
