/** The subscriptions of the first demo shop: every state a subscription can be in, then enough active ones to fill pages. */
import type { Calendar } from './calendar.ts'
import type { Customer } from './customers.ts'
import type { addLarchCoupons, addLarchSurveys, LarchCatalogue } from './larch-catalogue.ts'
import type { Rows } from './rows.ts'
import { pastDue, type Standing, subscribe } from './subscribe.ts'

type Coupons = ReturnType<typeof addLarchCoupons>
type Surveys = ReturnType<typeof addLarchSurveys>

export function addLarchSubscriptions(
  rows: Rows,
  calendar: Calendar,
  customers: Customer[],
  catalogue: LarchCatalogue,
  coupons: Coupons,
  surveys: Surveys,
): void {
  const { day } = calendar
  const who = (number: number) => {
    const customer = customers[number - 1]
    if (!customer) throw new Error(`There is no customer ${number}.`)
    return customer
  }
  const { coffee, socks, tea, candle, honey } = catalogue
  const add = (standing: Standing) => subscribe(rows, calendar, standing)

  const plain = add({
    customer: who(1),
    product: coffee,
    dueIn: 9,
    paid: 6,
    metadata: {
      plan: 'gold',
      seats: 3,
      code: '0042',
      quantity: '12',
      joined: '2025-03-14T09:30:00Z',
      vip: true,
      referrer: null,
      tags: ['early', 'press'],
      shoe: { size: 42, width: 'wide' },
      address: { city: { name: 'Alder Falls', founded: '1871-05-02' } },
    },
    orders: { 3: { refunds: [700] }, 5: { payments: ['failed', 'captured'] } },
  })
  const withDottedKey = add({
    customer: who(1),
    product: socks,
    dueIn: 17,
    paid: 4,
    metadata: { plan: 'silver', 'shoe.size': 44, shoe: { size: 39 }, score: -2.5, renewals: 10 },
  })
  // Past due: inside the 30 days with a good card and with a declining one, then outside them.
  add({
    customer: who(2),
    product: coffee,
    dueIn: -12,
    paid: 4,
    failedAtEnd: true,
    more: pastDue(calendar, 12),
    metadata: { plan: 'gold', seats: 11 },
  })
  add({ customer: who(3), product: coffee, dueIn: -5, paid: 2, failedAtEnd: true, more: pastDue(calendar, 5) })
  add({ customer: who(4), product: socks, form: 1, dueIn: -45, paid: 3, failedAtEnd: true, more: pastDue(calendar, 45) })
  const cancelled = (daysAgo: number, cancelReason?: number): Standing['more'] => ({
    status: 'cancelled',
    autorenew: false,
    cancelledAt: day(-daysAgo),
    ...(cancelReason && { cancelReason }),
  })
  const prepaidCancelled = add({ customer: who(4), product: coffee, cycles: 6, dueIn: 75, paid: 1, more: cancelled(8, 2) })
  add({ customer: who(5), product: coffee, dueIn: -60, paid: 3, more: cancelled(70, 1) })
  add({ customer: who(5), product: candle, dueIn: -120, paid: 2, more: { status: 'expired', autorenew: false } })
  add({ customer: who(5), product: socks, form: 1, dueIn: 11, paid: 3, skipped: true, metadata: { plan: 'bronze', skips: 1 } })
  add({
    customer: who(6),
    product: coffee,
    form: 1,
    cycles: 3,
    dueIn: 40,
    paid: 1,
    more: { isGift: true, autorenew: false },
    orders: {
      1: {
        gift: {
          giftMessage: 'Happy birthday, from all of us.',
          giftRecipientName: 'Edith Birch',
          giftRecipientEmail: 'edith.birch@example.org',
          giftRenewalNotif: true,
        },
      },
    },
  })
  add({ customer: who(6), product: tea, dueIn: -3, paid: 0, failedAtEnd: true, more: { status: 'unpaid' } })
  add({
    customer: who(7),
    product: coffee,
    dueIn: 12,
    paid: 2,
    more: { status: 'suspended', pausedAt: day(-4), autorenew: false },
  })
  add({ customer: who(7), product: tea, dueIn: 6, paid: 7, more: { credit: 800 } })
  add({ customer: who(9), product: honey, dueIn: 1, paid: 4, more: { note: 'Leave the box with the neighbour at number 142.' } })
  add({ customer: who(9), product: coffee, dueIn: 20, paid: 1, more: { isTest: true } })
  // In the middle of six prepaid cycles: three deliveries are over, three are to come.
  add({
    customer: who(11),
    product: socks,
    cycles: 6,
    dueIn: 100,
    paid: 2,
    metadata: { plan: 'gold', seats: 9, shoe: { size: 41 } },
  })
  const withCoupons = add({ customer: who(11), product: socks, form: 2, dueIn: 14, paid: 2 })
  const tenthOff = { discount: 240, coupon: { id: coupons.tenth, code: 'TENTH' } }
  const couponUsed = add({ customer: who(12), product: coffee, dueIn: 22, paid: 3, orders: { 3: tenthOff } })
  add({ customer: who(12), product: coffee, dueIn: 8, paid: 3, more: { autorenew: false } })
  // A cancelled one whose card is in order and whose coupon waits for its reactivation.
  const couponWaits = add({ customer: who(13), product: coffee, dueIn: -30, paid: 2, more: cancelled(33) })

  const others: Omit<Standing, 'customer'>[] = [
    { product: tea, dueIn: 4, paid: 5 },
    { product: candle, dueIn: 50, paid: 3 },
    { product: honey, dueIn: 1, paid: 2, cycles: 3 },
    { product: socks, form: 1, dueIn: 25, paid: 3 },
    { product: coffee, dueIn: 18, paid: 5, metadata: { plan: 'silver', seats: 2 } },
    { product: tea, dueIn: 9, paid: 3 },
    { product: coffee, cycles: 3, dueIn: 30, paid: 2 },
    { product: socks, dueIn: 3, paid: 2 },
  ]
  for (const [index, standing] of others.entries()) add({ customer: who(12 + (index % 3)), ...standing })

  // Past due with a gateway that fails, and with one that takes its time.
  add({ customer: who(6), product: honey, dueIn: -50, paid: 1, failedAtEnd: true, more: pastDue(calendar, 2) })
  add({ customer: who(7), product: socks, dueIn: -9, paid: 2, failedAtEnd: true, more: pastDue(calendar, 9) })

  putCoupon(rows, withCoupons, coupons.tenth, 'TENTH', 1)
  putCoupon(rows, withCoupons, coupons.socksOnly, 'TOES', 1)
  putCoupon(rows, withCoupons, coupons.threeTimes, 'THRICE', 3)
  putCoupon(rows, couponWaits, coupons.five, 'FIVER', 1)
  putCoupon(rows, couponUsed, coupons.tenth, 'TENTH', 0, day(-8))
  answer(rows, plain, surveys.taste, ['French press', 'Dark', '3', 'Nothing with chicory, please.'], day(-100))
  answer(rows, plain, surveys.taste, ['Moka pot', 'Light', '4', ''], day(-10))
  answer(rows, withDottedKey, surveys.feet, ['44', 'Cool', 'Orange'], day(-70))
  answer(rows, prepaidCancelled, surveys.taste, ['Filter', 'Medium', '2', 'A present for my brother.'], day(-60))
  answer(rows, withCoupons, surveys.feet, ['45', 'Warm', 'Pink'], day(-20))
}

function putCoupon(
  rows: Rows,
  subscriptionId: number,
  couponId: number,
  codeUsed: string,
  numRenewals: number,
  appliedAt?: Date,
): void {
  rows.add('subscriptionCoupon', {
    storeId: 1,
    subscriptionId,
    couponId,
    codeUsed,
    numRenewals,
    enabled: !appliedAt,
    appliedAt: appliedAt ?? null,
  })
}

function answer(rows: Rows, subscriptionId: number, survey: { id: number; fields: number[] }, answers: string[], at: Date): void {
  const resultId = rows.add('productSurveyResult', {
    storeId: 1,
    surveyId: survey.id,
    subscriptionId,
    createdAt: at,
    updatedAt: at,
  })
  for (const [index, fieldId] of survey.fields.entries()) {
    rows.add('productSurveyAnswer', { storeId: 1, resultId, fieldId, value: answers[index] ?? '' })
  }
}
