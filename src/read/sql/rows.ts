/** The rows of a list, and the aggregation of their texts into one. */

import type { TextRow } from '../../db/text-query.ts'
import type { StatementInput } from '../request.ts'
import { assertComplete, checkLength, joined, unlessTooLong } from './answer-limit.ts'
import { type Cells, type Sql, sqlOf } from './cells.ts'
import { type Container, jsonDocument } from './container.ts'
import {
  boundedBy,
  type FieldJson,
  isOfDatabase,
  type Json,
  jsonSql,
  literal,
  type WriteJson,
  weightOf,
  writerOf,
  writtenBy,
} from './json.ts'
import type { Scope } from './scope.ts'
import type { Statement } from './statement.ts'

/** The alias of a list's rows in a statement. */
export const rowsName = 'r'

/** The weight up to which rows are aggregated without a length check: some 64 MB, as much as a bounded text may have. */
export const unboundedWeight = 16_000

export class Rows {
  private readonly scope: Scope
  private readonly list: Cells
  private readonly shown: (request: StatementInput) => string
  /** The JSON expressions of each row. */
  private readonly texts: Sql[] = []
  /** The maximum weight of a row's texts. */
  private weight = 0
  /** The index, among the lists, of the one that JavaScript completes. */
  private at: number | undefined
  /** Of a page whose rows arrive one by one: the cell with the text of a row, and what separates two. */
  private one: { cell: number; separator: string } | undefined

  /**
   * @param scope the cells of each row.
   *
   * @param list the cells of the whole list.
   *
   * @param shown the filter of the aggregates, for the rows that are shown.
   */
  constructor(scope: Scope, list: Cells, shown: (request: StatementInput) => string = () => '') {
    this.scope = scope
    this.list = list
    this.shown = shown
  }

  /** The text of all rows, given the fields of each: a JSON list, or the document of another container. */
  listOf(fields: readonly FieldJson[], container = jsonDocument): Json {
    const json = container.row(fields)
    const opening = container.opening(fields)
    const { separator, closing } = container
    this.weight += weightOf(json)
    if (!isOfDatabase(json)) return writtenBy(this.listWriter(writerOf(json, this.scope), opening, container))
    const text = `${rowsName}.j${this.texts.push(jsonSql(json)) - 1}`
    const between = literal(separator)
    return [opening, ...boundedBy((_statement, request) => joined(text, this.shown(request), request.context, between)), closing]
  }

  /** The text of all rows, which the database writes whole, and which arrive one by one. */
  eachOf(json: Json, { separator }: Container): Json {
    const cell = this.list.cell(`${rowsName}.j${this.texts.push(jsonSql(json)) - 1}`)
    this.one = { cell, separator }
    return writtenBy(({ cells }, { context }) => assertComplete(cells[cell] as string, context))
  }

  /** Whether they arrive one by one. */
  get areApart(): boolean {
    return this.one !== undefined
  }

  /** The row of a page whose rows arrived one by one: their texts joined, beside what the last row says; null for none. */
  together(rows: readonly TextRow[]): TextRow {
    const { cell, separator } = this.one ?? {}
    const last = rows.at(-1)
    return Array.from({ length: this.list.width }, (_each, at) =>
      at === cell ? rows.map((row) => row[at]).join(separator) : (last?.[at] ?? null),
    )
  }

  /** The columns of each row, beside those that the list selects itself. */
  columns(statement: Statement, request: StatementInput): string[] {
    const texts = this.texts.map((sql, index) => `${sqlOf(sql, statement, request)} AS j${index}`)
    return this.at === undefined ? texts : [...texts, `${this.scope.json(statement, request)} AS cells`]
  }

  /** The rows of a page; where their text may be long, the texts after the limit are omitted. */
  bounded(page: string, others: readonly string[], size: number, { context }: StatementInput): string {
    if (this.areApart || this.weightOf(size) <= unboundedWeight) return page
    const names = [...this.texts.map((_sql, index) => `j${index}`), ...(this.at === undefined ? [] : ['cells'])]
    const octets = names.map((name) => `octet_length(${name})`).join(' + ')
    const texts = names.map((name) => `${unlessTooLong(name, 'octets', context)} AS ${name}`)
    const sums = `SELECT *, sum(${octets}) OVER (ROWS UNBOUNDED PRECEDING) AS octets FROM (${page}) p`
    return `SELECT ${[...texts, ...others].join(', ')} FROM (${sums}) p`
  }

  /** The maximum weight of so many rows, unless they are bounded. */
  weightOf(size: number): number {
    return this.weight * size
  }

  private listWriter(write: WriteJson, opening: string, { separator, closing }: Container): WriteJson {
    this.at ??= this.list.list(
      (_statement, request) => `'[' || coalesce(${joined(`${rowsName}.cells`, this.shown(request), request.context)}, '') || ']'`,
    )
    const at = this.at
    return ({ lists }, reading) => {
      const rows = lists[at] ?? []
      const text = `${opening}${rows.map((row) => write(this.scope.nested(row), reading)).join(separator)}${closing}`
      checkLength(text.length, reading)
      return text
    }
  }
}
