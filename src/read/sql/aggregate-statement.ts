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

/** Writes the groups of rows. @param most groups that there may be. */
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
  const placeOf = (measure: Measure): string => `m${measures.push(measure) - 1}`
  const ordered = terms.map((term) =>
    'key' in term ? { ...term, name: keyName(term.key) } : { ...term, name: placeOf(term.by) },
  )
  const ofRow = keys.map((key) => {
    if ('freeKey' in key) return `r.${rows.keyed(key.freeKey, key.link)}`
    if ('column' in key) return `r.${rows.column(key.column)}`
    if (key.isOfPeriod) return `r.${rows.bucketOfPeriod(key.time)}`
    return `width_bucket(r.${rows.column(key.time)}, (SELECT buckets FROM b))`
  })
  const series = keys.map((key, place) => ({ key, place })).filter(({ key }) => !isTimeKey(key))
  const isSeries = (place: number) => series.some((each) => each.place === place)
  const tables: [string, string][] = []
  if (period && time?.isOfPeriod) {
    const buckets = `SELECT ${bucketsOfSpan(time.bucket, period, zone)} AS buckets`
    tables.push(['b', period.before ? `${buckets}, ${bucketsOfSpan(time.bucket, period.before, zone)} AS earlier` : buckets])
  }
  const grouped = ofRow.map(
    (sql, place) => `${top && isSeries(place) ? `CASE WHEN top.n IS NOT NULL THEN ${sql} END` : sql} AS ${keyName(place)}`,
  )
  const values = valueColumns(measures, rows, isCompared)
  const topOf = top && valueSql(top.by, rows, '')
  const ownBuckets = time && !time.isOfPeriod ? `r.${rows.column(time.time)}` : undefined
  const isShared = top !== undefined || ownBuckets !== undefined
  if (isShared) tables.push(['r', rows.sql()])
  if (time && ownBuckets) {
    const [first, last] = ['min', 'max'].map((of) => `${of}(${ownBuckets}) AT TIME ZONE ${zone}`)
    tables.push([
      'b',
      `SELECT ${bucketsSql(time.bucket, 'l.first', 'l.last', zone, '<=')} AS buckets FROM (SELECT ${first} AS first, ${last} AS last FROM r) l`,
    ])
  }
  if (top && topOf) {
    const names = series.map(({ place }) => keyName(place))
    const kept = series.map(({ place }) => `${ofRow[place]} AS ${keyName(place)}`).join(', ')
    const now = isCompared ? ' WHERE r.is_now' : ''
    const best = `SELECT ${kept}, ${topOf} AS v FROM r${now} GROUP BY ${names.map((_name, place) => place + 1).join(', ')}`
    tables.push([
      'top',
      `SELECT *, row_number() OVER () AS n FROM (${best} ORDER BY v DESC NULLS LAST, ${names.join(', ')} LIMIT ${top.n}) t`,
    ])
  }
  const ofTop = top
    ? ` LEFT JOIN top ON ${series.map(({ key, place }) => sameKey(key, ofRow[place] ?? '', `top.${keyName(place)}`)).join(' AND ')}`
    : ''
  const others = `${top ? 'top.n IS NULL' : 'FALSE'} AS others`
  const by = Array.from({ length: keys.length + (top ? 1 : 0) }, (_each, place) => place + 1)
  // Without a key all rows are one group, also where there is none.
  const groupBy = by.length > 0 ? ` GROUP BY ${by.join(', ')}` : ''
  tables.push([
    'v',
    `SELECT ${[...grouped, others, ...values].join(', ')} FROM ${isShared ? 'r' : `(${rows.sql()}) r`}${ofTop}${groupBy}`,
  ])
  const buckets = time && '(SELECT buckets FROM b)'
  const filled = time?.fill && buckets ? filledSql(keys, measures, isCompared, buckets) : 'SELECT * FROM v'
  const keyOrder = [...keys.keys()].filter((place) => !ordered.some((term) => 'key' in term && term.key === place))
  const order = [
    ...ordered.map(({ name, isDescending }) => `${name}${isDescending ? ' DESC NULLS LAST' : ''}`),
    // The others of a key come behind all its values.
    ...keyOrder.flatMap((place) => (place === series[0]?.place ? ['others', keyName(place)] : [keyName(place)])),
  ]
  tables.push([
    'o',
    `SELECT w.*, row_number() OVER (${order.length > 0 ? `ORDER BY ${order.join(', ')}` : ''}) AS n FROM (${filled}) w`,
  ])
  return {
    before: withSql(tables),
    page: `SELECT * FROM o WHERE n > ${offset} AND n <= ${offset + size}`,
    start: time && buckets ? `${buckets}[${valuesName}.${keyName(keys.indexOf(time))}]` : 'NULL::timestamptz',
    isTooMany: `(SELECT count(*) > ${most} FROM o)${buckets ? ` OR cardinality(${buckets}) > ${maxBuckets}` : ''}`,
    zone,
  }
}

/** Whether a value of no rows is 0, and not missing. */
const isNeverNull = (of: Measure['of']): boolean => of === 'count' || of === 'countDistinct' || of === 'sum'

/** The groups with one for each part of the calendar in each series; where there is but the time, in one series. */
function filledSql(keys: readonly KeyRead[], measures: readonly Measure[], isCompared: boolean, buckets: string): string {
  const series = [...keys.keys()].filter((place) => !isTimeKey(keys[place] as KeyRead)).map(keyName)
  const at = keyName(keys.findIndex(isTimeKey))
  const names = keys.map((_key, place) => (keyName(place) === at ? `f.at AS ${at}` : `s.${keyName(place)}`))
  const namesOf = (place: number) => (isCompared ? [`m${place}`, `p${place}`] : [`m${place}`])
  const values = measures.flatMap(({ of }, place) =>
    namesOf(place).map((name) => (isNeverNull(of) ? `coalesce(v.${name}, 0) AS ${name}` : `v.${name}`)),
  )
  const of = series.length > 0 ? `SELECT DISTINCT ${[...series, 'others'].join(', ')} FROM v` : 'SELECT FALSE AS others'
  const same = [`v.${at} = f.at`, 'v.others = s.others', ...series.map((name) => `v.${name} IS NOT DISTINCT FROM s.${name}`)]
  const places = `SELECT generate_series(1, cardinality(${buckets})) AS at`
  return `SELECT ${[...names, 's.others', ...values].join(', ')} FROM (${of}) s CROSS JOIN (${places}) f LEFT JOIN v ON ${same.join(' AND ')}`
}
