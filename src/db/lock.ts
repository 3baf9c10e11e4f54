/**
 * Holds a data directory for one process.
 *
 * PGlite opens a directory twice without complaint and then loses rows. The lock is SQLite's own file lock: the operating
 * system lets go of it when the process ends, however it ends, so a lock can never be left behind.
 */
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ownersDirectory, ownersFile } from './embedded/private-files.ts'

/** The directory is in use; the message names the process that holds it. */
export class DirectoryInUse extends Error {}

/** The directory cannot be used; the message says why. */
export class DirectoryUnusable extends Error {}

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'what is mounted there is read-only',
  ENOTDIR: 'a file is in its way',
  EEXIST: 'a file is in its way',
  ENOSPC: 'no room is left there',
  ENOENT: 'the system makes no directories there',
}

/**
 * Makes the directory if need be, for its user alone, and sees that what is kept in it can be written.
 *
 * @throws DirectoryUnusable
 */
export function prepareDirectory(directory: string): void {
  const { R_OK, W_OK, X_OK } = constants
  try {
    makeDirectory(directory, ownersDirectory)
    closeSync(openSync(lockFile(directory), 'a', ownersFile))
    const postgres = join(directory, 'postgres')
    if (existsSync(postgres)) accessSync(postgres, R_OK | W_OK | X_OK)
  } catch (error) {
    throw unusable(directory, error)
  }
}

function unusable(directory: string, error: unknown): DirectoryUnusable {
  const { code = '', message } = error as NodeJS.ErrnoException
  return new DirectoryUnusable(
    `${directory} cannot be used: ${reasons[code] ?? message}. Mend that, or choose another directory with DATA_DIR.`,
  )
}

/** Makes a directory and those above it. Node's own way to do so never ends where the system takes none, such as below /proc. */
function makeDirectory(directory: string, mode?: number): void {
  if (existsSync(directory)) return
  makeDirectory(dirname(directory))
  try {
    mkdirSync(directory, { mode })
  } catch (error) {
    // Another process may have been first.
    if (!existsSync(directory)) throw error
  }
}

/** SQLite's code for a lock that another process holds; with any other the file cannot be used. */
const sqliteBusy = 5

const lockFile = (directory: string): string => join(directory, 'lock')

/**
 * Takes the directory, making it if need be.
 *
 * @returns a function that lets go of it.
 * @throws DirectoryUnusable, or DirectoryInUse at once when another process holds it.
 */
export function holdDirectory(directory: string): () => void {
  prepareDirectory(directory)
  const pidFile = join(directory, 'pid')
  const lock = new DatabaseSync(lockFile(directory))
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw unusable(directory, error)
    throw new DirectoryInUse(
      `${directory} is in use by process ${readPid(pidFile)}. Stop it, or choose another directory with DATA_DIR.`,
    )
  }
  writeFileSync(pidFile, `${process.pid}\n`, { mode: ownersFile })
  return () => lock.close()
}

function readPid(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
