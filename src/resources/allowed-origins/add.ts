import { holdAskingKey } from '../../auth/asking-key.ts'
import { mutation } from '../describe.ts'
import { addOrigin } from './list.ts'
import { readOrigin } from './rules.ts'

mutation('addAllowedOrigin', {
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
  async write({ tx, viewer, now }, input) {
    const wanted = readOrigin(input.origin)
    const { storeId } = await holdAskingKey(tx, viewer, now)
    const { id, changes } = await addOrigin(tx, storeId, wanted, now)
    return { id, changes }
  },
})
