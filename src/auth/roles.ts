/** The roles of the staff: named sets of scopes. The meaning of each is the comment of `StaffRole` in schema.prisma. */
import type { StaffRole } from '../../prisma/generated/client/client.ts'
import { type KeyScope, knownScopes, type ScopedResource, scopeOf } from './scopes.ts'

const read = (...resources: ScopedResource[]): KeyScope[] => resources.map((resource) => scopeOf('read', resource))

const write = (...resources: ScopedResource[]): KeyScope[] => [
  ...read(...resources),
  ...resources.map((resource) => scopeOf('write', resource)),
]

/** The scopes that a role for reading has not: they show how the store is kept. */
const ofOwners: readonly KeyScope[] = read('staff', 'webhooks')

/** The scopes of each role. */
export const scopesOfRole = {
  owner: ['*'],
  support: [
    ...write('customers', 'subscriptions', 'carts', 'orders', 'refunds', 'shipments', 'product_survey_results'),
    ...read('products', 'product_instances', 'inventory', 'transactions', 'disputes', 'coupons', 'log', 'events'),
  ],
  warehouse: [...write('shipments', 'inventory'), ...read('orders', 'products', 'product_instances', 'events')],
  marketing: [
    ...write('products', 'product_instances', 'coupons', 'product_survey_results'),
    ...read('customers', 'subscriptions', 'orders', 'inventory', 'transactions', 'refunds', 'events'),
  ],
  read_only: knownScopes.filter((scope) => scope.startsWith('read_') && !ofOwners.includes(scope)),
} as const satisfies Record<StaffRole, readonly KeyScope[]>
