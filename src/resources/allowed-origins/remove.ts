import { holdAskingKey } from '../../auth/asking-key.ts'
import { readId } from '../../values/id.ts'
import { mutation } from '../describe.ts'
import { removeOrigin } from './list.ts'

mutation('removeAllowedOrigin', {
  description: "Shuts a site's scripts out again, at once where the server is one instance, within seconds where it is several.",
  scope: 'admin',
  input: (t) => ({ id: t.id({ required: true, description: 'The allowed origin.' }) }),
  afterwards: ({ forgetOrigins }) => forgetOrigins(),
  async write({ tx, viewer, now }, input) {
    const { storeId } = await holdAskingKey(tx, viewer, now)
    return removeOrigin(tx, storeId, { id: readId('id', input.id) })
  },
})
