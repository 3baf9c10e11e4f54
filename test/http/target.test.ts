/** The target of a request is spelt as URLs spell it. */
import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { readTarget } from '../../src/http/server/target.ts'

const targetOf = (url: string, host = 'shop.example') =>
  readTarget({ headers: { host }, httpVersion: '1.1', url } as unknown as IncomingMessage)

const spelt = (url: string, asked = 'shop.example') => {
  const { host, hostname, pathname: path, search } = new URL(`http://${asked}${url}`)
  return { host, hostname, path, search }
}

// All that Node's parser lets through.
const characters = Array.from({ length: 255 - 33 }, (_none, at) => String.fromCharCode(at + 33)).filter((each) => each !== '\x7f')

describe('What a request asks for', () => {
  it.each(characters)('is spelt as a URL with %j in its path and its query', (character) => {
    for (const url of [`/v1/a${character}b/`, `/v1/?a${character}=b${character}`, `/v1/?${character}`])
      expect(targetOf(url), url).toEqual(spelt(url))
  })

  it.each(['/', '/?', '/v1/orders/1?', '//other.example/v1/', '/a%2Fb', '/a?b?c=d', '/a#b', '/a?b#c', '/v1/orders/1.5/'])(
    'is spelt as a URL: %s',
    (url) => {
      expect(targetOf(url)).toEqual(spelt(url))
    },
  )

  it.each([
    'Shop.Example',
    'shop.example:80',
    'shop.example:',
    'shop.example:8080',
    '[::1]:4000',
    '[0:0::1]',
    '127.1',
    'xn--bcher-kva.example',
  ])('is asked of a host in its own spelling, the first time and again: %s', (host) => {
    for (const _time of [1, 2]) expect(targetOf('/v1/', host)).toEqual(spelt('/v1/', host))
  })

  it.each(['a b', 'shop.example:99999', 'user@shop.example', '', '[::g]'])('is refused of a host that is none: %j', (host) => {
    for (const _time of [1, 2]) expect(targetOf('/v1/', host)).toEqual([400, expect.stringContaining('Host')])
  })
})
