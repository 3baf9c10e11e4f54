/** The result of a dry run before its rollback: the outcome, and the database as the write would leave it. */
import type { ReadRows } from '../db/connection.ts'
import type { FirstOutcome } from './outcome.ts'

/** Called before the rollback. */
export type BeforeUndone = (outcome: FirstOutcome, wouldBe: WouldBe) => Promise<void>

/** The database as a dry run would leave it. */
export type WouldBe = {
  rows: ReadRows
  /** Whether a model's record was created by it. */
  isMade: (model: string, id: bigint) => boolean
}
