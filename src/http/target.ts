/**
 * What a request asks for: the host and the path, out of its request line and its Host header (RFC 9112, sections 3.2 and 3.3).
 *
 * Everything behind this reads URLs, and URLs forgive: what would become another path, or another host, is refused here.
 */
import type { IncomingMessage } from 'node:http'

/** Why a request is not answered, in the shape of the contract. */
export type Fault = readonly [status: number, sentence: string, headers?: Record<string, string>]

/** What load balancers ask for, some of them in HTTP/1.0 and without a Host. */
const askedWithoutHost = ['/healthz', '/readyz']

/** How a whole address as the target begins, as proxies send it. */
const absoluteForm = /^https?:\/\//i

/** A step of a path that leads up or nowhere, in each spelling that a URL parser takes for it. */
const dotStep = /^(?:\.|%2e){1,2}$/i

/**
 * Brings a request into one form, a path and the Host it is asked of: of a whole address as target, its host is the one that
 * counts.
 *
 * @returns what is wrong with it, if something is.
 */
export function readTarget(request: IncomingMessage): Fault | undefined {
  const { headers, httpVersion, url: target = '' } = request
  const isOld = httpVersion === '1.0'
  if (!(isHost(headers.host) || (isOld && headers.host === undefined))) return [400, hostFault]
  const { authority, path } = partsOf(target)
  const isForMachines = isOld && askedWithoutHost.includes(path)
  const host = authority ?? headers.host ?? (isForMachines ? 'localhost' : undefined)
  if (!isHost(host)) return [400, authority === undefined ? hostFault : 'The request target names no host with an optional port.']
  if (!path.startsWith('/') || !URL.canParse(`http://${host}${path}`)) return [400, 'The request target is not a path.']
  // A backslash is a slash to whoever reads URLs.
  const [steps = ''] = path.split(/[?#]/)
  if (steps.split(/[/\\]/).some((step) => dotStep.test(step))) return [404, 'A path with the step . or .. leads nowhere here.']
  headers.host = host
  request.url = path
  return undefined
}

function partsOf(target: string): { authority?: string; path: string } {
  const [scheme] = absoluteForm.exec(target) ?? []
  if (scheme === undefined) return { path: target }
  const rest = target.slice(scheme.length)
  const end = rest.search(/[/?#]/)
  const path = end < 0 ? '' : rest.slice(end)
  return { authority: end < 0 ? rest : rest.slice(0, end), path: path.startsWith('/') ? path : `/${path}` }
}

const hostFault = 'The Host header is not a host name with an optional port.'

const isHost = (host: string | undefined): host is string =>
  host !== undefined && /^[\w.-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`)
