/**
 * Relations that the condition of a page and what is shown of its rows both follow: the one row each leads to is found once, where
 * the condition is asked, and what is shown of it is handed on.
 */
import { quoted } from '../db/names.ts'
import type { Joined, Scope } from './scope.ts'
import type { Statement } from './statement.ts'
import { columnSql } from './tables.ts'

/** How many tables a condition may join before it leaves the planner no more to choose from. */
export const joinedRelations = 8

export class SharedJoins {
  private readonly scope: Scope
  private readonly statement: Statement
  /** What those that are shared are called where the condition is asked. */
  private readonly names = new Map<Joined, string>()

  constructor(scope: Scope, statement: Statement) {
    this.scope = scope
    this.statement = statement
  }

  /** What the row is called that a relation leads to; undefined where the rows of the page do not show it. */
  nameOf(relation: string): string | undefined {
    const joined = this.scope.joinOf(relation)
    if (!joined || this.statement.relations >= joinedRelations) return undefined
    const name = this.names.get(joined) ?? this.statement.alias()
    this.names.set(joined, name)
    return name
  }

  /** The joins beside which the condition is asked. */
  get inside(): string {
    return [...this.names].map(([joined, name]) => ` JOIN ${this.scope.joinedAs(joined, name)}`).join('')
  }

  /** What a row of the page has of them. */
  get columns(): string[] {
    return [...this.names].flatMap(([{ alias }, name]) =>
      this.scope.columnsOf(alias).map((column) => `${columnSql(name, column)} AS ${handedOn(alias, column)}`),
    )
  }

  /** The joins of the page: those that are shared have nothing left to be found. */
  get outside(): string {
    if (this.names.size === 0) return this.scope.joins
    return this.scope.joinsWith((joined) => (this.names.has(joined) ? this.handed(joined) : undefined))
  }

  private handed({ alias }: Joined): string {
    const columns = this.scope
      .columnsOf(alias)
      .map((column) => `${this.scope.alias}.${handedOn(alias, column)} AS ${quoted(column)}`)
    return ` CROSS JOIN LATERAL (SELECT ${columns.join(', ')}) ${alias}`
  }
}

const handedOn = (alias: string, column: string): string => `"${alias} ${column}"`
