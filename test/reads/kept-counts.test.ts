/** The count of a list is kept while nothing that it reads has changed, and is at any time the count in the snapshot of its page. */
import type pg from 'pg'
import { afterAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import type { TextRow } from '../../src/db/text-query.ts'
import { patience, settled } from '../support/settled.ts'
import { openStore } from '../support/store.ts'
import { type Compared, comparing, connect, readingBy, rowsOf } from './counting.ts'

vi.setConfig({ testTimeout: 6 * patience })

const isEmbedded = 'dataDir' in inject('template')
const clients: pg.Client[] = []
const free: pg.Client[] = []
const compared: Compared = { reads: 0, counts: 0, hits: 0, wrong: [] }
/** The last statement with counts, and its values. */
let last: { text: string; values: readonly unknown[] } = { text: '', values: [] }

async function read(text: string, values: readonly unknown[]): Promise<TextRow[]> {
  last = { text, values }
  const client = free.pop() ?? (await opened())
  try {
    return await comparing(client, text, values, compared)
  } finally {
    free.push(client)
  }
}

const store = await openStore({ isApart: true, between: (db) => (isEmbedded ? db : readingBy(db, read)) })
const { db } = store

async function opened(): Promise<pg.Client> {
  const client = await connect(store.url ?? '')
  clients.push(client)
  return client
}

afterAll(() => Promise.all(clients.map((client) => client.end())))

// A count is kept once what it counts is older than every open transaction of the server.
const settle = () => (isEmbedded ? undefined : settled(db))

beforeEach(async () => {
  Object.assign(compared, { reads: 0, counts: 0, hits: 0, wrong: [] })
  await settle()
})

const countOf = async (query: string, variables: Record<string, unknown> = {}, as = store.merchant): Promise<number> => {
  const { data, errors } = await store.graphql(query, variables, as)
  expect(errors).toEqual([])
  return (Object.values(data)[0] as { totalCount: number }).totalCount
}

const ofStatus = 'query ($status: SubscriptionStatus) { subscriptions(filter: { status: { eq: $status } }) { totalCount } }'

/** Whether the second of two reads has the count of the first. */
async function isKept(
  query: string,
  variables: Record<string, unknown> = {},
  between: () => Promise<unknown> = async () => {},
  as?: string,
) {
  await countOf(query, variables, as)
  await between()
  compared.hits = 0
  await countOf(query, variables, as)
  expect(compared.wrong).toEqual([])
  return compared.hits > 0
}

describe.skipIf(isEmbedded)('The count of a list', () => {
  it('is kept while nothing changes, of all documents and surfaces for the same rows', async () => {
    expect(await isKept('{ subscriptions { totalCount } }')).toBe(true)
    expect(await isKept(ofStatus, { status: 'active' })).toBe(true)
    expect(await isKept('{ orders(filter: { customer: { country: { eq: "US" } } }) { totalCount nodes { id } } }')).toBe(true)
    const { body } = await store.rest('/v1/subscriptions/?status=active')
    expect(body.count).toBe(await countOf(ofStatus, { status: 'active' }))
    expect(compared.wrong).toEqual([])
  })

  it('is kept beside lists whose count is not', async () => {
    const query = `{ customers(search: "a") { totalCount nodes { id } } subscriptions { totalCount nodes { id } } addresses { nodes { id } totalCount }
      products(filter: { images: { id: { gt: "0" } } }) { totalCount } }`
    expect(await isKept(query)).toBe(true)
  })

  it('is that of the store, the viewer and the values alone', async () => {
    const all = '{ subscriptions { totalCount } }'
    const counts = [await countOf(all), await countOf(all, {}, store.otherMerchant), await countOf(all, {}, store.customer)]
    expect(new Set(counts).size).toBe(3)
    expect([await countOf(all), await countOf(all, {}, store.otherMerchant), await countOf(all, {}, store.customer)]).toEqual(
      counts,
    )
    const [active, cancelled] = [await countOf(ofStatus, { status: 'active' }), await countOf(ofStatus, { status: 'cancelled' })]
    expect(await countOf(ofStatus, { status: 'active' })).toBe(active)
    expect(await countOf(ofStatus, { status: 'cancelled' })).toBe(cancelled)
  })

  it('is made anew when a row, a related one included, is changed, added or deleted', async () => {
    const { id } = await db.subscription.findFirstOrThrow({ where: { storeId: 1n, status: 'active' } })
    const change = (status: string) =>
      db.$executeRawUnsafe(`UPDATE subscription SET status = '${status}' WHERE store_id = 1 AND id = ${id}`)
    const before = await countOf(ofStatus, { status: 'active' })
    expect(await isKept(ofStatus, { status: 'active' }, () => change('cancelled'))).toBe(false)
    expect(await countOf(ofStatus, { status: 'active' })).toBe(before - 1)
    expect(await isKept(ofStatus, { status: 'active' }, () => change('active'))).toBe(false)
    const ofCountry = '{ subscriptions(filter: { customer: { country: { eq: "DE" } } }) { totalCount } }'
    const move = () =>
      db.$executeRaw`UPDATE customer SET country = CASE country WHEN 'DE' THEN 'FR' ELSE 'DE' END WHERE store_id = 1`
    expect(await isKept(ofCountry, {}, move)).toBe(false)
    const all = '{ taxRates { totalCount } }'
    const rate = { storeId: 1n, name: 'Tax', country: 'US', rate: 1_000, validFrom: new Date(0) }
    expect(await isKept(all, {}, () => db.taxRate.create({ data: rate }))).toBe(false)
    expect(await isKept(all, {}, () => db.taxRate.deleteMany({ where: { storeId: 1n } }))).toBe(false)
    await settle()
    expect(await isKept(all)).toBe(true)
  })

  it('is kept when another store, another table or a column that no filter reads changes', async () => {
    const all = '{ subscriptions { totalCount } }'
    expect(await isKept(all, {}, () => db.$executeRaw`UPDATE subscription SET note = 'x' WHERE store_id = 2`)).toBe(true)
    expect(await isKept(all, {}, () => db.$executeRaw`UPDATE product SET name = name || 'x' WHERE store_id = 1`)).toBe(true)
    expect(await isKept(all, {}, () => db.$executeRaw`UPDATE subscription SET claimed_until = now() WHERE store_id = 1`)).toBe(
      true,
    )
  })

  it('is not kept where a condition reads a table without marks, or a column without them', async () => {
    for (const query of [
      '{ addresses { totalCount } }',
      '{ orders(filter: { products: { quantity: { gt: 0 } } }) { totalCount } }',
      '{ customers(filter: { email: { eq: "nobody@example.net" } }) { totalCount } }',
      '{ customers(search: "a") { totalCount } }',
      '{ customers(filter: { metadata: [{ key: "a", eq: "b" }] }) { totalCount } }',
    ])
      expect([query, await isKept(query)]).toEqual([query, false])
  })

  it('waits for a transaction that was open when it was made, and commits later', async () => {
    const writer = await opened()
    await writer.query('BEGIN')
    await writer.query(`UPDATE subscription SET status = 'cancelled' WHERE store_id = 1 AND status = 'suspended'`)
    await db.$executeRaw`UPDATE subscription SET note = 'y' WHERE store_id = 1 AND id = (SELECT min(id) FROM subscription WHERE store_id = 1)`
    // A change that is later than the open transaction: nothing is kept.
    expect(await isKept('{ subscriptions { totalCount } }')).toBe(false)
    expect(await isKept(ofStatus, { status: 'suspended' }, () => writer.query('COMMIT'))).toBe(false)
    await settle()
    expect(await isKept(ofStatus, { status: 'suspended' })).toBe(true)
  })

  it('is not that of a later snapshot, as on a replica that is behind', async () => {
    const late = await opened()
    await late.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    const [[before]] = (await rowsOf(late, `SELECT count(*) FROM subscription WHERE store_id = 1 AND status = 'active'`, [])) as [
      TextRow,
    ]
    await db.$executeRaw`UPDATE subscription SET status = 'cancelled' WHERE store_id = 1 AND status = 'active'`
    await settle()
    expect(await isKept(ofStatus, { status: 'active' })).toBe(true)
    expect(last.values.some((value) => value === '0')).toBe(true)
    const [row] = await rowsOf(late, last.text, last.values)
    expect(row?.join()).toContain(before)
    await late.query('COMMIT')
  })
})

/** Reads that writers change the answers of. */
const queries: [query: string, variables: () => Record<string, unknown>, as: () => string][] = [
  [ofStatus, () => ({ status: oneOf(['active', 'cancelled', 'suspended', 'past_due']) }), () => store.merchant],
  [
    '{ subscriptions(first: 1) { totalCount nodes { id } } }',
    () => ({}),
    () => oneOf([store.merchant, store.customer, store.otherMerchant]),
  ],
  [
    'query ($country: String!) { subscriptions(filter: { autorenew: { eq: true }, customer: { country: { eq: $country } } }) { totalCount } }',
    () => ({ country: oneOf(['US', 'DE', 'FR']) }),
    () => store.merchant,
  ],
  [
    'query ($status: SubscriptionStatus) { customers(filter: { subscriptions: { status: { eq: $status } } }) { totalCount } }',
    () => ({ status: oneOf(['active', 'cancelled']) }),
    () => store.merchant,
  ],
  [
    'query ($country: String!) { transactions(filter: { NOT: { order: { customer: { country: { eq: $country } } } } }) { totalCount } }',
    () => ({ country: oneOf(['US', 'DE']) }),
    () => store.merchant,
  ],
  [
    '{ customers { totalCount } products { totalCount } taxRates { totalCount } coupons { totalCount } }',
    () => ({}),
    () => oneOf([store.merchant, store.otherMerchant]),
  ],
  [
    'query ($name: String!) { products(filter: { OR: [{ name: { eq: $name } }, { deleted: { eq: true } }] }) { totalCount } }',
    () => ({ name: oneOf(['a', 'b']) }),
    () => oneOf([store.merchant, store.customer]),
  ],
  [
    'query ($name: String!) { taxRates(filter: { name: { ne: $name } }) { totalCount } }',
    () => ({ name: oneOf(['a', 'b']) }),
    () => store.merchant,
  ],
]

const oneOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * milliseconds))

/** Changes of any of the tables that are read. */
const changes: (() => string)[] = [
  () => `UPDATE subscription SET status = '${oneOf(['active', 'cancelled', 'suspended'])}' WHERE ${anyOf('subscription')}`,
  () => `UPDATE subscription SET autorenew = NOT autorenew, note = '${oneOf(['a', 'b'])}' WHERE ${anyOf('subscription')}`,
  () => `UPDATE customer SET country = '${oneOf(['US', 'DE', 'FR'])}' WHERE ${anyOf('customer')}`,
  () => `UPDATE product SET name = '${oneOf(['a', 'b', 'c'])}', deleted = NOT deleted WHERE ${anyOf('product')}`,
  () =>
    `INSERT INTO tax_rate (store_id, name, country, rate, valid_from) VALUES (1, '${oneOf(['a', 'b'])}', 'US', ${Math.floor(Math.random() * 90_000)}, now())`,
  () => `DELETE FROM tax_rate WHERE store_id = 1 AND id = (SELECT id FROM tax_rate WHERE store_id = 1 ORDER BY random() LIMIT 1)`,
  () => `UPDATE tax_rate SET name = '${oneOf(['a', 'b'])}' WHERE ${anyOf('tax_rate')}`,
  () => `INSERT INTO customer (store_id, first_name, last_name, name, country, location, created_at, email)
    VALUES (${oneOf([1, 2])}, 'Test', 'Buyer', 'Test Buyer', 'US', '', now(), gen_random_uuid() || '@example.net')`,
  () =>
    `DELETE FROM customer WHERE store_id = 1 AND id = (SELECT id FROM customer WHERE store_id = 1 AND name = 'Test Buyer' ORDER BY random() LIMIT 1)`,
]

const anyOf = (table: string) =>
  `store_id = ${oneOf([1, 1, 2])} AND id = (SELECT id FROM ${table} WHERE store_id = ${oneOf([1, 2])} ORDER BY random() LIMIT 1)`

/** Transactions of every kind: short, late, rolled back, with savepoints, and those that have their number long before they write. */
const transactions: ((client: pg.Client) => Promise<void>)[] = [
  async (client) => void (await client.query(oneOf(changes)())),
  async (client) => {
    await client.query('BEGIN')
    await client.query(oneOf(changes)())
    await pause(120)
    await client.query(oneOf(changes)())
    await client.query(oneOf(['COMMIT', 'COMMIT', 'ROLLBACK']))
  },
  async (client) => {
    await client.query('BEGIN; SELECT pg_current_xact_id()')
    await pause(150)
    await client.query(oneOf(changes)())
    await client.query('COMMIT')
  },
  async (client) => {
    await client.query('BEGIN')
    await client.query(`SAVEPOINT one; ${oneOf(changes)()}`)
    await client.query(oneOf(['ROLLBACK TO SAVEPOINT one', 'RELEASE SAVEPOINT one']))
    await pause(60)
    await client.query(`SAVEPOINT two; ${oneOf(changes)()}; SAVEPOINT three; ${oneOf(changes)()}`)
    await client.query(oneOf(['ROLLBACK TO SAVEPOINT three', 'RELEASE SAVEPOINT three']))
    await client.query(oneOf(['COMMIT', 'COMMIT', 'ROLLBACK']))
  },
]

it.skipIf(isEmbedded)('Of 3,000 counts beside writers none has another count than its snapshot', async () => {
  const wanted = 3_000
  await db.$executeRaw`INSERT INTO tax_rate (store_id, name, country, rate, valid_from) VALUES (1, 'a', 'US', 1, now()), (1, 'b', 'US', 2, now())`
  let isOver = false
  const writers = Array.from({ length: 4 }, async () => {
    const client = await opened()
    while (!isOver) {
      // Deadlocks and rows that something depends on end a transaction.
      await oneOf(transactions)(client).catch(() => client.query('ROLLBACK'))
      await pause(80)
    }
  })
  const readers = Array.from({ length: 4 }, async () => {
    while (compared.counts < wanted && compared.wrong.length === 0) {
      const [query, variables, as] = oneOf(queries)
      const { errors } = await store.graphql(query, variables(), as())
      expect(errors).toEqual([])
    }
  })
  await Promise.all(readers).finally(() => {
    isOver = true
  })
  await Promise.all(writers)
  expect(compared.wrong).toEqual([])
  // Kept counts were used, and others were made anew.
  expect(compared.hits).toBeGreaterThan(0)
  expect(compared.hits).toBeLessThan(compared.counts)
  for (const [query, variables, as] of queries)
    for (let time = 0; time < 2; time += 1) await store.graphql(query, variables(), as())
  expect(compared.wrong).toEqual([])
})
