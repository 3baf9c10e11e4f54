/**
 * Hears every statement that the tests of a file send, to PostgreSQL or to the embedded database, and fails the file when the code
 * under test takes rows of a table without saying of which store: they could be another store's, with the same ids; or when a database
 * that keeps its stores on several servers would not take the statement.
 */
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { acrossStoresOf } from './across-stores.ts'
import { shardingFaults } from './sharding.ts'
import { readSql } from './sql-parts.ts'
import { readStores } from './statement-stores.ts'
import { staysUnsharded } from './unsharded.ts'

type Heard = {
  /** Hear a statement, and whether the code under test sent it: a test itself may read the rows of any store. */
  listeners: Set<(sql: string, isInSight: boolean) => void>
  sight: AsyncLocalStorage<true>
}

// Files share their process and what it has imported; the driver is made to tell once.
const shared = globalThis as { heard?: Heard }
shared.heard ??= listening()
const { listeners, sight } = shared.heard

function listening(): Heard {
  const heard: Heard = { listeners: new Set(), sight: new AsyncLocalStorage() }
  const { query } = pg.Client.prototype
  const told = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given
    const sql = typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text
    const isInSight = heard.sight.getStore() === true
    if (typeof sql === 'string') for (const listener of heard.listeners) listener(sql, isInSight)
    return (query as (...all: unknown[]) => unknown).apply(this, given)
  }
  pg.Client.prototype.query = told as typeof query
  // A statement that waits for a connection would else go on in the context of whoever gave it back.
  const { connect } = pg.Pool.prototype
  const connectBound = function (this: pg.Pool, done?: (...all: unknown[]) => void) {
    return (connect as (next: unknown) => unknown).call(this, done && AsyncResource.bind(done))
  }
  pg.Pool.prototype.connect = connectBound as typeof connect
  return heard
}

/** Runs the code under test: what it sends is looked at. Requests of `openStore` run in it. */
export const inSight = <T>(work: () => T): T => sight.run(true, work)

/** Runs what a test does in the middle of that. */
export const outOfSight = <T>(work: () => T): T => sight.exit(work)

/** The statements that work sends, each once. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent = new Set<string>()
  const listener = (sql: string) => void sent.add(sql)
  listeners.add(listener)
  await work().finally(() => listeners.delete(listener))
  return [...sent]
}

// Most statements are sent many times.
const seen = new Set<string>()
const maxSeen = 10_000

const faults = new Set<string>()

function check(sql: string, isInSight: boolean): void {
  if (!isInSight || seen.has(sql)) return
  const statement = readSql(sql)
  const stores = acrossStoresOf(sql) ? { unsaid: [], hidden: [] } : readStores(statement)
  const sharding = shardingFaults(statement, stores).filter((fault) => !staysUnsharded(sql, fault))
  if (stores.unsaid.length > 0) faults.add(`Of which store? ${stores.unsaid}: ${sql}`)
  else if (sharding.length > 0) faults.add(`Not for several servers (test/support/sharding.ts), ${sharding.join(', ')}: ${sql}`)
  else if (seen.size < maxSeen) seen.add(sql)
}

beforeAll(() => {
  faults.clear()
  listeners.add(check)
})

afterAll(() => {
  listeners.delete(check)
  if (faults.size > 0) throw new Error([...faults].join('\n'))
})
