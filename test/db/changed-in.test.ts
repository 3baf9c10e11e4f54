/** Rows say when and in which transaction they last changed: by changes of columns that somebody reads, and of their parts. */
import { describe, expect, it } from 'vitest'
import { resourceOf } from '../support/described.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { ask } from '../writes/ask.ts'
import { addMonthly, addProduct, pastDue } from '../writes/rows.ts'

const store = await openStore({ isApart: true })
const { db } = store
const { customerId } = await db.order.findFirstOrThrow({ where: { storeId: 1n } })
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
  'credit_entry',
  'inventory_movement',
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
      bool: (column) => `NOT ${column}`,
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

it('No trigger assigns a column of the old row: of one from before the column PostgreSQL would free the default, and end', async () => {
  const assigning = await db.$queryRaw`
    SELECT proname FROM pg_proc WHERE prorettype = 'trigger'::regtype AND prosrc ~* '\\mold\\M\\.\\S+\\s*:?=[^=]'`
  expect(assigning).toEqual([])
})
