/** A statement under construction: its text refers to client values by parameter number only. */

import type { ColumnKind, Model } from '../../schema/model.ts'
import { type BoundValue, textOf } from '../filter/placeholder.ts'

/** A count among the cells of a page: what it is kept by, and where the statement takes and answers it. */
export type CountToKeep = {
  /** The text of the count and its values, which are the same for the same count alone. */
  text: string
  values: readonly BoundValue[]
  /** The index of the first of three parameters for the count that is kept: its mark, its server and itself. */
  at: number
  /** The index of its cell in the row of its page, and the index of the page in the statement. */
  cell: number
  page?: number
}

export class Statement {
  /** The store whose rows it reads; `$1` restricts every table to it. */
  readonly storeId: bigint
  readonly values: BoundValue[]
  /** The number of aliases used inside conditions. */
  relations = 0
  /** The counts among its cells that are kept for later requests. */
  readonly counts: CountToKeep[] = []

  /** @param key the value of `$2`, where the statement finds a record; null where it is bound later. */
  constructor(storeId: bigint, key?: bigint | null) {
    this.storeId = storeId
    this.values = [textOf(storeId)]
    if (key !== undefined) this.values.push(key === null ? null : String(key))
  }

  /** Binds a client's value, optionally typed by a kind of column; returns its reference. */
  bind(value: unknown, _kind?: ColumnKind): string {
    return `$${this.values.push(Array.isArray(value) ? value.map(textOf) : textOf(value))}`
  }

  /** An alias for a table inside a condition. */
  alias(): string {
    this.relations += 1
    return `c${this.relations}`
  }

  /** Notes a column that a condition reads. */
  reads(_model: Model, _column: string): void {}
}

/** A statement that knows which columns its conditions read, by model. */
export class NotingStatement extends Statement {
  readonly columns = new Map<Model, Set<string>>()

  override reads(model: Model, column: string): void {
    const known = this.columns.get(model)
    if (known) known.add(column)
    else this.columns.set(model, new Set([column]))
  }
}

/** PostgreSQL's types of columns that bound a list; `enum` and `boolean` have few values, which are listed. */
const types: Partial<Record<ColumnKind, string>> = {
  id: 'bigint',
  amount: 'bigint',
  sequence: 'bigint',
  mark: 'bigint',
  integer: 'integer',
  number: 'double precision',
  time: 'timestamptz',
  text: 'text',
}

/**
 * Hides a value from the planner, so that it makes one generic plan. With a visible value it plans again for each request where it expects
 * fewer rows than average, as for a small store, and that takes longer than the read.
 */
export const anyValue = (reference: string, type: string): string => `(SELECT ${reference}::${type})`

/** The same statement with a generic plan, for values that all have the same best plan. */
export class StatementOfAny extends Statement {
  private readonly statement: Statement

  constructor(statement: Statement) {
    super(statement.storeId)
    this.statement = statement
  }

  override bind(value: unknown, kind?: ColumnKind): string {
    const [reference, type] = [this.statement.bind(value), kind && types[kind]]
    return type ? anyValue(reference, type) : reference
  }

  override alias(): string {
    return this.statement.alias()
  }

  override reads(model: Model, column: string): void {
    this.statement.reads(model, column)
  }
}
