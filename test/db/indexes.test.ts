/** Every foreign key can be followed by an index, and every table of a store carries its id. */
import { describe, expect, it } from 'vitest'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()

describe('the tables', () => {
  it('have an index that begins with the columns of each foreign key', async () => {
    const bare = await store.db.$queryRaw`
      SELECT conrelid::regclass::text AS "table", conname AS "key"
      FROM pg_constraint AS key
      WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND NOT EXISTS (
        SELECT 1 FROM pg_index
        WHERE indrelid = key.conrelid
          -- A partial index of all rows that have the key serves as well.
          AND (indpred IS NULL OR pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', (
            SELECT attname FROM pg_attribute WHERE attrelid = key.conrelid AND attnum = key.conkey[cardinality(key.conkey)]
          )))
          AND (indkey::int2[])[0:cardinality(key.conkey) - 1] @> key.conkey
      )`
    expect(bare).toEqual([])
  })

  it('carry store_id when they belong to a store', async () => {
    const without = await store.db.$queryRaw<{ table: string }[]>`
      SELECT relname::text AS "table" FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND NOT EXISTS (
        SELECT 1 FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'store_id'
      ) ORDER BY 1`
    expect(without.map(({ table }) => table)).toEqual([
      '_prisma_migrations',
      'installation',
      'sandbox_charge',
      'sandbox_refund',
      'signing_key',
      'store',
    ])
  })

  it('have keys that begin with the store, and are unique in it, save what names something among all stores', async () => {
    const others = await store.db.$queryRaw<{ name: string }[]>`
      SELECT indexrelid::regclass::text AS name FROM pg_index
      JOIN pg_attribute ON attrelid = indrelid AND attname = 'store_id'
      WHERE indisunique AND indkey[0] <> attnum AND indrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
      ORDER BY 1`
    expect(others.map(({ name }) => name)).toEqual([
      'merchant_key_client_id_key',
      'payment_reference_key',
      'refund_reference_key',
    ])
  })

  it('refuse a link from one store to another, whatever the code above does', async () => {
    const order = await store.db.order.findFirstOrThrow({ where: { storeId: 1n } })
    const stranger = await store.db.customer.findFirstOrThrow({ where: { storeId: 2n } })
    const link = store.db.order.update({ where: ofStore(order.id), data: { customerId: stranger.id } })
    await expect(link).rejects.toMatchObject({ code: 'P2003' })
  })
})
