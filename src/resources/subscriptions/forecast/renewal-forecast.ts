/** Forecasts the sums of the whole store's renewals, by day, week or month. */
import type { Shape } from '../../../db/shape.ts'
import { planned, type RootRead } from '../../../schema/reads.ts'
import { builder, registry } from '../../describe.ts'
import { clockColumns, type StoreClock, timeIn } from '../../store-clock.ts'
import { upcomingRenewals } from './forecast.ts'
import { type CreditOwner, SharedCredits } from './forecast-credit.ts'
import { type Days, mostPeriods, mostYears, type Period, type PeriodLength, periodsOf, usualDays } from './forecast-periods.ts'
import { factsOf, forecastInputs } from './upcoming.ts'

type Forecast = Period & { count: number; amount: bigint }

const forecastPeriod = builder.enumType('ForecastPeriod', {
  description: 'How long the periods of a forecast are.',
  values: {
    day: { description: 'A day.' },
    week: { description: 'A week, which begins on a Monday.' },
    month: { description: 'A month of the calendar.' },
  } satisfies Record<PeriodLength, object>,
})

const renewalForecast = builder.objectRef<Forecast>('RenewalForecast').implement({
  description: 'The sums of the renewals of some days.',
  fields: (t) => ({
    from: t.expose('from', { type: 'Date', description: 'The first of the days, in the time zone of the store.' }),
    to: t.expose('to', { type: 'Date', description: 'The last of them.' }),
    count: t.exposeInt('count', { description: 'How many renewals fall on them.' }),
    amount: t.expose('amount', { type: 'Amount', description: 'The sum of their charges, without what credit pays.' }),
    currency: t.string({
      description: 'ISO 4217 code of the currency of the amount.',
      resolve: (_forecast, _args, { viewer }) => ('currency' in viewer ? viewer.currency : ''),
    }),
  }),
})

const subscriptions = registry.of('Subscription')

/** The points of its deposit: the number of subscriptions it scans is not known before. */
const points = 1_000

builder.queryField('renewalForecast', (t) =>
  t.field({
    type: [renewalForecast],
    nullable: true,
    description:
      'How many renewals are to come and what they will charge, by the rules and the prices of now: what is charged if nothing changes ' +
      'meanwhile, every charge succeeds and everything is in stock. For merchant keys with `read_subscriptions` alone.',
    args: {
      from: t.arg({
        type: 'Date',
        description: 'The first day, today or later in the time zone of the store; today unless given.',
      }),
      to: t.arg({
        type: 'Date',
        description: `The last day, at most ${mostYears} years ahead; ${usualDays} days are forecast unless given.`,
      }),
      by: t.arg({
        type: forecastPeriod,
        required: true,
        defaultValue: 'month',
        description: `How long the periods are, of which there may be ${mostPeriods}; the first and the last are cut where the days end.`,
      }),
    },
    extensions: {
      scopes: subscriptions.scopes,
      rows: () => points,
      read: {
        scan: subscriptions,
        inputs: {
          ...forecastInputs,
          relations: { ...forecastInputs.relations, customer: { columns: ['id', 'credit'] } },
        },
        store: { ...clockColumns, columns: [...clockColumns.columns, 'timeZone'] },
        begin(args, store, { now }) {
          const { timeZone, ...clock } = store as StoreClock & Pick<Shape<'Store'>, 'timeZone'>
          return countedIn(args as Days, timeZone, timeIn(clock, now))
        },
      } satisfies RootRead,
    },
    resolve: planned,
  }),
)

/** Counts the renewals of subscriptions by the periods that they fall in. */
function countedIn(days: Days, timeZone: string, now: Date) {
  const { start, end, periods } = periodsOf(days, timeZone, now)
  const forecasts = periods.map((period): Forecast => ({ ...period, count: 0, amount: 0n }))
  const shared = new SharedCredits()
  return {
    where: {
      autorenew: true,
      OR: [
        { status: 'active', endDate: { lt: end } },
        { status: 'past_due', nextTryAt: { lt: end } },
        { status: 'suspended', pausedUntil: { lt: end } },
      ],
      AND: [
        { OR: [{ paymentMethod: { archivedAt: null } }, { customer: { paymentMethods: { some: { archivedAt: null } } } }] },
        { OR: [{ address: { archivedAt: null } }, { customer: { addresses: { some: { frozenKey: null, archivedAt: null } } } }] },
      ],
    },
    add(values: Record<string, unknown>) {
      let at = 0
      const spending = shared.of(values.customer as CreditOwner)
      for (const { date, priced } of upcomingRenewals(factsOf(values), now)) {
        if (date >= end) return
        if (date < start) {
          spending?.add(date, priced)
          continue
        }
        while ((forecasts[at] as Forecast).end <= date) at += 1
        const forecast = forecasts[at] as Forecast
        forecast.count += 1
        forecast.amount += BigInt(priced.owed.charge)
        spending?.add(date, priced, forecast)
      }
    },
    end() {
      shared.spend()
      return forecasts
    },
  }
}
