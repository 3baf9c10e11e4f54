/** The root field of figures: what is asked of them, checked, and the figures that are selected. */
import { requireScopes } from '../../auth/scopes.ts'
import type { Merchant } from '../../auth/viewer.ts'
import type { Shape } from '../../db/shape.ts'
import { planned, type ReportInputs, type RootRead } from '../../schema/reads.ts'
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { shown } from '../../values/text.ts'
import { formatTime } from '../../values/time.ts'
import { parseTimeZone } from '../../values/time-zone.ts'
import { builder } from '../describe.ts'
import { clockColumns, type StoreClock, timeIn } from '../store-clock.ts'
import { type BucketName, bucketsOf, readBound, usualTime } from './buckets.ts'
import { catalogue, type FigureName } from './catalogue.ts'
import type { Figure, FigureOptions, GroupName } from './figure.ts'
import { bucketEnum, groupEnum, optionsInput } from './inputs.ts'
import { keptMonthsReader } from './kept-months.ts'
import { figureType, type MadeFigure } from './types.ts'

type Figures = Partial<Record<FigureName, MadeFigure>>

const figures = builder.objectRef<Figures>('Figures').implement({
  description: 'Figures of the store over a time, each defined once.',
  fields: (t) => ({
    ...Object.fromEntries(
      Object.entries(catalogue).map(([name, figure]) => [
        name,
        t.field({
          type: figureType(name as FigureName, figure),
          nullable: true,
          description: `${figure.definition} For merchant keys with ${figure.scopes.map((scope) => `\`read_${scope}\``).join(' and ')}.`,
          resolve: (made) => made[name as FigureName],
        }),
      ]),
    ),
  }),
})

type Arguments = {
  from?: string | null
  to?: string | null
  bucket: BucketName
  by?: GroupName | null
  zone?: string | null
  asOf?: Date | null
  explain: boolean
  options?: FigureOptions | null
}

/** The points of its deposit: what its statements take is not known before. */
const points = 500

builder.queryField('figures', (t) =>
  t.field({
    type: figures,
    nullable: true,
    description:
      'Figures of the store: recurring revenue and what moves it, subscribers, churn, retention, sales, refunds. For merchants alone; each takes the scopes of what it reads.',
    args: {
      from: t.arg.string({
        description:
          'Where the time begins: a day in the time zone, such as 2026-01-01, or a time; the first of the month eleven months ago unless given.',
      }),
      to: t.arg.string({ description: 'Where it is over; it is not part of it. The end of today unless given.' }),
      bucket: t.arg({ type: bucketEnum, required: true, defaultValue: 'month', description: 'The parts of the calendar.' }),
      by: t.arg({ type: groupEnum, description: 'The keys of the groups.' }),
      zone: t.arg.string({ description: 'The IANA time zone of the calendar; that of the store unless given.' }),
      asOf: t.arg({
        type: 'DateTime',
        description: 'Answers what was known at that time; what is known of the last five minutes may still change.',
      }),
      explain: t.arg.boolean({
        required: true,
        defaultValue: false,
        description: 'Whether the statements, and the list that yields the number, are shown.',
      }),
      options: t.arg({ type: optionsInput, description: 'How they are counted.' }),
    },
    extensions: {
      // Each figure takes those of what it reads.
      scopes: () => 'of each figure',
      rows: () => points,
      read: {
        store: {
          ...clockColumns,
          columns: [...clockColumns.columns, 'timeZone', 'currency', 'createdAt', 'isFilledIn', 'filledInAt', 'exactSince'],
        },
        report: (args, inputs) => compute(args as Arguments, inputs),
      } satisfies RootRead,
    },
    resolve: planned,
  }),
)

type FigureStore = Pick<Shape<'Store'>, 'timeZone' | 'currency' | 'createdAt' | 'isFilledIn' | 'filledInAt' | 'exactSince'>

async function compute(args: Arguments, { parts, viewer, context, store, query, each }: ReportInputs): Promise<Figures> {
  const { timeZone, currency, createdAt, isFilledIn, filledInAt, exactSince } = store as FigureStore
  const zone = args.zone == null ? (parseTimeZone(timeZone) ?? 'UTC') : parseTimeZone(args.zone)
  if (!zone) throw badInput(say`${field('zone')} must be an IANA time zone, such as Europe/Berlin, not ${shown(args.zone)}.`)
  const time = usualTime(timeIn(store as StoreClock, context.now), zone)
  const from = args.from == null ? time.from : readBound('from', args.from, zone)
  const to = args.to == null ? time.to : readBound('to', args.to, zone)
  const buckets = bucketsOf({ from, to }, args.bucket, zone)
  const asked = {
    buckets,
    zone,
    by: args.by ?? undefined,
    asOf: args.asOf ?? undefined,
    keptMonths: keptMonthsReader(query),
    query: onceEach(query),
    each,
  }
  const options = args.options ?? { churn: 'of_all', pauses: 'separate' }
  const about = { exactSince: exactSince ?? createdAt, currency, zone }
  const made: Figures = {}
  for (const [name, figure] of Object.entries(catalogue) as [FigureName, Figure][]) {
    if (!parts.has(name)) continue
    requireScopes(viewer as Merchant, 'read', figure.scopes)
    check(name, figure, args, { isFilledIn, knownSince: filledInAt ?? createdAt })
    const statements: string[] = []
    const { definition, formula, source } = figure
    const { rows, groups = [] } = await figure.compute({ ...asked, options, statements })
    const list = args.explain ? (figure.list?.(buckets) ?? null) : null
    made[name] = { ...about, definition, formula, source, rows, groups, list, sql: args.explain ? statements : null }
  }
  return made
}

/** Runs each statement once: figures of one request share what they read. */
function onceEach(query: ReportInputs['query']): (text: string) => ReturnType<ReportInputs['query']> {
  const answers = new Map<string, ReturnType<ReportInputs['query']>>()
  return (text) => {
    const answer = answers.get(text) ?? query(text)
    answers.set(text, answer)
    return answer
  }
}

/** Refuses what a figure cannot answer. */
function check(
  name: FigureName,
  { by, hasHistory }: Figure,
  args: Arguments,
  { isFilledIn, knownSince }: { isFilledIn: boolean; knownSince: Date },
): void {
  if (args.by && !by.includes(args.by))
    throw badInput(
      say`${field('by')}: ${name} cannot be grouped by ${args.by}; ${by.length > 0 ? `it can be by ${by.join(', ')}` : 'it has no groups'}.`,
    )
  if (args.asOf && !hasHistory) throw badInput(say`${field('asOf')}: ${name} is of what is there now; leave it out.`)
  if (hasHistory && !isFilledIn)
    throw badInput(`The movements of before are still being filled in; ${name} can be had in some minutes.`)
  if (args.asOf && args.asOf < knownSince)
    throw badInput(say`${field('asOf')} must not lie before ${formatTime(knownSince)}, from when on it is known what was known.`)
}
