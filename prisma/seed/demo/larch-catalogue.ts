/** The catalogue of the first demo shop: five subscriptions, and things that are bought once in every state of stock. */
import { addDays } from '../../../src/values/calendar.ts'
import type { Calendar } from './calendar.ts'
import { addBilling, addProduct } from './products.ts'
import type { Rows } from './rows.ts'

const unlimited = { onHand: 0, tracked: false }

export type LarchCatalogue = ReturnType<typeof addLarchCatalogue>

export function addLarchCatalogue(rows: Rows, storeId: number, { day }: Calendar) {
  const monthly = addBilling(rows, storeId, { rebillDay: 0, rebillMonths: 1, rebillWeeks: null, rebillWindow: 30 })
  const weekly = addBilling(rows, storeId, { rebillDay: 0, rebillMonths: 0, rebillWeeks: 2, rebillWindow: 7 })
  const quarterly = addBilling(rows, storeId, { rebillDay: 0, rebillMonths: 3, rebillWeeks: null, rebillWindow: 30 })
  const fifteenth = addBilling(rows, storeId, { rebillDay: 15, rebillMonths: 1, rebillWeeks: null, rebillWindow: 30 })

  const coffee = addProduct(rows, storeId, {
    name: 'Coffee Crate',
    description: 'Two bags of single-farm coffee, roasted the day before they leave.',
    sku: 'COFFEE',
    price: 2400,
    weight: 26,
    billing: monthly,
    stock: [unlimited],
    terms: [
      { cycles: 1, name: 'Every month', price: 2400 },
      { cycles: 3, name: 'Prepaid, 3 months', price: 6900 },
      { cycles: 6, name: 'Prepaid, 6 months', price: 13200 },
      { cycles: 12, name: 'Prepaid, 12 months', price: 25200, disabled: true },
      { cycles: 3, name: 'Gift, 3 months', price: 7200, gift: true },
    ],
    giftForm: true,
    more: { giftable: true, giftShipping: 700, taxonomy: ['Pantry', 'Coffee'] },
  })
  const socks = addProduct(rows, storeId, {
    name: 'Sock of the Month',
    description: 'One pair of merino socks in a pattern nobody has seen before.',
    sku: 'SOCK',
    price: 1600,
    weight: 4,
    billing: monthly,
    shipPrice: 300,
    stock: [{ onHand: 140 }, { onHand: 90 }, { onHand: 1, confidence: 7 }],
    variant: {
      name: 'Size',
      description: 'European sizes',
      values: [
        { value: 'medium', description: '39 to 42', pictured: true },
        { value: 'small', description: '35 to 38' },
        { value: 'large', description: '43 to 46' },
      ],
    },
    terms: [
      { cycles: 1, name: 'Every month', price: 1600 },
      { cycles: 6, name: 'Prepaid, 6 months', price: 9000 },
    ],
    metadata: { data: { labels: ['merino', 'limited'] }, at: day(-300) },
  })
  const tea = addProduct(rows, storeId, {
    name: 'Tea Fortnight',
    description: 'Five small tins of tea every other week.',
    sku: 'TEA',
    price: 1150,
    weight: 9,
    billing: weekly,
    shipPrice: 250,
    stock: [unlimited],
    terms: [{ cycles: 1, name: 'Every two weeks', price: 1150 }],
  })
  const candle = addProduct(rows, storeId, {
    name: 'Season Candle',
    description: 'A beeswax candle for each season.',
    sku: 'CANDLE',
    price: 3800,
    weight: 30,
    billing: quarterly,
    stock: [{ onHand: 60 }],
    terms: [{ cycles: 1, name: 'Every season', price: 3800 }],
  })
  const honey = addProduct(rows, storeId, {
    name: 'Honey Share',
    description: 'A jar from one hive, sent in the middle of the month.',
    sku: 'HONEY',
    price: 1900,
    weight: 18,
    billing: fifteenth,
    shipPrice: 0,
    stock: [{ onHand: 300 }],
    terms: [
      { cycles: 1, name: 'Every month', price: 1900 },
      { cycles: 3, name: 'Prepaid, 3 months', price: 5400 },
    ],
  })

  const once = (name: string, sku: string, price: number, stock: { onHand: number }, more = {}) =>
    addProduct(rows, storeId, {
      name,
      description: `${name}, made in our own workshop.`,
      sku,
      price,
      weight: 12,
      billing: monthly,
      stock: [stock],
      more,
    })
  const lantern = addProduct(rows, storeId, {
    name: 'Camp Lantern',
    description: 'A tin lantern for one candle.',
    sku: 'LANTERN',
    price: 4200,
    weight: 40,
    billing: monthly,
    stock: [{ onHand: 35 }, { onHand: 0 }],
    variant: {
      name: 'Colour',
      description: '',
      values: [
        { value: 'green', description: 'Moss', pictured: true },
        { value: 'red', description: 'Rowan' },
      ],
    },
    more: { giftable: true },
  })
  const mug = once('Enamel Mug', 'MUG', 1400, { onHand: 120 })
  const notebook = once('Field Notebook', 'NOTE', 900, { onHand: 1 })
  const blanket = once('Wool Blanket', 'BLANKET', 11500, { onHand: 0 })
  const backOrder = once('Cedar Box', 'CEDAR', 5600, Object.assign({ onHand: 0 }, { outOfStockPurchases: true }))
  const card = once('Gift Card Sleeve', 'SLEEVE', 250, unlimited)
  const hidden = once('Trade Sampler', 'SAMPLER', 700, { onHand: 50 }, { visible: false, listed: false })
  const deleted = once('Tin Whistle', 'WHISTLE', 1100, { onHand: 3 }, { deleted: true, visible: false, listed: false })
  return { coffee, socks, tea, candle, honey, lantern, mug, notebook, blanket, backOrder, card, hidden, deleted }
}

/** A term without a price, which is not offered yet. */
export function addLarchDraft(rows: Rows, storeId: number, { tea }: LarchCatalogue): void {
  const term = { name: 'Prepaid, 6 deliveries', description: 'Paid once for 6 deliveries.', enabled: false, numCycles: 6 }
  rows.add('subscriptionTypeTerm', { storeId, subscriptionTypeId: tea.typeId, ...term })
}

/** The coupons of the first shop, by what is special about them. */
export function addLarchCoupons(rows: Rows, storeId: number, { socks }: LarchCatalogue, { day }: Calendar) {
  const createdAt = addDays(day(0), -200)
  const tenth = rows.add('coupon', {
    storeId,
    code: 'TENTH',
    name: 'A tenth off',
    discountType: 'percent',
    discountValue: 10,
    createdAt,
  })
  const five = rows.add('coupon', {
    storeId,
    code: 'FIVER',
    name: 'Five off',
    discountType: 'amount',
    discountValue: 500,
    createdAt,
  })
  const disabled = rows.add('coupon', {
    storeId,
    code: 'SUMMER',
    name: 'Last summer',
    enabled: false,
    discountType: 'percent',
    discountValue: 25,
    createdAt,
  })
  const socksOnly = rows.add('coupon', {
    storeId,
    code: 'TOES',
    name: 'Socks only',
    discountType: 'percent',
    discountValue: 20,
    createdAt,
  })
  rows.add('couponProduct', { storeId, couponId: socksOnly, productId: socks.id })
  const threeTimes = rows.add('coupon', {
    storeId,
    code: 'THRICE',
    name: 'Three renewals',
    discountType: 'amount',
    discountValue: 300,
    numRenewals: 3,
    createdAt,
  })
  return { tenth, five, disabled, socksOnly, threeTimes }
}

/** Two questionnaires; the answers are given where the subscriptions are. */
export function addLarchSurveys(rows: Rows, storeId: number, { coffee, socks }: LarchCatalogue) {
  const survey = (productId: number, name: string, questions: string[]) => {
    const surveyId = rows.add('productSurvey', { storeId, productId, name })
    return {
      id: surveyId,
      fields: questions.map((question) => rows.add('productSurveyField', { storeId, surveyId, name: question })),
    }
  }
  return {
    taste: survey(coffee.id, 'Your taste', [
      'How do you brew?',
      'Light or dark?',
      'How many cups a day?',
      'Anything we should know?',
    ]),
    feet: survey(socks.id, 'Your feet', ['What is your shoe size?', 'Warm or cool feet?', 'Which colour never?']),
  }
}
