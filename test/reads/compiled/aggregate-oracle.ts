/** The slow answer to an aggregate: rows in memory, grouped and added one by one, with the calendar of Temporal. */
import { Temporal } from 'temporal-polyfill'
import type { Column } from '../../../src/schema/model.ts'
import type { Link, Resource } from '../../../src/schema/registry.ts'
import { enumValues } from '../../support/described.ts'
import { compareValues } from './holds.ts'
import { metadataOf } from './metadata-values.ts'
import type { Row, Rows } from './rows.ts'

export type AskedColumn = { name: string; column: Column; link?: Link }
export type AskedMeasure =
  | { of: 'count' }
  | { of: 'countDistinct'; column: AskedColumn }
  | { of: 'sum' | 'avg' | 'min' | 'max'; column: AskedColumn }
export type AskedKey =
  | AskedColumn
  | { time: AskedColumn; bucket: 'week' | 'month' | 'year' | 'quarter' | 'day'; fill: boolean }
  | { metadata: string }

export type AskedAggregate = {
  resource: Resource
  zone: string
  measures: readonly AskedMeasure[]
  keys: readonly AskedKey[]
  period?: { column: AskedColumn; from: string; to: string; compareTo?: 'previous_period' | 'previous_year' }
  top?: { n: number; by: AskedMeasure }
  order?: { measure: number; isDescending: boolean }
}

/** The value of a group's key: of a part of the calendar its number among all of the period, and its start. */
type KeyValue = { value: unknown; start?: Temporal.ZonedDateTime; isOthers?: true }
type Group = { keys: KeyValue[]; now: Row[]; before: Row[] }

export type ExpectedGroup = {
  key: { value: unknown; start: string | null; isOthers: boolean }[]
  values: unknown[]
  previous: unknown[] | null
}

const units = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 }, quarter: { months: 3 }, year: { years: 1 } } as const

/** Rounds a fraction half away from zero. */
const rounded = (numerator: bigint, denominator: bigint): bigint => {
  const twice = 2n * (numerator < 0n ? -numerator : numerator) + denominator
  const size = twice / (2n * denominator)
  return numerator < 0n ? -size : size
}

export function aggregateOver(
  rows: Rows,
  { resource, zone, measures, keys, period, top, order }: AskedAggregate,
  all: readonly Row[],
) {
  const valueFor = (row: Row, { column, link }: AskedColumn): unknown => {
    const owner = link ? rows.related(resource.model.name, row, link.path[0])[0] : row
    const value = owner ? rows.valueIn(link ? link.target.model.name : resource.model.name, owner, column) : null
    return value ?? null
  }
  const startOf = (time: Temporal.ZonedDateTime, bucket: keyof typeof units): Temporal.ZonedDateTime => {
    const day = time.toPlainDate()
    const first =
      bucket === 'day'
        ? day
        : bucket === 'week'
          ? day.subtract({ days: day.dayOfWeek - 1 })
          : bucket === 'year'
            ? day.with({ month: 1, day: 1 })
            : bucket === 'quarter'
              ? day.with({ month: day.month - ((day.month - 1) % 3), day: 1 })
              : day.with({ day: 1 })
    return first.toZonedDateTime(zone)
  }
  const zoned = (time: Date) => Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(zone)
  const day = (text: string) => Temporal.PlainDate.from(text)
  const [from, to] = period ? [day(period.from), day(period.to)] : []
  const shift =
    period?.compareTo === 'previous_year'
      ? { years: 1 }
      : from && to
        ? (() => {
            const whole = from.until(to, { largestUnit: 'month' })
            return whole.days === 0 ? { months: whole.months } : { days: from.until(to, { largestUnit: 'day' }).days }
          })()
        : {}
  const within = (row: Row, [lo, hi]: readonly [Temporal.PlainDate, Temporal.PlainDate]): boolean => {
    const time = period && (valueFor(row, period.column) as Date | null)
    if (!time) return false
    const at = zoned(time).toInstant()
    const [start, end] = [lo, hi].map((each) => each.toZonedDateTime(zone).toInstant()) as [Temporal.Instant, Temporal.Instant]
    return Temporal.Instant.compare(at, start) >= 0 && Temporal.Instant.compare(at, end) < 0
  }
  const isNow = (row: Row) => !from || !to || within(row, [from, to])
  const isBefore = (row: Row) =>
    Boolean(period?.compareTo && from && to && within(row, [from.subtract(shift), to.subtract(shift)]))

  /** The starts of all parts of the calendar from one day on. */
  const partsOf = (first: Temporal.PlainDate, end: Temporal.PlainDate, bucket: keyof typeof units): Temporal.ZonedDateTime[] => {
    const starts: Temporal.ZonedDateTime[] = []
    for (
      let at = startOf(first.toZonedDateTime(zone), bucket).toPlainDate();
      Temporal.PlainDate.compare(at, end) < 0;
      at = at.add(units[bucket])
    ) {
      starts.push(at.toZonedDateTime(zone))
    }
    return starts
  }
  const time = keys.find((key) => 'time' in key)
  const nowParts = time && from && to ? partsOf(from, to, time.bucket) : undefined

  const keyIn = (row: Row, key: AskedKey, isEarlier: boolean): KeyValue => {
    if ('metadata' in key) {
      const [record] = rows.related(resource.model.name, row, 'metadata')
      return { value: (record && metadataOf(record).get(key.metadata)?.spelling) ?? null }
    }
    if (!('time' in key)) return { value: valueFor(row, key) }
    const value = valueFor(row, key.time) as Date | null
    if (!value) return { value: null }
    let start = startOf(zoned(value), key.bucket)
    if (isEarlier && nowParts && from && to) {
      const parts = partsOf(from.subtract(shift), to.subtract(shift), key.bucket)
      const place = parts.findIndex((each) => each.equals(start))
      // Parts that the earlier period has more of belong to the last.
      start = nowParts[Math.min(place, nowParts.length - 1)] ?? start
    }
    // Years before the first have no ISO form.
    if (start.toPlainDate().year === 1 && start.epochMilliseconds < firstTime) start = firstOfAll.toZonedDateTimeISO(zone)
    return { value: spelled(start.toPlainDate()), start }
  }
  const text = (value: unknown): string =>
    value === null ? 'null' : value instanceof Date ? `t${value.getTime()}` : `${typeof value} ${value}`

  const now = all.filter(isNow)
  const before = all.filter(isBefore)
  const measured = (measure: AskedMeasure, group: readonly Row[]): unknown => {
    if (measure.of === 'count') return group.length
    const values = group.map((row) => valueFor(row, measure.column)).filter((value) => value !== null)
    if (measure.of === 'countDistinct') return new Set(values.map(text)).size
    const { kind } = measure.column.column
    if (measure.of === 'min' || measure.of === 'max') {
      if (values.length === 0) return null
      const best = values.reduce((one, other) => (compareValues(one, other) < 0 === (measure.of === 'min') ? one : other))
      return best
    }
    const sum = values.reduce<bigint>((total, value) => total + BigInt(value as number), 0n)
    if (measure.of === 'sum') return sum
    if (values.length === 0) return null
    const count = BigInt(values.length)
    if (kind === 'amount') return rounded(sum, count)
    return Number(rounded(sum * 1_000_000n, count)) / 1_000_000
  }

  const groups = new Map<string, Group>()
  const put = (row: Row, isEarlier: boolean, keyValues: KeyValue[]) => {
    const name = keyValues.map(({ value, isOthers }) => (isOthers ? 'others' : text(value))).join('\u0000')
    const group = groups.get(name) ?? { keys: keyValues, now: [], before: [] }
    groups.set(name, group)
    group[isEarlier ? 'before' : 'now'].push(row)
  }
  const series = keys.map((key, place) => ({ key, place })).filter(({ key }) => !('time' in key))
  const seriesOf = (values: KeyValue[]): string => series.map(({ place }) => text(values[place]?.value)).join('\u0000')
  const kept = top && topSeries()

  function topSeries(): Set<string> {
    const found = new Map<string, { rows: Row[]; keys: KeyValue[] }>()
    for (const row of now) {
      const values = keys.map((key) => keyIn(row, key, false))
      const each = found.get(seriesOf(values)) ?? { rows: [], keys: values }
      found.set(seriesOf(values), each)
      each.rows.push(row)
    }
    const by = (top as NonNullable<typeof top>).by
    const ranked = [...found]
      .map(([name, each]) => ({ name, keys: each.keys, value: measured(by, each.rows) }))
      .sort(
        (one, other) =>
          nullsLast(one.value, other.value, true) ||
          series.reduce((way, { key, place }) => way || compareKeys(key, one.keys[place]?.value, other.keys[place]?.value), 0),
      )
    return new Set(ranked.slice(0, top?.n).map(({ name }) => name))
  }

  const withOthers = (values: KeyValue[]): KeyValue[] =>
    !kept || kept.has(seriesOf(values))
      ? values
      : values.map((value, place) => (series.some((each) => each.place === place) ? { value: null, isOthers: true } : value))
  for (const row of now) put(row, false, withOthers(keys.map((key) => keyIn(row, key, false))))
  for (const row of before) put(row, true, withOthers(keys.map((key) => keyIn(row, key, true))))
  if (keys.length === 0 && groups.size === 0) groups.set('', { keys: [], now: [], before: [] })
  if (time?.fill && nowParts) fill(nowParts)

  function fill(parts: Temporal.ZonedDateTime[]): void {
    const place = keys.findIndex((key) => 'time' in key)
    const lines =
      series.length > 0 ? [...groups.values()].map(({ keys: values }) => values) : [keys.map(() => ({ value: null }) as KeyValue)]
    for (const line of lines)
      for (const start of parts) {
        const values = line.with(place, { value: spelled(start.toPlainDate()), start })
        const name = values.map(({ value, isOthers }) => (isOthers ? 'others' : text(value))).join('\u0000')
        if (!groups.has(name)) groups.set(name, { keys: values, now: [], before: [] })
      }
  }

  /** Whether a column has an enum's values in the database, which have their order. */
  function isEnum({ column: { source, through }, link }: AskedColumn): boolean {
    const model = link ? link.target.model : resource.model
    const owner = through === undefined ? model : model.relations.get(through)?.model
    return owner?.columns.get(source)?.kind === 'enum'
  }

  const timeOf = ({ start }: KeyValue): number | null => start?.epochMilliseconds ?? null

  function compareKeys(key: AskedKey, one: unknown, other: unknown): number {
    if (!('metadata' in key) && !('time' in key) && isEnum(key)) {
      const places = enumValues(key.column.enumName ?? '')
      return nullsLast(
        one === null ? null : places.indexOf(one as string),
        other === null ? null : places.indexOf(other as string),
      )
    }
    return nullsLast(one, other)
  }

  const valuesOf = (of: readonly Row[]) => measures.map((measure) => measured(measure, of))
  const found = [...groups.values()].map((group) => ({ ...group, values: valuesOf(group.now) }))
  const firstSeries = series[0]?.place
  found.sort((one, other) => {
    const othersOf = ({ keys: values }: Group) => Number(values.some(({ isOthers }) => isOthers ?? false))
    if (order && othersOf(one) !== othersOf(other)) return othersOf(one) - othersOf(other)
    const byMeasure = order ? nullsLast(one.values[order.measure], other.values[order.measure], order.isDescending) : 0
    if (byMeasure !== 0) return byMeasure
    for (const [place, key] of keys.entries()) {
      if (place === firstSeries) {
        const way = Number(one.keys[place]?.isOthers ?? false) - Number(other.keys[place]?.isOthers ?? false)
        if (way !== 0) return way
      }
      const [a, b] = [one, other].map((each) => each.keys[place] as KeyValue) as [KeyValue, KeyValue]
      const way = 'time' in key ? nullsLast(timeOf(a), timeOf(b)) : compareKeys(key, a.value, b.value)
      if (way !== 0) return way
    }
    return 0
  })
  return {
    total: { values: valuesOf(now), previous: period?.compareTo ? valuesOf(before) : null },
    groups: found.map(
      ({ keys: values, values: measured, before: earlier }): ExpectedGroup => ({
        key: values.map(({ value, start, isOthers = false }) => ({
          value,
          start: start ? spelled(start.toInstant()) : null,
          isOthers,
        })),
        values: measured,
        previous: period?.compareTo ? valuesOf(earlier) : null,
      }),
    ),
  }
}

const firstOfAll = Temporal.Instant.from('0001-01-01T00:00:00Z')
const firstTime = firstOfAll.epochMilliseconds

/** PostgreSQL writes years beyond 9999 without a sign, and without zeros before them. */
const spelled = (time: object): string => String(time).replace(/^\+0/, '')

/** Orders values with nulls last, also where the order is descending. */
function nullsLast(one: unknown, other: unknown, isDescending = false): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return (isDescending ? -1 : 1) * compareValues(one, other)
}
