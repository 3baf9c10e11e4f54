/** What a statement reads of one table's rows: the cells that a selection needs, the tables joined for them, and lists. */
import type { ModelName } from '../model.ts'
import type { Planning, Reading } from './reading.ts'
import type { Statement } from './statement.ts'
import { cellSql, columnSql, ofStore, tableName } from './tables.ts'

/** A row as it was read: its cells, and the rows of its lists, each as JSON has it. */
export type Row = { cells: readonly (string | null)[]; lists: readonly (readonly unknown[])[] }

/** A part of a statement's text, or what makes it for a request. */
export type Sql = string | ((statement: Statement, reading: Reading) => string)

/** How a table is reached from another: its column `to` has the value of the other's column `from`. */
type Join = { model: ModelName; from: string; to: string }

export class Scope {
  readonly alias: string
  readonly model: ModelName
  private readonly planning: Planning
  private readonly cells: Sql[] = []
  private readonly places = new Map<string, number>()
  private readonly joined = new Map<string, string>()
  private readonly lists: Sql[] = []
  private joins = ''

  constructor(planning: Planning, model: ModelName) {
    this.planning = planning
    this.model = model
    this.alias = this.nextAlias()
  }

  /** Has a column read and answers the place of its cell. */
  column(alias: string, model: ModelName, name: string): number {
    const sql = cellSql(model, alias, name)
    const place = this.places.get(sql) ?? this.cell(sql)
    this.places.set(sql, place)
    return place
  }

  /** Has something read and answers the place of its cell. */
  cell(sql: Sql): number {
    return this.cells.push(sql) - 1
  }

  /** Has a list read and answers its place among the lists. */
  list(sql: Sql): number {
    return this.lists.push(sql) - 1
  }

  /** Joins the one row that a relation leads to, once, and answers what it is called. */
  join(alias: string, name: string, { model, from, to }: Join): string {
    const key = `${alias}.${name}`
    const known = this.joined.get(key)
    if (known) return known
    const joined = this.nextAlias()
    this.joined.set(key, joined)
    const condition = `${ofStore(model, joined)} AND ${columnSql(joined, to)} = ${columnSql(alias, from)}`
    this.joins += ` LEFT JOIN ${tableName(model)} ${joined} ON ${condition}`
    return joined
  }

  /** Whether its rows are more than those of one table. */
  get isJoined(): boolean {
    return this.joins !== '' || this.lists.length > 0
  }

  /** How many cells it has of its own. */
  get width(): number {
    return this.cells.length
  }

  /** The joins, as they follow the table. */
  get from(): string {
    return this.joins
  }

  /** What a statement selects of each row; `further` cells come behind the scope's own. */
  columns(statement: Statement, reading: Reading, further: readonly string[] = []): string {
    const columns = [...this.cellsIn(statement, reading), ...further, ...this.listsIn(statement, reading)]
    return columns.length > 0 ? columns.join(', ') : '1'
  }

  /** A row that a statement has answered. */
  row(columns: readonly (string | null)[]): Row {
    if (this.lists.length === 0) return { cells: columns, lists: noLists }
    return { cells: columns, lists: columns.slice(-this.lists.length).map((text) => JSON.parse(text ?? '[]')) }
  }

  /** A row inside a list, as JSON: its cells; where it has lists itself, an array of its cells and one of each list. */
  json(statement: Statement, reading: Reading, further: readonly string[] = []): string {
    const cells = [...this.cellsIn(statement, reading), ...further].map((cell) => `${cell}::text`)
    const array = `to_json(ARRAY[${cells.join(', ')}]::text[])::text`
    if (this.lists.length === 0) return array
    return `'[' || ${[array, ...this.listsIn(statement, reading)].join(" || ',' || ")} || ']'`
  }

  /** A row inside a list, from its JSON. */
  nested(json: unknown): Row {
    if (this.lists.length === 0) return { cells: json as Row['cells'], lists: noLists }
    const [cells, ...lists] = json as [Row['cells'], ...Row['lists']]
    return { cells, lists }
  }

  private cellsIn(statement: Statement, reading: Reading): string[] {
    return this.cells.map((sql) => textOf(sql, statement, reading))
  }

  private listsIn(statement: Statement, reading: Reading): string[] {
    return this.lists.map((sql) => textOf(sql, statement, reading))
  }

  private nextAlias(): string {
    const { tables } = this.planning
    this.planning.tables += 1
    return `t${tables}`
  }
}

const noLists: Row['lists'] = []

const textOf = (sql: Sql, statement: Statement, reading: Reading): string =>
  typeof sql === 'string' ? sql : sql(statement, reading)
