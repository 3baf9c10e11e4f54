/** Closes the files of an embedded database to other users of the machine: secrets that sign are among the data. */
import { chmodSync, lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import { join } from 'node:path'

/** The permissions of a directory and of a file that are their user's alone. */
export const ownersDirectory = 0o700
export const ownersFile = 0o600

/** Our entries of a data directory; other files in it are left alone. */
const ours = /^(postgres(\.new|\.restoring)?|pid|lock(-\w+)?)$/

const permissionBits = 0o777
const stickyBit = 0o1000

/** Something that stays open, and why. */
type LeftOpen = { path: string; reason: string }

/**
 * Closes a data directory, and what it holds of ours, to all users but its own. Windows has no such permissions.
 *
 * @returns a sentence about what could not be closed; nothing when all is.
 */
export function closeToOthers(directory: string): string | undefined {
  if (process.platform === 'win32') return undefined
  const open: LeftOpen[] = []
  // Either may be a link to where a volume is mounted.
  closeOne(realpathSync(directory), open)
  for (const name of readdirSync(directory)) if (ours.test(name)) closeAll(realpathSync(join(directory, name)), open)
  const [first] = open
  if (!first) return undefined
  const others = open.length > 1 ? `, and ${open.length - 1} more` : ''
  return (
    `${first.path} stays open to other users of this machine (${first.reason})${others}. The data hold secrets: ` +
    'have the volume mounted for this user alone, or choose another directory with DATA_DIR.'
  )
}

function closeAll(path: string, open: LeftOpen[]): void {
  if (closeOne(path, open)?.isDirectory()) for (const name of readdirSync(path)) closeAll(join(path, name), open)
}

/** Closes a file or a directory, and answers what it is; the journal of the lock may be gone by now. */
function closeOne(path: string, open: LeftOpen[]): Stats | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink()) return undefined
  const reason = reasonLeftOpen(path, found)
  if (reason) open.push({ path, reason })
  return found
}

function reasonLeftOpen(path: string, found: Stats): string | undefined {
  const wanted = found.isDirectory() ? ownersDirectory : ownersFile
  if ((found.mode & permissionBits) === wanted) return undefined
  // A directory such as /tmp is there for all.
  if (found.mode & stickyBit) return 'it is a directory for all users'
  try {
    chmodSync(path, wanted)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
  // Some file systems take permissions, and keep none.
  return (lstatSync(path).mode & permissionBits) === wanted ? undefined : 'its file system keeps no permissions'
}
