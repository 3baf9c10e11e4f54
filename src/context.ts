/** The context of a request for all reads and writes, with one `now` for the whole of it. */
import type { Viewer } from './auth/viewer.ts'
import type { Account } from './budget/account.ts'
import type { Limits } from './config/limits.ts'
import type { Clock } from './db/clock.ts'
import type { Db } from './db/connect.ts'
import type { ReadRows } from './db/connection.ts'
import type { RequestFacts } from './observe/request-facts.ts'
import type { Gateways } from './payments/gateways.ts'
import type { SentBack } from './schema/sent-back.ts'
import type { ClientSignal } from './values/signal.ts'

export type Surface = 'graphql' | 'rest' | 'worker'

/** A client's promise that requests with this key are one and the same. */
export type Idempotency = { key: string }

export type Context = {
  db: Db
  /** Reads instead of the pool: in a dry run over the connection of the write, which alone sees its rows. */
  rows?: ReadRows
  /** Wraps the reads of a dry run, for example to have the database explain them. */
  around?: (rows: ReadRows) => ReadRows
  /** Decides, in SQL, what several instances must agree on. */
  clock: Clock
  gateways: Gateways
  surface: Surface
  idempotency: Idempotency | undefined
  viewer: Viewer
  /** The parts of the changed record that the client sends back. */
  sentBack?: SentBack
  /** Of a request that lists records: the places of those that the operation is given. */
  places?: readonly number[]
  /** The account that the request pays from. */
  account: Account
  limits: Limits
  /** Aborts when the client has gone away. */
  signal: ClientSignal
  /** The time of the request: real time, by which credentials go. What a store's records show is its own; see Write. */
  now: Date
  requestId: string
  /** The facts of the request for the log, the metrics and its trace. */
  facts: RequestFacts
  /** Whether webhooks may have addresses of private networks, and plain http, for development. */
  allowsPrivateWebhooks: boolean
  /** Where the Desk is, such as `https://desk.example`; undefined where it is nowhere. */
  deskOrigin?: string | undefined
  /** To be called when a write is committed: its events wait for their numbers. */
  eventsWritten: () => void
  /** To be called when a store's list of allowed origins has changed. */
  forgetOrigins: () => void
  /** Reports an internal error to the log. */
  report: (error: unknown) => void
  /** Whether anything was reported: then the answer is not what it should have been. */
  hasFailed: () => boolean
}
