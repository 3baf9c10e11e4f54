/** The cookie of a session of the Desk: of one store's path, inaccessible to scripts and to other sites. */
import { cookiesNamed } from '../auth/session-cookie.ts'
import { sessionHours } from '../auth/staff-sessions.ts'
import type { HttpRequest } from '../http/exchange.ts'
import { unauthenticated } from '../values/errors.ts'

export type CookiePlace = { storeId: bigint; isSecure: boolean }

// Browsers take a name with this prefix over HTTPS alone. Over plain HTTP of the machine itself some take no Secure cookie.
const nameOf = ({ isSecure }: CookiePlace): string => (isSecure ? '__Secure-tandem_desk' : 'tandem_desk')

const attributesOf = ({ storeId, isSecure }: CookiePlace): string =>
  `Path=/desk/${storeId}/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`

/** The Set-Cookie header of a session that starts. */
export const deskCookie = (place: CookiePlace, token: string): string =>
  `${nameOf(place)}=${token}; ${attributesOf(place)}; Max-Age=${sessionHours * 3_600}`

/** The Set-Cookie header that deletes it. */
export const endedDeskCookie = (place: CookiePlace): string => `${nameOf(place)}=; ${attributesOf(place)}; Max-Age=0`

/**
 * The token of a request.
 *
 * @throws Refusal UNAUTHENTICATED where it carries none, or another credential.
 */
export function deskToken(request: HttpRequest, place: CookiePlace): string {
  if (request.header('authorization') !== undefined)
    throw unauthenticated('The Desk takes the cookie of a session alone; send keys to /graphql.')
  const [token, ...others] = cookiesNamed(nameOf(place), request.header('cookie'))
  if (!token || others.length > 0) throw unauthenticated('Nobody is signed in; sign in first.')
  return token
}
