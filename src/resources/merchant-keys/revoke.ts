/** Withdraws a merchant key for good. */
import { mutation } from '../describe.ts'
import { lockManagedKey } from './managed-key.ts'
import { revokeKey } from './storage.ts'

export const revokeMerchantKey = mutation('revokeMerchantKey', {
  emits: ['merchant_key.revoked'],
  description:
    'Withdraws a key for good; it stops working within five seconds. Doing it again changes nothing. A key may revoke itself, and then cannot take it back. A key with a scope that the key that asks lacks is `FORBIDDEN`.',
  input: (t) => ({ id: t.id({ required: true, description: 'The key.' }) }),
  shows: { field: 'merchantKey', resource: 'MerchantKey' },
  async write({ tx, viewer, context }, input) {
    return revokeKey(tx, await lockManagedKey({ tx, viewer, context }, input.id), context.now)
  },
})
