/**
 * Holds a data directory for one process.
 *
 * PGlite opens a directory twice without complaint and then loses rows. The lock is SQLite's own file lock: the operating
 * system lets go of it when the process ends, however it ends, so a lock can never be left behind.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The directory is in use; the message names the process that holds it. */
export class DirectoryInUse extends Error {}

/**
 * Takes the directory, making it if need be.
 *
 * @returns a function that lets go of it.
 * @throws DirectoryInUse at once when another process holds it.
 */
export function holdDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true })
  const pidFile = join(directory, 'pid')
  const lock = new DatabaseSync(join(directory, 'lock'))
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new DirectoryInUse(
      `${directory} is in use by process ${readPid(pidFile)}. Stop it, or choose another directory with DATA_DIR.`,
    )
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  return () => lock.close()
}

function readPid(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
