/** Generates the descriptions of a resource's fields and types from its declaration. */
import { type ScopedResource, scopeOf } from '../auth/scopes.ts'
import type { CustomerViewer, Writer } from '../auth/viewer.ts'
import type { Permission } from './permission.ts'
import type { Resource } from './registry.ts'

const quoted = (text: string): string => `\`${text}\``

/** Splits a name into words: `BookShelf` → `book shelf`, `printedBooks` → `printed books`. */
export const inWords = (name: string): string => name.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()

/** Words with their indefinite article: `an order`. */
export const withArticle = (words: string): string => `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`

/** Capitalizes the first letter of a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The callers that may read a resource from a root field. */
function whoReads({ scopes, readBy, access: { customer, visitor } }: Resource): string {
  const key = `merchant keys with ${scopes.map((scope) => quoted(scopeOf(readBy, scope))).join(' and ')}`
  if (!customer) return `For ${key} alone.`
  if (customer.isPart) return `For ${key}; all others reach it from what it is a part of.`
  const others = visitor ? 'customers and visitors' : 'customers'
  return `For ${key}, and for ${others}, who find ${isOwn(customer.rows(nobody)) ? 'what is theirs' : 'what is on show'}.`
}

// No customer has this id.
const nobody = { role: 'customer', storeId: 0n, customerId: -1n } as CustomerViewer

/** Whether a customer's condition on rows depends on the customer. */
const isOwn = (condition: object): boolean =>
  JSON.stringify(condition, (_key, value) => (typeof value === 'bigint' ? String(value) : value)).includes('-1')

/** Describes the root field of one record. */
export const ofRecord = (resource: Resource, meaning: string): string => `${meaning} ${whoReads(resource)}`

/** Describes the root field that lists records, by its name. */
export const ofList = (resource: Resource, name: string): string =>
  `${capital(inWords(name))}, a page at a time: narrowed by \`filter\`, in the order of \`orderBy\`. ${whoReads(resource)}`

/** Describes the root field that aggregates a list, by the list's name. */
export const ofAggregate = (resource: Resource, name: string): string =>
  `Aggregates of ${inWords(name)}, narrowed by \`filter\`: their number, sums and groups. ${whoReads(resource)}`

const named = (permission: Permission): string =>
  (typeof permission === 'string' ? [permission] : permission.names).map(quoted).join(', ')

/** Describes a mutation. */
export function ofMutation(
  { description, emits, permission }: { description: string; emits: readonly string[]; permission?: Permission },
  by: readonly Writer['role'][],
  scopes: readonly ScopedResource[] | undefined,
): string {
  const scope = scopes
    ? scopes.map((each) => quoted(scopeOf('write', each))).join(' and ')
    : 'the scope to write what it is about'
  const who = [
    ...(by.includes('merchant') ? [`merchant keys with ${scope}`] : []),
    ...(by.includes('customer')
      ? [permission === undefined ? 'customers' : `customers whose store lets them (${named(permission)})`]
      : []),
    ...(by.includes('visitor') ? ['visitors whose store lets them'] : []),
  ]
  return `${description} It may emit ${emits.map(quoted).join(', ')}. For ${who.join(', and for ')}.`
}
