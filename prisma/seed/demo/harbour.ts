/** The second demo shop, small and complete, so that one can see that neither shop sees the other. */
import { addMinutes, type Calendar } from './calendar.ts'
import type { Customer } from './customers.ts'
import { addBilling, addProduct } from './products.ts'
import { addPurchase } from './purchase.ts'
import type { Rows } from './rows.ts'
import { pastDue, subscribe } from './subscribe.ts'

export function addHarbour(rows: Rows, storeId: number, calendar: Calendar, customers: Customer[]): void {
  const { day } = calendar
  const weekly = addBilling(rows, storeId, { rebillDay: 0, rebillMonths: 0, rebillWeeks: 1, rebillWindow: 7 })
  const bread = addProduct(rows, storeId, {
    name: 'Weekly Loaf',
    description: 'One sourdough loaf a week.',
    sku: 'LOAF',
    price: 900,
    weight: 32,
    billing: weekly,
    shipPrice: 400,
    stock: [{ onHand: 0, tracked: false }],
    terms: [
      { cycles: 1, name: 'Every week', price: 900 },
      { cycles: 3, name: 'Prepaid, 3 weeks', price: 2550 },
    ],
  })
  const jam = addProduct(rows, storeId, {
    name: 'Sea Buckthorn Jam',
    description: 'Sharp and bright.',
    sku: 'JAM',
    price: 750,
    weight: 14,
    billing: weekly,
    stock: [{ onHand: 40 }],
  })
  const createdAt = day(-100)
  const coupon = rows.add('coupon', {
    storeId,
    code: 'TENTH',
    name: 'A tenth off',
    discountType: 'percent',
    discountValue: 10,
    createdAt,
  })
  const surveyId = rows.add('productSurvey', { storeId, productId: bread.id, name: 'Your bread' })
  const fields = ['Crust?', 'Sliced?', 'Any allergies?'].map((name) =>
    rows.add('productSurveyField', { storeId, surveyId, name }),
  )

  const [owen, marta, dana, ravi] = customers
  if (!owen || !marta || !dana || !ravi) throw new Error('The second shop needs four customers.')
  const loaf = subscribe(rows, calendar, {
    customer: owen,
    product: bread,
    dueIn: 3,
    paid: 5,
    metadata: { plan: 'gold', shoe: { size: 45 } },
  })
  subscribe(rows, calendar, { customer: marta, product: bread, cycles: 3, dueIn: 12, paid: 2 })
  subscribe(rows, calendar, { customer: dana, product: bread, dueIn: -6, paid: 3, failedAtEnd: true, more: pastDue(calendar, 6) })
  rows.add('subscriptionCoupon', { storeId, subscriptionId: loaf, couponId: coupon, codeUsed: 'TENTH', numRenewals: 1 })
  const resultId = rows.add('productSurveyResult', {
    storeId,
    surveyId,
    subscriptionId: loaf,
    createdAt: day(-30),
    updatedAt: day(-30),
  })
  for (const [index, fieldId] of fields.entries()) {
    rows.add('productSurveyAnswer', { storeId, resultId, fieldId, value: ['Dark', 'No', 'None'][index] ?? '' })
  }
  addPurchase(rows, calendar, {
    ...{ customer: ravi, placedAt: addMinutes(day(-8), 600), lines: [{ product: jam, quantity: 3 }], refunds: [750] },
    note: 'One of the jars was cracked.',
  })
  rows.add('cart', { storeId, customerId: ravi.id, createdAt: addMinutes(day(-2), 615) })
  rows.addMetadata(storeId, { customerId: owen.id }, { language: 'en', visits: 4 }, day(-40))
}
