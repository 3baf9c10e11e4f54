/**
 * Parses the target of a request: host and path, from its request line and its Host header (RFC 9112, sections 3.2 and 3.3).
 *
 * Later code works on URLs, whose parser is lenient: a target that it would turn into another path or host is refused here.
 */
import type { IncomingMessage } from 'node:http'
import { type Host, hostIn } from '../host.ts'

/** The refusal of a request, in the contract's shape. */
export type Fault = readonly [status: number, sentence: string, headers?: Record<string, string>]

/** Paths that load balancers request, some of them in HTTP/1.0 and without a Host. */
const askedWithoutHost = ['/healthz', '/readyz']

/** The beginning of a target in absolute form, as proxies send it. */
const absoluteForm = /^https?:\/\//i

/** A dot segment of a path, in each spelling that a URL parser accepts. */
const dotStep = /^(?:\.|%2e){1,2}$/i

/** The target of a request, in the spelling of URLs. */
export type Target = Host & { readonly path: string; readonly search: string }

/**
 * Parses the path and the host of a request; the host of a target in absolute form takes precedence over the Host header.
 *
 * @returns the fault, if there is one.
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

/** Characters that URLs percent-encode in a path, and in a query string. */
const oddInPath = /[^\w\-.~!$&'()*+,;=:@%/|[\]]/g
const oddInSearch = /[^\w\-.~!$&()*+,;=:@%/|[\]{}?\\^`]/g

/** The path and the query string, without a fragment. */
function placeIn(place: string): [path: string, search: string] {
  const hash = place.indexOf('#')
  const whole = hash < 0 ? place : place.slice(0, hash)
  const mark = whole.indexOf('?')
  const path = mark < 0 ? whole : whole.slice(0, mark)
  const search = mark < 0 || mark === whole.length - 1 ? '' : whole.slice(mark)
  // URL parsers read a backslash as a slash.
  return [path.replaceAll('\\', '/'), search]
}

/** As `encodeURIComponent`, and encodes the apostrophe too, which that leaves. */
const encoded = (character: string) => (character === "'" ? '%27' : encodeURIComponent(character))
