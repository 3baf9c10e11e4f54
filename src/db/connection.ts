/** Reads rows over one connection to a database. */
import type pg from 'pg'
import { observe } from '../observe/observe.ts'
import { timeLimit } from '../values/time-limit.ts'
import { beginStatement, type Work } from './cancel.ts'
import { timed } from './meter.ts'
import { type Bound, TextQuery, type TextRow } from './text-query.ts'
import { readTimeout, type TimedClient } from './timed-client.ts'

/** A connection, with fields of pg's that its types lack. */
export type Client = pg.PoolClient &
  Pick<TimedClient, 'milliseconds' | 'end' | 'watch' | 'storeId'> & { processID: number; secretKey: number }

/** Reads rows by a statement that has its values apart from its text. */
export type ReadRows = (text: string, values: readonly unknown[], bound?: Bound) => Promise<TextRow[]>

export const unbounded: Bound = { characters: Number.POSITIVE_INFINITY, error: Error }

/** Reads rows over a connection; a text with a name is kept there. One that has not answered in time is ended. */
export const readOver = (client: Client, text: string, name: string, values: readonly unknown[], bound: Bound) =>
  observe({ kind: 'statement', text }, () => readRows(client, text, name, values, bound))

const readRows = (client: Client, text: string, name: string, values: readonly unknown[], bound: Bound) =>
  new Promise<TextRow[]>((resolve, reject) => {
    const { milliseconds } = client
    const fail = () => {
      reject(new Error(readTimeout))
      void client.end()
    }
    // Without one, or with 0, it takes as long as it does.
    const limit = milliseconds ? timeLimit(milliseconds) : undefined
    const running = limit?.begin(fail)
    const ended = client.watch()
    const answered = beginStatement(text)
    const settle = (error: unknown, rows: TextRow[]) => {
      ended()
      answered()
      if (running) limit?.end(running)
      if (error) reject(error)
      else resolve(rows)
    }
    client.query(new TextQuery(text, name, values, bound, settle))
  })

/** Runs a statement, whose time is paid for where its owner pays for any. */
export const measuredBy = <T>(owner: Work | undefined, statement: () => Promise<T>): Promise<T> =>
  owner?.meter ? timed(owner.meter, statement) : statement()
