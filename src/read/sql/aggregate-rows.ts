/** The rows that an aggregate computes from: the columns that it takes of them, the relations that these lead to, and their period. */
import type { GroupColumn } from '../../schema/group-columns.ts'
import { type Model, relationOf } from '../../schema/model.ts'
import type { StoreZone } from '../../schema/reads.ts'
import type { Keyed, Link } from '../../schema/registry.ts'
import { snakeCase } from '../../values/text.ts'
import type { PeriodBound, PeriodRead } from '../filter/group-arguments.ts'
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
  zone: StoreZone
  statement: Statement
  /** Writes the FROM clause and the condition of the rows. */
  found: () => { from: string; where: string }
}

/** The SQL of a time zone: one that is given, the store's, or UTC. */
export function zoneSql({ statement, zone }: Pick<AggregateTable, 'statement' | 'zone'>, given: string | undefined): string {
  if (given !== undefined) return `${statement.bind(given)}::text`
  if (!zone) return "'UTC'"
  return `(SELECT ${columnSql('store', zone.column)} FROM ${tableName(zone.model)} store WHERE ${ofStore(zone.model, 'store')})`
}

// Years before the first have no ISO form.
const firstTime = "timestamptz '0001-01-01 00:00:00Z'"

/** The starts of the parts of the calendar from one local time to another, one more than there may be. */
export const bucketsSql = (bucket: string, from: string, to: string, zone: string, end: '<' | '<='): string => {
  const step = literal(bucket === 'quarter' ? '3 months' : `1 ${bucket}`)
  const series = `SELECT generate_series(date_trunc(${literal(bucket)}, ${from}), ${to}, ${step}::interval) AS at LIMIT ${maxBuckets + 1}`
  const start = `greatest(s.at AT TIME ZONE ${zone}, ${firstTime})`
  return `ARRAY(SELECT ${start} FROM (${series}) s WHERE s.at ${end} ${to} ORDER BY 1)`
}

/**
 * The table `p` of a period, one row, and of the one that it is compared with, another: `is_now`, their bounds `lo` and `hi`, `buckets`,
 * the starts of the parts of the calendar in each, and how many parts the period has. Parts are compared in their order; those that the
 * earlier period has more of belong to the last.
 */
export function periodsSql(
  table: AggregateTable,
  { from, to, zone, shift }: PeriodRead,
  time?: { bucket: string; zone: string | undefined },
): string {
  const { statement } = table
  const local = zoneSql(table, zone)
  const bound = (each: PeriodBound) =>
    'time' in each
      ? `${statement.bind(each.time)}::timestamptz`
      : `(${statement.bind(each.day)}::timestamp AT TIME ZONE ${local})`
  const now = `SELECT TRUE AS is_now, ${bound(from)} AS lo, ${bound(to)} AS hi`
  const before = (name: string) =>
    shift === 'length'
      ? `${name} - (hi - lo)`
      : `((${name} AT TIME ZONE ${local}) - ${literal(shift?.interval ?? '')}::interval) AT TIME ZONE ${local}`
  const both = shift ? `WITH n AS (${now}) SELECT * FROM n UNION ALL SELECT FALSE, ${before('lo')}, ${before('hi')} FROM n` : now
  const inZone = time && zoneSql(table, time.zone)
  const buckets =
    time && inZone
      ? `, ${bucketsSql(time.bucket, `q.lo AT TIME ZONE ${inZone}`, `q.hi AT TIME ZONE ${inZone}`, inZone, '<')} AS buckets`
      : ''
  const each = `SELECT q.*${buckets} FROM (${both}) q`
  if (!shift || !buckets) return each
  return `WITH e AS (${each}) SELECT e.*, (SELECT cardinality(buckets) FROM e WHERE is_now) AS parts FROM e`
}

export class AggregateRows {
  private readonly table: AggregateTable
  private readonly period: PeriodRead | undefined
  private readonly joins = new Map<string, { alias: string; sql: string }>()
  private readonly names = new Map<string, string>()

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

  /** Selects the number of the part of the calendar that the time of the period lies in. */
  bucketOfPeriod(column: GroupColumn): string {
    const { model, alias } = this.table
    const bucket = `width_bucket(${sourceSql(model, alias, column.column)}, p.buckets)`
    return this.select(this.period?.shift ? `least(${bucket}, p.parts)` : bucket)
  }

  /** The SQL of the rows. */
  sql(): string {
    const { period, table } = this
    const { from, where } = table.found()
    const selected = [...this.names].map(([sql, name]) => `${sql} AS ${name}`)
    if (period?.shift) selected.push('p.is_now')
    const joins = [...this.joins.values()].map(({ sql }) => sql).join('')
    if (!period) return `SELECT ${selected.join(', ')} FROM ${from}${joins} WHERE ${where}`
    const time = sourceSql(table.model, table.alias, period.column)
    const within = all([where, `${time} >= p.lo`, `${time} < p.hi`])
    return `SELECT ${selected.join(', ')} FROM p CROSS JOIN ${from}${joins} WHERE ${within}`
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
