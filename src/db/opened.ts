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
}
