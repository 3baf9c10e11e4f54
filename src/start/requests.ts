/** Handles requests before authentication: their id and address, the headers of all answers, and the fields of the access log. */

import { mayBeProvoked } from '../auth/session-cookie.ts'
import { addBrowserHeaders } from '../http/browser-headers.ts'
import type { HttpAnswer, HttpRequest } from '../http/exchange.ts'
import type { RequestFacts } from '../observe/request-facts.ts'
import { storePrefix } from '../rest/route.ts'
import { cutText } from '../values/text.ts'
import { isRestRoot } from './public-routes.ts'

type LoggedVisit = { requestId: string; address: string; facts: Pick<RequestFacts, 'status'> }

const maxPath = 2_000

/** Fields of the access log: no query string, body or header, which may contain secrets. */
export function accessLogFields(request: HttpRequest, { requestId, address, facts }: LoggedVisit, { by }: HttpAnswer) {
  return {
    requestId,
    address,
    ...(by && { actor: by.actor }),
    method: request.method,
    path: cutText(request.path, maxPath),
    status: facts.status,
  }
}

/** The status for the log; 499, as in the logs of other servers, for a client that has hung up. */
export const statusOf = ({ signal }: HttpRequest, { status }: Pick<HttpAnswer, 'status'>): number =>
  signal.aborted ? 499 : status

/** Whether a path is GraphQL's, with or without a slash at its end. */
export const isGraphql = (path: string): boolean => path === '/graphql' || path === '/graphql/'

const deskGraphql = /^\/desk\/\d+\/graphql\/?$/

/** Whether a path is that of a page, or below it. */
const isAt = (path: string, page: string): boolean => path === page || path.startsWith(`${page}/`)

/** The part that answers a request beside the two surfaces, if any: a page, the mailbox, or the webhooks of payment gateways. */
export function placeOf({ path, method }: HttpRequest): 'desk' | 'account' | 'mailbox' | 'gateway' | undefined {
  if (isAt(path, '/desk')) return 'desk'
  if (isAt(path, '/account')) return 'account'
  if (isAt(path, '/mailbox')) return method === 'GET' || method === 'HEAD' ? 'mailbox' : undefined
  return path.startsWith('/v1/gateways/') ? 'gateway' : undefined
}

/** Which of the two surfaces a path is of, if any. */
export const surfaceAt = (path: string): 'graphql' | 'rest' | undefined =>
  isGraphql(path) || deskGraphql.test(path) ? 'graphql' : path.startsWith('/v1/') && !isRestRoot(path) ? 'rest' : undefined

/** Whether a path is asked every second by machines: those that watch over the server, or read its metrics. */
export const isProbe = (path: string): boolean => path === '/healthz' || path === '/readyz' || path === '/metrics'

/** Whether a browser requests a page. */
export const wantsPage = (request: HttpRequest): boolean =>
  request.method === 'GET' && (request.header('accept') ?? '').includes('text/html')

/** Whether a page's script sends the request: of Basic, the browser would ask its user for a password and keep the script waiting. */
const isScript = (request: HttpRequest): boolean => !['navigate', undefined].includes(request.header('sec-fetch-mode'))

/** Whether the path takes a customer's token and no key, so that a password is of no use. */
const takesTokensAlone = ({ path }: HttpRequest): boolean => path.startsWith(storePrefix)

/** Adds the headers of every answer. @returns whether it may be compressed, which shows its compressed length. */
export function addHeaders(
  request: HttpRequest,
  requestId: string,
  { status, headers, effects, cookies = [] }: HttpAnswer,
): boolean {
  addBrowserHeaders(headers)
  const all = effects ? [...cookies, ...effects.cookies] : cookies
  if (all.length > 0) headers['Set-Cookie'] = [...all]
  if (status === 401 && (isScript(request) || takesTokensAlone(request))) headers['WWW-Authenticate'] = 'Bearer realm="Tandem"'
  headers['X-Request-Id'] = requestId
  return !effects?.hasSecret && all.length === 0 && !mayBeProvoked(request)
}

/** The client's own request id, if it is a plain one. */
export function readRequestId(request: HttpRequest): string | undefined {
  const given = request.header('x-request-id')
  return given && /^[\w.:-]{1,100}$/.test(given) ? given : undefined
}
