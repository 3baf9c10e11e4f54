/** Determines the client's address of a request, behind proxies too. */
import { isIP, isIPv6, SocketAddress } from 'node:net'

/** Groups of an IPv6 address that name a network; a client can take any address within its own. */
const networkGroups = 4

/**
 * The client's network, used as a counting key: the IPv4 address, or the first 64 bits of the IPv6 address.
 *
 * @param proxies number of proxies in front of the server that each append their peer's address to X-Forwarded-For; entries further left
 *   were written by the client. If that entry is not a valid address, the connection's address is used.
 */
export function clientAddress(connection: string, forwardedFor: string | undefined, proxies: number): string {
  const entry = proxies > 0 ? forwardedFor?.split(',').at(-proxies)?.trim() : undefined
  // Some proxies write the port too.
  const forwarded = entry?.replace(/^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2')
  return networkOf(forwarded && isIP(forwarded) ? forwarded : connection)
}

/** Normalizes an address: IPv4 (also when mapped into IPv6) unchanged, any other IPv6 address to its /64. */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return bare
  const { address: shortest } = new SocketAddress({ address: bare, family: 'ipv6' })
  const [, mapped] = /^::ffff:([\d.]+)$/.exec(shortest) ?? []
  if (mapped) return mapped
  const [head = [], tail] = shortest.split('::').map((part) => (part ? part.split(':') : []))
  const groups = tail ? [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail] : head
  return `${groups.slice(0, networkGroups).join(':')}::/64`
}
