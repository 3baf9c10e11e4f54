/** A replica of the database: a pool of connections that only read, and how much of the primary's log it has replayed. */

import type { ReadRows } from '../connection.ts'
import { codesOf, outageOf } from '../outage.ts'
import type { CancellablePool } from '../pool.ts'
import type { Ask } from '../statements.ts'
import { anyPosition, type LogPosition, logPosition } from './marks.ts'

/** Why a replica answers nothing: it cannot be reached, it is later than is allowed, or it is no replica of this database. */
export type LeftOut = 'gone' | 'late' | 'foreign'

/** A recovery conflict; a table, column or plan that it has not replayed yet. */
const faultsOfReplicas: ReadonlySet<string> = new Set(['40001', '40P01', '42P01', '42703', '0A000'])

/** Whether an error is the replica's own, so that the primary is asked instead. */
export const isFaultOfReplica = (error: unknown): boolean => {
  const outage = outageOf(error)
  return (outage !== undefined && outage !== 'busy') || codesOf(error).some((code) => faultsOfReplicas.has(code))
}

type IsOurs = (ask: Ask) => Promise<boolean>

export class Replica {
  /** Its address without the credentials. */
  readonly name: string
  /** Undefined while it answers reads. */
  leftOut: LeftOut | undefined = 'gone'
  replayed: LogPosition = anyPosition
  private readonly pool: CancellablePool
  private readonly isOurs: IsOurs
  private isKnown = false

  /** @param isOurs whether it follows the primary, which is asked of each one that is back. */
  constructor(url: string, pool: CancellablePool, isOurs: IsOurs) {
    const { host, pathname } = new URL(url)
    this.name = `${host}${pathname}`
    this.pool = pool
    this.isOurs = isOurs
  }

  readonly rows: ReadRows = (...asked) => this.pool.rows(...asked)

  readonly ask: Ask = (statement) => this.pool.query(statement)

  /**
   * Looks at what it has replayed.
   *
   * @param wanted what the primary had written a second ago.
   */
  async look(wanted: LogPosition): Promise<void> {
    try {
      this.isKnown ||= await this.isOurs(this.ask)
      const { rows } = await this.pool.query({ text: looked })
      const [found] = rows as { isReplica: boolean; lsn: string | null }[]
      if (!this.isKnown || !found?.isReplica || found.lsn === null) this.leftOut = 'foreign'
      else {
        this.replayed = logPosition(found.lsn)
        this.leftOut = this.replayed < wanted ? 'late' : undefined
      }
    } catch {
      this.isKnown = false
      this.leftOut = 'gone'
    }
  }

  close = () => this.pool.end()
}

const looked = 'SELECT pg_is_in_recovery() AS "isReplica", pg_last_wal_replay_lsn()::text AS "lsn"'
