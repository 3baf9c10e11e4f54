/** Shuts a site's scripts out again. */
import { lockCallerKey } from '../../auth/caller-key.ts'
import { readId } from '../../values/id.ts'
import { field } from '../../values/sentence.ts'
import { mutation } from '../describe.ts'

export const removeAllowedOrigin = mutation('removeAllowedOrigin', {
  emits: ['allowed_origin.removed'],
  description: "Shuts a site's scripts out again, at once where the server is one instance, within seconds where it is several.",
  scope: 'admin',
  input: (t) => ({ id: t.id({ required: true, description: 'The allowed origin.' }) }),
  afterwards: ({ forgetOrigins }) => forgetOrigins(),
  async write(write, { id }) {
    await lockCallerKey(write.tx, write.viewer, write.context.now)
    const found = await write.lock('AllowedOrigin', { id: readId(field('id'), id) })
    await write.delete(found)
    const gone = { type: 'allowed_origin.removed', recordType: 'allowed_origin', id: found.id } as const
    return { changes: { origin: { from: found.origin, to: null } }, emits: [gone] }
  },
})
