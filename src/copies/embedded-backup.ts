/**
 * Backs up an embedded database, also one that a running server writes to: PostgreSQL's own online backup. Its files are read while they
 * change; its log of meanwhile, which is added, makes them whole when the backup is opened.
 */
import { createWriteStream } from 'node:fs'
import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import about from '../../package.json' with { type: 'json' }
import { withEmbeddedSession } from '../db/embedded/as-it-is.ts'
import type { Session } from '../db/session.ts'
import { formatTime } from '../values/time.ts'
import { recordBackup, timeOfDatabase } from './backup-time.ts'
import { type Description, descriptionName, formatNumber, labelName, logDirectory } from './embedded-format.ts'
import { type ArchiveEntry, archived } from './tar.ts'
import { writeWhole } from './whole-file.ts'

const gzipLevel = 3
const chunkBytes = 1_048_576

/** Directories of which PostgreSQL needs no content to start, as `pg_basebackup` knows them. */
const emptied = [
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  logDirectory,
]
const leftOut = /^(postmaster\.(pid|opts)|backup_label(\.old)?|.*\/pg_internal\.init|.*\/pgsql_tmp)$/

/** Read last, so that it is the newest state that the others may have. */
const controlFile = 'global/pg_control'

type EmbeddedBackup = {
  /** Bytes of the database's files. */
  bytes: number
  /** In milliseconds, for how long the database did nothing else: at the beginning and at the end of the backup. */
  waits: [number, number]
  /** Whether a running server had the database. */
  isShared: boolean
  /** A sentence, where its time could not be recorded. */
  unrecorded: string | undefined
}

/**
 * Makes a backup of the database in a data directory. It is not brought up to date for that.
 *
 * @param progress hears how many of the bytes are read.
 * @throws DirectoryInUse, OperatorError when the file is there already, CutOff.
 */
export const backUpEmbedded = (
  dataDir: string,
  file: string,
  progress: (done: number, total: number) => void,
): Promise<EmbeddedBackup> =>
  withEmbeddedSession(dataDir, async (session, isShared) => {
    const directory = join(dataDir, 'postgres')
    const began = await timeOfDatabase(session)
    const read = { bytes: 0, waits: [0, 0] as [number, number] }
    const entries = entriesOf(session, directory, read, progress)
    await writeWhole(file, (partial) =>
      pipeline(Readable.from(archived(entries)), createGzip({ level: gzipLevel }), createWriteStream(partial, { flags: 'r+' })),
    )
    return { ...read, isShared, unrecorded: await recordBackup(session, began) }
  })

type ReadSoFar = { bytes: number; waits: [number, number] }
type Content = ArchiveEntry & { content?: AsyncIterable<Buffer> }

async function* entriesOf(
  session: Session,
  directory: string,
  read: ReadSoFar,
  progress: (done: number, total: number) => void,
): AsyncGenerator<Content> {
  yield inMemory(descriptionName, JSON.stringify(await describe(session)))
  const started = await timed(session, `SELECT pg_backup_start('tandem', true)`)
  read.waits[0] = started.milliseconds
  const total = await bytesOf(session)
  for await (const entry of filesIn(directory, '')) {
    yield entry
    read.bytes += entry.size
    progress(Math.min(read.bytes, total), total)
  }
  const stopped = await timed(session, 'SELECT pg_walfile_name(lsn) AS segment, labelfile AS label FROM pg_backup_stop(false)')
  read.waits[1] = stopped.milliseconds
  const { label, segment } = stopped.row as { label: string; segment: string }
  const [, first = ''] = /\(file ([\dA-F]{24})\)/.exec(label) ?? []
  for (const name of await logOf(directory, first, segment)) {
    const entry = await fileAt(directory, join(logDirectory, name))
    if (entry) yield entry
  }
  yield inMemory(labelName, label)
  progress(total, total)
}

async function describe({ query }: Session): Promise<Description> {
  const { rows } = await query(
    `SELECT current_setting('server_version') AS postgresql,
       (SELECT migration_name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL ORDER BY migration_name DESC LIMIT 1) AS migration`,
  )
  const [{ postgresql, migration }] = rows as [{ postgresql: string; migration: string }]
  return { format: formatNumber, tandem: about.version, postgresql, migration, begun: formatTime(new Date()) }
}

type Timed = { row: Record<string, unknown>; milliseconds: number }

/** Runs a statement of one row, and measures it where it runs: waiting for its turn is not counted. */
async function timed({ query }: Session, statement: string): Promise<Timed> {
  const { rows } = await query(
    `WITH asked AS MATERIALIZED (${statement})
     SELECT asked.*, extract(epoch FROM clock_timestamp() - statement_timestamp())::float8 * 1000 AS milliseconds FROM asked`,
  )
  const [{ milliseconds, ...row }] = rows as [{ milliseconds: number }]
  return { row, milliseconds }
}

async function bytesOf({ query }: Session): Promise<number> {
  const { rows } = await query('SELECT sum(pg_database_size(oid))::float8 AS bytes FROM pg_database')
  return Number(rows[0]?.bytes)
}

/** The segments of the log from one to another. @throws when the database has one of them no longer. */
async function logOf(directory: string, first: string, last: string): Promise<string[]> {
  const all = await readdir(join(directory, logDirectory))
  const segments = all.filter((name) => /^[\dA-F]{24}$/.test(name) && name >= first && name <= last).sort()
  if (segments[0] !== first || segments.at(-1) !== last)
    throw new Error('The log of the database does not go back to the beginning of the backup.')
  return segments
}

/** The entries of a directory, its subdirectories before what is in them. */
async function* filesIn(directory: string, below: string): AsyncGenerator<Content> {
  const entries = await readdir(join(directory, below), { withFileTypes: true })
  for (const entry of entries) {
    const name = join(below, entry.name)
    if (leftOut.test(name) || name === controlFile) continue
    if (entry.isDirectory()) {
      yield { name, size: 0, isDirectory: true }
      if (!emptied.includes(name)) yield* filesIn(directory, name)
    } else {
      const file = await fileAt(directory, name)
      if (file) yield file
    }
  }
  if (below !== '') return
  const control = await fileAt(directory, controlFile)
  if (control) yield control
}

/** A file as long as it is now; undefined where the database has removed it meanwhile. */
async function fileAt(directory: string, name: string): Promise<Content | undefined> {
  try {
    const file = await open(join(directory, name))
    const { size } = await file.stat()
    return { name, size, isDirectory: false, content: contentOf(file, size) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function* contentOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  try {
    for (let at = 0; at < size; ) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(chunkBytes, size - at)), 0, undefined, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

function inMemory(name: string, text: string): Content {
  const bytes = Buffer.from(text)
  return { name, size: bytes.length, isDirectory: false, content: Readable.from([bytes]) }
}
