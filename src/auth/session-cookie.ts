/** The session cookie: a customer's token kept by the browser, out of reach of scripts and of other sites. */

import type { HttpRequest } from '../http/exchange.ts'
import { hostIn } from '../http/host.ts'
import { forbidden } from '../values/errors.ts'
import type { SignedToken } from './customer-token.ts'

// Browsers take a name with this prefix only over HTTPS (or from localhost), for one host, and from that host itself.
const name = '__Host-tandem_customer'
const attributes = 'Path=/; HttpOnly; Secure; SameSite=Strict'

/** The Set-Cookie header that keeps a token for the rest of its life. */
export function sessionCookie({ token, expiresAt }: SignedToken, now: Date): string {
  const seconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1_000)
  return `${name}=${token}; ${attributes}; Max-Age=${seconds}`
}

/** The Set-Cookie header that takes the cookie away. */
export const endedSessionCookie = `${name}=; ${attributes}; Max-Age=0`

/** The tokens in a Cookie header; more than one is one too many. */
export function sessionTokens(header: string | undefined): string[] {
  if (header === undefined) return []
  return header.split(';').flatMap((pair) => {
    const [key = '', ...value] = pair.split('=')
    return key.trim() === name ? [value.join('=').trim()] : []
  })
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/**
 * Refuses what a page of another origin made a browser send. SameSite alone leaves other ports and sibling hosts, which are
 * of the same site.
 *
 * @throws Refusal FORBIDDEN unless the request only reads, or the browser says that it comes from the address asked.
 */
export function checkSameOrigin(request: HttpRequest): void {
  const { method, host } = request
  if (safeMethods.includes(method)) return
  const site = request.header('sec-fetch-site')
  if (site === undefined ? isHostOf(request.header('origin'), host) : site === 'same-origin') return
  throw forbidden(
    `With the session cookie, ${method} is open only to pages of this very address; send the token as Authorization: Bearer.`,
  )
}

/** Whether an origin has the host and port asked; a proxy may have taken the HTTPS off, so the scheme does not count. */
function isHostOf(origin: string | undefined, asked: string): boolean {
  const [, scheme, place = ''] = /^(https?):\/\/(.*)$/.exec(origin ?? '') ?? []
  if (scheme !== 'http' && scheme !== 'https') return false
  const host = hostIn(place, scheme)?.host
  return host !== undefined && host === hostIn(asked, scheme)?.host
}

/**
 * Whether the request may be another page's doing: one that carries what a browser adds by itself, the session cookie or a remembered
 * Basic password, and that no page of this address made. Such a page cannot read the answer, but might see how long it is, and
 * put text of its choice into it: compressed, the length would tell what stands beside that text (the BREACH attack).
 *
 * A bearer token is added by nobody but a script that has it, and programs send Basic without a word of any page.
 */
export function mayBeProvoked(request: Pick<HttpRequest, 'header'>): boolean {
  const site = request.header('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return false
  const isBasic = /^basic\b/i.test(request.header('authorization') ?? '')
  return sessionTokens(request.header('cookie')).length > 0 || (isBasic && site !== undefined)
}
