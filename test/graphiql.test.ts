/** GraphiQL comes from the package alone: a small page, cached assets, and a policy that lets nothing else in. */
import { describe, expect, it } from 'vitest'
import { clockOf } from '../src/db/clock.ts'
import { createApp } from '../src/start/app.ts'
import { listen } from './http/wire.ts'
import { openStore } from './support/store.ts'
import { today } from './support/template.ts'

const store = await openStore()

/** The app as the server makes it over the demo store. */
function demoApp() {
  const prefilled = { headers: { Authorization: 'Bearer demo.demo-secret' }, hosts: ['localhost', 'second.localhost'] }
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  return createApp({ db: store.db, clock: clockOf(() => today), log, pageBase: 0, isEmbedded: true, prefilled })
}
const html = { headers: { Accept: 'text/html,application/xhtml+xml' } }

describe('GraphiQL', () => {
  it('is a page for a browser at /graphql, which names no other host', async () => {
    const response = await store.fetch('/graphql', html)
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(page.length).toBeLessThan(15_000)
    expect([...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, target]) => target)).not.toContainEqual(
      expect.stringMatching(/^(https?:)?\/\//),
    )
    expect(page).not.toMatch(/<script(?![^>]*src=)/)
  })

  it('brings a layout for narrow screens along', async () => {
    const page = await (await store.fetch('/graphql', html)).text()
    expect(page).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
    const [, style = ''] = /href="(\/graphql\/assets\/narrow\.[^"]+\.css)"/.exec(page) ?? []
    const response = await store.fetch(style)
    expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(await response.text()).toMatch(/@media \(max-width: 900px\)[\s\S]*flex-direction: column/)
  })

  it('carries the demo credential only to who came by an address of ours: any other name may lead here too', async () => {
    const app = demoApp()
    const pageAt = async (host: string) => {
      const response = await app.fetch(new Request(`http://${host}/graphql`, html))
      expect(response.headers.get('cache-control')).toBe('no-cache')
      return response.text()
    }
    for (const host of ['localhost:4000', '127.0.0.1:4000', '[::1]:4000', 'second.localhost:4000'])
      expect(await pageAt(host)).toContain('Bearer demo.demo-secret')
    for (const host of ['attacker.example:4000', 'localhost.attacker.example', '127.0.0.1.attacker.example', '192.0.2.1:4000'])
      expect(await pageAt(host)).not.toContain('demo-secret')
  })

  it('serves its assets compressed and for good', async () => {
    const page = await (await store.fetch('/graphql', html)).text()
    const [, script = ''] = /src="(\/graphql\/assets\/[^"]+\.js)"/.exec(page) ?? []
    const response = await store.fetch(script, { headers: { 'Accept-Encoding': 'gzip' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const { byteLength } = await response.arrayBuffer()
    expect(byteLength).toBeGreaterThan(1_000)
    expect(response.headers.get('content-length')).toBe(String(byteLength))
    expect((await store.fetch('/graphql/assets/nothing.js')).status).toBe(404)
    // In whatever coding, it is the same script, and known by its tag.
    const tag = response.headers.get('etag') ?? ''
    for (const codings of ['br', 'gzip', '', 'identity;q=1, gzip;q=0.5']) {
      const asked = { 'Accept-Encoding': codings }
      const again = await store.fetch(script, { headers: asked })
      expect([again.headers.get('etag'), again.headers.get('vary')]).toEqual([tag, 'Origin, Accept-Encoding'])
      await again.body?.cancel()
      const known = await store.fetch(script, { headers: { ...asked, 'If-None-Match': tag } })
      expect([known.status, await known.text(), known.headers.get('cache-control')]).toEqual([
        304,
        '',
        'public, max-age=31536000, immutable',
      ])
      const head = await store.fetch(script, { method: 'HEAD', headers: asked })
      expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', tag])
    }
  })

  it('serves them over the network to clients that take them compressed, and to those that do not', async () => {
    const { port } = await listen(store.app)
    const page = await (await store.fetch('/graphql', html)).text()
    const [, style = ''] = /href="(\/graphql\/assets\/graphiql[^"]+\.css)"/.exec(page) ?? []
    const textIn = async (codings: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${style}`, { headers: { 'Accept-Encoding': codings } })
      return response.text()
    }
    const plain = await textIn('identity')
    expect(plain.length).toBeGreaterThan(10_000)
    for (const codings of ['br', 'gzip']) expect((await textIn(codings)) === plain).toBe(true)
  })

  it('leaves GraphQL over HTTP to everybody else', async () => {
    const response = await store.fetch('/graphql?query=%7B__typename%7D')
    expect(await response.json()).toMatchObject({ data: { __typename: 'Query' } })
  })
})
