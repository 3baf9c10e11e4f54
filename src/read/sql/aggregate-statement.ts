/** The statements of aggregates: of all rows, and of groups of them. */
import type { GroupsRead, KeyRead, Measure, PeriodRead } from '../filter/group-arguments.ts'
import { AggregateRows, type AggregateTable, bucketsOfSpan, bucketsSql, maxBuckets } from './aggregate-rows.ts'
import { literal } from './json.ts'

/** The alias of the values in a statement: `m0`, `m1` … of the period, and `p0`, `p1` … of the one that it is compared with. */
export const valuesName = 'g'

/** The columns of a group beside its values: its keys, `k0`, `k1` …, and whether it is that of the others. */
export const keyName = (place: number): string => `k${place}`

/** The values of measures over rows: those of the period, and of the one before. */
function valueColumns(measures: readonly Measure[], rows: AggregateRows, isCompared: boolean): string[] {
  const valuesOf = (name: string, filter: string) =>
    measures.map((measure, place) => `${valueSql(measure, rows, filter)} AS ${name}${place}`)
  if (!isCompared) return valuesOf('m', '')
  return [...valuesOf('m', ' FILTER (WHERE r.is_now)'), ...valuesOf('p', ' FILTER (WHERE NOT r.is_now)')]
}

function valueSql(measure: Measure, rows: AggregateRows, filter: string): string {
  if (measure.of === 'count') return `count(*)${filter}`
  if (measure.of === 'countDistinct') return `count(DISTINCT r.${rows.column(measure.column)})${filter}`
  const { of, column } = measure
  const name = `r.${rows.column({ column, link: undefined })}`
  // A sum of doubles depends on their order, and may be too large for one.
  const value = column.kind === 'number' && (of === 'sum' || of === 'avg') ? `${name}::numeric` : name
  if (of === 'sum') return `coalesce(sum(${value})${filter}, 0)`
  if (of !== 'avg') return `${of}(${value})${filter}`
  // Numeric is rounded half away from zero.
  const average = `avg(${value})${filter}`
  return column.kind === 'amount' ? `round(${average})` : `trim_scale(round(${average}, 6))`
}

const withSql = (tables: readonly (readonly [name: string, sql: string])[]): string =>
  tables.length === 0 ? '' : `WITH ${tables.map(([name, sql]) => `${name} AS (${sql})`).join(', ')} `

/** The values of all rows together, as one row. */
export function totalSql(table: AggregateTable, period: PeriodRead | undefined, measures: readonly Measure[]): string {
  const rows = new AggregateRows(table, period)
  const values = valueColumns(measures, rows, period?.before !== undefined)
  return `SELECT ${values.join(', ')} FROM (${rows.sql()}) r`
}

/** The SQL of a page of groups: its rows, and the expressions that a group's text refers to. */
export type GroupsSql = {
  /** The tables before the statement. */
  before: string
  /** The groups of the page in their order, each with its number `n`, and how many there are in all, as the table `o`. */
  page: string
  /** The start of a group's part of the calendar. */
  start: string
  /** Whether there are too many groups. */
  isTooMany: string
  zone: string
}

const isTimeKey = (key: KeyRead): key is Extract<KeyRead, { time: unknown }> => 'time' in key

/** The condition that a row has the key of a series, which can be looked up by a hash: null is equal to null. */
function sameKey(key: KeyRead, ofRow: string, ofSeries: string): string {
  const isNeverNull = 'column' in key && key.column.column.required && !key.column.link
  if (isNeverNull) return `${ofRow} = ${ofSeries}`
  return `coalesce(${ofRow}::text, '') = coalesce(${ofSeries}::text, '') AND ${ofRow} IS NOT DISTINCT FROM ${ofSeries}`
}

/** The keys of groups beside the time, each with its place among the keys and its SQL over the rows. */
type SeriesKey = { key: KeyRead; place: number; ofRow: string }

/** Writes the groups of rows. @param measures the values that are shown; those of the order are added. @param most groups that there may be. */
export function groupsSql(
  table: AggregateTable,
  period: PeriodRead | undefined,
  { keys, terms, top, size, offset }: GroupsRead,
  measures: Measure[],
  most: number,
): GroupsSql {
  const rows = new AggregateRows(table, period)
  const isCompared = period?.before !== undefined
  const time = keys.find(isTimeKey)
  const zone = literal(time?.zone ?? 'UTC')
  const ordered = terms.map((term) => ({
    ...term,
    name: 'key' in term ? keyName(term.key) : `m${measures.push(term.by) - 1}`,
  }))
  const ofRow = keys.map((key) => keySql(key, rows))
  const series = keys.flatMap((key, place): SeriesKey[] =>
    isTimeKey(key) ? [] : [{ key, place, ofRow: ofRow[place] as string }],
  )
  const values = valueColumns(measures, rows, isCompared)
  const best = top && topSql(series, top.n, valueSql(top.by, rows, ''), isCompared)
  // The starts of a time that no period bounds are made of the rows.
  const ownTime = time && !time.isOfPeriod ? `r.${rows.column(time.time)}` : undefined
  const isShared = best !== undefined || ownTime !== undefined
  const source = rows.sql()
  const filled = time?.fill ? filledSql(keys, measures, isCompared, most) : `SELECT * FROM v LIMIT ${most + 1}`
  const order = orderSql(keys, ordered, series[0]?.place)
  const tables: [name: string, sql: string][] = [
    ...(period && time?.isOfPeriod ? [['b', bucketsOfPeriod(time.bucket, period, zone)] as [string, string]] : []),
    ...(isShared ? [['r', source] as [string, string]] : []),
    ...(time && ownTime ? [['b', bucketsOfRows(time.bucket, ownTime, zone)] as [string, string]] : []),
    ...(best ? [['top', best] as [string, string]] : []),
    ['v', groupedSql(ofRow, best ? series : undefined, values, isShared ? 'r' : `(${source}) r`)],
    ['o', `SELECT w.*, row_number() OVER (${order}) AS n FROM (${filled}) w`],
  ]
  return {
    before: withSql(tables),
    page: `SELECT * FROM o WHERE n > ${offset} AND n <= ${offset + size}`,
    start: time ? `${buckets}[${valuesName}.${keyName(keys.indexOf(time))}]` : 'NULL::timestamptz',
    isTooMany: `(SELECT count(*) > ${most} FROM o)${time ? ` OR cardinality(${buckets}) > ${maxBuckets}` : ''}`,
    zone,
  }
}

/** The starts of the parts of the calendar. */
const buckets = '(SELECT buckets FROM b)'

/** The SQL of a key over the rows. */
function keySql(key: KeyRead, rows: AggregateRows): string {
  if ('freeKey' in key) return `r.${rows.keyed(key.freeKey, key.link)}`
  if ('column' in key) return `r.${rows.column(key.column)}`
  if (key.isOfPeriod) return `r.${rows.bucketOfPeriod(key.time)}`
  return `width_bucket(r.${rows.column(key.time)}, ${buckets})`
}

function bucketsOfPeriod(bucket: string, period: PeriodRead, zone: string): string {
  const own = `SELECT ${bucketsOfSpan(bucket, period, zone)} AS buckets`
  return period.before ? `${own}, ${bucketsOfSpan(bucket, period.before, zone)} AS earlier` : own
}

function bucketsOfRows(bucket: string, time: string, zone: string): string {
  const [first, last] = ['min', 'max'].map((of) => `${of}(${time}) AT TIME ZONE ${zone}`)
  const starts = bucketsSql(bucket, 'l.first', 'l.last', zone, '<=')
  return `SELECT ${starts} AS buckets FROM (SELECT ${first} AS first, ${last} AS last FROM r) l`
}

/** The series of the greatest values in the whole period, each with its number `n`. */
function topSql(series: readonly SeriesKey[], most: number, value: string, isCompared: boolean): string {
  const names = series.map(({ place }) => keyName(place))
  const keys = series.map(({ place, ofRow }) => `${ofRow} AS ${keyName(place)}`)
  const by = names.map((_name, place) => place + 1)
  const all = `SELECT ${keys.join(', ')}, ${value} AS v FROM r${isCompared ? ' WHERE r.is_now' : ''} GROUP BY ${by.join(', ')}`
  const best = `${all} ORDER BY v DESC NULLS LAST, ${names.join(', ')} LIMIT ${most}`
  return `SELECT *, row_number() OVER () AS n FROM (${best}) t`
}

/** The groups of rows. @param kept the keys of the series in `top`, whose others are one series; undefined where all are kept. */
function groupedSql(ofRow: readonly string[], kept: readonly SeriesKey[] | undefined, values: readonly string[], source: string) {
  const isKept = (place: number) => kept?.some((each) => each.place === place)
  const keys = ofRow.map(
    (sql, place) => `${isKept(place) ? `CASE WHEN top.n IS NOT NULL THEN ${sql} END` : sql} AS ${keyName(place)}`,
  )
  const others = `${kept ? 'top.n IS NULL' : 'FALSE'} AS others`
  const same = kept?.map(({ key, place, ofRow: sql }) => sameKey(key, sql, `top.${keyName(place)}`))
  const by = Array.from({ length: keys.length + (kept ? 1 : 0) }, (_each, place) => place + 1)
  // Without a key all rows are one group, also where there is none.
  const groupBy = by.length > 0 ? ` GROUP BY ${by.join(', ')}` : ''
  return `SELECT ${[...keys, others, ...values].join(', ')} FROM ${source}${same ? ` LEFT JOIN top ON ${same.join(' AND ')}` : ''}${groupBy}`
}

type OrderedBy = GroupsRead['terms'][number] & { name: string }

/** The order of groups: as asked, then by the keys that were not named. @param series the place of the first key that is no time. */
function orderSql(keys: readonly KeyRead[], ordered: readonly OrderedBy[], series: number | undefined): string {
  const isNamed = (place: number) => ordered.some((term) => 'key' in term && term.key === place)
  const terms = [
    ...(ordered.length > 0 && series !== undefined ? ['others'] : []),
    ...ordered.map(({ name, isDescending }) => `${name}${isDescending ? ' DESC NULLS LAST' : ''}`),
    ...[...keys.keys()]
      .filter((place) => !isNamed(place))
      .flatMap((place) => [
        // The others come behind all series, whatever the order.
        ...(place === series && ordered.length === 0 ? ['others'] : []),
        keyName(place),
      ]),
  ]
  return terms.length > 0 ? `ORDER BY ${terms.join(', ')}` : ''
}

/** Whether a value of no rows is 0, and not missing. */
const isNeverNull = (of: Measure['of']): boolean => of === 'count' || of === 'countDistinct' || of === 'sum'

/** The groups with one for each part of the calendar in each series; where there is but the time, in one series. */
function filledSql(keys: readonly KeyRead[], measures: readonly Measure[], isCompared: boolean, most: number): string {
  const series = [...keys.keys()].filter((place) => !isTimeKey(keys[place] as KeyRead)).map(keyName)
  const at = keyName(keys.findIndex(isTimeKey))
  const names = keys.map((_key, place) => (keyName(place) === at ? `f.at AS ${at}` : `f.${keyName(place)}`))
  const namesOf = (place: number) => (isCompared ? [`m${place}`, `p${place}`] : [`m${place}`])
  const values = measures.flatMap(({ of }, place) =>
    namesOf(place).map((name) => (isNeverNull(of) ? `coalesce(v.${name}, 0) AS ${name}` : `v.${name}`)),
  )
  const of = series.length > 0 ? `SELECT DISTINCT ${[...series, 'others'].join(', ')} FROM v` : 'SELECT FALSE AS others'
  const same = [`v.${at} = f.at`, 'v.others = f.others', ...series.map((name) => `v.${name} IS NOT DISTINCT FROM f.${name}`)]
  const places = `SELECT generate_series(1, cardinality(${buckets})) AS at`
  // Limited before the join: each series has all parts of the calendar.
  const filled = `SELECT * FROM (${of}) s CROSS JOIN (${places}) p LIMIT ${most + 1}`
  return `SELECT ${[...names, 'f.others', ...values].join(', ')} FROM (${filled}) f LEFT JOIN v ON ${same.join(' AND ')}`
}
