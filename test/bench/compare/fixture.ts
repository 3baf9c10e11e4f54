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
    const secret = await makeKey(db, clientId, store)
    const basic = Buffer.from(`${clientId}:${secret}`).toString('base64')
    return { database, headers: { Authorization: `Basic ${basic}` }, subject: await findSubject(db, store) }
  } finally {
    await close()
  }
}

async function findSubject(db: Db, store: bigint): Promise<Subject> {
  const where = { storeId: store }
  const count = await db.subscription.count({ where })
  const step = Math.max(1, Math.floor(count / subjects))
  const numbers = await db.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM subscription WHERE store_id = ${store}) numbered
    WHERE (place - 1) % ${step} = 0 ORDER BY id LIMIT ${subjects}`
  const early = await db.subscription.findFirstOrThrow({
    where,
    orderBy: [{ endDate: 'asc' }, { id: 'asc' }],
    skip: Math.floor(count / 4),
    select: { endDate: true },
  })
  return {
    storeId: store,
    ids: numbers.map(({ id }) => String(id)),
    from: early.endDate.toISOString().replace('.000Z', 'Z'),
  }
}
