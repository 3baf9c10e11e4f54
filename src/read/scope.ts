/** The rows of one table in a statement: the columns that anything is made of, the tables joined to them, and what is read. */
import type { Model } from '../schema/model.ts'
import { Cells } from './cells.ts'
import type { Planning } from './planning.ts'
import { cellSql, columnSql, ofStore, tableName } from './tables.ts'

/** How a table is reached from another: its column `to` has the value of the other's column `from`. */
type Join = { model: Model; from: string; to: string }

/** A table that is joined: what it is called, and from which other it is reached by which relation. */
export type Joined = Join & { readonly alias: string; readonly of: string; readonly name: string }

/** What gives the tables of a statement their names. */
export type TableNames = Pick<Planning, 'tables'>

/** Where a record is read: the table of its model, as the scope calls it. */
export type RecordTable = { planning: Planning; scope: Scope; alias: string; model: Model }

export class Scope extends Cells {
  readonly alias: string
  readonly model: Model
  private readonly names: TableNames
  /** Those columns of each table that anything is made of. */
  private readonly used = new Map<string, Set<string>>()
  private readonly places = new Map<string, number>()
  private readonly joined = new Map<string, Joined>()
  /** The joins, once they were written. */
  private written: string | undefined

  constructor(names: TableNames, model: Model) {
    super()
    this.names = names
    this.model = model
    this.alias = this.nextAlias()
  }

  /** A column of one of its tables, in SQL. */
  sql(alias: string, name: string): string {
    const used = this.used.get(alias)
    if (used) used.add(name)
    else this.used.set(alias, new Set([name]))
    return columnSql(alias, name)
  }

  /** The columns of its own table that anything is made of, and some that are needed anyway. */
  columnsWith(names: readonly string[]): string[] {
    return [...new Set([...(this.used.get(this.alias) ?? []), ...names])].map((name) => columnSql(this.alias, name))
  }

  /** The columns of a joined table that anything is made of, and its id. */
  columnsOf(alias: string): string[] {
    return [...new Set(['id', ...(this.used.get(alias) ?? [])])]
  }

  /** Has a column read as it is, for JavaScript to compute with, and answers the place of its cell. */
  column(alias: string, model: Model, name: string): number {
    this.sql(alias, name)
    const sql = cellSql(model, alias, name)
    const place = this.places.get(sql) ?? this.cell(sql)
    this.places.set(sql, place)
    return place
  }

  /** Has a column of the store read that the statement is about, and answers the place of its cell. */
  ofStore(model: Model, name: string): number {
    const alias = 'store'
    const sql = `(SELECT ${cellSql(model, alias, name)} FROM ${tableName(model)} ${alias} WHERE ${ofStore(model, alias)})`
    const place = this.places.get(sql) ?? this.cell(sql)
    this.places.set(sql, place)
    return place
  }

  /** Joins the one row that a relation leads to, once, and answers what it is called. */
  join(alias: string, name: string, { model, from, to }: Join): string {
    const key = `${alias}.${name}`
    const known = this.joined.get(key)
    if (known) return known.alias
    const joined = { model, from, to, name, of: alias, alias: this.nextAlias() }
    this.sql(alias, from)
    this.joined.set(key, joined)
    this.written = undefined
    return joined.alias
  }

  /** The join of what a relation of its own table leads to, if anything is made of that. */
  joinOf(relation: string): Joined | undefined {
    return this.joined.get(`${this.alias}.${relation}`)
  }

  /** A joined table and what joins it, by another name than its own. */
  joinedAs({ model, from, to, of }: Joined, name: string): string {
    return `${tableName(model)} ${name} ON ${ofStore(model, name)} AND ${columnSql(name, to)} = ${columnSql(of, from)}`
  }

  /** The joins, as they follow the table. */
  get joins(): string {
    this.written ??= this.joinsWith(() => undefined)
    return this.written
  }

  /** The joins, some of them written otherwise. */
  joinsWith(otherwise: (joined: Joined) => string | undefined): string {
    const written = [...this.joined.values()].map((each) => otherwise(each) ?? ` LEFT JOIN ${this.joinedAs(each, each.alias)}`)
    return written.join('')
  }

  private nextAlias(): string {
    const { tables } = this.names
    this.names.tables += 1
    return `t${tables}`
  }
}

/** The scope of a statement of its own: what is asked for alike is called alike, by whatever name it is asked for. */
export function scopeOfStatement(names: TableNames, model: Model): Scope {
  names.tables = 0
  return new Scope(names, model)
}
