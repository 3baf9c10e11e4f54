/** Watches the free space on the disk: PostgreSQL crashes when it cannot write its log. */
import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { NoDiskSpace } from './errors.ts'

const heldMilliseconds = 250

// A disk over a network may not answer at all; what was seen last counts until it does.
const longestLookMilliseconds = 100

export const mebibytes = (bytes: number): number => Math.floor(bytes / 1_048_576)

const inMebibytes = (bytes: number): string => `${mebibytes(bytes)} MiB`

/** Bytes that are free for us on the disk of a directory; infinitely many where the system does not report them. */
export async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory).catch(() => ({ bavail: Number.POSITIVE_INFINITY, bsize: 1 }))
  return bavail * bsize
}

/** @throws NoDiskSpace when so many bytes, which a new database needs, are not free. */
export function checkDiskSpace(directory: string, needed: number, free: number): void {
  if (free >= needed) return
  throw new NoDiskSpace(
    `A new database in ${directory} needs ${inMebibytes(needed)} of room on its disk; there are ${inMebibytes(free)}. ` +
      'Make room, or choose another directory with DATA_DIR.',
  )
}

type Watch = {
  /** Bytes that must be free. */
  minimum: number
  freeBytes(): Promise<number>
  /** Called once each time room becomes too little, or enough again. */
  warn(sentence: string): void
}

/** The state of the free space. */
type DiskSpace = {
  /** Whether there is enough of it, and for so many bytes more; looks anew only now and then. */
  isEnough(bytes?: number): Promise<boolean>
  /** The fault at the last check, in a sentence. */
  fault(): string | undefined
}

/** Starts watching. */
export function watchDiskSpace({ minimum, freeBytes, warn }: Watch): DiskSpace {
  let fault: string | undefined
  let free = Number.POSITIVE_INFINITY
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined

  async function look() {
    free = await freeBytes()
    const figure = `${inMebibytes(free)} are free on the disk of the embedded database`
    // A little more than the least, so that it does not go back and forth.
    const isEnough = free >= minimum * (fault ? 1.25 : 1)
    if (fault && isEnough) warn(`${figure}: it takes writes again.`)
    const next = isEnough ? undefined : `${figure}, less than ${inMebibytes(minimum)}: it takes reads only.`
    if (next && !fault) warn(next)
    fault = next
    lookedAt = performance.now()
  }

  return {
    async isEnough(bytes = 0) {
      if (performance.now() - lookedAt >= heldMilliseconds) {
        looking ??= look().finally(() => {
          looking = undefined
        })
      }
      if (looking) await Promise.race([looking, sleep(longestLookMilliseconds, undefined, { ref: false })])
      return !fault && free >= minimum + bytes
    },
    fault: () => fault,
  }
}
