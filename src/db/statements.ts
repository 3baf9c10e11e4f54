/**
 * Statements written by hand that stand for themselves, outside of transactions: key lookups, the worker's claims, housekeeping. They go
 * to the pool directly. Prisma takes some 40 MiB and a tenth of a second once it is first used, which a process that only reads never does.
 */
import pg from 'pg'
import { Prisma } from '../../prisma/generated/client/client.ts'
import { nameOfKept } from './kept-plan.ts'
import type { CancellablePool } from './pool.ts'

type SqlArguments = [query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]]

/** Queries under Prisma's own names, which a transaction's client supports too. */
export type Statements = {
  /** Returns the rows: whole numbers of 8 bytes as bigint, in lists too, times as Date, JSON parsed. */
  $queryRaw<T = unknown>(...written: SqlArguments): Promise<T>
  /** Returns the number of changed rows. */
  $executeRaw(...written: SqlArguments): Promise<number>
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

/** Leaves values as they come, for answers that nobody reads. */
const unparsed = { getTypeParser: () => String } as pg.CustomTypesConfig

/**
 * Makes what asks a pool.
 *
 * @param announce hears each statement before it is sent.
 */
export function statementsOver(
  pool: Pick<CancellablePool, 'query' | 'keepsStatements'>,
  announce: (text: string) => void,
): Statements {
  const ask = (types: pg.CustomTypesConfig, [query, ...values]: SqlArguments) => {
    const sql = query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values)
    const { text } = sql
    announce(text)
    const kept = pool.keepsStatements && nameOfKept({ sql: text })
    return pool.query({ text, values: sql.values, types, ...(kept && { name: kept }) })
  }
  return {
    $queryRaw: async <T>(...written: SqlArguments) => (await ask(asPrisma, written)).rows as T,
    $executeRaw: async (...written) => (await ask(unparsed, written)).rowCount ?? 0,
  }
}
