/** Restores the backup of an embedded database into a data directory that has none. */
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createGunzip } from 'node:zlib'
import * as v from 'valibot'
import { inDirectory } from '../db/embedded/as-it-is.ts'
import { checkDiskSpace, freeBytesOf } from '../db/embedded/disk-space.ts'
import { restoring } from '../db/embedded/half-restored.ts'
import { ownersDirectory, ownersFile } from '../db/embedded/private-files.ts'
import { beginEpochOfMarks } from '../db/installation.ts'
import { holdDirectory } from '../db/lock.ts'
import { readMigrations } from '../db/migrate.ts'
import { OperatorError } from '../values/operator-error.ts'
import { type Description, description, descriptionName, labelName } from './embedded-format.ts'
import { entriesOf, NoArchive, type ReadEntry } from './tar.ts'

/** Beside the files the log that their recovery writes. */
const moreBytes = 33_554_432

/** The stores of a restored database, and the beginning of its backup. */
type Restored = { stores: number; begun: string }

type RestoreTarget = { dataDir: string; minFreeBytes?: number }

/**
 * Restores a backup. It is read to its end before anything is written, and its database is opened before it is put in its place.
 *
 * @param progress hears how many of the bytes are written.
 * @throws OperatorError when there is a database already, or for a file that is no whole backup; DirectoryInUse, NoDiskSpace.
 */
export async function restoreEmbedded(
  { dataDir, minFreeBytes = 0 }: RestoreTarget,
  file: string,
  progress: (done: number, total: number) => void,
): Promise<Restored> {
  checkNoDatabase(dataDir)
  const { bytes, begun } = await examined(file)
  const letGo = holdDirectory(dataDir)
  try {
    checkNoDatabase(dataDir)
    checkDiskSpace(dataDir, minFreeBytes + bytes + moreBytes, await freeBytesOf(dataDir))
    const directory = join(dataDir, 'postgres')
    const unfinished = join(dataDir, restoring)
    await rm(unfinished, { recursive: true, force: true })
    try {
      await unpack(file, unfinished, (done) => progress(done, bytes))
      // PostgreSQL makes the files whole by their log, and is closed in order.
      const stores = await inDirectory(unfinished, async (session) => {
        await beginEpochOfMarks(session)
        return countStores(session)
      })
      await rename(unfinished, directory)
      return { stores, begun }
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true })
      throw error
    }
  } finally {
    letGo()
  }
}

function checkNoDatabase(dataDir: string): void {
  if (!existsSync(join(dataDir, 'postgres'))) return
  throw new OperatorError(
    `There is a database in ${dataDir}, and none is restored over another. Name another directory with DATA_DIR, or move that one away.`,
  )
}

/** Reads a backup to its end, which finds out whether it is whole and of a version that can be restored. */
async function examined(file: string): Promise<Description & { bytes: number }> {
  let bytes = 0
  let last = ''
  let described: Description | undefined
  for await (const { name, size, content } of entries(file)) {
    if (!described) described = await readDescription(file, name, content)
    bytes += size
    last = name
  }
  if (!described || last !== labelName) throw notWhole(file)
  return { ...described, bytes }
}

async function readDescription(file: string, name: string, content: ReadEntry['content']): Promise<Description> {
  if (name !== descriptionName) throw noBackup(file)
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), description), Buffer.concat(chunks).toString())
  if (!parsed.success) throw noBackup(file)
  const { migration, tandem } = parsed.output
  if (!readMigrations().some((known) => known.name === migration))
    throw new OperatorError(
      `${file} was made by Tandem ${tandem}, whose migration ${migration} this version does not know. Restore it with that version.`,
    )
  return parsed.output
}

const noBackup = (file: string) =>
  new OperatorError(`${file} is no backup of an embedded database: tandem backup makes them. Nothing was restored.`)
const notWhole = (file: string) => new OperatorError(`${file} is damaged, or not whole. Nothing was restored.`)

/** The codes of zlib for bytes that it did not write, and for those that end too early. */
const foreign = 'Z_DATA_ERROR'
const damaged = 'Z_BUF_ERROR'

/** The entries of a backup. @throws OperatorError for a file that is none, is not whole, or is not there. */
async function* entries(file: string): AsyncGenerator<ReadEntry> {
  let isBegun = false
  try {
    const bytes = createReadStream(file)
    const unzipped = createGunzip()
    bytes.on('error', (error) => unzipped.destroy(error))
    for await (const entry of entriesOf(bytes.pipe(unzipped))) {
      yield entry
      isBegun = true
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new OperatorError(`There is no file ${file}.`)
    if (code === 'EISDIR') throw noBackup(file)
    if (code === damaged || code === foreign || error instanceof NoArchive) throw isBegun ? notWhole(file) : noBackup(file)
    throw error
  }
}

async function unpack(file: string, directory: string, progress: (done: number) => void): Promise<void> {
  await mkdir(directory, { mode: ownersDirectory })
  let done = 0
  for await (const { name, size, isDirectory, content } of entries(file)) {
    if (name === descriptionName) continue
    // None of them leads out of it.
    if (!/^[\w.-]+(\/[\w.-]+)*$/.test(name) || name.split('/').includes('..')) throw noBackup(file)
    const path = join(directory, name)
    if (isDirectory) await mkdir(path, { mode: ownersDirectory })
    else {
      await mkdir(dirname(path), { mode: ownersDirectory, recursive: true })
      const written = await open(path, 'wx', ownersFile)
      try {
        for await (const chunk of content) await written.write(chunk)
      } finally {
        await written.close()
      }
    }
    done += size
    progress(done)
  }
}

async function countStores({ query }: { query(sql: string): Promise<{ rows: Record<string, unknown>[] }> }): Promise<number> {
  const { rows } = await query('SELECT (SELECT count(*)::int FROM store) AS stores FROM installation')
  return rows[0]?.stores as number
}
