/** Issues tokens: how a merchant's own login lets a customer in. */
import { lockCallerKey } from '../../auth/caller-key.ts'
import { readLifetime, signCustomerToken, tokenLifetimeSeconds } from '../../auth/customer-token.ts'
import { longestTokenSeconds } from '../../auth/signing-keys.ts'
import { notFound, Refusal } from '../../values/errors.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { formatTime } from '../../values/time.ts'
import { mutation } from '../describe.ts'

export const createCustomerToken = mutation('createCustomerToken', {
  emits: ['customer.token_created'],
  description:
    'Signs a token for one customer. Its holder acts as that customer until it expires; within a minute after the customer is archived it is refused.',
  shows: { field: 'customer', resource: 'Customer' },
  showsOnce: {
    token: 'The token, for `Authorization: Bearer <token>`; null when the request is repeated.',
    expiresAt: 'When it expires, as ISO 8601 in UTC; null when the request is repeated.',
  },
  input: (t) => ({
    customerId: t.id({ required: true, description: 'The customer.' }),
    lifetimeSeconds: t.int({
      description: `How long it is good, 60 to ${longestTokenSeconds}; ${tokenLifetimeSeconds} unless given.`,
    }),
  }),
  async write({ tx, viewer, context: { now } }, { customerId, lifetimeSeconds }) {
    const seconds = readLifetime(lifetimeSeconds)
    const id = readId(field('customerId'), customerId)
    const { storeId } = await lockCallerKey(tx, viewer, now)
    const customer = await tx.customer.findUnique({ where: { storeId_id: { storeId, id } }, select: { archivedAt: true } })
    if (!customer) throw notFound()
    if (customer.archivedAt) throw new Refusal('WRONG_STATUS', 'The customer is archived; restore the customer first.')
    const { token, expiresAt } = await signCustomerToken(tx, { storeId, customerId: id }, now, seconds)
    const emits = [{ type: 'customer.token_created', customerId: id }] as const
    return { id, emits, shownOnce: { token, expiresAt: formatTime(expiresAt) } }
  },
})
