/** The client that everything above reads and writes with, how long it waits, and how it reaches a PostgreSQL server. */
import { channel } from 'node:diagnostics_channel'
import { hostname } from 'node:os'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts'
import { defaultLimits } from '../config/limits.ts'
import type { ReadRows } from './connection.ts'
import { listenOn } from './notifications.ts'
import { CancellablePool, type PoolState } from './pool.ts'
import type { CommitMarks } from './replicas/marks.ts'
import type { Replicas } from './replicas/replicas.ts'
import type { Session } from './session.ts'
import { watchSilence } from './silence.ts'
import { type RunInSnapshot, snapshotsOf } from './snapshot.ts'
import { type Ask, type Statements, statementsOver } from './statements.ts'
import { askOfTransaction } from './transaction-connection.ts'

type ModelProperty = Uncapitalize<Prisma.ModelName>
type OfPrisma = ModelProperty | '$transaction' | '$on' | '$queryRawUnsafe' | '$executeRawUnsafe'

/**
 * Reads by `rows`, runs handwritten statements, and writes by Prisma: by model, and in transactions. Prisma is created when
 * it is first used, and announces every statement it runs, so that tests and benchmarks can count them.
 */
export type Db = Pick<PrismaClient<'query'>, OfPrisma> &
  Statements & {
    /** Runs the statements that reads are compiled to. */
    readonly rows: ReadRows
    /** Reads over one snapshot; undefined where the database has one session, which all share. */
    readonly snapshot?: RunInSnapshot
    /** The replicas that reads go to, where there are any. */
    readonly replicas?: Replicas
  }

/** Publishes each statement that is sent without Prisma, as `{ db, text }`, before it is sent. */
export const statementsSent = channel('tandem:statement')

export type Database = {
  db: Db
  close(): Promise<void>
  /** Listens to notifications of other processes, where there may be any; see `listenOn`. */
  listen?(channel: string, hear: (payload: string | undefined) => void): () => Promise<void>
  /** A fault of the database that is known without a query, in a sentence; refusals due to it are not logged again. */
  fault?(): string | undefined
  /** The connections at the moment. */
  connections(): PoolState
}

const shortestStatementMilliseconds = 8_000
const connectMilliseconds = 3_000
/** For commands, which may take long: on a busy machine one that loads its modules learns late that it is connected. */
const commandConnectMilliseconds = 10_000
/** Writes hold a row for some milliseconds; a lock that is held for seconds, such as by a forgotten session, does not end soon. */
const lockMilliseconds = 4_000

/**
 * Every wait has a limit. A read is ended by its own time (`MAX_SECONDS`) before its statement is, a statement before the
 * client stops listening for it and before the transaction around it.
 */
export function waits(readSeconds: number = defaultLimits.seconds) {
  const statement = Math.max(shortestStatementMilliseconds, (readSeconds + 1) * 1_000)
  return { statement, query: statement + 1_000, transaction: statement + 2_000, idle: statement + 7_000 }
}

const poolConfig = ({ statement, query, idle }: ReturnType<typeof waits>, connectionTimeoutMillis: number) =>
  ({
    max: 20,
    connectionTimeoutMillis,
    statement_timeout: statement,
    query_timeout: query,
    lock_timeout: lockMilliseconds,
    idle_in_transaction_session_timeout: idle,
    keepAlive: true,
  }) satisfies pg.PoolConfig

// Data lies on SSDs, where reading here and there costs hardly more than reading in a row; lists then follow their index. Statements
// take milliseconds: to compile one with many parts, as a refund has, took a tenth of a second and more, each time.
const assumed = '-c random_page_cost=1.1 -c jit=off'
// Times are made texts of as ISO 8601 has them, in UTC, without which Prisma writes and reads them so many hours off; numbers with
// all their digits.
const needed = '-c datestyle=ISO -c timezone=UTC -c extra_float_digits=1'

/** The longest name of a host within those of sessions, of which PostgreSQL keeps 63 bytes. */
const maxHostname = 30

/**
 * An address whose sessions have a name in `pg_stat_activity`, which names program, purpose, host and process:
 * `tandem server queries@web-1:4711`. The name in an address that has one is kept.
 */
export function named(url: string, program: string, purpose: string): string {
  const address = new URL(url)
  if (address.searchParams.has('application_name')) return url
  const name = `tandem ${program} ${purpose}@${hostname().slice(0, maxHostname)}:${process.pid}`
  address.searchParams.set('application_name', name)
  return hrefOf(address)
}

/** An address with the settings of our sessions: its own settings override our defaults, but not the settings that we require. */
function withSettings(url: string): string {
  const address = new URL(url)
  const own = address.searchParams.get('options') ?? ''
  address.searchParams.set('options', `${assumed} ${own} ${needed}`)
  return hrefOf(address)
}

/** Of an address with a bare percent sign, as a password may have one, pg would take every sign for bare. */
const hrefOf = ({ href }: URL): string => href.replace(/%(?![\da-f]{2})/gi, '%25')

type PostgresOptions = {
  /** How long a read may take. */
  readSeconds?: number | undefined
  /** The program in the names of its sessions. */
  program?: string | undefined
  /** Notes its commits, where replicas are read. */
  marks?: CommitMarks | undefined
}

/** A pool of connections to a PostgreSQL server. */
export function poolOf(url: string, { readSeconds, program = 'command', marks }: PostgresOptions): CancellablePool {
  const silence = watchSilence({ ask: () => askApart(named(url, program, 'probe')) })
  const connectionString = withSettings(named(url, program, 'queries'))
  const connecting = readSeconds === undefined ? commandConnectMilliseconds : connectMilliseconds
  return new CancellablePool({ connectionString, ...poolConfig(waits(readSeconds), connecting) }, { silence, marks })
}

/** Opens the replicas of the database that a pool is connected to. */
export type OpenReplicas = (primary: CancellablePool) => Replicas

/** A client over a pool of connections to a PostgreSQL server; without `readSeconds` it is a command's. */
export function overPostgres(
  url: string,
  { program = 'command', ...options }: PostgresOptions & { replicas?: OpenReplicas | undefined } = {},
): Database {
  const limits = waits(options.readSeconds)
  const pool = poolOf(url, { program, ...options })
  const replicas = options.replicas?.(pool)
  // The pool gives up by itself, and says why.
  const begin = limits.statement
  const database = client(pool, { transaction: limits.transaction, begin }, { hasSnapshots: true, replicas })
  return {
    ...database,
    close: () => database.close().finally(() => options.marks?.close()),
    listen: (name, hear) => listenOn(named(url, program, 'events'), name, hear),
  }
}

/** Asks the database for something over a connection of its own; any response counts as an answer, a refusal too. */
async function askApart(url: string): Promise<void> {
  const connection = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMilliseconds,
    query_timeout: connectMilliseconds,
  })
  connection.on('error', () => {})
  try {
    await connection.connect()
    await connection.query('SELECT 1')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
  } finally {
    void connection.end().catch(() => {})
  }
}

/** Runs work in one session of its own, outside the pool: migrations hold a lock for as long as they take. */
export async function withSession<T>(url: string, work: (session: Session) => Promise<T>): Promise<T> {
  const connection = new pg.Client({ connectionString: withSettings(url), connectionTimeoutMillis: 5_000 })
  // A lost connection fails the statement under way too.
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

/** Runs work in a session that is a connection of the pool: of one that has no other, all that comes waits for the end of the work. */
export const sessionOf =
  (pool: pg.Pool) =>
  async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
    const connection = await pool.connect()
    try {
      return await work({ query: (sql, values) => connection.query(sql, values), exec: (sql) => connection.query(sql) })
    } finally {
      connection.release()
    }
  }

/** Milliseconds that a transaction may take, and its beginning. */
type TransactionWaits = { transaction: number; begin: number }

type ClientOptions = {
  /** Whether its database has a session for each snapshot. */
  hasSnapshots?: boolean
  replicas?: Replicas | undefined
}

/** A client over a pool of connections, which end with it. */
export function client(
  pool: CancellablePool,
  { transaction: timeout, begin: maxWait }: TransactionWaits,
  { hasSnapshots = false, replicas }: ClientOptions = {},
): Database {
  let made: PrismaClient<'query'> | undefined
  const prisma = () => {
    made ??= new PrismaClient({
      adapter: new PrismaPg(pool),
      log: [{ emit: 'event', level: 'query' }],
      transactionOptions: { maxWait, timeout },
    })
    return made
  }
  const announce = (text: string) => {
    if (statementsSent.hasSubscribers) statementsSent.publish({ db, text })
  }
  const rows: ReadRows = (text, ...others) => {
    announce(text)
    return pool.rows(text, ...others)
  }
  const { keepsStatements } = pool
  const query: Ask = (statement) => (replicas?.askInstead(statement.text ?? '') ?? pool.query)(statement)
  const { $queryRaw, $executeRaw } = statementsOver({ query, keepsStatements }, announce)
  const $transaction = <T>(work: (tx: Prisma.TransactionClient) => Promise<T>, options?: object): Promise<T> => {
    const query = askOfTransaction()
    if (!query) return prisma().$transaction(work, options)
    const byHand = Object.getOwnPropertyDescriptors(statementsOver({ query, keepsStatements }, announce))
    return prisma().$transaction((tx) => work(Object.create(tx, byHand)), options)
  }
  const snapshot = hasSnapshots && { snapshot: snapshotsOf(pool, announce) }
  const own = { rows, ...snapshot, ...(replicas && { replicas }), $queryRaw, $executeRaw, $transaction }
  const db: Db = Object.create(ofPrisma(prisma), Object.getOwnPropertyDescriptors(own))
  // Prisma could end them too, but where nothing was written it has never connected, and ends nothing.
  const end = async () => {
    await Promise.all([made?.$disconnect(), replicas?.close()]).finally(() => pool.end())
  }
  let ended: Promise<void> | undefined
  return {
    db,
    connections: () => pool.state(),
    close() {
      ended ??= end()
      return ended
    },
  }
}

const models = Object.keys(Prisma.ModelName).map((name) => name.charAt(0).toLowerCase() + name.slice(1)) as ModelProperty[]

/** Prisma's models and functions, by name. */
function ofPrisma(prisma: () => PrismaClient<'query'>): Omit<Pick<PrismaClient<'query'>, OfPrisma>, '$transaction'> {
  const given = Object.create(null)
  for (const name of models) Object.defineProperty(given, name, { get: () => prisma()[name] })
  for (const name of ['$on', '$queryRawUnsafe', '$executeRawUnsafe'] as const)
    Object.defineProperty(given, name, { get: () => prisma()[name].bind(prisma()) })
  return given
}
