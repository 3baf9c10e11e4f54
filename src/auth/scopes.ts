/** The scopes of merchant keys. */
import { badInput, forbidden } from '../values/errors.ts'
import { shown } from '../values/text.ts'
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
  'refunds',
  'disputes',
  'shipments',
  'coupons',
  'log',
  'events',
  'webhooks',
  'mails',
  'staff',
] as const

/** The scope for managing the store itself, such as its keys; it covers reading and writing, and the scopes of staff. */
const administration = 'admin'

// Unknown scopes named in an error; a list of thousands would only be echoed.
const shownScopes = 5

/** A group of records that scopes are granted for. */
export type ScopedResource = (typeof scopedResources)[number] | typeof administration

/** A scope that exists. */
export type KeyScope = '*' | typeof administration | `${'read' | 'write'}_${ScopedResource}`

/** The scope that reading or writing a resource requires. */
export const scopeOf = (what: 'read' | 'write', resource: ScopedResource): KeyScope =>
  resource === administration ? administration : `${what}_${resource}`

/** All scopes: to read and to write each resource, to manage the store, and `*` for all of them. */
export const knownScopes: readonly KeyScope[] = [
  '*',
  administration,
  ...scopedResources.flatMap((resource) => [scopeOf('read', resource), scopeOf('write', resource)]),
]

/**
 * Validates the scopes of a key, and drops repetitions.
 *
 * @throws Refusal BAD_INPUT naming the scopes that do not exist, or asking for one.
 */
export function checkScopes(scopes: readonly string[]): KeyScope[] {
  const known = `known are ${knownScopes.join(', ')}.`
  if (scopes.length === 0) throw badInput(`A key needs at least one scope; ${known}`, 'scopes')
  const unknown = [...new Set(scopes.filter((scope) => !isScope(scope)))]
  if (unknown.length === 0) return [...new Set(scopes.filter(isScope))]
  const named = unknown.slice(0, shownScopes).map((scope) => shown(scope) || '(empty)')
  const more = unknown.length > shownScopes ? ` and ${unknown.length - shownScopes} more` : ''
  throw badInput(`Unknown scope${unknown.length > 1 ? 's' : ''}: ${named.join(', ')}${more}; ${known}`, 'scopes')
}

/** The scopes that a key has, with those that `admin` stands for. */
export const heldScopes = (scopes: readonly string[]): readonly string[] =>
  scopes.includes(administration) ? [...new Set([...scopes, scopeOf('read', 'staff'), scopeOf('write', 'staff')])] : scopes

const isScope = (text: string): text is KeyScope => (knownScopes as readonly string[]).includes(text)

/** Parses a comma-separated list of scopes. */
export const splitScopes = (text: string): string[] => text.split(',').map((scope) => scope.trim())

/**
 * Refuses a merchant who would grant, or revoke, scopes that its own key, or role, does not have.
 *
 * @throws Refusal FORBIDDEN naming the first scope it lacks.
 */
export function requireGivenScopes(merchant: Pick<Merchant, 'scopes' | 'person'>, given: readonly string[]): void {
  const { scopes } = merchant
  if (scopes.includes('*')) return
  const missing = given.find((scope) => !scopes.includes(scope))
  if (!missing) return
  // Read in a refusal alone: a plan that depended on the person could not be prepared.
  const { person } = merchant
  throw forbidden(`${person ? `The role ${person.role}` : 'The key'} lacks the scope ${missing}.`)
}

/** Whether a merchant's key, or role, has scopes. */
export const hasScopes = (
  { scopes }: Pick<Merchant, 'scopes'>,
  what: 'read' | 'write',
  resources: readonly ScopedResource[],
): boolean => scopes.includes('*') || resources.every((resource) => scopes.includes(scopeOf(what, resource)))

/**
 * Refuses a merchant whose key lacks a scope.
 *
 * @throws Refusal FORBIDDEN naming the scope.
 */
export function requireScopes(merchant: Merchant, what: 'read' | 'write', resources: readonly ScopedResource[]): void {
  requireGivenScopes(
    merchant,
    resources.map((resource) => scopeOf(what, resource)),
  )
}
