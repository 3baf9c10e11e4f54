/**
 * Statements written by hand: those that stand for themselves, such as key lookups, the worker's claims and housekeeping, go to the pool
 * directly, and those of a transaction to its connection. Prisma takes some 40 MiB and a tenth of a second once it is first used, which a
 * process that only reads never does, and as much of the processor for a statement as the database does.
 */
import pg from 'pg'
import { Prisma } from '../../prisma/generated/client/client.ts'
import { nameOfKept } from './kept-plan.ts'

type SqlArguments = [query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]]

/** Sends a statement. */
export type Ask = (statement: pg.QueryConfig) => Promise<pg.QueryResult>

/** Queries under Prisma's own names, which a transaction's client supports too. */
export type Statements = {
  /** Returns the rows: whole numbers of 8 bytes as bigint, in lists too, times as Date, JSON parsed. */
  $queryRaw<T = unknown>(...written: SqlArguments): Promise<T>
  /** Returns the number of changed rows. */
  $executeRaw(...written: SqlArguments): Promise<number>
}

/** The same, also for a text that has its values apart. */
type TextStatements = Statements & {
  $queryRawUnsafe<T = unknown>(text: string, ...values: unknown[]): Promise<T>
}

const { BOOL, INT2, INT4, INT8, FLOAT4, FLOAT8, TEXT, VARCHAR, UUID, JSON: json, JSONB, TIMESTAMPTZ } = pg.types.builtins
// pg has no names for these, nor for the types of lists.
const name = 19
const bigintList = 1016
const otherLists = {
  boolean: 1000,
  int2: 1005,
  int4: 1007,
  text: 1009,
  varchar: 1015,
  float4: 1021,
  float8: 1022,
  timestamptz: 1185,
  uuid: 2951,
}

/** Types that are read: by pg as by Prisma, but for numbers of 8 bytes and their lists, which `parserOf` reads. */
const readable: ReadonlySet<number> = new Set([
  ...[BOOL, INT2, INT4, INT8, FLOAT4, FLOAT8, TEXT, VARCHAR, UUID, json, JSONB, TIMESTAMPTZ, name, bigintList],
  ...Object.values(otherLists),
])

/** From here on PostgreSQL numbers types that are made in a database; ours are enums, which are read as texts. No list of them is read. */
const firstOwnType = 16_384

type Parse = (value: string) => unknown

const parserOfPg = pg.types.getTypeParser as (oid: number, format?: 'text') => Parse
const textsIn = parserOfPg(bigintList) as (value: string) => (string | null)[]

function parserOf(oid: number, format?: 'text'): Parse {
  if (oid === INT8) return BigInt
  if (oid === bigintList) return (value) => textsIn(value).map((each) => (each === null ? null : BigInt(each)))
  if (oid < firstOwnType && !readable.has(oid)) {
    return () => {
      throw new TypeError(`A statement answers a value of the type with the number ${oid}: cast it to one that is read.`)
    }
  }
  return parserOfPg(oid, format)
}

/** Reads values as Prisma does, or not at all. */
const asPrisma = { getTypeParser: parserOf } as pg.CustomTypesConfig

/** Leaves values as they come, for answers that are not read. */
const unparsed = { getTypeParser: () => String } as pg.CustomTypesConfig

type Recipient = {
  query: Ask
  /** Whether its connections keep statements prepared. */
  keepsStatements: boolean
}

/**
 * Makes what asks a pool or a connection.
 *
 * @param announce hears each statement before it is sent.
 */
export function statementsOver({ query, keepsStatements }: Recipient, announce: (text: string) => void): TextStatements {
  const ask = (types: pg.CustomTypesConfig, text: string, values: unknown[]) => {
    announce(text)
    const name = keepsStatements && nameOfKept(text)
    return query({ text, values, types, ...(name && { name }) })
  }
  const askSql = (types: pg.CustomTypesConfig, [written, ...values]: SqlArguments) => {
    const sql = written instanceof Prisma.Sql ? written : Prisma.sql(written, ...values)
    return ask(types, sql.text, sql.values)
  }
  return {
    $queryRaw: async <T>(...written: SqlArguments) => (await askSql(asPrisma, written)).rows as T,
    $executeRaw: async (...written) => (await askSql(unparsed, written)).rowCount ?? 0,
    $queryRawUnsafe: async <T>(text: string, ...values: unknown[]) => (await ask(asPrisma, text, values)).rows as T,
  }
}
