/** Reads a database as it was at one moment, over one connection, however long the reading takes. */
import type { Client, ReadRows } from './connection.ts'
import type { CancellablePool } from './pool.ts'

/** Runs work over one snapshot; its rows are those of the moment when it began. */
export type RunInSnapshot = <T>(work: (rows: ReadRows) => Promise<T>) => Promise<T>

/** Longer than a client may leave what it was sent unread. */
const idleMilliseconds = 60_000

/** Opens a read-only transaction for each piece of work; of a connection that fails nothing is used again. */
export const snapshotsOf =
  (pool: Pick<CancellablePool, 'connect' | 'rowsOver' | 'isFull'>, announce: (text: string) => void): RunInSnapshot =>
  async (work) => {
    const client = (await pool.connect()) as Client
    let failure: unknown
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      await client.query(`SET LOCAL idle_in_transaction_session_timeout = ${idleMilliseconds}`)
      return await work((text, ...others) => {
        announce(text)
        return pool.rowsOver(client, text, ...others)
      })
    } catch (error) {
      failure = error
      throw error
    } finally {
      await client.query('ROLLBACK').catch((error: unknown) => {
        failure ??= error
      })
      const isLost = failure instanceof Error && /connection|terminat/i.test(failure.message)
      client.release(isLost || pool.isFull(client))
    }
  }
