/**
 * What a request asks for: the host and the path, out of its request line and its Host header (RFC 9112, sections 3.2 and 3.3).
 *
 * Everything behind this goes by the spelling of URLs, and URLs forgive: what would become another path, or another host, is
 * refused here.
 */
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'

/** Why a request is not answered, in the shape of the contract. */
export type Fault = readonly [status: number, sentence: string, headers?: Record<string, string>]

/** What load balancers ask for, some of them in HTTP/1.0 and without a Host. */
const askedWithoutHost = ['/healthz', '/readyz']

/** How a whole address as the target begins, as proxies send it. */
const absoluteForm = /^https?:\/\//i

/** A step of a path that leads up or nowhere, in each spelling that a URL parser takes for it. */
const dotStep = /^(?:\.|%2e){1,2}$/i

/** What a request asks for, in the spelling of URLs. */
export type Target = { readonly host: string; readonly hostname: string; readonly path: string; readonly search: string }

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
  const path = place.startsWith('/') && pathIn(place)
  if (!path) return [400, 'The request target is not a path.']
  // A backslash is a slash to whoever reads URLs.
  const [steps = ''] = place.split(/[?#]/)
  if (steps.includes('.') || steps.includes('%'))
    if (steps.split(/[/\\]/).some((step) => dotStep.test(step))) return [404, 'A path with the step . or .. leads nowhere here.']
  return { ...host, ...path }
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

/** What a URL keeps as it is, so that none has to be made for it: nearly every path and query there is. */
const plain = /^(\/[\w\-.~!$&'()*+,;=:@%/]*)(\?[\x21\x24-\x26\x28-\x3b\x3d\x3f-\x7e]*)?$/

/** A path and a query string in the spelling of URLs. */
function pathIn(place: string): Pick<Target, 'path' | 'search'> | undefined {
  const [, path, search = ''] = plain.exec(place) ?? []
  if (path !== undefined) return { path, search: search === '?' ? '' : search }
  const url = URL.parse(`http://localhost${place}`)
  return url ? { path: url.pathname, search: url.search } : undefined
}

type Host = Pick<Target, 'host' | 'hostname'>

const keptHosts = 1_000
// A name in the DNS has no more, and a port.
const keptCharacters = 260

/** Hosts that were asked before, in the spelling of URLs: a server has few names, and to read one costs as much as all the rest. */
const known = new LRUCache<string, Host>({ max: keptHosts })

/** The host in a text, if it is one with an optional port. */
function hostIn(text: string): Host | undefined {
  const kept = known.get(text)
  if (kept) return kept
  if (!/^[\w.-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i.test(text)) return undefined
  const url = URL.parse(`http://${text}`)
  if (!url) return undefined
  const { host, hostname } = url
  if (text.length <= keptCharacters) known.set(text, { host, hostname })
  return { host, hostname }
}
