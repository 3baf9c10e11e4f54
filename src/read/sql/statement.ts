/** A statement under construction: its text refers to client values by parameter number only. */

import type { ColumnKind } from '../../schema/model.ts'
import { type BoundValue, textOf } from '../filter/placeholder.ts'

export class Statement {
  /** The store whose rows it reads; `$1` restricts every table to it. */
  readonly storeId: bigint
  readonly values: BoundValue[]
  /** The number of aliases used inside conditions. */
  relations = 0

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
}

/** PostgreSQL's types of columns that bound a list; `enum` and `boolean` have few values, which are listed. */
const types: Partial<Record<ColumnKind, string>> = {
  id: 'bigint',
  amount: 'bigint',
  sequence: 'bigint',
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
}
