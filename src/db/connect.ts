/** Opens the database the configuration names, embedded or PostgreSQL, and hides the difference from everything above. */
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaPGlite } from 'pglite-prisma-adapter'
import { PrismaClient } from '../../prisma/generated/client/client.ts'
import type { DatabaseConfig } from '../config.ts'
import { holdDirectory } from './lock.ts'
import { migrate, type Session } from './migrate.ts'

/** A Prisma client that announces every statement it runs, so that tests and benchmarks can count them. */
export type Db = PrismaClient<'query'>

export type Database = { db: Db; close(): Promise<void> }

// Every wait has a limit: a statement ends before the client stops listening for it, a connection before the request does.
const postgresLimits = {
  max: 20,
  connectionTimeoutMillis: 3_000,
  statement_timeout: 8_000,
  query_timeout: 9_000,
  idle_in_transaction_session_timeout: 15_000,
  keepAlive: true,
  // Data lies on SSDs, where reading here and there costs hardly more than reading in a row; lists then follow their index.
  options: '-c random_page_cost=1.1',
} satisfies pg.PoolConfig

// Made for one process on one machine: PGlite's own settings reserve the memory of a server.
const smallServer = ['shared_buffers=16MB', 'max_connections=10'].flatMap((setting) => ['-c', setting])

/**
 * Opens the database and brings it up to date.
 *
 * @throws DirectoryInUse, MigrationError, or the driver's own error when the server cannot be reached.
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  return config.kind === 'embedded' ? openEmbedded(config.dataDir) : openPostgres(config.url)
}

async function openEmbedded(dataDir: string): Promise<Database> {
  const letGo = holdDirectory(dataDir)
  try {
    // Loaded only here: with a PostgreSQL server its 15 MB are never read.
    const { PGlite } = await import('@electric-sql/pglite')
    const startParams = [...PGlite.defaultStartParams, ...smallServer]
    const pglite = await PGlite.create(join(dataDir, 'postgres'), { startParams })
    await migrate(pglite)
    const { db, close } = overPGlite(pglite)
    return { db, close: () => close().finally(letGo) }
  } catch (error) {
    letGo()
    throw error
  }
}

async function openPostgres(url: string): Promise<Database> {
  await withSession(url, (session) => migrate(session))
  return overPostgres(url)
}

/** A client over an embedded database that is already open. */
export function overPGlite(pglite: PGlite): Database {
  // PGlite answers without ever leaving the current turn of the event loop: under load no new connection would be heard.
  const query = pglite.query.bind(pglite)
  pglite.query = async (...statement) => {
    await setImmediate()
    return query(...statement) as never
  }
  const db = client(new PrismaPGlite(pglite))
  return { db, close: () => db.$disconnect().then(() => pglite.close()) }
}

/** A client over a pool of connections to a PostgreSQL server. */
export function overPostgres(url: string): Database {
  const db = client(new PrismaPg({ connectionString: url, ...postgresLimits }))
  return { db, close: () => db.$disconnect() }
}

/** Runs work in one session of its own, outside the pool: migrations hold a lock for as long as they take. */
export async function withSession<T>(url: string, work: (session: Session) => Promise<T>): Promise<T> {
  const connection = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await connection.connect()
  try {
    return await work({
      query: (sql, values) => connection.query(sql, values),
      exec: (sql) => connection.query(sql),
    })
  } finally {
    await connection.end()
  }
}

function client(adapter: PrismaPGlite | PrismaPg): Db {
  return new PrismaClient({
    adapter,
    log: [{ emit: 'event', level: 'query' }],
    transactionOptions: { maxWait: 3_000, timeout: 10_000 },
  })
}
