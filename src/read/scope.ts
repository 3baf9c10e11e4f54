/** The rows of one table in a statement: the columns that anything is made of, the tables joined to them, and what is read. */
import type { Model } from '../schema/model.ts'
import { Cells } from './cells.ts'
import type { Planning } from './reading.ts'
import { cellSql, columnSql, ofStore, tableName } from './tables.ts'

/** How a table is reached from another: its column `to` has the value of the other's column `from`. */
type Join = { model: Model; from: string; to: string }

export class Scope extends Cells {
  readonly alias: string
  readonly model: Model
  /** The joins, as they follow the table. */
  joins = ''
  private readonly planning: Planning
  /** Those columns of its own table that anything is made of. */
  private readonly used = new Set<string>()
  private readonly places = new Map<string, number>()
  private readonly joined = new Map<string, string>()

  constructor(planning: Planning, model: Model) {
    super()
    this.planning = planning
    this.model = model
    this.alias = this.nextAlias()
  }

  /** A column of one of its tables, in SQL. */
  sql(alias: string, name: string): string {
    if (alias === this.alias) this.used.add(name)
    return columnSql(alias, name)
  }

  /** The columns of its own table that anything is made of, and some that are needed anyway. */
  columnsWith(names: readonly string[]): string {
    return [...new Set([...this.used, ...names])].map((name) => columnSql(this.alias, name)).join(', ')
  }

  /** Has a column read as it is, for JavaScript to compute with, and answers the place of its cell. */
  column(alias: string, model: Model, name: string): number {
    this.sql(alias, name)
    const sql = cellSql(model, alias, name)
    const place = this.places.get(sql) ?? this.cell(sql)
    this.places.set(sql, place)
    return place
  }

  /** Joins the one row that a relation leads to, once, and answers what it is called. */
  join(alias: string, name: string, { model, from, to }: Join): string {
    const key = `${alias}.${name}`
    const known = this.joined.get(key)
    if (known) return known
    const joined = this.nextAlias()
    this.joined.set(key, joined)
    const condition = `${ofStore(model, joined)} AND ${columnSql(joined, to)} = ${this.sql(alias, from)}`
    this.joins += ` LEFT JOIN ${tableName(model)} ${joined} ON ${condition}`
    return joined
  }

  private nextAlias(): string {
    const { tables } = this.planning
    this.planning.tables += 1
    return `t${tables}`
  }
}
