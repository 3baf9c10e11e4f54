/** Embedded databases for tests: as copies of one that was made before, in memory or in a directory. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedDatabase } from '../src/db/embedded/database.ts'
import { Thread } from '../src/db/embedded/thread.ts'

const openingMilliseconds = 60_000

/** A database in memory, empty or as it was dumped. */
export const inMemory = (loadDataDir?: Blob): Promise<EmbeddedDatabase> =>
  EmbeddedDatabase.open({
    open: () => Thread.open(loadDataDir ? { loadDataDir } : {}, openingMilliseconds),
    hasRoom: async () => true,
    tell: console.error,
    giveUp: console.error,
  })

/** Makes a data directory with a copy of a database that was dumped to a file; three seconds faster than making one anew. */
export async function copyToDirectory(dump: string, dataDir: string): Promise<void> {
  const postgres = join(dataDir, 'postgres')
  mkdirSync(postgres, { recursive: true })
  const copy = await Thread.open({ dataDir: postgres, loadDataDir: new Blob([readFileSync(dump)]) }, openingMilliseconds)
  await copy.close(openingMilliseconds)
}
