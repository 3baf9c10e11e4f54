/**
 * The socket in a data directory at which commands reach the database of a running server. It has the name that PostgreSQL's own clients
 * look for, so that `psql -h DATA_DIR` finds it too.
 */
import { once } from 'node:events'
import { chmodSync, closeSync, mkdtempSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedDatabase } from './database.ts'
import { type GuestLimits, serveGuest } from './guest.ts'
import { ownersFile } from './private-files.ts'

export const socketName = '.s.PGSQL.5432'

/** Directories in which a socket is made; one is left behind by a process that was killed meanwhile. */
const unfinished = 'socket-'

/** The longest path of a socket that every system takes. */
const longestPath = 103

const goodbyeMilliseconds = 1_000

/** A directory by a path that is short enough for sockets in it, and a function that closes the handle; undefined where there is none. */
type ShortPath = { path: string; close(): void }

export function shortPath(directory: string): ShortPath | undefined {
  // A client takes a relative path for the name of a host.
  const path = resolve(directory)
  const longest = join(path, `${unfinished}123456`, socketName)
  if (Buffer.byteLength(longest) <= longestPath) return { path, close() {} }
  if (process.platform !== 'linux') return undefined
  const opened = openSync(directory, 'r')
  return { path: `/proc/self/fd/${opened}`, close: () => closeSync(opened) }
}

export type Listening = { close(): Promise<void> }

/**
 * Listens for commands, whose connections share the database; a socket that a killed process has left is replaced.
 *
 * @param directory the data directory, which this process holds.
 * @param warn called with a sentence when there can be no socket; commands then need the server stopped.
 */
export async function listenForCommands(
  directory: string,
  database: EmbeddedDatabase,
  limits: GuestLimits,
  warn: (sentence: string) => void,
): Promise<Listening> {
  const guests = new Set<() => void>()
  const server = createServer((socket) => {
    const end = serveGuest(socket, database, limits)
    guests.add(end)
    socket.once('close', () => guests.delete(end))
  })
  // It is never what keeps the process running.
  server.unref()
  const place = await placed(server, directory).catch((error: Error) => error)
  if (place instanceof Error) {
    warn(`There is no socket in ${directory} (${place.message}): commands on its database need this server stopped.`)
    return { close: async () => {} }
  }
  return {
    async close() {
      rmSync(join(directory, socketName), { force: true })
      server.close()
      const goes = guests.size > 0 ? once(server, 'close') : undefined
      for (const end of guests) end()
      // One that does not read its messages is left to the end of the process.
      await Promise.race([goes, sleep(goodbyeMilliseconds, undefined, { ref: false })])
      place.close()
    },
  }
}

/**
 * Has a server listen at the socket of a directory. It is made in a directory that is the user's alone, so that no other user can connect
 * before it is.
 */
async function placed(server: Server, directory: string): Promise<ShortPath> {
  if (process.platform === 'win32') throw new Error('Windows has none that is a user’s alone')
  const short = shortPath(directory)
  if (!short) throw new Error(`its path is longer than the ${longestPath} bytes of a socket’s`)
  const removeUnfinished = () => {
    for (const name of readdirSync(directory)) if (name.startsWith(unfinished)) rmSync(join(directory, name), { recursive: true })
  }
  try {
    removeUnfinished()
    const own = mkdtempSync(join(short.path, unfinished))
    const path = join(own, socketName)
    server.listen(path)
    await once(server, 'listening')
    server.on('error', () => {})
    chmodSync(path, ownersFile)
    renameSync(path, join(directory, socketName))
    return short
  } catch (error) {
    short.close()
    throw error
  } finally {
    removeUnfinished()
  }
}
