/** The move of an embedded database to a PostgreSQL server, as an ordinary owner of its database, and whatever ends it before its end. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { moveDatabase } from '../../src/copies/move.ts'
import { type Db, withSession } from '../../src/db/connect.ts'
import { openEmbedded } from '../../src/db/embedded/open.ts'
import { openDatabase } from '../../src/db/open.ts'
import { seededIn } from '../support/embedded.ts'
import { outOfSight } from '../support/every-statement.ts'
import { fillEveryTable } from '../support/every-table.ts'
import { storeTables } from '../support/statement-stores.ts'
import { databaseUrl } from '../support/template.ts'

const template = inject('template')
const silent = () => {}

describe.skipIf(!('server' in template))('A move to a PostgreSQL server', { timeout: 200_000 }, () => {
  if (!('server' in template)) return
  const { server } = template
  const dataDir = mkdtempSync(join(tmpdir(), 'tandem-moved-'))
  const role = `tandem_mover_${randomUUID().replaceAll('-', '')}`
  const elsewhere = (sql: string) => withSession(server, ({ exec }) => exec(sql))
  const url = () => {
    const address = new URL(databaseUrl(server, role))
    address.username = role
    return address.href
  }
  const onTarget = (sql: string) => withSession(databaseUrl(server, role), async ({ query }) => (await query(sql)).rows)
  const inSource = <T>(work: (db: Db, isCopy: boolean) => Promise<T>): Promise<T> =>
    outOfSight(async () => {
      const { db, isCopy, close } = await openEmbedded({ dataDir })
      return work(db, isCopy).finally(close)
    })
  const move = (progress: (stage: string) => void = silent) => outOfSight(() => moveDatabase({ dataDir }, url(), progress))
  const sumsIn = async (db: Pick<Db, '$queryRaw'>) => {
    const [sums] = await db.$queryRaw<object[]>`
      SELECT (SELECT sum(total)::bigint FROM "order") AS orders, (SELECT count(*)::int FROM subscription) AS subscriptions,
        (SELECT jsonb_agg(s ORDER BY s.id)::text FROM subscription s WHERE store_id = 1 AND id < 5) AS some, (SELECT id FROM installation) AS id`
    return sums
  }
  let before: unknown

  beforeAll(async () => {
    await outOfSight(() => seededIn(dataDir))
    before = await inSource(async (db) => {
      await fillEveryTable(db)
      await db.$executeRaw`UPDATE customer SET changed_in = 9000000000 WHERE id = 1`
      return sumsIn(db)
    })
    await elsewhere(`CREATE ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB`)
    await elsewhere(`CREATE DATABASE ${role} OWNER ${role} TEMPLATE template0`)
  }, 200_000)
  afterAll(async () => {
    await elsewhere(`DROP DATABASE IF EXISTS ${role} WITH (FORCE)`)
    await elsewhere(`DROP ROLE IF EXISTS ${role}`)
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('is refused into a database that has something', async () => {
    await onTarget('CREATE TABLE mine ()')
    await expect(move()).rejects.toThrow('The database in DATABASE_URL is not empty (mine). Make a new one with createdb.')
    await onTarget('DROP TABLE mine')
    const withStores = databaseUrl(server, template.database)
    await expect(outOfSight(() => moveDatabase({ dataDir }, withStores, silent))).rejects.toThrow(
      'The database in DATABASE_URL has stores, and none is moved over another.',
    )
  })

  it('that is ended on the way leaves the source acting, and in the target nothing that is taken for it', async () => {
    const ended = move((stage) => {
      if (stage === 'Comparing tables') throw new Error('ended')
    })
    await expect(ended).rejects.toThrow('ended')
    expect(await inSource(async (_db, isCopy) => isCopy)).toBe(false)
    expect(
      await onTarget('SELECT (SELECT count(*)::int FROM store) AS stores, (SELECT count(*)::int FROM customer) AS customers'),
    ).toEqual([{ stores: 0, customers: 0 }])
    expect(
      await outOfSight(async () => {
        const { isCopy, close } = await openDatabase({ kind: 'postgres', url: url() })
        await close()
        return isCopy
      }),
    ).toBe(true)
  })

  it('brings every row and every number, and has the target act in the place of the source', async () => {
    const stages = new Set<string>()
    const { tables, isCopy } = await move((stage) => void stages.add(stage))
    expect([...stages]).toEqual(['Reading tables', 'Copying rows', 'Comparing tables'])
    expect(isCopy).toBe(false)
    expect(tables).toMatchObject({ store: 2, subscription: 33, installation: 1 })
    expect([...storeTables].filter((table) => !tables[table])).toEqual([])
    expect(await inSource(async (_db, isCopyNow) => isCopyNow)).toBe(true)
    await outOfSight(async () => {
      const { db, isCopy: isTargetCopy, close } = await openDatabase({ kind: 'postgres', url: url() })
      expect(isTargetCopy).toBe(false)
      expect(await sumsIn(db)).toEqual(before)
      expect(await db.$queryRaw`SELECT relname FROM pg_class WHERE relname = 'order' AND reltuples > 0`).toHaveLength(1)
      const [{ last }] = await db.$queryRaw<[{ last: bigint }]>`SELECT max(id) AS last FROM log_entry`
      const [{ id }] = await db.$queryRaw<[{ id: bigint }]>`SELECT nextval(pg_get_serial_sequence('log_entry', 'id')) AS id`
      expect(id).toBeGreaterThan(last ?? 0n)
      // Of no row it is said that it changes later than now.
      expect(
        await db.$queryRaw`SELECT count(*)::int AS later FROM customer WHERE changed_in > oldest_open_transaction()`,
      ).toEqual([{ later: 0 }])
      await expect(db.$executeRaw`DELETE FROM store WHERE id = 1`).rejects.toThrow(/foreign key/i)
      const ofCustomer = { storeId_id: { storeId: 1n, id: 1n } }
      await db.customer.update({ where: ofCustomer, data: { firstName: 'Marked' } })
      const { changedIn } = await db.customer.findUniqueOrThrow({ where: ofCustomer })
      expect(changedIn).toBe((await db.$queryRaw<[{ max: bigint }]>`SELECT max(changed_in) FROM customer`)[0].max)
      await close()
    })
    await expect(move()).rejects.toThrow(
      'The embedded database was moved to the one in DATABASE_URL already: go on with that one.',
    )
  })

  it('is brought to its end where it was ended before the target acted', async () => {
    await outOfSight(async () => {
      const { place, close } = await openEmbedded({ dataDir })
      await close()
      await onTarget(`UPDATE installation SET place = '${JSON.stringify(place)}'`)
      const between = await openDatabase({ kind: 'postgres', url: url() })
      expect(between.isCopy).toBe(true)
      await between.close()
      expect(await move()).toEqual({ tables: {}, isCopy: false })
      const after = await openDatabase({ kind: 'postgres', url: url() })
      expect(after.isCopy).toBe(false)
      await after.close()
    })
  })
})
