/** The selection of a row: cells, most of them JSON that the database has written, and the lists that JavaScript completes. */
import type { Reading, StatementInput } from '../request.ts'
import { assertComplete } from './answer-limit.ts'
import type { Statement } from './statement.ts'

/** A row as it was read: its cells, and the rows of its lists, each as input of `Cells.nested`. */
export type Row = { cells: readonly (string | null)[]; lists: readonly (readonly unknown[])[] }

/** SQL text, or the function that writes it for a request. */
export type Sql = string | ((statement: Statement, request: StatementInput) => string)

export const sqlOf = (sql: Sql, statement: Statement, request: StatementInput): string =>
  typeof sql === 'string' ? sql : sql(statement, request)

export class Cells {
  private readonly cells: Sql[] = []
  private readonly lists: Sql[] = []

  /** Selects an expression; returns the index of its cell. */
  cell(sql: Sql): number {
    return this.cells.push(sql) - 1
  }

  /** Selects a list as JSON of its rows; returns its index among the lists. */
  list(sql: Sql): number {
    return this.lists.push(sql) - 1
  }

  /** The number of columns. */
  get width(): number {
    return this.cells.length + this.lists.length
  }

  /** Whether nothing is selected. */
  get isEmpty(): boolean {
    return this.width === 0
  }

  /** The columns that a statement selects of each row. */
  columns(statement: Statement, request: StatementInput): string[] {
    const columns: string[] = []
    for (const sql of this.cells) columns.push(sqlOf(sql, statement, request))
    for (const sql of this.lists) columns.push(sqlOf(sql, statement, request))
    return columns
  }

  /** A row from a statement's columns. */
  row(columns: readonly (string | null)[], { context }: Reading): Row {
    if (this.lists.length === 0) return { cells: columns, lists: noLists }
    // Further columns may belong to wider pages of the statement.
    const first = this.cells.length
    const lists = columns.slice(first, first + this.lists.length)
    return { cells: columns, lists: lists.map((text) => JSON.parse(assertComplete(text ?? '[]', context))) }
  }

  /** A row inside a list, as JSON: its cells; with lists of its own, an array of its cells and one of each list. */
  json(statement: Statement, request: StatementInput): string {
    const cells = this.cells.map((sql) => `${sqlOf(sql, statement, request)}::text`)
    const array = `to_json(ARRAY[${cells.join(', ')}]::text[])::text`
    if (this.lists.length === 0) return array
    return `'[' || ${[array, ...this.lists.map((sql) => sqlOf(sql, statement, request))].join(" || ',' || ")} || ']'`
  }

  /** Parses a row inside a list. */
  nested(json: unknown): Row {
    if (this.lists.length === 0) return { cells: json as Row['cells'], lists: noLists }
    const [cells, ...lists] = json as [Row['cells'], ...Row['lists']]
    return { cells, lists }
  }
}

const noLists: Row['lists'] = []
