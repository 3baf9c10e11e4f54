/** Whose request it is, as far as the network tells: the client's address, behind proxies too. */
import { isIP, isIPv6, SocketAddress } from 'node:net'

/** How many groups of an IPv6 address name a network; a client can take any address within its own. */
const networkGroups = 4

/**
 * The client's network, fit to count by: the IPv4 address, or the first 64 bits of the IPv6 address.
 *
 * @param proxies how many proxies in front of the server each append whom they heard to X-Forwarded-For; what stands further
 *   left was written by the client. Without a readable address in that place it is the address the connection comes from.
 */
export function clientAddress(connection: string, forwardedFor: string | undefined, proxies: number): string {
  const entry = proxies > 0 ? forwardedFor?.split(',').at(-proxies)?.trim() : undefined
  // Some proxies write the port too.
  const forwarded = entry?.replace(/^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2')
  return networkOf(forwarded && isIP(forwarded) ? forwarded : connection)
}

/** An IPv4 address as it is, also when it is written as an IPv6 one; of any other IPv6 address its /64. */
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
