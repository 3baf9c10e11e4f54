/** Opens the database the configuration names, embedded or PostgreSQL, and hides the difference from everything above. */
import { channel } from 'node:diagnostics_channel'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../../prisma/generated/client/client.ts'
import type { DatabaseConfig } from '../config.ts'
import { defaultLimits } from '../limits.ts'
import { readContents } from './contents.ts'
import { nameOfKept } from './kept-plan.ts'
import { migrate, type Session } from './migrate.ts'
import { listenOn } from './notifications.ts'
import { CancellablePool, type ReadRows } from './pool.ts'

/** A Prisma client that announces every statement it runs, so that tests and benchmarks can count them; it writes. */
export type Db = PrismaClient<'query'> & {
  /** Reads, beside Prisma and over the same connections. */
  readonly rows: ReadRows
}

/** Hears of each statement that reads, as `{ db, text }`, before it is sent. */
export const readStatements = channel('tandem:read')

export type Database = {
  db: Db
  close(): Promise<void>
  /** Hears what other processes notify, where there may be any; see `listenOn`. */
  listen?(channel: string, hear: (payload: string | undefined) => void): () => Promise<void>
  /** What is known to be wrong with it without asking it, in a sentence; what it then refuses is no news. */
  fault?(): string | undefined
}

export type OpenOptions = {
  /** How long a read may take; without it, what a command does in the embedded database has minutes. */
  readSeconds?: number
  /** Hears, in a sentence, what an operator should know of the embedded database. */
  tell?: (sentence: string) => void
  /** Hears that the embedded database does not answer and cannot be opened anew. */
  giveUp?: (sentence: string) => void
}

const shortestStatementMilliseconds = 8_000

/**
 * Every wait has a limit. A read is ended by its own time (`MAX_SECONDS`) before its statement is, a statement before the
 * client stops listening for it and before the transaction around it.
 */
export function waits(readSeconds: number = defaultLimits.seconds) {
  const statement = Math.max(shortestStatementMilliseconds, (readSeconds + 1) * 1_000)
  return { statement, query: statement + 1_000, transaction: statement + 2_000, idle: statement + 7_000 }
}

const poolConfig = ({ statement, query, idle }: ReturnType<typeof waits>) =>
  ({
    max: 20,
    connectionTimeoutMillis: 3_000,
    statement_timeout: statement,
    query_timeout: query,
    idle_in_transaction_session_timeout: idle,
    keepAlive: true,
    // Data lies on SSDs, where reading here and there costs hardly more than reading in a row; lists then follow their index.
    // Times are made texts of as ISO 8601 has them, numbers with all their digits.
    options: '-c random_page_cost=1.1 -c datestyle=ISO -c extra_float_digits=1',
  }) satisfies pg.PoolConfig

/**
 * Opens the database and brings it up to date.
 *
 * @throws DirectoryInUse, MigrationError, or the driver's own error when the server cannot be reached.
 */
export async function openDatabase(config: DatabaseConfig, options: OpenOptions = {}): Promise<Database> {
  if (config.kind === 'postgres') return openPostgres(config.url, options.readSeconds)
  const { openEmbedded } = await import('./embedded/open.ts')
  return openEmbedded(config, options)
}

async function openPostgres(url: string, readSeconds?: number): Promise<Database> {
  await withSession(url, (session) => migrate(session))
  return overPostgres(url, readSeconds)
}

/** Whether there is a database of ours to open; finding out makes none. */
export async function isMade(config: DatabaseConfig): Promise<boolean> {
  if (config.kind === 'embedded') return existsSync(join(config.dataDir, 'postgres'))
  return (await withSession(config.url, readContents)).hasHistory
}

/** A client over a pool of connections to a PostgreSQL server. */
export function overPostgres(url: string, readSeconds?: number): Database {
  const limits = waits(readSeconds)
  const pool = new CancellablePool({ connectionString: url, ...poolConfig(limits) })
  const db = client(pool, limits.transaction)
  return { db, close: () => db.$disconnect(), listen: (name, hear) => listenOn(url, name, hear) }
}

/** Runs work in one session of its own, outside the pool: migrations hold a lock for as long as they take. */
export async function withSession<T>(url: string, work: (session: Session) => Promise<T>): Promise<T> {
  const connection = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // A lost connection is told to the statement under way too.
  connection.on('error', () => {})
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

/** A client over a pool of connections. */
export function client(pool: CancellablePool, transactionMilliseconds = 10_000): Db {
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: true, statementNameGenerator: nameOfKept }),
    log: [{ emit: 'event', level: 'query' }],
    transactionOptions: { maxWait: 3_000, timeout: transactionMilliseconds },
  })
  const rows: ReadRows = (text, ...others) => {
    if (readStatements.hasSubscribers) readStatements.publish({ db, text })
    return pool.rows(text, ...others)
  }
  const db = Object.assign(prisma, { rows })
  return db
}
