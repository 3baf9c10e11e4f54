/** Parses the host of an address into the spelling of URLs: names in lower case, numbers in their usual form. */
import { domainToASCII } from 'node:url'
import { LRUCache } from 'lru-cache'

/** A name or a number; `host` has the port too, unless it is the one of the scheme. */
export type Host = { readonly host: string; readonly hostname: string }

const withPort = /^([\w.-]+|\[[0-9a-f:.]+\])(?::(\d{0,5}))?$/i

const maxPort = 65_535

const ports = { http: 80, https: 443 }

const keptHosts = 1_000
// The longest name in the DNS, and a port.
const keptCharacters = 260

/** Hosts parsed before: a server has few names, and parsing one costs as much as the rest of a request line. */
const known = new LRUCache<string, Host>({ max: keptHosts })

/** The host in a text, if it is one with an optional port. */
export function hostIn(text: string, scheme: keyof typeof ports = 'http'): Host | undefined {
  // Hosts of https are not kept: they occur in an Origin alone.
  const isKept = scheme === 'http' && text.length <= keptCharacters
  const kept = isKept ? known.get(text) : undefined
  if (kept) return kept
  const [, name = '', digits] = withPort.exec(text) ?? []
  // Undefined for neither a name nor a number.
  const hostname = domainToASCII(name)
  const port = Number(digits || ports[scheme])
  if (hostname === '' || port > maxPort) return undefined
  const host = { host: port === ports[scheme] ? hostname : `${hostname}:${port}`, hostname }
  if (isKept) known.set(text, host)
  return host
}
