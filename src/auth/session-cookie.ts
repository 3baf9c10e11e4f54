/** The session cookie: a customer's token that the browser keeps, inaccessible to scripts and to other sites. */

import type { HttpRequest } from '../http/exchange.ts'
import { hostIn } from '../http/host.ts'
import { forbidden } from '../values/errors.ts'
import type { SignedToken } from './customer-token.ts'

// Browsers accept a name with this prefix only over HTTPS (or from localhost), for one host, and from that host itself.
const name = '__Host-tandem_customer'
const attributes = 'Path=/; HttpOnly; Secure; SameSite=Strict'

/** The Set-Cookie header that stores a token for the rest of its life. */
export function sessionCookie({ token, expiresAt }: SignedToken, now: Date): string {
  const seconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1_000)
  return `${name}=${token}; ${attributes}; Max-Age=${seconds}`
}

/** The Set-Cookie header that deletes the cookie. */
export const endedSessionCookie = `${name}=; ${attributes}; Max-Age=0`

/** The tokens in a Cookie header; more than one is an error. */
export const sessionTokens = (header: string | undefined): string[] => cookiesNamed(name, header)

/** The values of the cookies with a name in a Cookie header. */
export function cookiesNamed(name: string, header: string | undefined): string[] {
  if (header === undefined) return []
  return header.split(';').flatMap((pair) => {
    const [key = '', ...value] = pair.split('=')
    return key.trim() === name ? [value.join('=').trim()] : []
  })
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/**
 * Refuses requests that a page of another origin made a browser send. SameSite alone admits other ports and sibling hosts, which are of the
 * same site.
 *
 * @throws Refusal FORBIDDEN unless the request only reads, or the browser states that it comes from the requested address.
 */
export function checkSameOrigin(request: HttpRequest): void {
  const { method } = request
  if (safeMethods.includes(method) || isSameOrigin(request)) return
  throw forbidden(
    `With the session cookie, ${method} is open only to pages of this very address; send the token as Authorization: Bearer.`,
  )
}

/** Whether the browser states that a page of the requested address sent a request. */
export function isSameOrigin(request: HttpRequest): boolean {
  const site = request.header('sec-fetch-site')
  return site === undefined ? isHostOf(request.header('origin'), request.host) : site === 'same-origin'
}

/** Whether an origin has the requested host and port; a proxy may have terminated HTTPS, so the scheme does not count. */
function isHostOf(origin: string | undefined, asked: string): boolean {
  const [, scheme, place = ''] = /^(https?):\/\/(.*)$/.exec(origin ?? '') ?? []
  if (scheme !== 'http' && scheme !== 'https') return false
  const host = hostIn(place, scheme)?.host
  return host !== undefined && host === hostIn(asked, scheme)?.host
}

/**
 * Whether the request may be forged by another page: one with credentials that a browser adds by itself, the session cookie or a remembered
 * Basic password, and that no page of this address made. Such a page cannot read the answer, but might see its length, and put text of its
 * choice into it: compressed, the length would reveal the text beside it (the BREACH attack).
 *
 * A bearer token is added only by a script that has it, and programs send Basic without fetch metadata.
 */
export function mayBeProvoked(request: Pick<HttpRequest, 'header'>): boolean {
  const site = request.header('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return false
  const isBasic = /^basic\b/i.test(request.header('authorization') ?? '')
  return sessionTokens(request.header('cookie')).length > 0 || (isBasic && site !== undefined)
}
