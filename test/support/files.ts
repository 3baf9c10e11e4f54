/** Gives the files of a run a directory in memory, where a machine has room for it, and removes it with all that tests have left. */
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memory = '/dev/shm'
const roomBytes = 2_147_483_648

// A copy of a database is 800 files; to make and remove them takes a disk ten times as long.
export default function setup(): (() => void) | undefined {
  if (process.env.TMPDIR || !hasRoom(memory)) return undefined
  const directory = mkdtempSync(join(memory, 'tandem-'))
  // A test runs a program as another user, who passes through it.
  chmodSync(directory, 0o711)
  process.env.TMPDIR = directory
  // Each worker, command and server that a test starts reads the same modules: they are compiled once.
  process.env.NODE_COMPILE_CACHE ??= join(directory, 'compiled')
  return () => rmSync(directory, { recursive: true, force: true })
}

function hasRoom(directory: string): boolean {
  if (!existsSync(directory)) return false
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize > roomBytes
}
