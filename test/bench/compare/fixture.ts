/** The seeded databases that are compared over, made ready: statistics as they are in life, and a key to ask with. */
import { type Db, withSession } from '../../../src/db/connect.ts'
import { openDatabase } from '../../../src/db/open.ts'
import { type BenchDatabase, postgresDatabase } from '../database.ts'
import { makeKey } from '../rehearsal.ts'
import { storeId } from '../sample.ts'
import type { Subject } from './work.ts'

export type Ready = { database: BenchDatabase; headers: Record<string, string>; subject: Subject }

const clientId = 'compare'
const subjects = 200
const mostStores = 20

/** 100,000 subscriptions in twenty stores, kept for the next run: nothing is written to it but the key. */
export async function comparedDatabase(server: string): Promise<Ready> {
  const database = await postgresDatabase(server, 100, 'tandem_compare')
  const { url } = database.config as { url: string }
  await settle(url)
  return ready(database)
}

/** Leaves nothing for autovacuum to do meanwhile, and gives all who connect the same settings. */
export async function settle(url: string): Promise<void> {
  await withSession(url, async ({ exec }) => {
    await exec('VACUUM ANALYZE')
    const name = new URL(url).pathname.slice(1)
    await exec(`ALTER DATABASE "${name}" SET random_page_cost = 1.1`)
    // PostGraphile leaves out a table whose type would be called like GraphQL's own.
    await exec(`COMMENT ON TABLE subscription IS E'@name sub'`)
  })
}

/** Puts a key into a database and finds what is asked for. */
export async function ready(database: BenchDatabase, store = storeId): Promise<Ready> {
  const { db, close } = await openDatabase(database.config)
  try {
    const headers = await headersOf(db, store)
    const others = await db.store.findMany({ where: { id: { not: store } }, select: { id: true }, take: mostStores - 1 })
    const stores = [{ storeId: store, headers, ids: await findIds(db, store) }]
    for (const { id } of others) {
      const ids = await findIds(db, id)
      if (ids.length > 0) stores.push({ storeId: id, headers: await headersOf(db, id), ids })
    }
    return { database, headers, subject: { ...(await findSubject(db, store)), stores } }
  } finally {
    await close()
  }
}

async function headersOf(db: Db, store: bigint): Promise<Record<string, string>> {
  const name = `${clientId}-${store}`
  const basic = Buffer.from(`${name}:${await makeKey(db, name, store)}`).toString('base64')
  return { Authorization: `Basic ${basic}` }
}

/** Subscriptions all over a store. */
async function findIds(db: Db, store: bigint): Promise<string[]> {
  const count = await db.subscription.count({ where: { storeId: store } })
  const step = Math.max(1, Math.floor(count / subjects))
  const numbers = await db.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM subscription WHERE store_id = ${store}) numbered
    WHERE (place - 1) % ${step} = 0 ORDER BY id LIMIT ${subjects}`
  return numbers.map(({ id }) => String(id))
}

async function findSubject(db: Db, store: bigint): Promise<Omit<Subject, 'stores'>> {
  const where = { storeId: store }
  const count = await db.subscription.count({ where })
  const early = await db.subscription.findFirstOrThrow({
    where,
    orderBy: [{ endDate: 'asc' }, { id: 'asc' }],
    skip: Math.floor(count / 4),
    select: { endDate: true },
  })
  return {
    storeId: store,
    ids: await findIds(db, store),
    from: early.endDate.toISOString().replace('.000Z', 'Z'),
  }
}
