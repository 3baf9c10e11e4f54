/** The comparison: the same work for each contender, and the share of the others' speed that the product has to reach. */
import type { LoadFigures, LoadRequest } from '../load-worker.ts'

/** The contenders. */
export type Contender = 'raw' | 'postgraphile' | 'tandem'

export type Row = {
  /** Its name in `--only`, alone or with others. */
  name: string
  work: string
  /** The requests of each: the nth of all of them asks for the same. PostGraphile has no REST and no such filters. */
  asked: { raw: LoadRequest[]; tandem: LoadRequest[]; postgraphile?: LoadRequest[] }
  /** The least part of the requests a second of the others. */
  wanted: { raw: number; postgraphile?: number }
}

/** The measurements of a row: each contender's rounds, those of one start of the servers after the other. */
export type Measured = {
  row: Row
  starts: Partial<Record<Contender, LoadFigures[]>>[]
  /** Why there is nothing measured, if so. */
  fault?: string
}

/** The rows of the database that requests are about, all of one store. */
export type Subject = {
  storeId: bigint
  /** Subscriptions all over the store. */
  ids: string[]
  /** A time that some subscriptions end after. */
  from: string
  /** Stores with a key each, the subject's own among them, and some of their subscriptions. */
  stores: { storeId: bigint; headers: Record<string, string>; ids: string[] }[]
}

export const graphql = (query: string, variables?: object): LoadRequest => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
})

export const get = (path: string): LoadRequest => ({ method: 'GET', path })
