/** A pool of connections to a database, which no holder can exhaust; the statements of each work can be cancelled. */
import { connect } from 'node:net'
import pg from 'pg'
import { emit } from '../observe/observe.ts'
import { currentWork, nobodys, type Work } from './cancel.ts'
import { type Client, measuredBy, readOver, unbounded } from './connection.ts'
import { type FairShares, fairShares } from './fair-queue.ts'
import { PreparedTexts } from './prepared.ts'
import type { CommitMarks } from './replicas/marks.ts'
import type { SilenceWatch } from './silence.ts'
import type { TextRow } from './text-query.ts'
import { TimedClient } from './timed-client.ts'
import { heldByTransaction } from './transaction-connection.ts'

const cancelMilliseconds = 2_000

// From PostgreSQL's protocol: the code in place of a version that makes a connection a request to cancel.
const cancelRequestCode = 80_877_102

const wasCancelled = '57014'

/**
 * Has the database end what a connection runs, unless it has ended meanwhile.
 *
 * @returns whether it is certain that this cannot meet the connection's next statement.
 */
type Cancel = (client: Client, isRunning: () => boolean) => Promise<boolean>

export type PoolState = { connections: number; idle: number; waiting: number; holders: number; waitingForShare: number }

type PoolOptions = {
  cancel?: Cancel
  silence?: SilenceWatch | undefined
  /** Whether its connections keep statements prepared under names, which no other client may use. */
  keepsStatements?: boolean
  /** Notes the commits of its connections, where replicas are read. */
  marks?: CommitMarks | undefined
}

export class CancellablePool extends pg.Pool {
  readonly keepsStatements: boolean
  // Waiting here avoids pg-pool's own queue, where requests of other holders would have to wait behind.
  private readonly takeShare: FairShares
  private readonly cancel: Cancel
  private readonly silence: SilenceWatch | undefined
  private readonly prepared = new PreparedTexts()

  constructor(
    options: pg.PoolConfig & { max: number; connectionTimeoutMillis: number },
    { cancel = requestCancel, silence, keepsStatements = true, marks }: PoolOptions = {},
  ) {
    super({ ...options, Client: TimedClient })
    this.keepsStatements = keepsStatements
    this.cancel = cancel
    this.silence = silence
    this.on('connect', (client) => {
      // A lost connection fails its statement too; an idle one is made anew.
      client.on('error', () => {})
      if (client instanceof TimedClient) Object.assign(client, { silence, marks })
    })
    this.on('error', () => {})
    this.takeShare = fairShares(Math.max(1, Math.floor(options.max / 2)), options.connectionTimeoutMillis)
  }

  /** The connections at the moment, and what waits for one: behind others, or behind those of its own holder. */
  state(): PoolState {
    const { totalCount, idleCount, waitingCount } = this
    return { connections: totalCount, idle: idleCount, waiting: waitingCount, ...this.takeShare.state() }
  }

  // Prisma gives a statement as one object and waits for a promise; statements written by hand are given so too. Whose it is, is read
  // here: one that waits for a connection goes on in the context of the work that released it.
  override query = ((statement: pg.QueryConfig) =>
    this.runFor(currentWork() ?? nobodys, (client) => client.query(statement))) as pg.Pool['query']

  /** Reads rows; a text that is met again is kept by the connections, which plan it once. */
  rows(text: string, values: readonly unknown[], bound = unbounded): Promise<TextRow[]> {
    return this.runFor(currentWork() ?? nobodys, (client) => this.rowsOver(client, text, values, bound))
  }

  /** Reads rows over one of its connections. */
  rowsOver(client: Client, text: string, values: readonly unknown[], bound = unbounded): Promise<TextRow[]> {
    const name = (this.keepsStatements && this.prepared.of(client, text).name) || ''
    return readOver(client, text, name, values, bound)
  }

  /** Whether a connection is to be given up for the statements that it keeps. */
  isFull(client: Client): boolean {
    return this.prepared.isFull(client)
  }

  override connect = (() => {
    const owner = currentWork()
    const connected = owner ? this.connectFor(owner) : this.watched(super.connect() as Promise<Client>)
    return heldByTransaction(connected)
  }) as pg.Pool['connect']

  /** A connection out of the holder's share, which it goes back to when it is released. */
  private async connectFor(owner: Work): Promise<Client> {
    owner.signal.throwIfAborted()
    const began = performance.now()
    const share = this.takeShare(owner)
    const returnShare = typeof share === 'function' ? share : await this.watched(share, (late) => late())
    try {
      owner.signal.throwIfAborted()
      const client = await this.watched(super.connect() as Promise<Client>)
      client.storeId = owner.storeId
      emit({ kind: 'connected', milliseconds: performance.now() - began })
      const release = client.release
      client.release = (error) => {
        // Work of no store that takes the connection next must not note its commits under this store.
        client.storeId = undefined
        // Before the share, since it refuses to be done twice.
        release(error)
        returnShare()
      }
      return client
    } catch (error) {
      returnShare()
      throw error
    }
  }

  /** Waits for a connection, or a share, no longer than the database answers; one that comes too late is given back. */
  private watched<T>(coming: Promise<T>, release: (late: T) => void): Promise<T>
  private watched(coming: Promise<Client>): Promise<Client>
  private watched<T>(coming: Promise<T>, release = (late: T) => (late as Client).release()): Promise<T> {
    const { silence } = this
    if (!silence) return coming
    return new Promise((resolve, reject) => {
      let isGivenUp = false
      const waiting = silence.begin((error) => {
        isGivenUp = true
        reject(error)
      })
      const arrive = (value: T) => {
        silence.end(waiting)
        if (isGivenUp) release(value)
        else resolve(value)
      }
      const fail = async (error: unknown) => {
        silence.end(waiting)
        reject(await silence.explained(error))
      }
      coming.then(arrive, fail)
    })
  }

  private async runFor<T>(owner: Work, run: (client: Client) => Promise<T>): Promise<T> {
    const { signal, stops } = owner
    const client = await this.connectFor(owner)
    let isRunning = true
    let isUsable = true
    let cancelled: Promise<boolean> | undefined
    const stop = () => {
      cancelled = this.cancel(client, () => isRunning)
    }
    stops?.add(stop)
    try {
      signal.throwIfAborted()
      return await measuredBy(owner, () => run(client))
    } catch (error) {
      // The error has the stack of the socket it was read from, not that of the statement's caller.
      if (error instanceof Error && error !== signal.reason) Error.captureStackTrace(error)
      isUsable = signal.aborted && (error === signal.reason || (error as { code?: string }).code === wasCancelled)
      throw error
    } finally {
      isRunning = false
      stops?.delete(stop)
      // Only when the server has hung up is it certain that the cancellation cannot meet the connection's next statement.
      const isSettled = cancelled && (await cancelled)
      client.release(!isUsable || isSettled === false || this.isFull(client))
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
