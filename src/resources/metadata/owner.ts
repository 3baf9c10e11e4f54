/** Whose metadata a write is about: one subscription, cart or customer, held. */
import type { ScopedResource } from '../../auth/scopes.ts'
import { badInput, forbidden } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field, say } from '../../values/sentence.ts'
import type { Write } from '../../writes/write.ts'
import { builder } from '../describe.ts'
import type { MetadataOwner } from './entries.ts'

export const metadataOwner = builder.inputType('MetadataOwner', {
  description: 'The record that the metadata is kept on; give exactly one.',
  isOneOf: true,
  fields: (t) => ({
    subscriptionId: t.id({ description: 'A subscription.' }),
    cartId: t.id({ description: 'A cart that led to an order.' }),
    customerId: t.id({ description: 'A customer.' }),
  }),
})

type GivenOwner = { subscriptionId?: string | null; cartId?: string | null; customerId?: string | null } | null | undefined

/** The scope that a key needs to write an owner's metadata. */
export function scopeOfOwner({ owner }: { owner?: GivenOwner }): ScopedResource {
  if (owner?.subscriptionId) return 'subscriptions'
  return owner?.cartId ? 'carts' : 'customers'
}

/** The column of a metadata record that names its owner, with the owner's id. */
type Owner = MetadataOwner<bigint>

/**
 * Locks the owner, and with it the record that is there or is to be made.
 *
 * @throws Refusal NOT_FOUND for an owner that is missing or another store's, FORBIDDEN for any that is not the customer
 *   who asks, BAD_INPUT when a merchant names none.
 */
export async function lockOwner(write: Write, given: GivenOwner): Promise<Owner> {
  const owner = readOwner(write, given)
  if ('subscriptionId' in owner) await write.lock('Subscription', { id: owner.subscriptionId })
  else if ('cartId' in owner) await write.lock('Cart', { id: owner.cartId })
  else await write.lock('Customer', { id: owner.customerId })
  return owner
}

function readOwner({ viewer }: Write, given: GivenOwner): Owner {
  const { subscriptionId, cartId, customerId } = given ?? {}
  if (viewer.role === 'customer') {
    const own = { customerId: viewer.customerId }
    if (given == null || (customerId && readId(field('customerId'), customerId) === own.customerId)) return own
    throw forbidden('Customers may write their own metadata only.')
  }
  if (subscriptionId) return { subscriptionId: readId(field('subscriptionId'), subscriptionId) }
  if (cartId) return { cartId: readId(field('cartId'), cartId) }
  if (customerId) return { customerId: readId(field('customerId'), customerId) }
  throw badInput(say`${field('owner')} is required: whose metadata it is.`)
}
