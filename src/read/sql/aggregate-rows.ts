/** The rows that an aggregate computes from: the columns that it takes of them, the relations that these lead to, and their period. */
import type { GroupColumn } from '../../schema/group-columns.ts'
import { type Model, relationOf } from '../../schema/model.ts'
import type { Keyed, Link } from '../../schema/registry.ts'
import { snakeCase } from '../../values/text.ts'
import type { PeriodRead, TimeSpan } from '../filter/group-arguments.ts'
import { all } from './condition.ts'
import { literal } from './json.ts'
import type { Statement } from './statement.ts'
import { columnSql, ofStore, sourceSql, tableName } from './tables.ts'

/** The most parts of the calendar that a period is divided into. */
export const maxBuckets = 10_000

/** The table of the rows, under its alias, in a statement that is being written. */
export type AggregateTable = {
  model: Model
  alias: string
  statement: Statement
  /** Writes the FROM clause and the condition of the rows. */
  found: () => { from: string; where: string }
}

// Years before the first have no ISO form, and no row has such a time.
const firstTime = "timestamptz '0001-01-01 00:00:00Z'"
const firstMoment = Date.parse('0001-01-01T00:00:00Z')

/** The starts of the parts of the calendar from one local time to another, one more than there may be. */
export const bucketsSql = (bucket: string, from: string, to: string, zone: string, end: '<' | '<='): string => {
  const step = literal(bucket === 'quarter' ? '3 months' : `1 ${bucket}`)
  const series = `SELECT generate_series(date_trunc(${literal(bucket)}, ${from}), ${to}, ${step}::interval) AS at LIMIT ${maxBuckets + 1}`
  const start = `greatest(s.at AT TIME ZONE ${zone}, ${firstTime})`
  return `ARRAY(SELECT ${start} FROM (${series}) s WHERE s.at ${end} ${to} ORDER BY 1)`
}

/** The SQL of a moment that we have computed: a literal, by which the planner knows how many rows there are. */
const momentSql = (time: Date): string => `to_timestamp(${Math.max(time.getTime(), firstMoment) / 1_000})`

/** The SQL of the starts of the parts of the calendar in a period. */
export function bucketsOfSpan(bucket: string, { from, to }: TimeSpan, zone: string): string {
  const [first, end] = [from, to].map((time) => `${momentSql(time)} AT TIME ZONE ${zone}`) as [string, string]
  return bucketsSql(bucket, first, end, zone, '<')
}

export class AggregateRows {
  private readonly table: AggregateTable
  private readonly period: PeriodRead | undefined
  private readonly joins = new Map<string, { alias: string; sql: string }>()
  private readonly names = new Map<string, string>()
  /** The time of the period, where rows are grouped by it. */
  private time: string | undefined

  constructor(table: AggregateTable, period: PeriodRead | undefined) {
    this.table = table
    this.period = period
  }

  /** Selects a column; returns its name in the rows. */
  column({ column, link }: Pick<GroupColumn, 'column' | 'link'>): string {
    const { model, alias } = this.table
    if (!link) return this.select(sourceSql(model, alias, column))
    const joined = this.joinOf(model, link)
    const value = sourceSql(link.target.model, joined, column)
    // A flag is false where its column is null, and missing where there is no record.
    const isThere = `${columnSql(joined, relationOf(model, link.path[0]).to)} IS NOT NULL`
    return this.select(column.isSet && !link.required ? `CASE WHEN ${isThere} THEN ${value} END` : value)
  }

  /** Selects the value of a free-form key, as text; returns its name in the rows. */
  keyed(key: string, { target }: Link): string {
    const { model, alias, statement } = this.table
    const { entries, path, owner } = target.keyed as Keyed
    const { model: entry, to } = relationOf(target.model, entries)
    const name = `${alias}k${this.joins.size}`
    const on = all([
      ofStore(entry, name),
      `${columnSql(name, to)} = ${columnSql(alias, 'id')}`,
      `${columnSql(name, owner)} = ${literal(snakeCase(model.name))}`,
      `${columnSql(name, path)} = ${statement.bind(key)}`,
    ])
    this.joins.set(`key ${this.joins.size}`, { alias: name, sql: ` LEFT JOIN ${tableName(entry)} ${name} ON ${on}` })
    return this.select(columnSql(name, 'text'))
  }

  /**
   * Selects the number of the part of the calendar that the time of the period lies in. Parts are compared in their order; those that the
   * earlier period has more of belong to the last.
   */
  bucketOfPeriod(column: GroupColumn): string {
    const { model, alias } = this.table
    this.time = sourceSql(model, alias, column.column)
    return 'bucket'
  }

  /** The SQL of the rows: those of the period, and of the one before. */
  sql(): string {
    const { period } = this
    if (!period?.before) return this.rowsOf(period, '')
    return `${this.rowsOf(period, 'TRUE AS is_now')} UNION ALL ${this.rowsOf({ ...period, ...period.before }, 'FALSE AS is_now')}`
  }

  private rowsOf(period: PeriodRead | undefined, flag: string): string {
    const { table } = this
    const { from, where } = table.found()
    const bucket = `width_bucket(${this.time}, (SELECT ${flag.startsWith('FALSE') ? 'earlier' : 'buckets'} FROM b))`
    const selected = [
      ...[...this.names].map(([sql, name]) => `${sql} AS ${name}`),
      ...(this.time === undefined
        ? []
        : [`${flag === '' ? bucket : `least(${bucket}, (SELECT cardinality(buckets) FROM b))`} AS bucket`]),
      ...(flag === '' ? [] : [flag]),
    ]
    const joins = [...this.joins.values()].map(({ sql }) => sql).join('')
    const time = period && sourceSql(table.model, table.alias, period.column)
    const within = period ? [`${time} >= ${momentSql(period.from)}`, `${time} < ${momentSql(period.to)}`] : []
    return `SELECT ${selected.join(', ')} FROM ${from}${joins} WHERE ${all([where, ...within])}`
  }

  private select(sql: string): string {
    const known = this.names.get(sql)
    if (known) return known
    const name = `c${this.names.size}`
    this.names.set(sql, name)
    return name
  }

  private joinOf(model: Model, link: Link): string {
    const known = this.joins.get(link.name)
    if (known) return known.alias
    const { alias } = this.table
    const { model: target, from, to } = relationOf(model, link.path[0])
    const name = `${alias}j${this.joins.size}`
    const on = `${ofStore(target, name)} AND ${columnSql(name, to)} = ${columnSql(alias, from)}`
    this.joins.set(link.name, { alias: name, sql: ` LEFT JOIN ${tableName(target)} ${name} ON ${on}` })
    return name
  }
}
