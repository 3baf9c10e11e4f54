/**
 * Reads the sums of lines of movements, by one statement for all parts of the calendar: the sums of whole months that are kept, and the movements of
 * the times between them, of those that are not added to the months yet, and of those that were known later than the figure is asked as of.
 */
import type { CalendarPart } from './buckets.ts'
import { type AskedFigure, boundsOf, endOf, moment, run } from './figure.ts'
import { type KeptMonths, placeOf } from './kept-months.ts'
import { coverOf, type TimeRange } from './months.ts'

/** Lines with the columns `at`, `kind`, `key`, `months`, `weeks`, `amount` and `committed`, in SQL. */
export type MovementLines = {
  /** The name by which they are kept, added up by month; undefined where they are not. */
  keptAs?: string
  /** The statement that makes them. @param movements a table of movements in SQL, each with the `times` that it counts. */
  of: (movements: string) => string
}

/** The tries to find the months as they were read; then movements alone are read. */
const mostTries = 3

type LineSums = readonly (readonly (string | null)[])[]

/** The sums: part of the calendar (0 for all before the first), key, kind, months, weeks, amount, committed. @param buckets the parts, where they are not those asked for. */
export async function sumsOfLines(asked: AskedFigure, lines: MovementLines, buckets = asked.buckets): Promise<LineSums> {
  for (let tries = 0; lines.keptAs !== undefined && tries < mostTries; tries += 1) {
    const kept = await asked.keptMonths.current()
    if (!kept) break
    const found = await run(
      asked,
      `SELECT (SELECT ${placeOf} FROM movement_roll_up WHERE store_id = $1 AND zone = ${quoted(kept.zone)}) AS place, sums.*
FROM (VALUES (1)) AS once LEFT JOIN (${partsSql(asked, lines, buckets, kept)}) AS sums ON true`,
    )
    const rows = found.filter(([, bucket]) => bucket !== null).map(([, ...row]) => row)
    if (found[0]?.[0] === kept.place) return rows
    asked.keptMonths.forget()
    asked.statements.pop()
  }
  return run(asked, partsSql(asked, lines, buckets))
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The condition that a time lies in one of some. */
const within = (column: string, ranges: readonly TimeRange[]): string =>
  ranges.length === 0
    ? 'false'
    : `(${ranges.map(({ from, to }) => `${from ? `${column} >= ${moment(from)} AND ` : ''}${column} < ${moment(to)}`).join(' OR ')})`

const movements = (times: number, where: string): string =>
  `SELECT ${times} AS times, * FROM subscription_movement WHERE store_id = $1 AND ${where}`

function partsSql({ asOf }: AskedFigure, lines: MovementLines, buckets: readonly CalendarPart[], kept?: KeptMonths): string {
  const bounds = boundsOf(buckets)
  const known = asOf ? ` AND known_at <= ${moment(asOf)}` : ''
  const upTo = `at < ${moment(endOf(buckets))}`
  const ofLines = (source: string) =>
    `SELECT width_bucket(at, ${bounds}) AS bucket, key, kind, months, weeks, amount, committed FROM (${lines.of(source)}) AS line`
  const summed = (parts: string) =>
    `SELECT bucket, key, kind, months, weeks, sum(amount), sum(committed) FROM (\n${parts}\n) AS part GROUP BY 1, 2, 3, 4, 5`
  if (!kept) return summed(ofLines(`(${movements(1, upTo + known)}) AS known`))
  const { months, gaps, excess } = coverOf(buckets, kept.zone)
  const [below, above] = [`(changed_in, id) < (${kept.place})`, `(changed_in, id) >= (${kept.place})`]
  const sources = [
    movements(1, `${above} AND ${upTo}${known}`),
    ...(gaps.length > 0 ? [movements(1, `${below} AND ${within('at', gaps)}${known}`)] : []),
    ...(excess ? [movements(-1, `${below} AND ${within('at', [excess])}`)] : []),
    ...(asOf ? [movements(-1, `${below} AND known_at > ${moment(asOf)} AND ${upTo} AND ${within('at', months)}`)] : []),
  ]
  return summed(`SELECT width_bucket(month, ${bounds}) AS bucket, nullif(key, '') AS key, kind, months, weeks, amount, committed
FROM movement_month WHERE store_id = $1 AND name = ${quoted(lines.keptAs ?? '')} AND ${within('month', months)}
UNION ALL
${ofLines(`(\n${sources.join('\nUNION ALL\n')}\n) AS known`)}`)
}
