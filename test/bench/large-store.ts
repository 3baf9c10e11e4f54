/** Makes one store of a measured database large: 60,000 orders, 5,000 products, and a customer with 3,000 shipments. */
import type { Db } from '../../src/db/connect.ts'
import { storeId } from './sample.ts'

/** Copies of a store's own rows, their numbers counted on from far beyond the last. */
type Copies = {
  table: string
  /** Columns that hold numbers of rows that are copied with them. */
  numbers?: string[]
  /** Columns whose texts differ from store to store or row to row. */
  texts?: string[]
}

const apart = 1_000_000_000_000

const orders: Copies[] = [
  { table: 'order' },
  { table: 'order_product', numbers: ['order_id'] },
  { table: 'transaction', numbers: ['order_id'], texts: ['gateway_reference'] },
]

const products: Copies[] = [
  { table: 'product', texts: ['slug', 'sku'] },
  { table: 'product_image', numbers: ['product_id'] },
  { table: 'product_instance', numbers: ['product_id'] },
  { table: 'subscription_type', numbers: ['product_id'] },
  { table: 'subscription_type_term', numbers: ['subscription_type_id'] },
  { table: 'product_term_price', numbers: ['product_id', 'term_id'] },
]

const copy = ({ table, numbers = [], texts = [] }: Copies, from: number, to: number): string => {
  const changed = [
    ...['id', ...numbers].map((column) => `'${column}', r.${column} + k * ${apart}`),
    ...texts.map((column) => `'${column}', r.${column} || '-' || k`),
  ]
  return `INSERT INTO "${table}" SELECT (jsonb_populate_record(r, jsonb_build_object(${changed.join(', ')}))).*
    FROM "${table}" r, generate_series(${from}::bigint, ${to}) k WHERE r.store_id = ${storeId} AND r.id < ${apart}`
}

/** Statements end after seconds, so that each writes a part. */
const parts = 20

/** @returns the customer who has all shipments of the store now. */
export async function makeLarge(db: Db): Promise<bigint> {
  const run = (sql: string) => db.$executeRawUnsafe(sql)
  const wanted = { orders: 60_000, products: 5_000 }
  const copies = async (count: number, target: number) => Math.max(0, Math.ceil((target / count - 1) / parts))
  const ofOrders = await copies(await db.order.count({ where: { storeId } }), wanted.orders)
  const ofProducts = await copies(await db.product.count({ where: { storeId } }), wanted.products)
  for (let part = 0; part < parts; part += 1) {
    for (const each of orders) if (ofOrders > 0) await run(copy(each, part * ofOrders + 1, (part + 1) * ofOrders))
    for (const each of products) if (ofProducts > 0) await run(copy(each, part * ofProducts + 1, (part + 1) * ofProducts))
  }
  const { customerId } = await db.shipment.findFirstOrThrow({ where: { storeId }, orderBy: { customerId: 'asc' } })
  await run(`UPDATE shipment SET customer_id = ${customerId} WHERE store_id = ${storeId}`)
  await run('ANALYZE')
  return customerId
}
