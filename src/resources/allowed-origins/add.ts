/** Lets a site's scripts read the store's answers in a browser. */
import { lockCallerKey } from '../../auth/caller-key.ts'
import { mutation } from '../describe.ts'
import { checkRoom, readOrigin } from './rules.ts'

export const addAllowedOrigin = mutation('addAllowedOrigin', {
  emits: ['allowed_origin.added'],
  description:
    "Lets the scripts of a site read the store's answers in a browser, at once where the server is one instance, within seconds where it is several. Repeating it changes nothing.",
  input: (t) => ({
    origin: t.string({
      required: true,
      description:
        "Scheme, host and port, such as `https://shop.example`; no path. `http://localhost:*` is every port of a developer's own machine.",
    }),
  }),
  shows: { field: 'allowedOrigin', resource: 'AllowedOrigin' },
  afterwards: ({ forgetOrigins }) => forgetOrigins(),
  async write(write, input) {
    const origin = readOrigin(input.origin)
    await lockCallerKey(write.tx, write.viewer, write.context.now)
    // Held so that two at once neither pass the limit nor add the same one twice.
    const { id: storeId } = await write.lockStore()
    const { allowedOrigin } = write.tx
    const found = await allowedOrigin.findUnique({ where: { storeId_origin: { storeId, origin } }, select: { id: true } })
    if (found) return { id: found.id }
    checkRoom(await allowedOrigin.count({ where: { storeId } }))
    const id = await write.insert('AllowedOrigin', { origin, createdAt: write.context.now })
    return { id, changes: { origin: { from: null, to: origin } } }
  },
})
