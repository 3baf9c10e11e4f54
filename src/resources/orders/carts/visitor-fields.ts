/** The fields of an input that visitors give in the place of an account. */
import type { builder } from '../../describe.ts'
import { placeInput } from '../address-fields.ts'

export const visitorFields = (t: Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0]) => ({
  email: t.string({
    description: "The visitor's e-mail address, which the checkout takes. For visitors alone, as the address is.",
  }),
  shipTo: t.field({ type: placeInput, description: 'Where it is sent, the whole address, which the checkout takes.' }),
})
