/** What a dry run shows before everything is taken back: its outcome, and the database as it would leave it. */
import type { ReadRows } from '../db/pool.ts'
import type { FirstOutcome } from './outcome.ts'

/** Called before everything is taken back. */
export type BeforeUndone = (outcome: FirstOutcome, wouldBe: WouldBe) => Promise<void>

/** The database as a dry run would leave it. */
export type WouldBe = {
  rows: ReadRows
  /** Whether a model's record of that id was made by it. */
  isMade: (model: string, id: bigint) => boolean
}
