/** Rows say when and in which transaction they last changed: by changes of columns that somebody reads, and of their parts. */
import { describe, expect, it } from 'vitest'
import { demoMerchant } from '../support/demo-merchant.ts'
import { resourceOf } from '../support/described.ts'
import { ofStore } from '../support/of-store.ts'
import { patience, settled } from '../support/settled.ts'
import { openStore } from '../support/store.ts'
import { ask } from '../writes/ask.ts'
import { addMonthly, addProduct, pastDue } from '../writes/rows.ts'

const store = await openStore({ isApart: true })
const { db } = store
await db.shippingZone.create({ data: { storeId: 1n, name: 'Zone', country: 'US' } })
await db.taxRate.create({ data: { storeId: 1n, name: 'Tax', country: 'US', rate: 1_000, validFrom: new Date(0) } })
const { customerId, id: orderId } = await db.order.findFirstOrThrow({ where: { storeId: 1n } })
const dispute = { storeId: 1n, orderId, gateway: 'stripe', gatewayReference: 'dp_1', charge: 'pi_1', reason: 'fraudulent' }
await db.dispute.create({ data: { ...dispute, amount: 5n, status: 'lost', createdAt: new Date(0) } })
await db.creditEntry.create({ data: { storeId: 1n, customerId, amount: 5n, createdAt: new Date(0) } })

type Mark = { changedIn: bigint; updatedAt: Date }

const tables = [
  'customer',
  'product',
  'product_instance',
  'product_inventory',
  'coupon',
  'subscription',
  'order',
  'transaction',
  'shipment',
  'refund',
  'dispute',
  'credit_entry',
  'inventory_movement',
  'subscription_movement',
  'tax_rate',
  'shipping_zone',
]

const markOf = async (table: string, id: bigint): Promise<Mark> => {
  const [row] = await db.$queryRawUnsafe<Mark[]>(
    `SELECT changed_in AS "changedIn", updated_at AS "updatedAt" FROM "${table}" WHERE store_id = 1 AND id = ${id}`,
  )
  return row as Mark
}

/** Whether a statement marks a row. */
async function marks(table: string, id: bigint, statement: string): Promise<boolean> {
  const before = await markOf(table, id)
  await db.$executeRawUnsafe(statement)
  const after = await markOf(table, id)
  const isMarked = after.changedIn > before.changedIn
  // Two changes may fall into one millisecond.
  if (isMarked) expect(after.updatedAt.getTime()).toBeGreaterThanOrEqual(before.updatedAt.getTime())
  else expect(after.updatedAt).toEqual(before.updatedAt)
  return isMarked
}

const first = async (table: string): Promise<bigint> => {
  const [row] = await db.$queryRawUnsafe<{ id: bigint }[]>(`SELECT min(id) AS id FROM "${table}" WHERE store_id = 1`)
  return row?.id ?? 0n
}

describe.each(tables)('A row of %s', (table) => {
  const change = async (assignment: string) => {
    const id = await first(table)
    return marks(table, id, `UPDATE "${table}" SET ${assignment} WHERE store_id = 1 AND id = ${id}`)
  }

  it('stays as it is where nothing changes', async () => expect(await change('store_id = store_id')).toBe(false))

  it('is marked by a change of each column that somebody reads, and by no other', async () => {
    const name = table.replace(/(^|_)([a-z])/g, (_all, _dash, letter: string) => letter.toUpperCase())
    const { columns, parts } = resourceOf(name)
    const all = await db.$queryRawUnsafe<{ name: string; type: string; nullable: string }[]>(
      `SELECT column_name AS name, udt_name AS type, is_nullable AS nullable FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = '${table}'
         AND column_name NOT IN ('id', 'store_id', 'updated_at', 'changed_in') ORDER BY 1`,
    )
    const read = new Set(
      [...columns.values(), ...[...parts.values()].flatMap((part) => [...part.columns.values()])].map(({ source }) =>
        source.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      ),
    )
    const other: Record<string, (column: string) => string> = {
      bool: (column) => `NOT coalesce(${column}, false)`,
      int4: (column) => `coalesce(${column}, 0) + 1`,
      int8: (column) => `coalesce(${column}, 0) + 1`,
      float8: (column) => `${column} + 1`,
      text: (column) => `coalesce(${column}, '') || 'x'`,
      jsonb: () => `'{"odd": 1}'`,
      timestamptz: (column) => `coalesce(${column}, now()) + interval '1 day'`,
    }
    const wrong: string[] = []
    for (const { name: column, type } of all) {
      const value = other[type]
      // Kept by the database, whatever is written.
      if (column === 'is_counted') continue
      if (!value || /_id$|currency|country|confidence|ship_option|^(email|code)_|fixed_price/.test(column)) continue
      const marked = await change(`"${column}" = ${value(`"${column}"`)}`).catch((error: Error) => error.message)
      // Some changes alone break a CHECK.
      if (typeof marked === 'string' && /check|_key|violates/.test(marked)) continue
      // The number of pieces of a subscription counts as read, and so does the card's part of an order: it changes with an edit, which is.
      const countsAsRead = read.has(column) || column === 'quantity' || column === 'card_for_lines'
      if (marked !== countsAsRead) wrong.push(`${column}: ${marked}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('A changed part', () => {
  it('marks its order and its parcel, once for all deliveries that a statement changes', async () => {
    const delivery = await db.fulfillment.findFirstOrThrow({ where: { storeId: 1n } })
    const change = `UPDATE fulfillment SET cycle_number = cycle_number + 1 WHERE store_id = 1 AND order_id = ${delivery.orderId}`
    expect(await marks('order', delivery.orderId, change)).toBe(true)
    expect(await marks('shipment', delivery.shipmentId, change)).toBe(true)
    expect(await marks('order', delivery.orderId, change.replace('+ 1', '+ 0'))).toBe(false)
    const perRow = await db.$queryRaw`
      SELECT tgname FROM pg_trigger WHERE tgrelid = 'fulfillment'::regclass AND tgname LIKE 'fulfillment_marks_%' AND tgtype & 1 = 1`
    expect(perRow).toEqual([])
  })

  it('marks its order', async () => {
    const line = await db.orderProduct.findFirstOrThrow({ where: { storeId: 1n } })
    expect(
      await marks('order', line.orderId, `UPDATE order_product SET name = 'Other' WHERE store_id = 1 AND id = ${line.id}`),
    ).toBe(true)
    expect(
      await marks('order', line.orderId, `UPDATE order_product SET name = 'Other' WHERE store_id = 1 AND id = ${line.id}`),
    ).toBe(false)
  })

  it('marks its subscription where it is a coupon that waits or counts down, and its coupon where it is a product of that', async () => {
    const { id: couponId } = await db.coupon.findFirstOrThrow({ where: { storeId: 1n, subscriptionCoupons: { none: {} } } })
    const subscription = await first('subscription')
    const own = `store_id = 1 AND subscription_id = ${subscription} AND coupon_id = ${couponId}`
    const insert = `INSERT INTO subscription_coupon (store_id, subscription_id, coupon_id, code_used, num_renewals) VALUES (1, ${subscription}, ${couponId}, 'X', 2)`
    expect(await marks('subscription', subscription, insert)).toBe(true)
    const count = `UPDATE subscription_coupon SET num_renewals = 1 WHERE ${own}`
    expect(await marks('subscription', subscription, count)).toBe(true)
    expect(await marks('subscription', subscription, count)).toBe(false)
    const unread = `UPDATE subscription_coupon SET holds_use = NOT holds_use WHERE ${own}`
    expect(await marks('subscription', subscription, unread)).toBe(false)
    expect(await marks('subscription', subscription, `UPDATE subscription_coupon SET applied_at = now() WHERE ${own}`)).toBe(true)
    expect(await marks('subscription', subscription, `DELETE FROM subscription_coupon WHERE ${own}`)).toBe(true)
    const product = await first('product')
    await db.couponProduct.deleteMany({ where: { storeId: 1n, couponId, productId: product } })
    const link = `INSERT INTO coupon_product (store_id, coupon_id, product_id) VALUES (1, ${couponId}, ${product})`
    expect(await marks('coupon', couponId, link)).toBe(true)
    expect(await marks('coupon', couponId, `DELETE FROM coupon_product WHERE store_id = 1 AND coupon_id = ${couponId}`)).toBe(
      true,
    )
  })

  it('marks its product, and the instance that it is of', async () => {
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }] })
    const { id: priceId } = await db.productTermPrice.findFirstOrThrow({ where: { productId: product.id } })
    const ofProduct = `UPDATE product_term_price SET price = price + 1 WHERE store_id = 1 AND id = ${priceId}`
    expect(await marks('product', BigInt(product.id), ofProduct)).toBe(true)
    const insert = `INSERT INTO product_image (store_id, product_instance_id, url) VALUES (1, ${product.instanceId}, 'https://img.example/a')`
    expect(await marks('product', BigInt(product.id), insert)).toBe(true)
    expect(await marks('product_instance', BigInt(product.instanceId), insert)).toBe(true)
    const gone = `DELETE FROM product_image WHERE store_id = 1 AND product_instance_id = ${product.instanceId}`
    expect(await marks('product', BigInt(product.id), gone)).toBe(true)
    const term = `UPDATE subscription_type_term SET name = name || 'x' WHERE store_id = 1 AND id = ${product.terms[0]?.id}`
    expect(await marks('product', BigInt(product.id), term)).toBe(true)
  })
})

it('A row that is written by a mutation has the time of the database, whatever the time of the store', async () => {
  const { id } = await addMonthly(db, pastDue(5))
  const began = Date.now()
  expect((await ask(store, 'REST', 'renewSubscription', { id })).status).toBe(200)
  const { updatedAt } = await db.subscription.findUniqueOrThrow({ where: ofStore(id) })
  expect(Math.abs(updatedAt.getTime() - began)).toBeLessThan(60_000)
  const text = 'query ($id: ID!) { subscription(id: $id) { updatedAt } }'
  const shown = await store.graphql(text, { id: String(id) })
  expect(Date.parse(shown.data.subscription.updatedAt)).toBe(updatedAt.getTime())
})

describe('The number of a change', () => {
  it('comes from one function', async () => {
    const others = await db.$queryRaw`
      SELECT proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
        AND prosrc ~ 'pg_current_xact_id|txid_current' AND proname <> 'this_transaction'`
    expect(others).toEqual([])
    const unmarked = await db.$queryRaw`
      SELECT table_name FROM information_schema.columns WHERE table_schema = current_schema() AND column_name = 'changed_in'
        AND column_default IS DISTINCT FROM 'this_transaction()'`
    expect(unmarked).toEqual([])
  })

  it('is read from each table that has it: of all rows, with their deletions', async () => {
    const marked = await db.$queryRaw<{ table: string; leaves: boolean }[]>`
      SELECT relname AS "table", EXISTS (
        SELECT FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgfoid = 'leave_tombstones'::regproc
      ) AS leaves
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE attname = 'changed_in' AND relkind = 'r' AND relname <> 'tombstone' AND relnamespace = current_schema()::regnamespace`
    // No row of an invoice changes.
    expect(marked.map(({ table }) => table).sort()).toEqual([...tables, 'invoice'].sort())
    for (const { table, leaves } of marked) {
      const { markedBy, listed, access } = resourceOf(
        table.replace(/(^|_)([a-z])/g, (_all, _dash, letter: string) => letter.toUpperCase()),
      )
      // A charge that is under way is not listed yet, and what is listed stays.
      const rows = table === 'transaction' ? { AND: [{ result: { not: 'authorized' } }, {}] } : {}
      expect({ table, leaves, column: markedBy?.column, listed, rows: access.merchant?.rows(demoMerchant) }).toEqual({
        table,
        leaves: true,
        column: 'changedIn',
        listed: {},
        rows,
      })
    }
  })

  it('is that of its owner too where metadata is written, and of its count where the unit of an instance has another name', async () => {
    for (const [table, column] of [
      ['order', 'order_id'],
      ['product', 'product_id'],
      ['subscription', 'subscription_id'],
      ['customer', 'customer_id'],
    ] as const) {
      const id = await first(table)
      await db.$executeRawUnsafe(`DELETE FROM metadata WHERE store_id = 1 AND ${column} = ${id}`)
      const insert = `INSERT INTO metadata (store_id, ${column}, data, created_at, updated_at) VALUES (1, ${id}, '{}', now(), now())`
      expect(await marks(table, id, insert)).toBe(true)
      const update = `UPDATE metadata SET data = '{"a": 1}' WHERE store_id = 1 AND ${column} = ${id}`
      expect(await marks(table, id, update)).toBe(true)
      expect(await marks(table, id, update)).toBe(false)
      expect(await marks(table, id, `DELETE FROM metadata WHERE store_id = 1 AND ${column} = ${id}`)).toBe(true)
    }
    const { id, productInstanceId } = await db.productInventory.findFirstOrThrow({ where: { storeId: 1n } })
    const sku = `UPDATE product_instance SET sku = 'Other' WHERE store_id = 1 AND id = ${productInstanceId}`
    expect(await marks('product_inventory', id, sku)).toBe(true)
    expect(await marks('product_inventory', id, sku)).toBe(false)
  })

  it('of a new epoch is above all of the epoch before, and a transaction that writes one of the old epoch is waited for', async () => {
    const id = await first('customer')
    const change = `UPDATE customer SET first_name = first_name || 'x' WHERE store_id = 1 AND id = ${id}`
    const [installation] = await db.$queryRaw<[{ epoch: number }]>`SELECT epoch FROM installation`
    const epoch = BigInt(installation.epoch) + 1n
    let ended = 0
    let begun = 0
    const between = Promise.withResolvers<void>()
    const old = db.$transaction(async (tx) => {
      await tx.$executeRawUnsafe(change)
      between.resolve()
      await new Promise((passed) => setTimeout(passed, 300))
      ended = performance.now()
    })
    await between.promise
    await db.$executeRaw`UPDATE installation SET epoch = epoch + 1`
    begun = performance.now()
    await old
    expect(begun).toBeGreaterThan(ended)
    expect((await markOf('customer', id)).changedIn).toBeLessThan(epoch * 1_000_000_000_000n)
    await db.$executeRawUnsafe(change)
    expect((await markOf('customer', id)).changedIn).toBeGreaterThan(epoch * 1_000_000_000_000n)
    const [{ open }] = await db.$queryRaw<[{ open: bigint }]>`SELECT oldest_open_transaction() AS open`
    expect(open).toBeGreaterThan(epoch * 1_000_000_000_000n)
  })

  it('of another epoch is refused from readers, who then read all', { timeout: 2 * patience }, async () => {
    const whole = 'GET /v1/customers/?changed_since=&limit=1000'
    const { next_mark: nextMark } = (await store.rest(whole)).body
    const { next } = (await store.rest('GET /v1/customers/?changed_since=&limit=2')).body
    await db.$executeRaw`UPDATE installation SET epoch = epoch + 1`
    for (const query of [`?changed_since=${nextMark}`, next])
      expect((await store.rest(`GET /v1/customers/${query}`)).body.errors).toEqual([
        'The mark is of another database, such as one that was restored or moved: read all again, with an empty changed_since.',
      ])
    await settled(db)
    const again = (await store.rest(whole)).body
    expect(again.count).toBe(await db.customer.count({ where: { storeId: 1n } }))
    const id = await first('customer')
    await db.customer.update({ where: ofStore(id), data: { firstName: 'Again' } })
    await settled(db)
    const since = await store.rest(`GET /v1/customers/?changed_since=${again.next_mark}`)
    expect(since.body.results).toEqual([expect.objectContaining({ id: Number(id) })])
  })
})

it('No trigger assigns a column of the old row: of one from before the column PostgreSQL would free the default, and end', async () => {
  const assigning = await db.$queryRaw`
    SELECT proname FROM pg_proc WHERE prorettype = 'trigger'::regtype AND prosrc ~* '\\mold\\M\\.\\S+\\s*:?=[^=]'`
  expect(assigning).toEqual([])
})
