/**
 * A statement whose rows are taken as PostgreSQL writes them. pg's own query asks of each column what it is called and of what type
 * it is, and has it repeated in every answer; of a single row that is as much work as the row.
 */
import { Socket } from 'node:net'
import type pg from 'pg'
import { batchPerTick } from '../values/batch-per-tick.ts'

/** A row: what PostgreSQL writes for each of its columns. */
export type TextRow = (string | null)[]

/** How many characters rows may have together, and what is thrown of more. */
export type Bound = { characters: number; error: () => Error }

/** As much of pg's connection as a query of another kind, such as pg-cursor's, is meant to know. */
type PgConnection = {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(statement: { text: string; name: string }): void
  bind(values: { statement: string; values: readonly unknown[]; valueMapper: (value: unknown) => unknown }): void
  execute(portal: object): void
  close(statement: { type: 'S'; name: string }): void
  sync(): void
}

type RowsCallback = (error: unknown, rows: TextRow[]) => void

/** A value as PostgreSQL reads it: `['a', 'b"']` is `{"a","b\""}`. */
const parameterOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? `{${value.map((each) => (each === null ? 'NULL' : `"${String(each).replace(/["\\]/g, '\\$&')}"`)).join(',')}}`
    : value

const atEndOfTick = batchPerTick()

/**
 * Sends what was written: over the network at the end of this turn of the event loop, since a backend that is woken in between takes
 * the processor away from it; to the embedded database, which is one for all and would be idle meanwhile, at once.
 */
function send(stream: PgConnection['stream']): void {
  if (stream instanceof Socket) atEndOfTick(() => stream.uncork())
  else stream.uncork()
}

export class TextQuery implements pg.Submittable {
  readonly text: string
  /** Under which the connection keeps it; empty for one that is not kept. */
  readonly name: string
  readonly callback: RowsCallback
  private readonly values: readonly unknown[]
  private readonly bound: Bound
  private readonly rows: TextRow[] = []
  private left: number
  private fault: unknown

  constructor(text: string, name: string, values: readonly unknown[], bound: Bound, callback: RowsCallback) {
    this.text = text
    this.name = name
    this.values = values
    this.bound = bound
    this.left = bound.characters
    this.callback = callback
  }

  submit(given: unknown): void {
    const connection = given as PgConnection
    const { name, text, values } = this
    const { parsedStatements, submittedNamedStatements, stream } = connection
    // All of it in one packet.
    stream.cork()
    try {
      if (name === '' || !(name in parsedStatements || name in submittedNamedStatements)) {
        connection.parse({ text, name })
        if (name !== '') submittedNamedStatements[name] = text
      }
      connection.bind({ statement: name, values, valueMapper: parameterOf })
      connection.execute({})
    } catch (error) {
      // A value that cannot be sent.
      connection.close({ type: 'S', name })
      this.handleError(error)
    } finally {
      connection.sync()
      send(stream)
    }
  }

  handleDataRow({ fields }: { fields: TextRow }): void {
    if (this.fault) return
    for (const field of fields) if (field !== null) this.left -= field.length
    if (this.left < 0) this.fault = this.bound.error()
    else this.rows.push(fields)
  }

  handleReadyForQuery(): void {
    this.callback(this.fault, this.rows)
  }

  handleError(error: unknown): void {
    this.callback(this.fault ?? error, [])
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
}
