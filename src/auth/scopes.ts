/** What a merchant key may be allowed to do. */
import { badInput, forbidden } from '../errors.ts'
import type { Merchant } from './viewer.ts'

const scopedResources = [
  'customers',
  'subscriptions',
  'carts',
  'orders',
  'product_survey_results',
  'product_instances',
  'inventory',
  'products',
  'transactions',
  'shipments',
  'coupons',
  'log',
] as const

/** What manages the store itself, such as its keys: one scope for reading and writing. */
const administration = 'admin'

/** A group of records that scopes are given for. */
export type ScopedResource = (typeof scopedResources)[number] | typeof administration

/** The scope that reading or writing a resource takes. */
const scopeOf = (what: 'read' | 'write', resource: ScopedResource): string =>
  resource === administration ? administration : `${what}_${resource}`

/** Every scope there is: to read and to write each resource, to manage the store, and `*` for all of them. */
export const knownScopes: readonly string[] = [
  '*',
  administration,
  ...scopedResources.flatMap((resource) => [scopeOf('read', resource), scopeOf('write', resource)]),
]

/**
 * Reads a comma list of scopes.
 *
 * @throws Refusal BAD_INPUT naming a scope that does not exist.
 */
export function readScopes(text: string): string[] {
  const scopes = text.split(',').map((scope) => scope.trim())
  for (const scope of scopes) {
    if (!knownScopes.includes(scope)) throw badInput(`Unknown scope: ${scope}; known are ${knownScopes.join(', ')}.`)
  }
  return scopes
}

/**
 * Refuses a merchant whose key lacks a scope.
 *
 * @throws Refusal FORBIDDEN naming the scope.
 */
export function requireScopes({ scopes }: Merchant, what: 'read' | 'write', resources: readonly ScopedResource[]): void {
  if (scopes.includes('*')) return
  const missing = resources.map((resource) => scopeOf(what, resource)).find((scope) => !scopes.includes(scope))
  if (missing) throw forbidden(`The key lacks the scope ${missing}.`)
}
