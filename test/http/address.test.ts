/** Whose request it is, by the connection and by what proxies say. */
import { describe, expect, it } from 'vitest'
import { clientAddress, networkOf } from '../../src/http/server/address.ts'

describe('A network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:0:0:1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['1:2:3:4::', '1:2:3:4::/64'],
    ['::', '0:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('The address of a client', () => {
  const socket = '198.51.100.1'

  it.each<[string, string | undefined, number, string]>([
    ['is that of the connection when no proxy is in front, whatever the client writes', '203.0.113.7', 0, socket],
    ['is what the only proxy heard', '203.0.113.7', 1, '203.0.113.7'],
    ['is what the proxy appended, not what the client wrote', '10.0.0.1, 203.0.113.7', 1, '203.0.113.7'],
    ['is what the first of two proxies heard', '10.0.0.1,203.0.113.7 , 192.0.2.1', 2, '203.0.113.7'],
    ['may be IPv6', '2001:db8:1:2::9', 1, '2001:db8:1:2::/64'],
    ['may come with a port', '203.0.113.7:4711', 1, '203.0.113.7'],
    ['may come in brackets, with a port', '[2001:db8:1:2::9]:4711', 1, '2001:db8:1:2::/64'],
    ['is that of the connection when there are fewer entries than proxies', '203.0.113.7', 2, socket],
    ['is that of the connection without the header', undefined, 1, socket],
    ['is that of the connection when the entry is empty', '203.0.113.7,', 1, socket],
    ['is that of the connection when the entry is no address', 'unknown', 1, socket],
    ['is that of the connection when the entry is nearly an address', '203.0.113.777', 1, socket],
  ])('%s', (_what, forwardedFor, proxies, address) => {
    expect(clientAddress(socket, forwardedFor, proxies)).toBe(address)
  })
})
