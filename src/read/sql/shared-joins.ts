/**
 * Shares joins between the condition of a page and its selection: the row of a relation is joined once, inside the condition's subquery,
 * and its columns are passed on.
 */
import { quoted } from '../../db/names.ts'
import type { Joined, Scope } from './scope.ts'
import type { Statement } from './statement.ts'
import { columnSql } from './tables.ts'

/** Joined tables from which on the planner is given no more to reorder. */
export const joinedRelations = 8

export class SharedJoins {
  private readonly scope: Scope
  private readonly statement: Statement
  /** The inner aliases of the shared joins. */
  private readonly names = new Map<Joined, string>()

  constructor(scope: Scope, statement: Statement) {
    this.scope = scope
    this.statement = statement
  }

  /** The inner alias of a relation's row; undefined where the page does not select it. */
  nameOf(relation: string): string | undefined {
    const joined = this.scope.joinOf(relation)
    if (!joined || this.statement.relations >= joinedRelations) return undefined
    const name = this.names.get(joined) ?? this.statement.alias()
    this.names.set(joined, name)
    return name
  }

  /** The joins inside the subquery. */
  get inside(): string {
    return [...this.names].map(([joined, name]) => ` JOIN ${this.scope.joinedAs(joined, name)}`).join('')
  }

  /** The columns of the shared joins that a row passes on. */
  get columns(): string[] {
    return [...this.names].flatMap(([{ alias }, name]) =>
      this.scope.columnsOf(alias).map((column) => `${columnSql(name, column)} AS ${handedOn(alias, column)}`),
    )
  }

  /** The joins outside the subquery; shared ones read the columns passed on. */
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
