/** A statement that is being written: its text refers to what clients chose by number, never by value. */

import type { ColumnKind } from '../schema/model.ts'

/** What a value is to the database's driver: text, or a list of texts. */
export type BoundValue = string | null | (string | null)[]

export class Statement {
  /** The store whose rows it reads; every table it names is held to it by `$1`. */
  readonly storeId: bigint
  readonly values: BoundValue[]
  /** How many tables inside conditions have a name. */
  relations = 0

  /** @param key the value of `$2`, where the statement looks for a record; null where that is said later. */
  constructor(storeId: bigint, key?: bigint | null) {
    this.storeId = storeId
    this.values = [String(storeId)]
    if (key !== undefined) this.values.push(key === null ? null : String(key))
  }

  /** Takes a value that a client chose, maybe for a column of some kind, and answers how the text refers to it. */
  bind(value: unknown, _kind?: ColumnKind): string {
    return `$${this.values.push(Array.isArray(value) ? value.map(bound) : bound(value))}`
  }

  /** A name for a table inside a condition. */
  alias(): string {
    this.relations += 1
    return `c${this.relations}`
  }
}

/** What PostgreSQL calls the values of columns that bound a list; `enum` and `boolean` have few, which are written one by one. */
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
 * A value that the planner does not look at: it plans once, for any that may come. One that it looks at it plans for each time anew where
 * that promises fewer rows than others have, as a small store does, which takes longer than to read them.
 */
export const anyValue = (reference: string, type: string): string => `(SELECT ${reference}::${type})`

/** The same statement where all values have the same best plan. */
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

function bound(value: unknown): string | null {
  if (value === null) return null
  return value instanceof Date ? value.toISOString() : String(value)
}
