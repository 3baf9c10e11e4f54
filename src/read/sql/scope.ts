/** The rows of one table in a statement: its columns in use, the joined tables, and the selected cells. */
import type { Model } from '../../schema/model.ts'
import { Cells } from './cells.ts'
import { cellSql, columnSql, ofStore, tableName } from './tables.ts'

/** A join: the column `to` of this table equals the column `from` of the other. */
type Join = { model: Model; from: string; to: string }

/** A joined table: its alias, the alias of the table it is joined to, and the relation's name. */
export type Joined = Join & { readonly alias: string; readonly of: string; readonly name: string }

/** Generates the aliases of a statement's tables. */
export type TableNames = { tables: number }

export class Scope extends Cells {
  readonly alias: string
  readonly model: Model
  private readonly names: TableNames
  /** The columns in use of each table. */
  private readonly used = new Map<string, Set<string>>()
  private readonly places = new Map<string, number>()
  private readonly joined = new Map<string, Joined>()
  /** The SQL of the joins, once it is written. */
  private written: string | undefined

  constructor(names: TableNames, model: Model) {
    super()
    this.names = names
    this.model = model
    this.alias = this.nextAlias()
  }

  /** The SQL of a column, which is marked as used. */
  sql(alias: string, name: string): string {
    const used = this.used.get(alias)
    if (used) used.add(name)
    else this.used.set(alias, new Set([name]))
    return columnSql(alias, name)
  }

  /** The columns in use of the scope's own table, and those given. */
  columnsWith(names: readonly string[]): string[] {
    return [...new Set([...(this.used.get(this.alias) ?? []), ...names])].map((name) => columnSql(this.alias, name))
  }

  /** The columns in use of a joined table, and its id. */
  columnsOf(alias: string): string[] {
    return [...new Set(['id', ...(this.used.get(alias) ?? [])])]
  }

  /** Selects a raw column for JavaScript; returns the index of its cell. */
  column(alias: string, model: Model, name: string): number {
    this.sql(alias, name)
    const sql = cellSql(model, alias, name)
    const place = this.places.get(sql) ?? this.cell(sql)
    this.places.set(sql, place)
    return place
  }

  /** Selects a column of the statement's store; returns the index of its cell. */
  ofStore(model: Model, name: string): number {
    const alias = 'store'
    const sql = `(SELECT ${cellSql(model, alias, name)} FROM ${tableName(model)} ${alias} WHERE ${ofStore(model, alias)})`
    const place = this.places.get(sql) ?? this.cell(sql)
    this.places.set(sql, place)
    return place
  }

  /** Joins the one row of a relation, once; returns its alias. */
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

  /** The join of a relation of the scope's own table, if anything uses it. */
  joinOf(relation: string): Joined | undefined {
    return this.joined.get(`${this.alias}.${relation}`)
  }

  /** A joined table with its join condition, under another alias. */
  joinedAs({ model, from, to, of }: Joined, name: string): string {
    return `${tableName(model)} ${name} ON ${ofStore(model, name)} AND ${columnSql(name, to)} = ${columnSql(of, from)}`
  }

  /** The SQL of the joins, which follows the table's name. */
  get joins(): string {
    this.written ??= this.joinsWith(() => undefined)
    return this.written
  }

  /** The SQL of the joins, some of them replaced. */
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

/** The scope of a standalone statement, whose aliases are deterministic: equal selections produce equal text. */
export function scopeOfStatement(names: TableNames, model: Model): Scope {
  names.tables = 0
  return new Scope(names, model)
}
