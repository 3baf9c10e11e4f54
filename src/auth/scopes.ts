/** What a merchant key may be allowed to do. */
import { badInput } from '../errors.ts'

const resources = [
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
] as const

/** Every scope there is: to read and to write each resource, to manage keys, and `*` for all of them. */
export const knownScopes: readonly string[] = [
  '*',
  'admin',
  ...resources.flatMap((resource) => [`read_${resource}`, `write_${resource}`]),
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
