/** The client that everything above reads and writes with, how long it waits, and how it reaches a PostgreSQL server. */
import { channel } from 'node:diagnostics_channel'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../../prisma/generated/client/client.ts'
import { defaultLimits } from '../limits.ts'
import { nameOfKept } from './kept-plan.ts'
import { listenOn } from './notifications.ts'
import { CancellablePool, type ReadRows } from './pool.ts'
import type { Session } from './session.ts'

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

/** A client over a pool of connections to a PostgreSQL server. */
export function overPostgres(url: string, readSeconds?: number): Database {
  const limits = waits(readSeconds)
  const pool = new CancellablePool({ connectionString: url, ...poolConfig(limits) })
  return { ...client(pool, limits.transaction), listen: (name, hear) => listenOn(url, name, hear) }
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

/** A client over a pool of connections, which end with it. */
export function client(pool: CancellablePool, transactionMilliseconds = 10_000): Database {
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: nameOfKept }),
    log: [{ emit: 'event', level: 'query' }],
    transactionOptions: { maxWait: 3_000, timeout: transactionMilliseconds },
  })
  const rows: ReadRows = (text, ...others) => {
    if (readStatements.hasSubscribers) readStatements.publish({ db, text })
    return pool.rows(text, ...others)
  }
  const db: Db = Object.assign(prisma, { rows })
  // Prisma could end them too, but where nothing was written it has never connected, and ends nothing.
  return { db, close: () => prisma.$disconnect().finally(() => pool.end()) }
}
