/** Test files are independent of each other over one embedded database. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { EmbeddedDatabase } from '../src/db/embedded/database.ts'
import { inSession } from '../src/db/embedded/open.ts'
import type { Session } from '../src/db/session.ts'
import { copyOf } from './support/embedded.ts'
import { rememberRows } from './support/pristine.ts'

const template = inject('template')

describe.skipIf(!('dataDir' in template))('A database that is put back', () => {
  let database: EmbeddedDatabase
  let putBack: (session: Session) => Promise<void>
  let remove = () => {}

  beforeAll(async () => {
    if (!('dataDir' in template)) return
    ;({ database, remove } = await copyOf(template.dataDir))
    putBack = await inSession(database, rememberRows)
  })
  afterAll(() => database.close().finally(remove))

  const within = <T>(work: (session: Session) => Promise<T>) => inSession(database, work)
  const run = (sql: string) => within(async ({ query }) => (await query(sql)).rows)
  // Rows are told in the order they lie in.
  const everything = () =>
    run(`SELECT (SELECT json_agg(each) FROM customer AS each) AS customers,
    (SELECT json_agg(each) FROM metadata AS each) AS metadata, (SELECT json_agg(each) FROM log_entry AS each) AS log`)

  it('has the rows it had, in their order, whatever was written', async () => {
    const before = await everything()
    await run(`UPDATE customer SET name = 'somebody, "else"' WHERE id % 2 = 0`)
    await run('DELETE FROM metadata')
    await run('DELETE FROM coupon_product')
    const nine = '{ "id": 9, "name": "Nine", "host": "nine.example" }'
    await run(`INSERT INTO store SELECT (json_populate_record(store, '${nine}')).* FROM store WHERE id = 1`)
    expect(await everything()).not.toEqual(before)
    await within(putBack)
    expect(await everything()).toEqual(before)
    expect(await run('SELECT id FROM store ORDER BY id')).toEqual([{ id: '1' }, { id: '2' }])
  })

  it('gives the ids it gave', async () => {
    const next = () => run(`SELECT nextval('customer_id_seq')`)
    const given = await next()
    await within(putBack)
    expect(await next()).toEqual(given)
    await within(putBack)
  })

  it('minds its constraints and no setting of those before', async () => {
    await run('SET default_transaction_read_only = on')
    await within(putBack)
    await expect(run('DELETE FROM store')).rejects.toThrow('foreign key')
  })

  it('says so when more than rows has changed', async () => {
    await run('CREATE INDEX of_a_test ON customer (name)')
    await expect(within(putBack)).rejects.toThrow('isApart: true')
    await run('DROP INDEX of_a_test')
    await within(putBack)
    await run('ALTER TABLE customer ALTER COLUMN name DROP NOT NULL')
    await expect(within(putBack)).rejects.toThrow('isApart: true')
  })
})
