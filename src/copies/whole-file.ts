/** Writes a file that is whole or not there: under another name until it is on the disk, and the user's alone from the first moment. */
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OperatorError } from '../start/operator-errors.ts'

/** @throws OperatorError when the file is there already, or its directory is not. */
export function checkNewFile(file: string): void {
  if (existsSync(file)) throw new OperatorError(`${file} is there already. Give the name of a new file.`)
  if (!existsSync(dirname(file))) throw new OperatorError(`There is no directory ${dirname(file)} to make ${file} in.`)
}

/**
 * @param write writes the file under the name that it is given.
 * @throws OperatorError as `checkNewFile` does.
 */
export async function writeWhole(file: string, write: (partial: string) => Promise<void>): Promise<void> {
  checkNewFile(file)
  const partial = `${file}.partial`
  try {
    // A process that was killed may have left one.
    await rm(partial, { force: true })
    await (await open(partial, 'wx', 0o600)).close()
    await write(partial)
    const written = await open(partial, 'r+')
    await written.sync().finally(() => written.close())
    checkNewFile(file)
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}
