/** The embedded database: PostgreSQL as WebAssembly, in this process, in a directory of our own. */
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { currentWork } from './cancel.ts'
import { client, type Database } from './connect.ts'
import { holdDirectory } from './lock.ts'
import { timed } from './meter.ts'
import { migrate } from './migrate.ts'

// Made for one process on one machine: PGlite's own settings reserve the memory of a server.
const smallServer = ['shared_buffers=16MB', 'max_connections=10'].flatMap((setting) => ['-c', setting])

/** Opens the database in a directory of our own, held for this process, and brings it up to date. */
export async function openEmbedded(dataDir: string): Promise<Database> {
  const letGo = holdDirectory(dataDir)
  try {
    const startParams = [...PGlite.defaultStartParams, ...smallServer]
    const pglite = await PGlite.create(join(dataDir, 'postgres'), { startParams })
    await migrate(pglite)
    const { db, close } = overPGlite(pglite)
    return { db, close: () => close().finally(letGo) }
  } catch (error) {
    letGo()
    throw error
  }
}

/** A client over an embedded database that is already open. */
export function overPGlite(pglite: PGlite): Database {
  // PGlite answers without ever leaving the current turn of the event loop: under load no new connection would be heard.
  const query = pglite.query.bind(pglite)
  pglite.query = async (...statement) => {
    await setImmediate()
    return query(...statement) as never
  }
  // A statement that runs cannot be stopped: it holds the thread. Those that wait for their turn are refused when it comes.
  const inTurn = pglite._runExclusiveTransaction.bind(pglite)
  pglite._runExclusiveTransaction = (work) =>
    inTurn(async () => {
      currentWork()?.signal.throwIfAborted()
      return timed(currentWork()?.meter, work, true)
    })
  const db = client(new PrismaPGlite(pglite))
  return { db, close: () => db.$disconnect().then(() => pglite.close()) }
}
