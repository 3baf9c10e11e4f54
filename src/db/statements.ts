/**
 * Statements written by hand that stand for themselves, outside of transactions: key lookups, the worker's claims, housekeeping. They go
 * to the pool directly. Prisma takes some 40 MiB and a tenth of a second once it is first used, which a process that only reads never does.
 */
import pg from 'pg'
import { Prisma } from '../../prisma/generated/client/client.ts'
import { nameOfKept } from './kept-plan.ts'

type SqlArguments = [query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]]

/** What is asked by Prisma's own words for it, which a transaction's client takes too. */
export type Statements = {
  /** Answers the rows: whole numbers of 8 bytes as bigint, in lists too, times as Date, JSON as what it holds. */
  $queryRaw<T = unknown>(...written: SqlArguments): Promise<T>
  /** Answers how many rows it changed. */
  $executeRaw(...written: SqlArguments): Promise<number>
}

const { INT8, NUMERIC, DATE, TIMESTAMP } = pg.types.builtins
// Of a list of those; pg has no name for it.
const bigintList = 1016

/** What Prisma reads otherwise than pg, and no column or statement of ours has. */
const notRead: ReadonlySet<number> = new Set([NUMERIC, DATE, TIMESTAMP])

type Parse = (value: string) => unknown

const parserOfPg = pg.types.getTypeParser as (oid: number, format?: 'text') => Parse
const textsIn = parserOfPg(bigintList) as (value: string) => (string | null)[]

function parserOf(oid: number, format?: 'text'): Parse {
  if (oid === INT8) return BigInt
  if (oid === bigintList) return (value) => textsIn(value).map((each) => (each === null ? null : BigInt(each)))
  if (notRead.has(oid)) {
    return () => {
      throw new TypeError(`A statement answers a value of the type with the number ${oid}: cast it to one that is read.`)
    }
  }
  return parserOfPg(oid, format)
}

/** Reads values as Prisma does. */
const types = { getTypeParser: parserOf } as pg.CustomTypesConfig

/**
 * Makes what asks a pool.
 *
 * @param announce hears each statement before it is sent.
 */
export function statementsOver(pool: Pick<pg.Pool, 'query'>, announce: (text: string) => void): Statements {
  const ask = (...[query, ...values]: SqlArguments) => {
    const sql = query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values)
    const { text } = sql
    announce(text)
    const name = nameOfKept({ sql: text })
    return pool.query({ text, values: sql.values, types, ...(name && { name }) })
  }
  return {
    $queryRaw: async <T>(...written: SqlArguments) => (await ask(...written)).rows as T,
    $executeRaw: async (...written) => (await ask(...written)).rowCount ?? 0,
  }
}
