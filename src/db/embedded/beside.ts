/** A command's client of an embedded database that a running server has, over the socket in its directory. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { client, sessionOf } from '../connect.ts'
import { arrive, placeOfDirectory } from '../installation.ts'
import { DirectoryInUse } from '../lock.ts'
import { checkMigrated } from '../migrate.ts'
import type { OpenedDatabase } from '../opened.ts'
import { codesOf, outageOf, toldBy } from '../outage.ts'
import { CancellablePool } from '../pool.ts'
import type { Session } from '../session.ts'
import { CutOff } from './errors.ts'
import { guestCode, guestSentences } from './guest.ts'
import { address } from './open.ts'
import { shortPath, socketName } from './socket.ts'

const longestWaitMilliseconds = 10_000
const pauseMilliseconds = 100
// One turn of the server may take as long as its longest statement.
const connectMilliseconds = 20_000
const transactionMilliseconds = 60_000
const beginMilliseconds = 30_000

const again = 'What was not committed is undone. Stop the server and run the command again.'

/**
 * Does something with a database that this process opens by itself or, while a running server holds its directory, over the server's
 * socket. It waits a moment for another command that holds it, and for a server that starts.
 *
 * @param alone throws DirectoryInUse when another process holds it.
 * @param beside is given the directory of the socket; answers undefined when nothing listens there.
 * @throws DirectoryInUse when another process holds it, and no server of it listens.
 */
export async function aloneOrBeside<T>(
  dataDir: string,
  alone: () => Promise<T>,
  beside: (host: string) => Promise<T | undefined>,
): Promise<T> {
  for (const end = performance.now() + longestWaitMilliseconds; ; await sleep(pauseMilliseconds)) {
    try {
      return await alone()
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error
      const done = await besideServer(dataDir, beside)
      if (done !== undefined) return done
      if (performance.now() > end) throw error
    }
  }
}

/** Whether connecting to a socket has failed because no process listens there. */
export const isUnheard = (error: unknown): boolean => codesOf(error).some((code) => ['ENOENT', 'ECONNREFUSED'].includes(code))

async function besideServer<T>(dataDir: string, work: (host: string) => Promise<T | undefined>): Promise<T | undefined> {
  if (process.platform === 'win32' || !existsSync(join(dataDir, socketName))) return undefined
  const short = shortPath(dataDir)
  try {
    return short && (await work(short.path))
  } finally {
    short?.close()
  }
}

/** Opens a database by itself, or over the socket of a running server. */
export const openOrShare = (dataDir: string, open: () => Promise<OpenedDatabase>): Promise<OpenedDatabase> =>
  aloneOrBeside(dataDir, open, async (host) => {
    const place = placeOfDirectory(join(dataDir, 'postgres'))
    const pool = new CancellablePool(
      { ...address, host, max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: connectMilliseconds },
      { cancel: async () => false, keepsStatements: false },
    )
    const { db, connections, close } = client(pool, { transaction: transactionMilliseconds, begin: beginMilliseconds })
    const session = sessionOf(pool)
    const find = async (opened: Session) => {
      await checkMigrated(opened)
      return arrive(opened, place)
    }
    try {
      const isCopy = await session(find)
      return { db, connections, close, session, place, isCopy, isShared: true, explained }
    } catch (error) {
      await close()
      if (isUnheard(error)) return undefined
      throw explained(error)
    }
  })

/** An error as the operator should read it, where the server has ended the connection. */
export function explained(error: unknown): unknown {
  const { codes, messages } = toldBy(error)
  const beginnings = Object.values(guestSentences)
  const told = messages.find((message) => beginnings.some((beginning) => message.startsWith(beginning)))
  if (told) return new CutOff(`${told} ${again}`, { cause: error })
  const isLost = codes.includes(guestCode) || outageOf(error) === 'away'
  return isLost ? new CutOff(`${guestSentences.ended}. ${again}`, { cause: error }) : error
}
