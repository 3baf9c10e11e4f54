/** Which network addresses are on the public internet: nothing else is asked for a client who chose the address. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

// IANA's registries of special addresses: https://www.iana.org/assignments/iana-ipv4-special-registry and its IPv6 sister.
const closedIpv4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
]
// Of IPv6 only this part is assigned; within it, ranges that lead to other addresses or to none.
const openIpv6 = ['2000::/3']
const closedIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const listOf = (subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [net = '', bits] = subnet.split('/')
    list.addSubnet(net, Number(bits), family)
  }
  return list
}

const closed = { ipv4: listOf(closedIpv4, 'ipv4'), ipv6: listOf(closedIpv6, 'ipv6') }
const open = listOf(openIpv6, 'ipv6')

/** Whether an address is on the public internet; what is no address is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.ipv4.check(address, 'ipv4')
  // An IPv4 address written as an IPv6 one is none that anybody has to write so.
  return isIPv6(address) && !address.includes('%') && open.check(address, 'ipv6') && !closed.ipv6.check(address, 'ipv6')
}
