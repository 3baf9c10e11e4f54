/**
 * Which hosts a server answers to that only its own machine reaches. A page whose name is made to lead to 127.0.0.1 sends its own name as
 * Host, and would read all that the public credentials of a demo store open.
 */

import { Refusal } from '../values/errors.ts'

const ownNames = ['localhost', '*.localhost', '127.0.0.1', '[::1]']

/** `shop.example`, or `*.shop.example` for all names below one. */
const isMeantBy = (hostname: string) => (entry: string) =>
  entry.startsWith('*.') ? hostname.endsWith(entry.slice(1)) && hostname.length >= entry.length : hostname === entry

/** Whether a host is the machine's own, or one that the operator allows. */
export const isAllowedHost = (hostname: string, allowed: readonly string[]): boolean =>
  [...ownNames, ...allowed].some(isMeantBy(hostname.replace(/\.$/, '')))

/** The refusal of a host that is not, nor a store's. */
export const foreignHost = (hostname: string): Refusal =>
  new Refusal(
    'MISDIRECTED',
    `${hostname} is not served here, only ${ownNames.join(', ')} and the hosts of stores. ALLOWED_HOSTS=${hostname} lets it in.`,
  )
