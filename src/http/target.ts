/**
 * What a request asks for: the host and the path, out of its request line and its Host header (RFC 9112, sections 3.2 and 3.3).
 *
 * Everything behind this goes by the spelling of URLs, and URLs forgive: what would become another path, or another host, is
 * refused here.
 */
import type { IncomingMessage } from 'node:http'
import { type Host, hostIn } from './host.ts'

/** Why a request is not answered, in the shape of the contract. */
export type Fault = readonly [status: number, sentence: string, headers?: Record<string, string>]

/** What load balancers ask for, some of them in HTTP/1.0 and without a Host. */
const askedWithoutHost = ['/healthz', '/readyz']

/** How a whole address as the target begins, as proxies send it. */
const absoluteForm = /^https?:\/\//i

/** A step of a path that leads up or nowhere, in each spelling that a URL parser takes for it. */
const dotStep = /^(?:\.|%2e){1,2}$/i

/** What a request asks for, in the spelling of URLs. */
export type Target = Host & { readonly path: string; readonly search: string }

/**
 * Reads what a request asks for, a path and the host it is asked of: of a whole address as target, its host is the one that
 * counts.
 *
 * @returns what is wrong with it, if something is.
 */
export function readTarget({ headers, httpVersion, url: target = '' }: IncomingMessage): Target | Fault {
  const isOld = httpVersion === '1.0'
  const given = headers.host
  if (given === undefined ? !isOld : !hostIn(given)) return [400, hostFault]
  const { authority, place } = partsOf(target)
  const isForMachines = isOld && askedWithoutHost.includes(place)
  const host = hostIn(authority ?? given ?? (isForMachines ? 'localhost' : ''))
  if (!host) return [400, authority === undefined ? hostFault : 'The request target names no host with an optional port.']
  if (!place.startsWith('/')) return [400, 'The request target is not a path.']
  const [steps, search] = placeIn(place)
  if (steps.includes('.') || steps.includes('%'))
    if (steps.split('/').some((step) => dotStep.test(step))) return [404, 'A path with the step . or .. leads nowhere here.']
  return { ...host, path: steps.replace(oddInPath, encoded), search: search.replace(oddInSearch, encoded) }
}

function partsOf(target: string): { authority?: string; place: string } {
  if (target.startsWith('/')) return { place: target }
  const [scheme] = absoluteForm.exec(target) ?? []
  if (scheme === undefined) return { place: target }
  const rest = target.slice(scheme.length)
  const end = rest.search(/[/?#]/)
  const path = end < 0 ? '' : rest.slice(end)
  return { authority: end < 0 ? rest : rest.slice(0, end), place: path.startsWith('/') ? path : `/${path}` }
}

const hostFault = 'The Host header is not a host name with an optional port.'

/** What URLs percent-encode in a path, and in a query string. */
const oddInPath = /[^\w\-.~!$&'()*+,;=:@%/|[\]]/g
const oddInSearch = /[^\w\-.~!$&()*+,;=:@%/|[\]{}?\\^`]/g

/** The path and the query string; what stands behind a # is for whoever follows a link. */
function placeIn(place: string): [path: string, search: string] {
  const hash = place.indexOf('#')
  const whole = hash < 0 ? place : place.slice(0, hash)
  const mark = whole.indexOf('?')
  const path = mark < 0 ? whole : whole.slice(0, mark)
  const search = mark < 0 || mark === whole.length - 1 ? '' : whole.slice(mark)
  // A backslash is a slash to whoever reads URLs.
  return [path.replaceAll('\\', '/'), search]
}

/** What JavaScript encodes is the same, but for a quotation mark, which it leaves. */
const encoded = (character: string) => (character === "'" ? '%27' : encodeURIComponent(character))
