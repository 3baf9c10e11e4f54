/** The rules of a new store. Pure. */

import { badInput } from '../../values/errors.ts'
import { field, say } from '../../values/sentence.ts'
import { shown } from '../../values/text.ts'
import { text } from '../../values/writable.ts'
import { checked } from '../../values/written-values.ts'

const writable = { name: text('Name of the shop', { max: 200, notBlank: true }) }

const maxHost = 253

// Names of letters, digits and hyphens with dots between them, as browsers send them in Host, without a port.
const hostForm = /^(?=[a-z0-9])[a-z0-9-]*[a-z0-9](?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/

/** The input of an operator for a new store. */
export type NewStore = { name: string; host: string; currency: string }

/**
 * Checks what a new store is to be, and spells host and currency as they are kept.
 *
 * @throws Refusal BAD_INPUT.
 */
export function newStore({ name, host, currency }: NewStore): NewStore {
  checked(writable, { name })
  const own = host.toLowerCase()
  if (own.length > maxHost || !hostForm.test(own))
    throw badInput(say`${field('host')} must be a host name without scheme and port, such as shop.example, not ${shown(host)}.`)
  const code = currency.toUpperCase()
  if (!Intl.supportedValuesOf('currency').includes(code))
    throw badInput(say`${field('currency')} must be an ISO 4217 code such as USD or EUR, not ${shown(currency)}.`)
  return { name: name.trim(), host: own, currency: code }
}

/** The answer to a host that is another store's. */
export const hostTaken = (host: string) => badInput(say`${field('host')} ${host} is another store's.`)
