/** An instance whose connections come from pgbouncer, in session mode. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withSession } from '../../src/db/connect.ts'
import { countRenewed, tally } from '../worker/rounds.ts'
import { clientOf, outcomeOf } from './client.ts'
import { follow } from './follow.ts'
import { type Instance, instance } from './instances.ts'
import { startLoad } from './load.ts'
import { type Pooler, poolerOf } from './pooler.ts'
import { root } from './processes.ts'
import { openShop, type Shop } from './shop.ts'

const server = process.env.TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/test'
const due = 20
const loadSeconds = 5
const settledSeconds = 30

let shop: Shop
let pooler: Pooler | undefined
let behind: Instance

beforeAll(async () => {
  shop = await openShop(server, 'tandem_pooler', { due, buyers: 40, slowBuyers: 8 })
})

afterAll(async () => {
  await behind?.kill()
  await pooler?.end()
  await shop?.drop()
})

/** An instance behind a pooler that has just started: sessions of before would keep their settings. */
async function startBehind(): Promise<void> {
  await pooler?.end()
  pooler = await poolerOf(server)
  const url = new URL(shop.url)
  url.host = `127.0.0.1:${pooler.port}`
  behind = await instance({ DATABASE_URL: url.href, RATE_LIMIT: 'off' })
  await behind.start()
}

/** The statements of src/deploy/pgbouncer.sql, which psql puts together of texts. */
async function setForAll(): Promise<void> {
  const text = readFileSync(join(root, 'src/deploy/pgbouncer.sql'), 'utf8')
  await withSession(shop.url, async ({ query, exec }) => {
    const { rows } = await query(text.replace('\\gexec', ''))
    for (const { format } of rows) await exec(String(format))
    expect(rows.length).toBeGreaterThan(5)
  })
}

describe('Behind pgbouncer', () => {
  it('an instance does not start while its sessions lack a setting that times would be wrong without', async () => {
    await withSession(shop.url, ({ exec }) => exec("ALTER DATABASE tandem_pooler SET timezone = 'Europe/Berlin'"))
    await expect(startBehind()).rejects.toThrow(
      /^Sessions of the database have timezone Europe\/Berlin, .*: ALTER DATABASE "tandem_pooler" SET timezone = 'UTC';$/m,
    )
  })

  it('it reads, writes, renews and tells streams at once, when the database has the settings', { timeout: 120_000 }, async () => {
    await setForAll()
    await startBehind()
    const client = clientOf(behind.port)
    const follower = follow(behind.port, 0)
    await shop.letFallDue(loadSeconds)
    const load = startLoad(client, shop)
    await sleep(loadSeconds * 1_000)
    await load.end()
    const newest = async () => Number((await shop.db.eventCounter.findUniqueOrThrow({ where: { storeId: 1n } })).lastSequence)
    const isDone = async () =>
      (await countRenewed(shop.db, shop.due.first)) === due && follower.sequences().at(-1) === (await newest())
    const deadline = performance.now() + settledSeconds * 1_000
    while (performance.now() < deadline && !(await isDone())) await sleep(500)
    await follower.end()
    client.end()
    expect(client.sent.filter((each) => outcomeOf(each) !== 'done')).toEqual([])
    expect(await tally(shop.db, shop.due.first)).toEqual({ orders: due, captured: due, charged: due })
    expect(follower.sequences()).toEqual(Array.from({ length: await newest() }, (_, place) => place + 1))
    expect(new Set(load.ordered).size).toBeGreaterThan(5)
    expect(await shop.db.order.count({ where: { storeId: 1n, customerId: { in: load.ordered.map(BigInt) } } })).toBe(
      load.ordered.length,
    )
  })
})
