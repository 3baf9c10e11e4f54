/** Statements that a database with its stores on several servers takes; the others are named here, with their reason. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { referringTable } from '../../src/db/referred.ts'
import { takenIndex } from '../../src/db/unique.ts'
import { root } from '../documents/pages.ts'
import { type ShardingFault, shardingFaults } from '../support/sharding.ts'
import { readSql } from '../support/sql-parts.ts'
import { openStore } from '../support/store.ts'
import { unsharded } from '../support/unsharded.ts'

const settled = (set: string, returning = 'order_id') => `WITH numbered AS (SELECT nextval('order_id_seq') AS id), settled AS (
  UPDATE payment SET ${set} FROM numbered WHERE store_id = $1 AND payment.id = $2 RETURNING ${returning})
  INSERT INTO "order" (store_id, id) SELECT $1::bigint, order_id FROM settled RETURNING id`

describe('Sharding by store', () => {
  it.each<[ShardingFault, string]>([
    ['physical row', 'DELETE FROM mail WHERE ctid = ANY(ARRAY(SELECT ctid FROM mail WHERE store_id = $1 LIMIT 9))'],
    ['physical row', 'INSERT INTO mail (store_id) VALUES ($1) RETURNING xmax = 0 AS "isNew"'],
    ['volatile in a change', settled("order_id = nextval('order_id_seq')")],
    ['volatile in a change', 'UPDATE mail SET message_id = gen_random_uuid() WHERE store_id = $1'],
    ['volatile in a change', 'DELETE FROM mail WHERE store_id = $1 AND id IN (SELECT id FROM mail ORDER BY random() LIMIT 1)'],
    ['function in RETURNING', settled('order_id = numbered.id', 'row_to_json(payment)')],
    [
      'function in RETURNING',
      'INSERT INTO mail (store_id) VALUES ($1) RETURNING (SELECT count(*) FROM mail WHERE store_id = $1)',
    ],
    [
      'function in ON CONFLICT',
      'INSERT INTO mail AS kept (store_id, id) VALUES ($1, $2) ON CONFLICT (store_id, id) DO UPDATE SET tries = 0 WHERE kept.created_at < now()',
    ],
    [
      'simple CASE in a change',
      "UPDATE subscription SET claimed_for = now() + CASE status WHEN 'active' THEN interval '1 day' END WHERE store_id = $1",
    ],
    ['store of other rows', settled('order_id = numbered.id').replace('store_id = $1', 'payment.store_id = numbered.id')],
    [
      'store of other rows',
      'WITH found AS (SELECT store_id, id FROM mail WHERE store_id = $1) SELECT 1 FROM mailer JOIN found ON mailer.store_id = found.store_id',
    ],
  ])('refuses %s: %s', (fault, sql) => {
    expect(shardingFaults(readSql(sql))).toEqual([fault])
  })

  it.each([
    settled('order_id = numbered.id'),
    "SELECT CASE status WHEN 'active' THEN 1 END FROM subscription WHERE store_id = $1",
    "UPDATE subscription SET claimed_for = CASE WHEN status = 'active' THEN end_date END WHERE store_id = $1",
    'INSERT INTO mail (store_id, id) VALUES ($1, $2) ON CONFLICT (store_id, id) DO UPDATE SET tries = excluded.tries',
    'INSERT INTO mail (store_id, id) SELECT $1::bigint, nextval($2) RETURNING id',
    'SELECT 1 FROM mail JOIN mailer ON mailer.store_id = mail.store_id WHERE mail.store_id = (SELECT $1::bigint) FOR NO KEY UPDATE',
    'SELECT random()',
    'SELECT 1 FROM mail WHERE (store_id, id) IN (SELECT store_id, mail_id FROM mail_record WHERE created_at < $1)',
  ])('takes %s', (sql) => {
    expect(shardingFaults(readSql(sql))).toEqual([])
  })

  it('names no statement that is gone', () => {
    const gone = unsharded.filter(({ file, says }) => !readFileSync(`${root}/${file}`, 'utf8').includes(says))
    expect(gone).toEqual([])
  })
})

describe('Names of tables and indexes', () => {
  it('are read without the number of a part', () => {
    expect(takenIndex({ code: '23505', constraint: 'product_store_id_slug_key_102008' })).toBe('product_store_id_slug_key')
    const message =
      'update or delete on table "product_102010" violates foreign key constraint "key_102014" on table "product_inventory_102014"'
    expect(referringTable(Object.assign(new Error(message), { code: '23503' }))).toBe('product_inventory')
  })

  it('are arguments of triggers, which run in parts of their tables', async () => {
    const { db } = await openStore()
    const found = await db.$queryRaw<{ name: string }[]>`
      SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosrc ~* 'TG_(TABLE_NAME|RELNAME|RELID)'`
    expect(found).toEqual([])
    const without = await db.$queryRaw<{ name: string }[]>`
      SELECT tgname AS name FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid JOIN pg_class ON pg_class.oid = tgrelid
      WHERE proname IN ('mark_whole', 'leave_tombstones') AND tgargs <> convert_to(relname, 'UTF8') || '\\x00'::bytea`
    expect(without).toEqual([])
  })
})

describe('Functions of rows', () => {
  it('are PL/pgSQL, whose statements are planned once', async () => {
    const { db } = await openStore()
    const found = await db.$queryRaw<{ name: string }[]>`
      SELECT DISTINCT proname AS name FROM pg_proc JOIN pg_language ON pg_language.oid = prolang
      JOIN pg_class ON relnamespace = pronamespace AND relkind = 'r' AND prosrc LIKE '%"' || relname || '"%'
      WHERE pronamespace = 'public'::regnamespace AND lanname = 'sql' AND pronargs > 0`
    expect(found).toEqual([])
  })
})

describe('The clock of the database', () => {
  it('is asked by clock_timestamp in these files alone', () => {
    const asking = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
      readFileSync(`${root}/${file}`, 'utf8').includes('clock_timestamp('),
    )
    expect(asking.sort()).toEqual([
      'src/cli/examine.ts',
      'src/copies/backup-time.ts',
      'src/copies/embedded-backup.ts',
      'src/db/clock.ts',
      'src/db/migrate.ts',
      'src/mails/rows.ts',
      'src/observe/backlog.ts',
      'src/resources/invoices/wrong-invoices.ts',
    ])
  })
})
