/**
 * A connection that leaves the time of a read to whoever reads. With pg's own timer around a read's callback all that was read outlived
 * young objects until V8 looked through everything, which a load of lists then had it do every few seconds.
 */
import pg from 'pg'
import { TextQuery } from './text-query.ts'

type AnyQuery = (statement: string | object, ...others: unknown[]) => unknown

export class TimedClient extends pg.Client {
  /** How long a statement may take, if that has a limit. */
  readonly milliseconds: number | undefined

  constructor({ query_timeout: milliseconds, ...config }: pg.ClientConfig = {}) {
    super(config)
    this.milliseconds = milliseconds
    const query = super.query.bind(this) as AnyQuery
    const timed: AnyQuery = (statement, ...others) => {
      if (statement instanceof TextQuery) return query(statement)
      const named = typeof statement === 'string' ? { text: statement } : statement
      return query({ ...named, query_timeout: milliseconds }, ...others)
    }
    if (milliseconds) this.query = timed as pg.Client['query']
  }
}
