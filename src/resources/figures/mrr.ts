/** Recurring revenue of a month: what it is, and what moves it. */
import type { CalendarPart } from './buckets.ts'
import { type AskedFigure, amount, type Figure, type FigureRow, type GroupName, listOf } from './figure.ts'
import { Levels } from './levels.ts'
import { linesOf } from './movement-lines.ts'

const movementGroups: readonly GroupName[] = ['product', 'instance', 'term', 'length', 'country', 'coupon', 'reason']

export const levelsOf = async (asked: AskedFigure): Promise<Levels> =>
  Levels.of(await linesOf(asked), asked.buckets.length, asked.each)

/** A row for each part of the calendar, and one for each group in it. */
async function rowsOf(
  { buckets, by, each }: AskedFigure,
  keys: readonly (string | null)[],
  of: (place: number) => { all: Record<string, unknown>; each: Record<string, unknown>[] },
): Promise<{ rows: FigureRow[]; groups: FigureRow[] }> {
  const rows: FigureRow[] = []
  const groups: FigureRow[] = []
  await each(buckets, (bucket: CalendarPart) => {
    const made = of(rows.length + 1)
    rows.push({ ...bucket, key: null, ...made.all })
    if (by) groups.push(...keys.map((key, at) => ({ ...bucket, key, ...made.each[at] })))
  })
  return { rows, groups }
}

export const mrr: Figure = {
  definition:
    'Monthly recurring revenue at the end of each part of the calendar: what the subscriptions that count cost in a month.',
  formula:
    'Sum of recurring price ÷ months of its term; a week is 12/52 of a month. Without tax, shipping, one-off products, and coupons that end.',
  source:
    'The movements of subscriptions up to then. A subscription counts from its first order with an amount to pay; while it is active, past due for 30 days at most, and cancelled until its end date.',
  scopes: ['subscriptions'],
  by: movementGroups,
  hasHistory: true,
  columns: {
    mrr: amount('The recurring revenue of a month.'),
    arr: amount('The recurring revenue of a year: twelve times the recurring revenue of a month, before it is rounded.'),
    committed: amount('The recurring revenue of a month without subscriptions that do not renew by themselves.'),
  },
  async compute(asked) {
    const levels = await levelsOf(asked)
    return rowsOf(asked, levels.keys, (place) => {
      const [month, year, committed] = [levels.shown(place), levels.shown(place, 'value', 12n), levels.shown(place, 'committed')]
      const each = levels.keys.map((_key, at) => ({ mrr: month.each[at], arr: year.each[at], committed: committed.each[at] }))
      return { all: { mrr: month.all, arr: year.all, committed: committed.all }, each }
    })
  },
}

/** The kinds of movements, by the columns that show them. */
const kinds = {
  new: ['new', 'Of customers who have a subscription for the first time.'],
  reactivation: ['reactivation', 'Of customers who have one again, after none.'],
  expansion: ['expansion', 'Of customers who pay more: for another subscription, or for a dearer plan.'],
  contraction: ['contraction', 'Of customers who pay less, below 0.'],
  churn: ['churn', 'Of customers who have none any more, below 0.'],
  paused: ['paused', 'Of subscriptions that are paused, below 0.'],
  resumed: ['resumed', 'Of subscriptions that go on after a pause.'],
  giftEnded: ['gift_ended', 'Of gifts that are over, below 0.'],
  moved: ['moved', 'Of subscriptions that went from one group to another; 0 for all together.'],
  other: ['none', 'Of movements that change no amount: what the rounding of the others leaves, if anything.'],
} as const

const kindColumns = Object.keys(kinds) as (keyof typeof kinds)[]
const kindNames = kindColumns.map((column) => kinds[column][0])

export const mrrMovements: Figure = {
  definition: 'The movements of the monthly recurring revenue from the start to the end of each part of the calendar.',
  formula:
    'Start + new + reactivation + expansion + contraction + churn + paused + resumed + gifts that ended = end, to the unit as shown.',
  source:
    'The movements of subscriptions, each by the customer: losing one of two subscriptions is contraction, losing the last is churn.',
  list: (buckets) => listOf('subscription_movements', 'at', buckets, 'kind__ne=none'),
  scopes: ['subscriptions'],
  by: movementGroups,
  hasHistory: true,
  columns: {
    startMrr: amount('The recurring revenue of a month at the start.'),
    ...Object.fromEntries(kindColumns.map((column) => [column, amount(kinds[column][1])])),
    endMrr: amount('The recurring revenue of a month at the end.'),
  },
  async compute(asked) {
    const levels = await levelsOf(asked)
    const row = (start: bigint | undefined, sums: readonly bigint[] | undefined, end: bigint | undefined) => ({
      startMrr: start,
      ...Object.fromEntries(kindColumns.map((column, at) => [column, sums?.[at]])),
      endMrr: end,
    })
    return rowsOf(asked, levels.keys, (place) => {
      const [start, end] = [levels.shown(place - 1), levels.shown(place)]
      const sums = levels.movementsOfEach(place, kindNames)
      return {
        all: row(start.all, levels.movements(place, kindNames), end.all),
        each: levels.keys.map((_key, at) => row(start.each[at], sums[at], end.each[at])),
      }
    })
  },
}
