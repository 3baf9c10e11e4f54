/**
 * Hosts that a server on loopback accepts. A page whose name resolves to 127.0.0.1 (DNS rebinding) sends its own name as Host and could
 * otherwise read all that the public credentials of a demo store open.
 */

import { Refusal } from '../values/errors.ts'

const ownNames = ['localhost', '*.localhost', '127.0.0.1', '[::1]']

/** `shop.example`, or `*.shop.example` for all names below one. */
const isMeantBy = (hostname: string) => (entry: string) =>
  entry.startsWith('*.') ? hostname.endsWith(entry.slice(1)) && hostname.length >= entry.length : hostname === entry

/** Whether a host is a loopback name or one that the operator allows. */
export const isAllowedHost = (hostname: string, allowed: readonly string[]): boolean =>
  [...ownNames, ...allowed].some(isMeantBy(hostname.replace(/\.$/, '')))

/** The refusal of a host that is neither allowed nor a store's. */
export const foreignHost = (hostname: string): Refusal =>
  new Refusal(
    'MISDIRECTED',
    `${hostname} is not served here, only ${ownNames.join(', ')} and the hosts of stores. ALLOWED_HOSTS=${hostname} lets it in.`,
  )
