/** The rows that a list is made of: what is written of each, and the one text that is made of them all. */
import { type Cells, type Sql, sqlOf } from './cells.ts'
import { boundedBy, isOfDatabase, type Json, jsonSql, type WriteJson, weightOf, writerOf, writtenBy } from './json.ts'
import { checkLength, type StatementInput } from './reading.ts'
import type { Scope } from './scope.ts'
import type { Statement } from './statement.ts'
import { joined, unlessTooLong } from './too-long.ts'

/** What the rows of a list are called in a statement. */
export const rowsName = 'r'

/** What is made into one text without looking at its length on the way: some 64 MB, as much as one that is bounded may have. */
export const unboundedWeight = 16_000

export class Rows {
  private readonly scope: Scope
  private readonly list: Cells
  private readonly shown: (asked: StatementInput) => string
  /** What the database writes of each row. */
  private readonly texts: Sql[] = []
  /** How much the texts of a row may have together. */
  private weight = 0
  /** The place among the list's lists of what JavaScript writes something of. */
  private at: number | undefined

  /**
   * @param scope what is read of each row.
   * @param list what is read of all of them together.
   * @param shown which of the rows are shown, as the filter of an aggregate.
   */
  constructor(scope: Scope, list: Cells, shown: (asked: StatementInput) => string = () => '') {
    this.scope = scope
    this.list = list
    this.shown = shown
  }

  /** The JSON list of what is written of each row. */
  listOf(json: Json): Json {
    this.weight += weightOf(json)
    if (!isOfDatabase(json)) return writtenBy(this.listWriter(writerOf(json, this.scope)))
    const text = `${rowsName}.j${this.texts.push(jsonSql(json)) - 1}`
    return ['[', ...boundedBy((_statement, asked) => joined(text, this.shown(asked), asked.context)), ']']
  }

  /** What is selected of each row, beside what else a list needs of it. */
  columns(statement: Statement, asked: StatementInput): string[] {
    const texts = this.texts.map((sql, index) => `${sqlOf(sql, statement, asked)} AS j${index}`)
    return this.at === undefined ? texts : [...texts, `${this.scope.json(statement, asked)} AS cells`]
  }

  /** The rows of a page as they are, or, where they may be a lot of text, without the texts of those that come when it is too long. */
  bounded(page: string, others: readonly string[], size: number, { context }: StatementInput): string {
    if (this.weightOf(size) <= unboundedWeight) return page
    const names = [...this.texts.map((_sql, index) => `j${index}`), ...(this.at === undefined ? [] : ['cells'])]
    const octets = names.map((name) => `octet_length(${name})`).join(' + ')
    const texts = names.map((name) => `${unlessTooLong(name, 'octets', context)} AS ${name}`)
    const sums = `SELECT *, sum(${octets}) OVER (ROWS UNBOUNDED PRECEDING) AS octets FROM (${page}) p`
    return `SELECT ${[...texts, ...others].join(', ')} FROM (${sums}) p`
  }

  /** How much the texts of so many rows may have together, unless they are bounded. */
  weightOf(size: number): number {
    return this.weight * size
  }

  private listWriter(write: WriteJson): WriteJson {
    this.at ??= this.list.list(
      (_statement, asked) => `'[' || coalesce(${joined(`${rowsName}.cells`, this.shown(asked), asked.context)}, '') || ']'`,
    )
    const at = this.at
    return ({ lists }, reading) => {
      const rows = lists[at] ?? []
      const text = `[${rows.map((row) => write(this.scope.nested(row), reading)).join(',')}]`
      checkLength(text.length, reading)
      return text
    }
  }
}
