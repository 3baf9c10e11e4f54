/**
 * Placeholders: the values of a request as a statement is prepared with them. A placeholder is bound without being known; where the plan
 * depends on its value, the value is asked for, and what is prepared holds for that value alone.
 */

/** Another form of a value, such as one part of a cursor. It is data, since it is cached. */
export interface Form {
  /** Tells the forms of one value apart. */
  readonly name: string
  /** The part of the value that a plan depends on; undefined for a value that is refused. */
  keyOf(value: unknown): string | undefined
  /** The value to bind. */
  read(value: unknown): unknown
}

/** A place among the values of a request, and the form that is read of it. */
export type Demand = { readonly at: number; readonly form?: Form | undefined }

/** Identifies a demand among those of a request. */
export const nameOf = ({ at, form }: Demand): string => `${at} ${form?.name ?? ''}`

/** Maximum characters of a text that a placeholder stands for. */
export const preparedCharacters = 200

/** A parameter of a prepared statement, which each request fills in. */
export class BoundParameter implements Demand {
  readonly at: number
  readonly form: Form | undefined

  constructor(at: number, form?: Form) {
    this.at = at
    this.form = form
  }

  /** The text of the parameter, given the values of a request. */
  textFrom(values: readonly unknown[]): string | null {
    const value = values[this.at]
    return textOf(this.form ? this.form.read(value) : value) as string | null
  }
}

/** A parameter of the database's driver: text, or a list of texts; of a prepared statement one that is filled in. */
export type BoundValue = BoundText | BoundText[]
type BoundText = string | null | BoundParameter

/** The preparation of a statement: the values of the request that it is prepared for, and those that were asked for. */
export class Preparation {
  readonly values: readonly unknown[]
  demands = new Map<string, Demand>()
  /** Whether a placeholder was used as a value: what came of it is dropped. */
  isBroken = false

  constructor(values: readonly unknown[]) {
    this.values = values
  }

  demand(demand: Demand): unknown {
    this.demands.set(nameOf(demand), demand)
    return this.values[demand.at]
  }

  broken(): Error {
    this.isBroken = true
    return new Error('A value is needed where only its placeholder is known.')
  }

  /** An object whose other properties nothing that is prepared may depend on. */
  guarded<Known extends object>(known: Known): Known {
    const get = (target: Known, name: string | symbol) => {
      if (Object.hasOwn(target, name)) return target[name as keyof Known]
      throw this.broken()
    }
    return new Proxy(known, { get })
  }
}

export class Placeholder {
  readonly #at: number
  readonly #preparation: Preparation

  constructor(at: number, preparation: Preparation) {
    this.#at = at
    this.#preparation = preparation
  }

  get at(): number {
    return this.#at
  }

  /** The type of its value, which is the same in all requests of one shape. */
  get type(): string {
    return typeof this.#preparation.values[this.#at]
  }

  /** Its value, which what is prepared holds for alone. */
  known(): unknown {
    return this.#preparation.demand({ at: this.#at })
  }

  /** The part of its value that a form depends on. @throws Error for a value that the form refuses. */
  keyOf(form: Form): string {
    const key = form.keyOf(this.#preparation.demand({ at: this.#at, form }))
    if (key === undefined) throw this.#preparation.broken()
    return key
  }

  parameter(form?: Form): BoundParameter {
    return new BoundParameter(this.#at, form)
  }

  [Symbol.toPrimitive](): never {
    throw this.#preparation.broken()
  }

  toJSON(): never {
    throw this.#preparation.broken()
  }
}

/** A value, asked for where it is a placeholder. */
export const known = <Value>(value: Value): Value => (value instanceof Placeholder ? (value.known() as Value) : value)

/** A value with all placeholders inside it asked for. */
export function allKnown<Value>(value: Value): Value {
  if (value instanceof Placeholder) return value.known() as Value
  if (Array.isArray(value)) return value.map(allKnown) as Value
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const entries = Object.entries(value)
  return entries.length === 0 ? value : (Object.fromEntries(entries.map(([name, inner]) => [name, allKnown(inner)])) as Value)
}

/** A value in a form; each of a list. */
export const inForm = (value: unknown, form: Form): unknown => {
  if (Array.isArray(value)) return value.map((each) => inForm(each, form))
  if (!(value instanceof Placeholder)) return form.read(value)
  value.keyOf(form)
  return value.parameter(form)
}

/** The text of a value for the database's driver; of a placeholder its parameter. */
export function textOf(value: unknown): string | null | BoundParameter {
  if (value === null || value instanceof BoundParameter) return value
  if (value instanceof Placeholder) return value.parameter()
  return value instanceof Date ? value.toISOString() : String(value)
}
