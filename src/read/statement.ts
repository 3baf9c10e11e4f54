/** A statement that is being written: its text refers to what clients chose by number, never by value. */

/** What a value is to the database's driver: text, or a list of texts. */
type BoundValue = string | null | (string | null)[]

export class Statement {
  /** The store whose rows it reads; every table it names is held to it by `$1`. */
  readonly storeId: bigint
  readonly values: BoundValue[]
  /** How many tables inside conditions have a name. */
  relations = 0

  /** @param key the value of `$2`, where the statement looks for a record. */
  constructor(storeId: bigint, key?: bigint) {
    this.storeId = storeId
    this.values = key === undefined ? [String(storeId)] : [String(storeId), String(key)]
  }

  /** Takes a value that a client chose and answers how the text refers to it. */
  bind(value: unknown): string {
    return `$${this.values.push(Array.isArray(value) ? value.map(bound) : bound(value))}`
  }

  /** A name for a table inside a condition. */
  alias(): string {
    this.relations += 1
    return `c${this.relations}`
  }
}

function bound(value: unknown): string | null {
  if (value === null) return null
  return value instanceof Date ? value.toISOString() : String(value)
}
