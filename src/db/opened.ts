/** The result of opening a database: its client, its place, and whether it is a copy. */
import type { Database } from './connect.ts'
import type { DatabasePlace } from './installation.ts'
import type { Session } from './session.ts'

export type OpenedDatabase = Database & {
  place: DatabasePlace
  /** Whether it was a copy when it was opened. */
  isCopy: boolean
  /** Runs work in one session, without a time limit. */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Whether it is the embedded one of a running server, reached over its socket. */
  isShared?: boolean
  /** Has commands of other processes share the embedded database, which this process holds. */
  admitCommands?(): Promise<void>
  /** An error of a shared one as the operator should read it. */
  explained?(error: unknown): unknown
}
