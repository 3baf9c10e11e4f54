/** How many customers have a subscription that counts, how many came and how many went, by one statement for all parts of the calendar. */
import type { CalendarPart } from './buckets.ts'
import { type AskedFigure, boundsOf, checkGroups, counted, type FigureOptions, known, moment, run, startOfAll } from './figure.ts'
import { countLines, customersBy } from './movement-lines.ts'
import { type MovementLines, sumsOfLines } from './sums-of-lines.ts'

/** The customers in a part of the calendar. */
export type Customers = {
  atStart: number
  atEnd: number
  payingAtEnd: number
  gained: number
  lost: number
  /** The lost customers who were there at the start. */
  lostOfStart: number
}

/** The lines of customers who come and go. */
export const customerLines = (pauses: FigureOptions['pauses']): MovementLines =>
  countLines(`customers, pauses ${pauses}`, customersBy(pauses))

/** The lost customers who were there at the start of the part of the calendar, which is none of a month. */
const lostOfStart = ({ pauses }: FigureOptions, buckets: readonly CalendarPart[]): MovementLines => {
  const bounds = boundsOf(buckets)
  const isOfStart = `since < (${bounds})[width_bucket(at, ${bounds})]`
  return countLines(undefined, { lost: `${customersBy(pauses).lost} AND ${isOfStart}` })
}

/** The sums of counts, by part of the calendar and kind. */
async function countsOf(asked: AskedFigure, lines: MovementLines, buckets?: readonly CalendarPart[]) {
  const sums = await sumsOfLines(asked, lines, buckets)
  const found = new Map(sums.map(([bucket, _key, kind, _months, _weeks, sum]) => [`${bucket} ${kind}`, counted(sum)]))
  return (place: number, kind: string): number => found.get(`${place} ${kind}`) ?? 0
}

/** @param buckets the parts, where they are not those that are asked for. */
export async function customersOf(asked: AskedFigure, buckets: readonly CalendarPart[] = asked.buckets): Promise<Customers[]> {
  const count = await countsOf(asked, customerLines(asked.options.pauses), buckets)
  const ofStart =
    asked.options.churn === 'start_only' ? await countsOf(asked, lostOfStart(asked.options, buckets), buckets) : () => 0
  let [customers, payers] = [count(0, 'counted'), count(0, 'paying')]
  return buckets.map((_bucket, index) => {
    const place = index + 1
    const atStart = customers
    customers += count(place, 'counted')
    payers += count(place, 'paying')
    return {
      ...{ atStart, atEnd: customers, payingAtEnd: payers, gained: count(place, 'gained'), lost: count(place, 'lost') },
      lostOfStart: ofStart(place, 'lost'),
    }
  })
}

/** Whether a subscription has a status, with the statuses of one that counts, and that of one that is paused. */
const hasStatus = (of: 'from' | 'to', status: string): string =>
  status === 'suspended'
    ? `coalesce(${of}_status = 'suspended' AND first_paid_at IS NOT NULL AND NOT ${of}_counted, false)::int`
    : `coalesce(${of}_counted AND ${of}_status = '${status}', false)::int`

/** The lines of subscriptions by their status. */
export const statusLines = countLines(
  'statuses',
  Object.fromEntries(
    ['active', 'past_due', 'cancelled', 'suspended'].map((status) => [
      status,
      `${hasStatus('to', status)} - ${hasStatus('from', status)}`,
    ]),
  ),
)

/** The subscriptions that count, by their status, and those that are paused, at the end of each part of the calendar. */
export async function statusesOf(asked: AskedFigure): Promise<Record<'active' | 'pastDue' | 'cancelled' | 'paused', number>[]> {
  const count = await countsOf(asked, statusLines)
  const statuses = { active: 'active', pastDue: 'past_due', cancelled: 'cancelled', paused: 'suspended' }
  const totals = { active: 0, pastDue: 0, cancelled: 0, paused: 0 }
  const add = (place: number) => {
    for (const [name, status] of Object.entries(statuses)) totals[name as keyof typeof totals] += count(place, status)
  }
  add(0)
  return asked.buckets.map((_bucket, index) => {
    add(index + 1)
    return { ...totals }
  })
}

/** Cohorts by the part of the calendar in which a subscription was paid first: how many began, and how many count at the end of each part. */
export async function cohortsOf(asked: AskedFigure): Promise<{ size: number; active: number[] }[]> {
  checkGroups((asked.buckets.length * (asked.buckets.length + 1)) / 2)
  const bounds = boundsOf(asked.buckets)
  const rows = await run(
    asked,
    `SELECT width_bucket(first_paid_at, ${bounds}) AS cohort, width_bucket(at, ${bounds}) AS bucket, sum(to_counted::int - from_counted::int),
  count(DISTINCT subscription_id)
FROM subscription_movement WHERE ${known(asked)} AND first_paid_at >= ${moment(startOfAll(asked.buckets))} GROUP BY 1, 2`,
  )
  const changes = new Map(rows.map(([cohort, bucket, change, size]) => [`${cohort} ${bucket}`, { change, size }]))
  const cohorts: { size: number; active: number[] }[] = []
  await asked.each(asked.buckets, () => {
    const cohort = cohorts.length + 1
    let active = 0
    cohorts.push({
      size: counted(changes.get(`${cohort} ${cohort}`)?.size),
      active: asked.buckets.slice(cohort - 1).map((_each, later) => {
        active += counted(changes.get(`${cohort} ${cohort + later}`)?.change)
        return active
      }),
    })
  })
  return cohorts
}
