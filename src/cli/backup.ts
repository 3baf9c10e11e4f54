/** `tandem backup` and `tandem restore`: copies of a database in a file, and databases made of them. */
import { open, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { duration, showProgress } from '../../prisma/seed/progress.ts'
import { type DatabaseConfig, readConfig } from '../config/config.ts'
import { dumpDatabase, restoreDump } from '../copies/dump.ts'
import { backUpEmbedded } from '../copies/embedded-backup.ts'
import { restoreEmbedded } from '../copies/embedded-restore.ts'
import { checkNewFile } from '../copies/whole-file.ts'
import { mebibytes } from '../db/embedded/disk-space.ts'
import { OperatorError } from '../values/operator-error.ts'
import { json, OperatorCommand } from './command.ts'
import { checkMade, say } from './operate.ts'

export const backupCommand = new OperatorCommand('backup')
  .argument('<file>', 'the file to make')
  .option(...json)
  .action(async (file: string, options: { json?: boolean }) => {
    const { database } = readConfig()
    checkNewFile(file)
    await checkMade(database)
    const began = performance.now()
    const { waits, unrecorded } = await backUp(database, file)
    const { size } = await stat(file)
    const milliseconds = Math.round(performance.now() - began)
    if (unrecorded) process.stderr.write(`${unrecorded}\n`)
    if (options.json) return say(JSON.stringify({ file: resolve(file), bytes: size, milliseconds, waits_milliseconds: waits }))
    const waited = waits.length > 0 ? ` Everything else waited ${waits.join(' and ')} ms.` : ''
    say(`Backed up to ${file}: ${sizeOf(size)}, in ${duration(milliseconds / 1_000)}.${waited}`)
  })

const sizeOf = (bytes: number): string => (mebibytes(bytes) > 0 ? `${mebibytes(bytes)} MiB` : `${Math.ceil(bytes / 1_024)} KiB`)

type MadeBackup = { waits: number[]; unrecorded: string | undefined }

/** Makes a backup, and answers for how many milliseconds a server's writes had to wait, each time that they had to. */
async function backUp(database: DatabaseConfig, file: string): Promise<MadeBackup> {
  if (database.kind === 'postgres') {
    return { waits: [], unrecorded: await dumpDatabase(database.url, file) }
  }
  const { waits, isShared, unrecorded } = await backUpEmbedded(database.dataDir, file, progressIn('Backing up, in KiB'))
  return { waits: isShared ? waits.map(Math.ceil) : [], unrecorded }
}

/** Shows on a terminal how many of the bytes are done. */
function progressIn(stage: string): (done: number, total: number) => void {
  if (!process.stderr.isTTY) return () => {}
  const progress = showProgress(process.stderr)
  const kibibytes = (bytes: number) => Math.round(bytes / 1_024)
  return (done, total) => progress.step(stage, kibibytes(done), kibibytes(total))
}

export const restoreCommand = new OperatorCommand('restore')
  .argument('<file>', 'a file that tandem backup or pg_dump --format=custom has made')
  .option(...json)
  .action(async (file: string, options: { json?: boolean }) => {
    const { database } = readConfig()
    const kind = await kindOf(file)
    if (kind === 'gzip' && database.kind === 'postgres')
      throw new OperatorError(
        `${file} is the backup of an embedded database. Restore it without DATABASE_URL, adopt it and move it with move-database.`,
      )
    if (kind === 'dump' && database.kind === 'embedded')
      throw new OperatorError(`${file} is the dump of a PostgreSQL server. Set DATABASE_URL to an empty database on one.`)
    const restored =
      database.kind === 'embedded'
        ? await restoreEmbedded(database, file, progressIn('Restoring, in KiB'))
        : { stores: await restoreDump(database.url, file) }
    if (options.json) return say(JSON.stringify({ restored: resolve(file), ...restored, is_copy: true }))
    const as = 'begun' in restored ? `, of a backup begun at ${restored.begun}` : ''
    say(
      `Restored ${restored.stores} stores${as}. The database is a copy: it does nothing by itself until tandem adopt makes it the one that acts.`,
    )
  })

const beginnings = { gzip: Buffer.from([0x1f, 0x8b]), dump: Buffer.from('PGDMP') }

/** The kind of a backup, by its first bytes. @throws OperatorError when there is no such file, or none that can be read. */
async function kindOf(file: string): Promise<keyof typeof beginnings | undefined> {
  const opened = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${error.code}).`)
  })
  try {
    if ((await opened.stat()).isDirectory())
      throw new OperatorError(`${file} is a directory. Give the file that tandem backup has made.`)
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(8), 0, 8, 0)
    const read = buffer.subarray(0, bytesRead)
    if (read.indexOf(beginnings.gzip) === 0) return 'gzip'
    return read.indexOf(beginnings.dump) === 0 ? 'dump' : undefined
  } finally {
    await opened.close()
  }
}
