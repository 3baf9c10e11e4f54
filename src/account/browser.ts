/**
 * The browser that asks: its one cookie, which holds a random token, and the token against forgery that each form has. Before somebody signs
 * in the cookie is the browser's own; a session of a customer has a new one, of which the database keeps the hash.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isToken, newToken } from '../auth/account-link.ts'
import type { HttpRequest } from '../http/exchange.ts'

/** The kinds of tokens in the cookie: `s` of a session, `v` of a visitor. */
const form = /^(s|v)\.([\w-]{43})$/

export type Browser = {
  /** The token of its session, if it says that it has one. */
  session: string | undefined
  /** The token that its forms have. */
  formToken: string
  /** Set-Cookie of a visitor who has none yet. */
  cookies: readonly string[]
}

/** The name and attributes of the cookie. Over plain HTTP, which is for the own machine alone, browsers refuse names with the prefix. */
function cookieOf(accountUrl: string): { name: string; attributes: string } {
  const attributes = 'Path=/account; HttpOnly; SameSite=Lax'
  return accountUrl.startsWith('https:')
    ? { name: '__Secure-tandem_account', attributes: `${attributes}; Secure` }
    : { name: 'tandem_account', attributes }
}

const formTokenOf = (value: string): string => createHmac('sha256', value).update('form').digest('base64url')

/** Reads the cookie of a request. */
export function browserOf(request: Pick<HttpRequest, 'header'>, accountUrl: string): Browser {
  const { name, attributes } = cookieOf(accountUrl)
  const pairs = (request.header('cookie') ?? '').split(';').map((pair) => pair.split('='))
  const found = pairs.find(([key = '', value = '']) => key.trim() === name && form.test(value.trim()))?.[1]?.trim()
  if (found !== undefined)
    return { session: found.startsWith('s.') ? found.slice(2) : undefined, formToken: formTokenOf(found), cookies: [] }
  const made = `v.${newToken()}`
  return { session: undefined, formToken: formTokenOf(made), cookies: [`${name}=${made}; ${attributes}`] }
}

/** Set-Cookie that keeps a session. @param days how long. */
export function sessionStarted(accountUrl: string, session: string, days: number): string {
  const { name, attributes } = cookieOf(accountUrl)
  return `${name}=s.${session}; ${attributes}; Max-Age=${days * 86_400}`
}

/** Set-Cookie that takes it away. */
export function sessionEnded(accountUrl: string): string {
  const { name, attributes } = cookieOf(accountUrl)
  return `${name}=; ${attributes}; Max-Age=0`
}

/**
 * Whether a form was sent by a page of this address: by what the browser says of its origin, where it does, and by the form's token. The
 * cookie alone would not tell, since SameSite admits sibling hosts.
 */
export function isOwnForm(
  request: Pick<HttpRequest, 'header'>,
  accountUrl: string,
  { formToken }: Browser,
  given: string,
): boolean {
  const site = request.header('sec-fetch-site')
  const origin = request.header('origin')
  const isFromHere = site === undefined ? origin === undefined || accountUrl.startsWith(`${origin}/`) : site === 'same-origin'
  return isFromHere && isToken(given) && timingSafeEqual(Buffer.from(given), Buffer.from(formToken))
}
