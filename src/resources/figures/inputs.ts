/** The inputs of figures in GraphQL. */
import { builder } from '../describe.ts'
import type { BucketName } from './buckets.ts'
import type { FigureOptions, GroupName } from './figure.ts'

const enumOf = <Name extends string>(name: string, description: string, values: Record<Name, string>) =>
  builder.enumType(name, {
    description,
    values: Object.fromEntries(
      Object.entries<string>(values).map(([value, meaning]) => [value, { description: meaning }]),
    ) as Record<Name, object>,
  })

export const bucketEnum = enumOf<BucketName>('FigureBucket', 'The parts of the calendar that a figure is asked for.', {
  day: 'A day.',
  week: 'A week, which begins on a Monday.',
  month: 'A month.',
  quarter: 'Three months of a year, from January.',
  year: 'A year.',
})
export const groupEnum = enumOf<GroupName>('FigureGroup', 'The keys that rows of a figure are grouped by.', {
  product: 'The product, by its id.',
  instance: 'The instance of the product, by its id.',
  term: 'The term, by its id.',
  length: 'The length that each payment covers, such as P3M and P2W.',
  country: 'The country that it is sent to.',
  coupon: 'The first coupon on the subscription, by its id.',
  reason: 'The code of the reason for which it was cancelled; of recoveries, why the renewal failed.',
  rate: 'The rate of tax: its country, its fraction, its name and its category, such as `DE 0.19 VAT S`.',
})
const churnEnum = enumOf<FigureOptions['churn']>('FigureChurn', 'How the churn of subscribers is counted.', {
  of_all: 'Lost ÷ (at start + gained).',
  start_only: 'Lost of those at start ÷ at start.',
  daily: 'The sum of each day’s lost ÷ those at its start.',
})
const pausesEnum = enumOf<FigureOptions['pauses']>('FigurePauses', 'How a pause counts.', {
  separate: 'A movement of its own.',
  churn: 'Churn, and reactivation or expansion when it is over.',
  ignore: 'Nothing: what is paused counts on.',
})

export const optionsInput = builder.inputType('FigureOptions', {
  description: 'How figures are counted.',
  fields: (t) => ({
    churn: t.field({
      type: churnEnum,
      required: true,
      defaultValue: 'of_all',
      description: 'How the churn of subscribers is counted.',
    }),
    pauses: t.field({ type: pausesEnum, required: true, defaultValue: 'separate', description: 'How a pause counts.' }),
  }),
})
