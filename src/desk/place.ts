/** Where the Desk is served: with the embedded database at names of the machine itself, else at `DESK_HOST` alone, over HTTPS. */
import type { HttpRequest } from '../http/exchange.ts'
import { Refusal } from '../values/errors.ts'

export type DeskPlace = {
  isEmbedded: boolean
  /** The host that it is served at, beside an embedded database no setting. */
  deskHost: string | undefined
  /** Whether a host is a store's own: scripts of a shop must not reach the Desk. */
  isStoreHost: (hostname: string) => Promise<boolean>
}

const ownNames = ['localhost', '127.0.0.1', '[::1]']
const ownAddresses = ['127.0.0.1', '0:0:0:0::/64', '::1']

/** Whether a request is asked for, and comes from, the machine itself. */
export const isOnMachine = ({ hostname, address }: HttpRequest): boolean =>
  ownNames.includes(hostname) && (ownAddresses.includes(address) || address.startsWith('127.'))

/**
 * Refuses a request at another place.
 *
 * @returns whether its cookies are of HTTPS.
 * @throws Refusal MISDIRECTED saying where the Desk is.
 */
export async function checkPlace(request: HttpRequest, { isEmbedded, deskHost, isStoreHost }: DeskPlace): Promise<boolean> {
  const { hostname } = request
  if (isEmbedded) {
    if (ownNames.includes(hostname)) return false
    throw misdirected(`Beside an embedded database the Desk is at ${ownNames.join(', ')} alone.`)
  }
  if (deskHost === undefined) throw misdirected('The Desk is served at the host that DESK_HOST names, and it is not set.')
  if (hostname !== deskHost) throw misdirected(`The Desk is at https://${deskHost}/desk/.`)
  if (await isStoreHost(hostname))
    throw misdirected(`DESK_HOST=${deskHost} is the host of a store; the Desk needs one of its own.`)
  // Our server speaks HTTP; the proxy before it says what was spoken to it.
  if (request.header('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase() === 'https') return true
  throw misdirected(`The Desk is served over HTTPS alone: https://${deskHost}/desk/. The proxy sends X-Forwarded-Proto: https.`)
}

const misdirected = (sentence: string) => new Refusal('MISDIRECTED', sentence)
