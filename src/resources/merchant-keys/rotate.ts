/** Gives a merchant key a new secret. */

import { defaultOverlapSeconds, maxOverlapSeconds, readOverlap } from '../../values/overlap.ts'
import { mutation } from '../describe.ts'
import { lockManagedKey } from './managed-key.ts'
import { secretShown } from './secret-shown.ts'
import { rotateKey } from './storage.ts'

export const rotateMerchantKey = mutation('rotateMerchantKey', {
  emits: ['merchant_key.rotated'],
  description:
    'Gives a key a new secret; client id and scopes stay. The secret before works on for a while, so that nobody is locked out; while it does, the key can only be rotated with an overlap of 0. A key with a scope that the key that asks lacks is `FORBIDDEN`.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The key.' }),
    overlapSeconds: t.int({
      description: `How long the secret before works on, from 0 to ${maxOverlapSeconds} seconds; ${defaultOverlapSeconds} unless given. With 0 every earlier secret ends at once, that is within five seconds.`,
    }),
  }),
  shows: { field: 'merchantKey', resource: 'MerchantKey' },
  showsOnce: secretShown,
  async write({ tx, viewer, context }, input) {
    const overlap = readOverlap(input.overlapSeconds)
    const key = await lockManagedKey({ tx, viewer, context }, input.id)
    const { id, secret, changes } = await rotateKey(tx, key, overlap, context.now)
    return { id, changes, shownOnce: { secret } }
  },
})
