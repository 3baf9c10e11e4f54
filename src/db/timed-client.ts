/**
 * A connection whose callers limit the time of a read. With pg's own timer around a read's callback all that was read outlived
 * young objects until V8 looked through everything, which a load of lists then had it do every few seconds.
 *
 * And it ends when a statement was not answered in time: a transaction that began on it releases it as if it were good, and the
 * next would write into what the database may still have open.
 */
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { observe } from '../observe/observe.ts'
import { beginStatement } from './cancel.ts'
import { mayWrite, noting } from './replicas/commits.ts'
import type { CommitMarks } from './replicas/marks.ts'
import type { SilenceWatch } from './silence.ts'

/** In pg's own words. */
export const readTimeout = 'Query read timeout'

type AnyQuery = (statement: string | object, ...others: unknown[]) => unknown

export class TimedClient extends pg.Client {
  /** How long a statement may take, if that has a limit. */
  readonly milliseconds: number | undefined
  /** Watches its statements for silence of the database, if set. */
  silence: SilenceWatch | undefined
  /** Notes its commits, where replicas are read. */
  marks: CommitMarks | undefined
  /** The store of the work that holds it, if that is of one. */
  storeId: string | undefined
  private isInTransaction = false

  constructor(config: pg.ClientConfig = {}) {
    const { query_timeout: milliseconds, ...others } = config
    // pg-pool makes the password not enumerable.
    super({ ...others, password: config.password })
    this.milliseconds = milliseconds
    const query = super.query.bind(this) as AnyQuery
    const timed = (statement: object, given: unknown[]) => {
      const ended = this.watch()
      const asked = query({ ...statement, query_timeout: milliseconds }, ...given)
      if (asked instanceof Promise)
        asked.then(ended, ({ message }: Error) => {
          ended()
          if (message === readTimeout) void this.end()
        })
      return asked
    }
    const observed: AnyQuery = (statement, ...given) => {
      // A read, which the pool observes and times.
      if (typeof statement === 'object' && 'submit' in statement) return query(statement, ...given)
      const named = typeof statement === 'string' ? { text: statement } : (statement as { text: string })
      const work = () => {
        const answered = beginStatement(named.text)
        const asked = milliseconds === undefined ? query(statement, ...given) : timed(named, given)
        if (asked instanceof Promise) asked.then(answered, answered)
        return asked
      }
      const sent = () => observe({ kind: 'statement', text: named.text }, work)
      const { marks } = this
      return marks && this.commits(named.text) ? noting(marks, this.noted(), sent as () => Promise<unknown>) : sent()
    }
    this.query = observed as pg.Client['query']
  }

  /** Has the connection end, with the statement that begins now, if the database falls silent; answers what ends the watching. */
  watch(): () => void {
    const { silence } = this
    if (!silence) return () => {}
    const waiting = silence.begin((error) => void this.stream.destroy(error))
    return () => silence.end(waiting)
  }

  /** Whether a statement that is sent now commits something. */
  private commits(text: string): boolean {
    const wasInTransaction = this.isInTransaction
    const [, first = '', second = ''] = /^\s*(\w+)(?: (\w+))?/.exec(text.toLowerCase()) ?? []
    // ROLLBACK TO a savepoint goes on with the transaction.
    const isEnd = first === 'commit' || (first === 'rollback' && second !== 'to')
    if (first === 'begin' || isEnd) this.isInTransaction = !isEnd
    return wasInTransaction ? first === 'commit' : mayWrite(text)
  }

  /** Itself, to ask for the position of a commit. */
  private noted() {
    const { storeId } = this
    return { storeId, query: (text: string) => super.query(text) as Promise<pg.QueryResult<{ lsn: string }>> }
  }

  private get stream(): Duplex {
    // pg's types do not say that it has one.
    return Reflect.get(this, 'connection').stream
  }
}
