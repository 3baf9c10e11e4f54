/** The program of the embedded database's thread: PostgreSQL as WebAssembly, spoken to in PostgreSQL's own protocol. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { type DataLocation, joined, type ThreadRequest } from './messages.ts'
import { newDatabase } from './new-database.ts'

// Made for one process on one machine: PGlite's own settings reserve the memory of a server, and the room of one for the log.
const settings = ['shared_buffers=16MB', 'max_connections=10', 'min_wal_size=32MB', 'max_wal_size=64MB']

const startupMessage = 0

const port = parentPort as MessagePort
const startParams = [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])]
const { isNew, program: known, ...place } = workerData as DataLocation & { program?: WebAssembly.Module }
const [program, loadDataDir] = await Promise.all([known ?? compiled(), isNew ? newDatabase() : undefined])
const pglite = await PGlite.create({ ...place, pgliteWasmModule: program, startParams, ...(loadDataDir && { loadDataDir }) })

async function compiled(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve('@electric-sql/pglite/pglite.wasm'))))
}

async function answer(asked: ThreadRequest): Promise<void> {
  if (asked === 'close') {
    await pglite.close()
    port.close()
    return
  }
  if ('own' in asked) {
    // A failed statement is retried later; a failure of the database itself shows at the next statement.
    await pglite.exec(asked.own).catch(() => {})
    port.postMessage(undefined)
    return
  }
  const chunks: Uint8Array[] = []
  // There is one session for all connections: what the one before has left half done is none of the next one's business.
  if (asked[0] === startupMessage && pglite.isInTransaction()) await pglite.exec('ROLLBACK')
  // PGlite's other ways read the answer too, and keep what they read. What it hands over is its own memory.
  await pglite.execProtocolRawStream(asked, { onRawData: (chunk) => void chunks.push(chunk.slice()) })
  const bytes = joined(chunks)
  port.postMessage(bytes, [bytes.buffer])
}

let last: Promise<void> = Promise.resolve()
port.on('message', (asked: ThreadRequest) => {
  // An error here is one of the database, not of a statement: it ends the thread.
  last = last.then(() => answer(asked))
})
port.postMessage(program)
