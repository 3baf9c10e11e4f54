/** The embedded database: PostgreSQL as WebAssembly, in a thread of this process and a directory of our own. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { applyBaseline } from '../baseline.ts'
import { client, type Database, sessionOf, waits } from '../connect.ts'
import { arrive, placeOfDirectory } from '../installation.ts'
import { holdDirectory } from '../lock.ts'
import { migrate } from '../migrate.ts'
import type { OpenedDatabase } from '../opened.ts'
import { CancellablePool } from '../pool.ts'
import type { Session } from '../session.ts'
import { EmbeddedDatabase } from './database.ts'
import { checkDiskSpace, freeBytesOf, mebibytes, watchDiskSpace } from './disk-space.ts'
import { CannotOpen, ThreadEnded } from './errors.ts'
import { HalfRestored, isHalfRestored } from './half-restored.ts'
import { maintain, maintaining } from './maintenance.ts'
import { closeToOthers, ownersDirectory } from './private-files.ts'
import { type Listening, listenForCommands } from './socket.ts'
import { Thread } from './thread.ts'
import { Wire } from './wire.ts'

const openingMilliseconds = 30_000
const makingMilliseconds = 120_000
// Migrations, seeds and commands may take their time, but not for ever.
const workMilliseconds = 600_000
// A fraction of what a request waits for its turn.
const guestMilliseconds = 5_000
// Twice as much as it is when it is new.
const newDatabaseBytes = 67_108_864

// Often, since a client that does nothing but write makes megabytes of dead rows in a second.
const maintenanceMilliseconds = 2_000

/** Where the data are, and bytes that must be free there for anything to be written. */
type EmbeddedConfig = { dataDir: string; minFreeBytes?: number }

export type OpenOptions = {
  /** The program that opens it, by which its sessions on a PostgreSQL server are named. */
  program?: 'server' | 'worker' | 'command'
  /** How long a read may take; without it, what a command does in the embedded database has minutes. */
  readSeconds?: number
  /** Hears, in a sentence, what an operator should know of the embedded database. */
  warn?: (sentence: string) => void
  /** Hears that the embedded database does not answer and cannot be opened anew. */
  giveUp?: (sentence: string) => void
}

type EmbeddedOptions = OpenOptions & { freeBytes?: () => Promise<number> }

/**
 * Opens the database in a directory of our own, held for this process, brings it up to date, and finds out whether it is a copy.
 *
 * @throws DirectoryInUse, HalfRestored, NoDiskSpace for a new one, CannotOpen, MigrationError.
 */
export async function openEmbedded(
  { dataDir, minFreeBytes = 0 }: EmbeddedConfig,
  { readSeconds, warn = () => {}, giveUp = () => {}, freeBytes = () => freeBytesOf(dataDir) }: EmbeddedOptions = {},
): Promise<OpenedDatabase> {
  const letGo = holdDirectory(dataDir)
  try {
    const leftOpen = closeToOthers(dataDir)
    if (leftOpen) warn(leftOpen)
    const directory = join(dataDir, 'postgres')
    if (isHalfRestored(dataDir)) throw new HalfRestored(dataDir)
    if (!existsSync(directory)) {
      if (minFreeBytes > 0) checkDiskSpace(dataDir, minFreeBytes + newDatabaseBytes, await freeBytes())
      await make(directory)
    }
    const open = () => Thread.open({ dataDir: directory }, openingMilliseconds)
    const space = watchDiskSpace({ minimum: minFreeBytes, freeBytes, warn })
    const database = await EmbeddedDatabase.open({ open, hasSpace: space.isEnough, warn, giveUp })
    const place = placeOfDirectory(directory)
    const prepare = async (session: Session) => {
      await migrate(session)
      return arrive(session, place)
    }
    // A thread that is left open would keep the process from ending.
    const isCopy = await inSession(database, prepare).catch((error) => database.close().then(() => Promise.reject(error)))
    const limits = readSeconds === undefined ? { ...waits(), statement: workMilliseconds } : waits(readSeconds)
    const { close, ...opened } = overEmbedded(database, limits)
    let listening: Promise<Listening> | undefined
    return {
      ...opened,
      fault: space.fault,
      place,
      isCopy,
      async admitCommands() {
        listening ??= listenForCommands(dataDir, database, { ...limits, transaction: guestMilliseconds }, warn)
        await listening
      },
      async close() {
        await (await listening)?.close()
        await close().finally(letGo)
      },
    }
  } catch (error) {
    letGo()
    if (!(error instanceof ThreadEnded)) throw error
    throw new CannotOpen(dataDir, mebibytes(await freeBytes()), error)
  }
}

/** Makes a database of the baseline beside the place where it is to be, so that one half made is never taken for a database. */
async function make(directory: string): Promise<void> {
  const unfinished = `${directory}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, ownersDirectory)
  const open = () => Thread.open({ dataDir: unfinished, isNew: true }, makingMilliseconds)
  const database = await EmbeddedDatabase.open({ open, hasSpace: async () => true, warn() {}, giveUp() {} })
  try {
    await inSession(database, applyBaseline)
  } finally {
    await database.close()
  }
  renameSync(unfinished, directory)
}

/** A client over an embedded database that is open, which is closed with it. */
export function overEmbedded(
  database: EmbeddedDatabase,
  limits = waits(),
  pauseMilliseconds = maintenanceMilliseconds,
): EmbeddedClient {
  const { close, ...opened } = clientOf(database, limits, pauseMilliseconds)
  return { ...opened, close: () => close().then(() => database.close()) }
}

type EmbeddedClient = Database & Pick<OpenedDatabase, 'session'>

/** A client over an embedded database that is open and stays so; it keeps it up in the pauses between others' work. */
export function clientOf(
  database: EmbeddedDatabase,
  { statement, query, transaction } = waits(),
  pauseMilliseconds = maintenanceMilliseconds,
): EmbeddedClient {
  // One connection for all: a wait for it must outlast the stopping of a statement that runs.
  const turns = { max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: query, onConnect: forgetPrepared }
  let wire: Wire | undefined
  const stream = () => {
    wire = new Wire(database, statement)
    return wire
  }
  const cancel = async () => {
    wire?.abandon()
    return true
  }
  const pool = new CancellablePool({ ...address, stream, ...turns }, { cancel })
  // By a turn of its own at the connection, so that it counts against no client, and no client that disconnects stops it.
  const run = async (sql: string) => (await pool.query(sql)).rows
  const endMaintenance = maintaining(() => maintain(run, database), pauseMilliseconds)
  // The pool gives up first, and says why.
  const { db, connections, close } = client(pool, { transaction, begin: query + 1_000 })
  return {
    db,
    connections,
    // The connection that all have: what is kept up meanwhile would else run within a transaction of this one.
    session: sessionOf(pool),
    async close() {
      endMaintenance()
      await close()
    },
  }
}

/** All connections share one session, which keeps what the last one had prepared. */
const forgetPrepared = async (connection: pg.ClientBase) => void (await connection.query('DEALLOCATE ALL'))

/** How `pg` names it; all that it would else take from the environment is meant for PostgreSQL servers. */
export const address = { host: 'embedded', user: 'postgres', database: 'postgres', password: '', ssl: false, options: '' }

/** Runs work in a connection of its own. */
export async function inSession<T>(database: EmbeddedDatabase, work: (session: Session) => Promise<T>): Promise<T> {
  const session = new pg.Client({ ...address, stream: () => new Wire(database, workMilliseconds) })
  // As over a network: see `withSession`.
  session.on('error', () => {})
  await session.connect()
  try {
    return await work({ query: (sql, values) => session.query(sql, values), exec: (sql) => session.query(sql) })
  } finally {
    await session.end()
  }
}
