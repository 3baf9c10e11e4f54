/** The kinds of records that a search of the whole store finds, and what it shows of each. */
import type { ScopedResource } from '../../auth/scopes.ts'
import type { searched } from '../searched.ts'

export type SearchedKind = keyof typeof searched

/** The columns of a hit in SQL, over the table as `found`, and the condition of the records that are found. */
type ShownKind = { scope: ScopedResource; title: string; detail: string; only?: string }

const customerName = '(SELECT name FROM customer WHERE customer.store_id = $1 AND customer.id = found.customer_id)'

export const shownKinds: Record<SearchedKind, ShownKind> = {
  order: { scope: 'orders', title: `coalesce(external_id, '#' || id)`, detail: customerName },
  subscription: { scope: 'subscriptions', title: 'billing_name', detail: customerName },
  customer: { scope: 'customers', title: 'name', detail: 'email', only: 'archived_at IS NULL' },
  shipment: { scope: 'shipments', title: `coalesce(tracking_number, '')`, detail: customerName },
  product: { scope: 'products', title: 'name', detail: 'sku', only: 'NOT deleted' },
  coupon: { scope: 'coupons', title: 'code', detail: 'name' },
}
