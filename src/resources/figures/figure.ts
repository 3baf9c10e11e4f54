/** The parts of a figure: its definition, the columns of its rows, and how they are computed. */
import type { ScopedResource } from '../../auth/scopes.ts'
import type { ReportInputs } from '../../schema/reads.ts'
import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { formatTime } from '../../values/time.ts'
import type { CalendarPart } from './buckets.ts'
import type { KeptMonthsReader } from './kept-months.ts'

/** The keys of groups. */
export type GroupName = 'product' | 'instance' | 'term' | 'length' | 'country' | 'coupon' | 'reason' | 'rate'

export type FigureOptions = {
  /** How churn is counted: of all who were there, of those who were there at the start, or day by day. */
  churn: 'of_all' | 'start_only' | 'daily'
  /** How a pause counts: as a movement of its own, as churn, or not at all. */
  pauses: 'separate' | 'churn' | 'ignore'
}

/** The request for a figure. */
export type AskedFigure = {
  buckets: readonly CalendarPart[]
  zone: string
  by: GroupName | undefined
  /** The time up to which what was known counts; undefined for all that is known. */
  asOf: Date | undefined
  options: FigureOptions
  keptMonths: KeptMonthsReader
  /** Queries rows of the viewer's store, `$1`, as texts. */
  query: (text: string) => ReturnType<ReportInputs['query']>
  /** Processes items, and lets other requests have their turn in between. */
  each: ReportInputs['each']
  /** The statements that were run, for `explain`. */
  statements: string[]
}

type FigureColumn = { kind: 'amount' | 'integer' | 'rate'; description: string }

/** A row: the part of the calendar and the group that it is of, and a value for each column. */
export type FigureRow = { start: Date; end: Date; key: string | null } & { [column: string]: unknown }

export type FigureRows = { rows: FigureRow[]; groups?: FigureRow[] }

export type Figure = {
  /** One sentence. */
  definition: string
  formula: string
  /** The records that it is computed from. */
  source: string
  /** The scopes that a key needs. */
  scopes: readonly ScopedResource[]
  columns: Readonly<Record<string, FigureColumn>>
  /** The keys that it can be grouped by. */
  by: readonly GroupName[]
  /** Whether what was known at an earlier time can be asked for. */
  hasHistory: boolean
  /** The list on REST of the records that it counts, where one yields its number. */
  list?: (buckets: readonly CalendarPart[]) => string
  compute: (asked: AskedFigure) => Promise<FigureRows>
}

export const amount = (description: string): FigureColumn => ({ kind: 'amount', description })
export const integer = (description: string): FigureColumn => ({ kind: 'integer', description })
export const rate = (description: string): FigureColumn => ({ kind: 'rate', description })

/** The most rows of groups of an answer. */
const mostGroups = 10_000

/** Refuses more rows of groups than an answer has. @throws Refusal BAD_INPUT */
export function checkGroups(count: number): void {
  if (count > mostGroups)
    throw badInput(
      say`The answer would have ${count} rows of groups, and may have ${mostGroups}; ask for less time, or for a longer ${field('bucket')}.`,
    )
}

/** Rows by what they have in common. */
export function groupedBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

/** Runs a statement of a figure. */
export function run({ query, statements }: AskedFigure, sql: string) {
  statements.push(sql)
  return query(sql)
}

/** A number of a row that the database has counted. */
export const counted = (cell: string | null | undefined): number => Number(cell ?? 0)

/** A moment as SQL has it. */
export const moment = (time: Date): string => `timestamptz '${time.toISOString()}'`

/** The bounds of the parts of the calendar, as an array of SQL: a time before the first is in part 0. */
export const boundsOf = (buckets: readonly CalendarPart[]): string =>
  `ARRAY[${buckets.map(({ start }) => moment(start)).join(', ')}]::timestamptz[]`

/** The end of the last part. */
export const endOf = (buckets: readonly CalendarPart[]): Date => (buckets.at(-1) as CalendarPart).end

/** The start of the first part. */
export const startOfAll = (buckets: readonly CalendarPart[]): Date => (buckets[0] as CalendarPart).start

/** The path of a list of the records whose time lies in the parts of the calendar. @param filters further ones. */
export const listOf = (list: string, time: string, buckets: readonly CalendarPart[], filters: string): string =>
  `/v1/${list}/?${time}__gte=${formatTime(startOfAll(buckets))}&${time}__lt=${formatTime(endOf(buckets))}&${filters}`

/** The condition of the movements that a figure knows of: up to the end of its time, and to what was known. */
export const known = ({ buckets, asOf }: Pick<AskedFigure, 'buckets' | 'asOf'>): string =>
  `store_id = $1 AND at < ${moment(endOf(buckets))}${asOf ? ` AND known_at <= ${moment(asOf)}` : ''}`
