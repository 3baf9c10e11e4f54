/** Sessions of an embedded database as it is, which is not brought up to date: by ourselves, or over the socket of a running server. */
import { join } from 'node:path'
import pg from 'pg'
import { holdDirectory } from '../lock.ts'
import type { Session } from '../session.ts'
import { aloneOrBeside, explained, isUnheard } from './beside.ts'
import { EmbeddedDatabase } from './database.ts'
import { backupProgram } from './guest.ts'
import { address, inSession } from './open.ts'
import { Thread } from './thread.ts'

const openingMilliseconds = 60_000

type SessionWork<T> = (session: Session, isShared: boolean) => Promise<T>

/**
 * Runs work in a session for a backup, with no limit of time in all; a statement of it over a server's socket has one.
 *
 * @throws DirectoryInUse, CutOff
 */
export const withEmbeddedSession = <T>(dataDir: string, work: SessionWork<T>): Promise<T> =>
  aloneOrBeside(
    dataDir,
    () => alone(dataDir, (session) => work(session, false)),
    (host) => besideAsItIs(host, (session) => work(session, true)),
  )

async function alone<T>(dataDir: string, work: (session: Session) => Promise<T>): Promise<T> {
  const letGo = holdDirectory(dataDir)
  try {
    return await inDirectory(join(dataDir, 'postgres'), work)
  } finally {
    letGo()
  }
}

/** Opens a database in PostgreSQL's own directory, which this process holds, and closes it after the work. */
export async function inDirectory<T>(directory: string, work: (session: Session) => Promise<T>): Promise<T> {
  const database = await EmbeddedDatabase.open({
    open: () => Thread.open({ dataDir: directory }, openingMilliseconds),
    hasSpace: async () => true,
    warn() {},
    giveUp() {},
  })
  try {
    return await inSession(database, work)
  } finally {
    await database.close()
  }
}

async function besideAsItIs<T>(host: string, work: (session: Session) => Promise<T>): Promise<T | undefined> {
  const connection = new pg.Client({ ...address, host, application_name: backupProgram })
  connection.on('error', () => {})
  try {
    await connection.connect()
  } catch (error) {
    if (isUnheard(error)) return undefined
    throw explained(error)
  }
  try {
    return await work({ query: (sql, values) => connection.query(sql, values), exec: (sql) => connection.query(sql) })
  } catch (error) {
    throw explained(error)
  } finally {
    await connection.end().catch(() => {})
  }
}
