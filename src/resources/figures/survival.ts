/** The survival of subscriptions, box by box. */
import {
  checkGroups,
  counted,
  endOf,
  type Figure,
  type FigureRow,
  type GroupName,
  groupedBy,
  integer,
  moment,
  rate,
  run,
  startOfAll,
} from './figure.ts'
import { share } from './fraction.ts'

/** The most boxes of a survival. */
const mostBoxes = 60

/** The keys of its groups. */
const keys: Partial<Record<GroupName, string>> = {
  product: 'product_id',
  term: 'term_id',
  coupon: `(SELECT coupon_id FROM subscription_coupon AS used WHERE used.store_id = subscription.store_id
    AND used.subscription_id = subscription.id ORDER BY used.id LIMIT 1)`,
}

export const survival: Figure = {
  definition: 'Of the subscriptions that were first paid in the time, how many paid their second, third … order.',
  formula:
    'Rate of box n = paid their n-th order ÷ all. At risk: those that paid the one before, less those that may still pay it. Final: nobody may any more.',
  source:
    'Orders of subscriptions with an amount to pay, by when they were paid; immediate changes are none. One row each, by the number of the box.',
  scopes: ['subscriptions', 'orders'],
  by: Object.keys(keys) as GroupName[],
  hasHistory: false,
  columns: {
    box: integer('Which order it is, counted from 1.'),
    cohort: integer('The subscriptions that were first paid in the time.'),
    paid: integer('Subscriptions that paid this order.'),
    atRisk: integer('Subscriptions that paid the one before, and have paid this one or never will.'),
    rate: rate('The share of all that paid it.'),
    isFinal: integer('Whether none may still pay it: 1, or 0.'),
  },
  async compute(asked) {
    const { buckets, by } = asked
    const [start, end] = [startOfAll(buckets), endOf(buckets)]
    const key = (by && keys[by]) ?? 'NULL'
    const rows = await run(
      asked,
      `SELECT ${key}::text AS key, least(paid_orders, ${mostBoxes}) AS paid,
  status IN ('active', 'past_due', 'suspended') AND NOT (status = 'past_due' AND next_try_at IS NULL) AS goes_on, count(*)
FROM subscription WHERE store_id = $1 AND NOT is_test AND first_paid_at >= ${moment(start)} AND first_paid_at < ${moment(end)}
GROUP BY 1, 2, 3`,
    )
    const found = rows.map(([key = null, paid, goesOn, count]) => ({
      key,
      paid: counted(paid),
      goesOn: goesOn === 't' || goesOn === 'true',
      count: counted(count),
    }))
    const boxes = (own: typeof found, key: string | null): FigureRow[] => {
      const of = (which: (each: (typeof found)[number]) => boolean) =>
        own.filter(which).reduce((sum, each) => sum + each.count, 0)
      const cohort = of(() => true)
      return Array.from({ length: Math.max(0, ...own.map(({ paid }) => paid)) }, (_each, index) => {
        const box = index + 1
        const paid = of((each) => each.paid >= box)
        const mayPay = of((each) => each.paid === index && each.goesOn)
        const before = of((each) => each.paid >= index)
        return {
          start,
          end,
          key,
          box,
          cohort,
          paid,
          atRisk: before - mayPay,
          rate: share(paid, cohort),
          isFinal: mayPay === 0 ? 1 : 0,
        }
      })
    }
    const byKey = groupedBy(found, ({ key }) => key)
    const groups: FigureRow[] = []
    if (by)
      await asked.each([...byKey], ([key, own]) => {
        groups.push(...boxes(own, key))
        checkGroups(groups.length)
      })
    return { rows: boxes(found, null), groups }
  },
}
