/** A pool of connections to a database, which no holder can exhaust; the statements of each work can be cancelled. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { connect } from 'node:net'
import pg from 'pg'
import { emit, observe } from '../observe/observe.ts'
import { timeLimit } from '../values/time-limit.ts'
import { beginStatement, currentWork, nobodys, type Work } from './cancel.ts'
import { type FairShares, fairShares } from './fair-queue.ts'
import { timed } from './meter.ts'
import { PreparedTexts } from './prepared.ts'
import type { SilenceWatch } from './silence.ts'
import type { Ask } from './statements.ts'
import { type Bound, TextQuery, type TextRow } from './text-query.ts'
import { readTimeout, TimedClient } from './timed-client.ts'

const cancelMilliseconds = 2_000

// From PostgreSQL's protocol: the code in place of a version that makes a connection a request to cancel.
const cancelRequestCode = 80_877_102

const wasCancelled = '57014'

/** Fields of pg's connection that its types lack. */
type Client = pg.PoolClient & Pick<TimedClient, 'milliseconds' | 'end' | 'watch'> & { processID: number; secretKey: number }

/**
 * Has the database end what a connection runs, unless it has ended meanwhile.
 *
 * @returns whether it is certain that this cannot meet the connection's next statement.
 */
type Cancel = (client: Client, isRunning: () => boolean) => Promise<boolean>

/** Reads rows by a statement that has its values apart from its text. */
export type ReadRows = (text: string, values: readonly unknown[], bound?: Bound) => Promise<TextRow[]>

const unbounded: Bound = { characters: Number.POSITIVE_INFINITY, error: Error }

/** The connection that a piece of work has, from when it takes it until it gives it back. */
type HeldConnection = { client?: Client | undefined }

const taken = new AsyncLocalStorage<HeldConnection>()

/**
 * Runs work that is one transaction.
 *
 * @param work is given what reads over the connection of the transaction: what that has done so far is seen.
 */
export function onConnection<T>(work: (rows: ReadRows) => Promise<T>): Promise<T> {
  const held: HeldConnection = {}
  const rows: ReadRows = async (text, values, bound = unbounded) => {
    const client = clientOf(held)
    return measuredBy(currentWork(), () => readOver(client, text, '', values, bound))
  }
  return taken.run(held, () => work(rows))
}

/** The function that asks statements over the connection of the current work's transaction; undefined outside of `onConnection`. */
export function askOfTransaction(): Ask | undefined {
  const held = taken.getStore()
  return held && (async (statement) => clientOf(held).query(statement))
}

/**
 * The connection of a transaction. Once it ends, as when it has taken too long, nothing is sent any more: it would stand outside of the
 * transaction, or in somebody else's.
 */
function clientOf({ client }: HeldConnection): Client {
  if (!client) throw new TransactionIsOver()
  return client
}

/** The error of a statement that comes after the end of its transaction, with Prisma's code for it. */
class TransactionIsOver extends Error {
  readonly code = 'P2028'
  override message = 'The transaction is over.'
}

const endings: ReadonlySet<unknown> = new Set(['COMMIT', 'ROLLBACK'])

/** Notes a connection until its transaction ends. */
function noted(held: HeldConnection, client: Client): Client {
  const { query, release } = client
  held.client = client
  const asked = query as (statement: string | { text: string }, ...others: unknown[]) => unknown
  client.query = ((statement, ...others) => {
    if (endings.has(typeof statement === 'string' ? statement : statement.text)) held.client = undefined
    return asked(statement, ...others)
  }) as typeof asked as Client['query']
  client.release = (error) => {
    held.client = undefined
    client.query = query
    release(error)
  }
  return client
}

/** Reads rows over a connection; a text with a name is kept there. One that has not answered in time is ended. */
const readOver = (client: Client, text: string, name: string, values: readonly unknown[], bound: Bound) =>
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
const measuredBy = <T>(owner: Work | undefined, statement: () => Promise<T>): Promise<T> =>
  owner?.meter ? timed(owner.meter, statement) : statement()

export type PoolState = { connections: number; idle: number; waiting: number; holders: number; waitingForShare: number }

type PoolOptions = {
  cancel?: Cancel
  silence?: SilenceWatch | undefined
  /** Whether its connections keep statements prepared under names, which no other client may use. */
  keepsStatements?: boolean
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
    { cancel = requestCancel, silence, keepsStatements = true }: PoolOptions = {},
  ) {
    super({ ...options, Client: TimedClient })
    this.keepsStatements = keepsStatements
    this.cancel = cancel
    this.silence = silence
    this.on('connect', (client) => {
      // A lost connection fails its statement too; an idle one is made anew.
      client.on('error', () => {})
      if (client instanceof TimedClient) client.silence = silence
    })
    this.on('error', () => {})
    this.takeShare = fairShares(options.max / 2, options.connectionTimeoutMillis)
  }

  /** The connections at the moment, and what waits for one: behind others, or behind those of its own holder. */
  state(): PoolState {
    const { totalCount, idleCount, waitingCount } = this
    return { connections: totalCount, idle: idleCount, waiting: waitingCount, ...this.takeShare.state() }
  }

  // Prisma gives a statement as one object and waits for a promise; statements written by hand are given so too. Whose it is, is read
  // here: one that waits for a connection goes on in the context of whoever gave it back.
  override query = ((statement: pg.QueryConfig) =>
    this.runFor(currentWork() ?? nobodys, (client) => client.query(statement))) as pg.Pool['query']

  /** Reads rows; a text that is met again is kept by the connections, which plan it once. */
  rows(text: string, values: readonly unknown[], bound = unbounded): Promise<TextRow[]> {
    const nameOn = (client: Client) => (this.keepsStatements && this.prepared.of(client, text).name) || ''
    const read = (client: Client) => readOver(client, text, nameOn(client), values, bound)
    return this.runFor(currentWork() ?? nobodys, read)
  }

  override connect = (() => {
    const owner = currentWork()
    const connected = owner ? this.connectFor(owner) : this.watched(super.connect() as Promise<Client>)
    const held = taken.getStore()
    return held ? connected.then((client) => noted(held, client)) : connected
  }) as pg.Pool['connect']

  /** A connection out of the holder's share, which it goes back to when it is released. */
  private async connectFor(owner: Work): Promise<Client> {
    owner.signal.throwIfAborted()
    const began = performance.now()
    const share = this.takeShare(owner)
    const giveBack = typeof share === 'function' ? share : await this.watched(share, (late) => late())
    try {
      owner.signal.throwIfAborted()
      const client = await this.watched(super.connect() as Promise<Client>)
      emit({ kind: 'connected', milliseconds: performance.now() - began })
      const release = client.release
      client.release = (error) => {
        // First, since it refuses to be done twice.
        release(error)
        giveBack()
      }
      return client
    } catch (error) {
      giveBack()
      throw error
    }
  }

  /** Waits for a connection, or a share, no longer than the database answers; one that comes too late is given back. */
  private watched<T>(coming: Promise<T>, giveBack: (late: T) => void): Promise<T>
  private watched(coming: Promise<Client>): Promise<Client>
  private watched<T>(coming: Promise<T>, giveBack = (late: T) => (late as Client).release()): Promise<T> {
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
        if (isGivenUp) giveBack(value)
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
      client.release(!isUsable || isSettled === false || this.prepared.isFull(client))
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
