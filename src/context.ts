/** What every resolver is given: one per request, with one `now` for all that happens in it. */
import type { Viewer } from './auth/viewer.ts'
import type { Db } from './db/connect.ts'

export type Context = {
  db: Db
  viewer: Viewer
  /** The time of the request; rules read no other clock. */
  now: Date
  requestId: string
  /** Hears of what went wrong inside, for the log. */
  report: (error: unknown) => void
}
