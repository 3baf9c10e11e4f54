/** A database as it is opened for a process of ours: its client, where it is, and whether it is a copy. */
import type { Database } from './connect.ts'
import type { DatabasePlace } from './installation.ts'
import type { Session } from './session.ts'

export type OpenedDatabase = Database & {
  place: DatabasePlace
  /** Whether it last ran elsewhere, when it was opened. */
  isCopy: boolean
  /** Runs work in a session of its own, which takes as long as it does. */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>
}
