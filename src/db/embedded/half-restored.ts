/** Recognizes a data directory into which a restore was begun and not ended. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The directory of a database while it is restored; then it has the name of one. */
export const restoring = 'postgres.restoring'

/** A restore was ended before it was done; the message says what to do. */
export class HalfRestored extends Error {
  constructor(dataDir: string) {
    const directory = resolve(dataDir)
    super(
      `A restore into ${directory} was ended before it was done. Run tandem restore again, or remove ${join(directory, restoring)} ` +
        'to begin with a new database.',
    )
  }
}

/** Whether nothing is there but what a restore has left, or is still writing. */
export const isHalfRestored = (dataDir: string): boolean =>
  existsSync(join(dataDir, restoring)) && !existsSync(join(dataDir, 'postgres'))
