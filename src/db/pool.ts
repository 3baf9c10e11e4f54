/** A pool of connections to a PostgreSQL server whose statements can be cancelled, each by the work that caused it. */
import { connect } from 'node:net'
import pg from 'pg'
import { type Cancellation, cancellation } from './cancel.ts'

const cancelMilliseconds = 2_000

// From PostgreSQL's protocol: the code in place of a version that makes a connection a request to cancel.
const cancelRequestCode = 80_877_102

const wasCancelled = '57014'

/** What pg knows of a connection and its types do not say. */
type Client = pg.PoolClient & { processID: number; secretKey: number }

type Query = (statement: pg.QueryConfig) => Promise<pg.QueryResult>

/** Statements without a cancellation take pg's own way; Prisma gives them all as one object and waits for a promise. */
export class CancellablePool extends pg.Pool {
  override query = ((...statement: [pg.QueryConfig]) => {
    // Read here: a statement that waits for a connection goes on in the context of whoever gave it back.
    const owner = cancellation()
    return owner ? this.queryFor(owner, ...statement) : (super.query as Query)(...statement)
  }) as pg.Pool['query']

  override connect = ((...done: []) => {
    const owner = cancellation()
    return owner?.signal.aborted ? Promise.reject(owner.signal.reason) : super.connect(...done)
  }) as pg.Pool['connect']

  private async queryFor({ signal, stops }: Cancellation, statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = (await this.connect()) as Client
    let isRunning = true
    let isUsable = true
    let cancelled: Promise<boolean> | undefined
    const stop = () => {
      cancelled = requestCancel(client, () => isRunning)
    }
    // A lost connection is told to the statement too.
    const ignore = () => {}
    client.on('error', ignore)
    stops.add(stop)
    try {
      signal.throwIfAborted()
      return await client.query(statement)
    } catch (error) {
      isUsable = signal.aborted && (error === signal.reason || (error as { code?: string }).code === wasCancelled)
      throw error
    } finally {
      isRunning = false
      stops.delete(stop)
      // Only when the server has hung up is it certain that the cancellation cannot meet the connection's next statement.
      const isSettled = await cancelled
      client.off('error', ignore)
      client.release(!isUsable || isSettled === false)
    }
  }
}

/**
 * Asks the server to cancel what a connection runs, over a connection made for this, which the server takes before and
 * without encryption. Nothing is sent when the statement has ended meanwhile.
 *
 * @returns whether the server has taken the request and is done with it.
 */
function requestCancel({ host, port, processID, secretKey }: Client, isRunning: () => boolean): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  const settle = (isSettled: boolean) => {
    socket.destroy()
    resolve(isSettled)
  }
  socket.setTimeout(cancelMilliseconds, () => settle(false))
  socket.on('error', () => settle(false))
  socket.on('close', () => settle(true))
  socket.on('connect', () => {
    if (!isRunning()) return settle(true)
    const request = Buffer.alloc(16)
    for (const [place, number] of [16, cancelRequestCode, processID, secretKey].entries()) request.writeInt32BE(number, place * 4)
    socket.write(request)
  })
  // Without a reader the socket would never hear that the server has hung up.
  socket.resume()
  return promise
}
