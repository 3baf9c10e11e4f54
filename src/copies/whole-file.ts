/** Writes a file that is whole or not there: under another name until it is on the disk, and the user's alone from the first moment. */
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statSync } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { constants } from 'node:os'
import { dirname, resolve } from 'node:path'
import { OperatorError } from '../values/operator-error.ts'
import { ToolFailed } from './postgres-tools.ts'

/** @throws OperatorError when the file is there already, or its directory is not. */
export function checkNewFile(file: string): void {
  if (existsSync(file)) throw alreadyThere(file)
  const directory = statSync(dirname(file), { throwIfNoEntry: false })
  if (!directory) throw new OperatorError(`There is no directory ${dirname(file)} to make ${file} in.`)
  if (!directory.isDirectory()) throw new OperatorError(`${dirname(file)} is no directory, so ${file} cannot be made in it.`)
}

const alreadyThere = (file: string) => new OperatorError(`${file} is there already. Give the name of a new file.`)

/**
 * Writes a file beside its place, under a name that no other process has, and puts it there when it is whole. Of two that write one file the
 * first to be done has it, and the other is refused. A signal removes what is written; SIGKILL leaves it under its own name.
 *
 * @param write writes the file under the name that it is given.
 * @throws OperatorError as `checkNewFile` does, or where the file cannot be written.
 */
export async function writeWhole(file: string, write: (partial: string) => Promise<void>): Promise<void> {
  checkNewFile(file)
  const partial = `${file}.partial-${randomBytes(6).toString('hex')}`
  const end = (signal: NodeJS.Signals) => {
    rmSync(partial, { force: true })
    process.exit(128 + constants.signals[signal])
  }
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, end)
  try {
    await (await open(partial, 'wx', 0o600)).close()
    await write(partial)
    await sync(partial, 'r+')
    await publish(partial, file)
    await sync(dirname(file), 'r').catch(() => {
      // Not every system can do so with a directory.
    })
  } catch (error) {
    await rm(partial, { force: true })
    throw unwritable(file, error) ?? error
  } finally {
    for (const signal of signals) process.removeListener(signal, end)
  }
}

async function sync(path: string, flags: string): Promise<void> {
  const opened = await open(path, flags)
  await opened.sync().finally(() => opened.close())
}

/** Gives a file its name, unless a file has it: by a link, since renaming would replace that one. */
async function publish(partial: string, file: string): Promise<void> {
  try {
    await link(partial, file)
    await rm(partial)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw alreadyThere(file)
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error
    // A file system without links: the name is taken first.
    await (await open(file, 'wx', 0o600)).close()
    await rename(partial, file)
  }
}

const reasons: Record<string, string> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full for this user',
  EFBIG: 'it would be larger than a file may be there',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its disk is read-only',
  EIO: 'its disk fails',
  ENAMETOOLONG: 'its name is too long',
}

/** The sentence about the disk of the file: one that names no path is of writing, and others name theirs. */
function unwritable(file: string, error: unknown): OperatorError | undefined {
  const { code = '', path, syscall } = error as NodeJS.ErrnoException
  const isOfFile = path === undefined ? syscall === 'write' || syscall === 'fsync' : resolve(path).startsWith(resolve(file))
  const full = error instanceof ToolFailed && /No space left on device/.test(error.message)
  const reason = full ? reasons.ENOSPC : isOfFile ? reasons[code] : undefined
  return reason === undefined ? undefined : new OperatorError(`${file} cannot be written: ${reason}. Nothing of it is left.`)
}
