/** How the lists of records are searched: by their entries, which triggers keep, and those of records that they are found through. */
import type { SearchedBy, SearchedThrough } from '../schema/registry.ts'

/** The customers of the records of a table. */
const customersOf = (table: string): SearchedThrough => ({
  kind: 'customer',
  scope: 'customers',
  sql: (ids) => `SELECT id FROM "${table}" WHERE store_id = $1 AND customer_id = ANY (${ids})`,
})

export const searched = {
  customer: { kind: 'customer', through: [] },
  order: {
    kind: 'order',
    through: [
      customersOf('order'),
      {
        kind: 'shipment',
        scope: 'shipments',
        sql: (ids) => `SELECT order_id FROM fulfillment WHERE store_id = $1 AND shipment_id = ANY (${ids})`,
      },
    ],
  },
  subscription: { kind: 'subscription', through: [customersOf('subscription')] },
  shipment: { kind: 'shipment', called: ['shipment', 'parcel'], through: [customersOf('shipment')] },
  product: {
    kind: 'product',
    through: [
      {
        kind: 'product_instance',
        scope: 'products',
        sql: (ids) => `SELECT product_id FROM product_instance WHERE store_id = $1 AND id = ANY (${ids})`,
      },
    ],
  },
  coupon: { kind: 'coupon', through: [] },
} as const satisfies Record<string, SearchedBy>
