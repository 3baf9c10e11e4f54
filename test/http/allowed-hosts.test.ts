/** With the embedded database on a loopback address, a page whose name leads to this machine reaches nothing under that name. */
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createListener } from '../../src/http/server/listener.ts'
import { openStore } from '../support/store.ts'

const store = await openStore({ allowedHosts: ['shop.example', '*.shop.example'] })
const everyHost = await openStore()
const { host: ownHost } = await store.db.store.findFirstOrThrow({ select: { host: true }, orderBy: { id: 'desc' } })

const paths = ['/v1/orders/', '/graphql?query={__typename}', '/readyz', '/healthz', '/graphql', '/v1/', '/nowhere']

const ask = async (of: typeof store, host: string, path: string, method = 'GET') => {
  const init = { method, headers: { Authorization: store.merchant } }
  const response = await of.fetch(`http://${host}${path}`, init)
  const text = await response.text()
  return { status: response.status, text }
}

describe('A foreign Host', () => {
  it.each([
    'rebound.example',
    'rebound.example:4000',
    'localhost.rebound.example',
    'notlocalhost',
    '127.0.0.2',
    '[::2]',
    'xshop.example',
  ])('is 421 at every address, and is told how it is let in: %s', async (host) => {
    const name = host.replace(/:4000$/, '')
    for (const path of paths) {
      const { status, text } = await ask(store, host, path)
      expect([path, status]).toEqual([path, 421])
      expect(text).toContain(
        `${name} is not served here, only localhost, *.localhost, 127.0.0.1, [::1] and the hosts of stores. ALLOWED_HOSTS=${name} lets it in.`,
      )
    }
    expect((await ask(store, host, '/v1/subscriptions/1/', 'OPTIONS')).status).toBe(421)
    expect((await ask(everyHost, host, '/v1/orders/')).status).toBe(200)
  })

  it.each([
    ...['localhost', 'localhost:4000', 'LOCALHOST', 'any.localhost:81', '127.0.0.1', '127.0.0.1:4000', '[::1]:4000', '[::1]'],
    ...[ownHost, `${ownHost}:4000`, 'shop.example', 'eu.shop.example:8443'],
  ])('is none: %s', async (host) => {
    expect((await ask(store, host, '/v1/orders/')).status).toBe(200)
  })

  it('is read from the Host header', async () => {
    const server = createListener(store.app, 0).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const statusAt = async (host: string) => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
      socket.write(`GET /v1/orders/ HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${store.merchant}\r\nConnection: close\r\n\r\n`)
      const [chunk] = await once(socket, 'data')
      socket.destroy()
      return String(chunk).slice(9, 12)
    }
    expect([await statusAt('rebound.example'), await statusAt('localhost:1')]).toEqual(['421', '200'])
    server.closeAllConnections()
    server.close()
  })
})
