/** The random beginning of a simulated shop: its catalogue, its coupons, and its subscriptions. */
import type { Answers } from './card.ts'
import type { Chance } from './chance.ts'
import { plusDays, stepped } from './dates.ts'
import type { Beginning, SimulatedCoupon, SimulatedProduct, Standing } from './story.ts'

/** Of each product: months and weeks, the day it is billed on, and the cycles that are paid for at a time. */
const kinds: [months: number, weeks: number, rebillDay: number, cycles: number][] = [
  [1, 0, 0, 1],
  [1, 0, 0, 1],
  [1, 0, 0, 3],
  [1, 0, 0, 6],
  [1, 0, 0, 12],
  [1, 0, 15, 1],
  [1, 0, 31, 1],
  [1, 0, 31, 3],
  [2, 0, 0, 1],
  [3, 0, 0, 1],
  [3, 0, 1, 4],
  [6, 0, 0, 1],
  [12, 0, 0, 1],
  [0, 4, 0, 1],
  [0, 2, 0, 3],
  [0, 1, 0, 12],
]

type Shared =
  | 'isSoldOnce'
  | 'isScarce'
  | 'shipping'
  | 'giftShipping'
  | 'isShippedFlat'
  | 'weight'
  | 'taxClass'
  | 'pace'
  | 'rebillDay'

/** A product: its terms with their prices, and its instances with their stock and the prices of their own by term. */
export type ProductDraft = Pick<SimulatedProduct, Shared> & {
  terms: { cycles: number; price: number }[]
  instances: { onHand: number | undefined; prices: (number | undefined)[] }[]
}

/** How many are sold once, of which there is always enough. */
const soldOnce = 4

/** More than anybody takes. */
const enough = 100_000

/** @returns first what is subscribed to by many, then what is bought once, then what one subscription has to itself. */
export function drawProducts(chance: Chance, exclusive: number): ProductDraft[] {
  const priceFor = (cycles: number) => cycles * chance.whole(499, 3_999)
  const draw = ([months, weeks, rebillDay, cycles]: (typeof kinds)[number]): ProductDraft => {
    const terms = [cycles, otherCycles(cycles, months, chance)].map((each) => ({ cycles: each, price: priceFor(each) }))
    const instance = (ownShare: number) => ({
      onHand: chance.is(0.5) ? enough : undefined,
      prices: terms.map((term) => (chance.is(ownShare) ? priceFor(term.cycles) : undefined)),
    })
    return {
      ...{ terms, instances: [instance(0.25), instance(0.6)] },
      shipping: chance.whole(0, 5) * 95,
      giftShipping: chance.whole(0, 3) * 55,
      isShippedFlat: chance.is(0.6),
      // Quarters of an ounce add up exactly.
      weight: chance.is(0.15) ? 0 : chance.whole(1, 120) / 4,
      taxClass: chance.is(0.25) ? 'reduced' : 'standard',
      pace: { months, weeks },
      ...{ rebillDay, isSoldOnce: false, isScarce: false },
    }
  }
  const scarce = Array.from({ length: exclusive }, () => {
    const product = draw([1, 0, 0, 1])
    return {
      ...product,
      instances: product.instances.map((each) => ({ ...each, onHand: chance.whole(2, 6) })),
      isScarce: true,
    }
  })
  const once = Array.from({ length: soldOnce }, () => {
    const { terms, instances, ...product } = draw([0, 0, 0, 1])
    const sold = instances.slice(0, 1).map(({ onHand }) => ({ onHand, prices: [] }))
    return { ...product, terms: terms.slice(0, 1), instances: sold, isSoldOnce: true }
  })
  return [...kinds.map(draw), ...once, ...scarce]
}

/** The cycles of a product's second term. */
const otherCycles = (cycles: number, months: number, chance: Chance): number =>
  cycles > 1 ? chance.one([1, 2]) : months > 3 ? 2 : chance.one([2, 3, 6])

export type CouponDraft = Omit<SimulatedCoupon, 'id' | 'code'>

export function drawCoupons(chance: Chance, products: readonly SimulatedProduct[]): CouponDraft[] {
  return Array.from({ length: 12 }, (_, number) => {
    const isPercent = number % 2 === 0
    const limited = number % 3 === 2 ? { product: chance.one(products) } : {}
    const value = isPercent ? chance.one([3, 10, 33, 100]) : chance.whole(1, 60) * 50
    return { isPercent, value, ...limited, renewals: chance.one([1, 1, 2, 3, 6]), isEnabled: number < 10 }
  })
}

/** How a card answers: most always pay; others decline once or some times in a row, a few for ever. */
function drawAnswers(chance: Chance): Answers {
  if (chance.is(0.6)) return () => 'captured'
  const declined = new Set<number>()
  const forGood = new Set<number>()
  for (let attempt = chance.one([1, 1, 2, 3, 5]); attempt < 2_000; attempt += chance.whole(4, 16)) {
    const inRow = chance.is(0.75) ? chance.whole(1, 4) : chance.whole(5, 9)
    if (chance.is(0.2)) forGood.add(attempt)
    for (let left = inRow; left > 0; left -= 1) declined.add(attempt++)
  }
  const forEver = chance.is(0.1) ? chance.whole(2, 9) : Number.POSITIVE_INFINITY
  return (attempt) => {
    if (forGood.has(attempt)) return 'declined for good'
    return attempt >= forEver || declined.has(attempt) ? 'declined' : 'captured'
  }
}

export type BeginningDraft = Omit<Beginning, 'id' | 'customer' | 'card' | 'otherCard'> & {
  answers: Answers
  otherAnswers: Answers | undefined
}

const standings: Standing[] = [
  ...Array<Standing>(16).fill('active'),
  'cancelled',
  'cancelled',
  'cancelled',
  'expired',
  'unpaid',
  'suspended',
]

/** Days of the month on which the subscriptions of before began; all at one hour, so that many fall due at once. */
const days = [1, 15, 28, 29, 30, 31]

/** Of so many subscriptions one is a gift: by its place, so that the fewest have some too. */
const gifts = 12

/** Draws a subscription that is paid for until some time after the beginning of the simulation, or that nobody renewed in time. */
export function drawBeginning(chance: Chance, product: SimulatedProduct, begin: number, place: number): BeginningDraft {
  const { pace, cycles, rebillDay } = product
  // Days of a month that has them all.
  const day = chance.one(days)
  const start = pace.weeks > 0 ? plusDays(begin, -7 * 53) : Date.UTC(2026, 6, day, 9)
  let end = start
  for (let step = 1; end <= begin; step += 1) end = stepped(start, pace, step * cycles, rebillDay || day)
  const status = chance.one(standings)
  const isGift = place % gifts === gifts - 1
  return {
    product,
    quantity: !product.isScarce && chance.is(0.2) ? chance.whole(2, 3) : 1,
    start,
    end: status === 'expired' ? begin : status === 'active' && chance.is(0.04) ? plusDays(begin, -chance.whole(29, 33)) : end,
    status,
    cancelledAt: status === 'cancelled' ? plusDays(begin, -2) : null,
    autorenew: status !== 'cancelled' && status !== 'expired' && !isGift && chance.is(0.92),
    isGift,
    credit: chance.is(0.45) ? chance.whole(1, 90) * 100 : null,
    answers: drawAnswers(chance),
    otherAnswers: chance.is(0.3) ? drawAnswers(chance) : undefined,
  }
}
