/** The kinds of records that have tags. */
import type { ScopedResource } from '../../auth/scopes.ts'
import type { ModelName } from '../../db/shape.ts'
import type { EventType } from '../../writes/event-types.ts'

export type TaggedKind = 'customer' | 'order' | 'subscription' | 'product'

export const kinds = {
  customer: { model: 'Customer', scope: 'customers', emits: 'customer.updated' },
  order: { model: 'Order', scope: 'orders', emits: 'order.updated' },
  subscription: { model: 'Subscription', scope: 'subscriptions', emits: 'subscription.updated' },
  product: { model: 'Product', scope: 'products', emits: 'product.updated' },
} as const satisfies Record<TaggedKind, { model: ModelName; scope: ScopedResource; emits: EventType }>
