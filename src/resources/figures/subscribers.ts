/** Subscribers, their churn, and the retention of revenue. */
import { bucketsOf, type CalendarPart } from './buckets.ts'
import { type Customers, cohortsOf, customersOf, statusesOf } from './customers.ts'
import { type AskedFigure, amount, endOf, type Figure, type FigureRow, integer, rate } from './figure.ts'
import { type Fraction, fraction, minus, plus, ratio, rounded, share, sumOfMany, times } from './fraction.ts'
import type { Levels } from './levels.ts'
import { levelsOf } from './mrr.ts'

const count = (value: number): Fraction => fraction(BigInt(value))

/** The share of the customers who left, as an exact fraction of 0 parts where there was nobody to leave. */
function churnOf(
  { atStart, gained, lost, lostOfStart }: Customers,
  { churn }: AskedFigure['options'],
): [lost: Fraction, of: Fraction] {
  return churn === 'start_only' ? [count(lostOfStart), count(atStart)] : [count(lost), count(atStart + gained)]
}

/** Day by day: the sum of each day's lost ÷ those at its start. */
async function dailyChurn(asked: AskedFigure): Promise<(number | null)[]> {
  const [first] = asked.buckets
  if (!first) return []
  const days = bucketsOf({ from: first.start, to: endOf(asked.buckets) }, 'day', asked.zone)
  const customers = await customersOf(asked, days)
  const rates: (number | null)[] = []
  let day = 0
  await asked.each(asked.buckets, ({ end }) => {
    const shares: Fraction[] = []
    for (; day < days.length && (days[day] as CalendarPart).start < end; day += 1) {
      const { lost, atStart } = customers[day] as Customers
      if (atStart > 0) shares.push(fraction(BigInt(lost), BigInt(atStart)))
    }
    rates.push(shares.length === 0 ? null : ratio(sumOfMany(shares), count(1)))
  })
  return rates
}

export const subscribers: Figure = {
  definition: 'The customers who subscribe at the end of each part of the calendar, and what they are worth.',
  formula:
    'Average revenue = recurring revenue of a month ÷ paying customers. Lifetime value = average revenue ÷ subscriber churn of that part; null where nobody left.',
  source: 'The movements of subscriptions: their statuses, and whether a customer has one that counts and that costs something.',
  scopes: ['subscriptions'],
  by: [],
  hasHistory: true,
  columns: {
    customers: integer('Customers with a subscription that counts.'),
    paying: integer('Customers with one that costs something.'),
    active: integer('Subscriptions that count and are active.'),
    pastDue: integer('Subscriptions that are past due, and count.'),
    cancelled: integer('Subscriptions that are cancelled, and count until their end date.'),
    paused: integer('Subscriptions that are paused, and do not count.'),
    average: amount('The recurring revenue of a month by paying customer.'),
    lifetimeValue: amount('The average revenue divided by the churn of subscribers.'),
  },
  async compute(asked) {
    const [levels, customers, statuses] = [await levelsOf(asked), await customersOf(asked), await statusesOf(asked)]
    return {
      rows: asked.buckets.map((bucket, index) => {
        const each = customers[index] as Customers
        const [lost, of] = churnOf(each, asked.options)
        const average = each.payingAtEnd > 0 ? dividedBy(levels.exact(index + 1), count(each.payingAtEnd)) : undefined
        return {
          ...{ ...bucket, key: null, customers: each.atEnd, paying: each.payingAtEnd, ...statuses[index] },
          average: average ? rounded(average) : null,
          lifetimeValue: average && lost.numerator > 0n ? rounded(dividedBy(times(average, of.numerator), lost)) : null,
        }
      }),
    }
  },
}

const dividedBy = (one: Fraction, by: Fraction): Fraction =>
  fraction(one.numerator * by.denominator, one.denominator * by.numerator)

export const churn: Figure = {
  definition: 'The share of subscribers, and of their recurring revenue, that was lost in each part of the calendar.',
  formula:
    'Subscriber churn = lost ÷ (at start + gained), gained = new + reactivated; `start_only`: lost of those at start ÷ at start; `daily`: the sum of each day’s lost ÷ its start. Gross revenue churn = (churn + contraction) ÷ revenue at start; net minus expansion.',
  source: 'The movements of subscriptions, by customer: one who keeps a subscription is not lost. A gift that ends is no churn.',
  scopes: ['subscriptions'],
  by: [],
  hasHistory: true,
  columns: {
    atStart: integer('Customers with a subscription that counts, at the start.'),
    gained: integer('Customers who have one for the first time, or again.'),
    lost: integer('Customers who have none any more.'),
    rate: rate('The churn of subscribers.'),
    grossRate: rate('The churn of recurring revenue.'),
    netRate: rate('The churn of recurring revenue, less expansion.'),
  },
  async compute(asked) {
    const [levels, customers] = [await levelsOf(asked), await customersOf(asked)]
    const daily = asked.options.churn === 'daily' ? await dailyChurn(asked) : undefined
    return {
      rows: asked.buckets.map((bucket, index) => {
        const { atStart, gained, lost } = customers[index] as Customers
        const { start, kept, grown } = revenueOf(levels, index + 1)
        const gone = minus(start, kept)
        return {
          ...{ ...bucket, key: null, atStart, gained, lost },
          rate: daily ? (daily[index] ?? null) : ratio(...churnOf(customers[index] as Customers, asked.options)),
          ...{ grossRate: ratio(gone, start), netRate: ratio(minus(gone, grown), start) },
        }
      }),
    }
  },
}

/** The recurring revenue at the start of a part of the calendar, what was left of it without growth, and the growth of those who were there. */
function revenueOf(levels: Levels, place: number) {
  const start = levels.exact(place - 1)
  const kept = plus(start, plus(levels.moved(place, 'churn'), levels.moved(place, 'contraction')))
  return { start, kept, grown: levels.moved(place, 'expansion') }
}

export const retention: Figure = {
  definition: 'The part of the recurring revenue, and of each cohort of subscriptions, that stays.',
  formula:
    'Gross retention = (start + contraction + churn) ÷ start; net with expansion. Quick ratio = (new + expansion) ÷ −(contraction + churn). Reactivation, pauses and gifts are left out. Cohort: subscriptions that count at the end ÷ those first paid in it.',
  source:
    'The movements of subscriptions; a cohort is of the part of the calendar in which the first order with an amount to pay was paid.',
  scopes: ['subscriptions'],
  by: [],
  hasHistory: true,
  columns: {
    grossRate: rate('Gross revenue retention.'),
    netRate: rate('Net revenue retention.'),
    quickRatio: rate('The quick ratio.'),
    cohortSize: integer('Subscriptions that were paid for the first time.'),
    cohortActive: integer('Subscriptions of the cohort that count at the end of the time.'),
    cohortRate: rate('Their share.'),
  },
  async compute(asked) {
    const [levels, cohorts] = [await levelsOf(asked), await cohortsOf(asked)]
    const groups: FigureRow[] = []
    await asked.each([...cohorts.entries()], ([cohort, { size, active }]) => {
      const key = (asked.buckets[cohort] as CalendarPart).start.toISOString().slice(0, 10)
      for (const [later, left] of active.entries())
        groups.push({
          ...(asked.buckets[cohort + later] as CalendarPart),
          ...{ key, grossRate: null, netRate: null, quickRatio: null, cohortSize: size, cohortActive: left },
          cohortRate: share(left, size),
        })
    })
    return {
      rows: asked.buckets.map((bucket, index) => {
        const { start, kept, grown } = revenueOf(levels, index + 1)
        const { size = 0, active = [] } = cohorts[index] ?? {}
        const left = active.at(-1) ?? 0
        return {
          ...{ ...bucket, key: null, grossRate: ratio(kept, start), netRate: ratio(plus(kept, grown), start) },
          quickRatio: ratio(plus(levels.moved(index + 1, 'new'), grown), minus(start, kept)),
          ...{ cohortSize: size, cohortActive: left, cohortRate: share(left, size) },
        }
      }),
      groups,
    }
  },
}
