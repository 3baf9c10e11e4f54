/** Makes a merchant key for the store of the one that asks. */
import { checkScopes } from '../../auth/scopes.ts'
import { inputFields } from '../../schema/inputs.ts'
import { mutation } from '../describe.ts'
import { checkGrant } from './managed-key.ts'
import { maxValidKeys, readName, writable } from './rules.ts'
import { secretShown } from './secret-shown.ts'
import { createKey } from './storage.ts'

export const createMerchantKey = mutation('createMerchantKey', {
  emits: ['merchant_key.created'],
  description: `Makes a key for the store. It may do no more than the key that asks: a scope that one lacks is \`FORBIDDEN\`. A store has at most ${maxValidKeys} valid keys.`,
  input: (t) => ({
    ...inputFields(t, writable),
    scopes: t.stringList({
      required: true,
      description: 'The scopes of the key: `read_<resource>`, `write_<resource>`, `admin`, or `*` for all.',
    }),
  }),
  shows: { field: 'merchantKey', resource: 'MerchantKey' },
  showsOnce: secretShown,
  async write({ tx, viewer, context }, input) {
    const name = readName(input.name)
    const scopes = checkScopes(input.scopes)
    await checkGrant({ tx, viewer, context }, scopes)
    const staffId = viewer.role === 'merchant' ? (viewer.person?.staffId ?? null) : null
    const { id, secret, changes } = await createKey(tx, { storeId: viewer.storeId, name, scopes, staffId }, context.now)
    return { id, changes, shownOnce: { secret } }
  },
})
