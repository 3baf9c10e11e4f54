/** The reference page comes from the package alone: a small page, cached assets, and a policy that lets nothing else in. */
import { describe, expect, it } from 'vitest'
import { clockOf } from '../src/db/clock.ts'
import { createApp } from '../src/start/app.ts'
import { openStore } from './support/store.ts'
import { today } from './support/template.ts'

const store = await openStore()

describe('The reference', () => {
  it('is a page at /docs that names no other host, under a policy without exceptions for scripts and styles', async () => {
    const response = await store.fetch('/docs')
    const page = await response.text()
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect([...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, target]) => target)).not.toContainEqual(
      expect.stringMatching(/^(https?:)?\/\//),
    )
    expect(page).not.toMatch(/<script(?![^>]*src=)/)
    expect((await store.fetch('/docs/')).status).toBe(200)
  })

  it('serves its assets compressed and for good', async () => {
    const page = await (await store.fetch('/docs')).text()
    const addresses = [...page.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(([, target = '']) => target)
    expect(addresses).toHaveLength(4)
    for (const address of addresses) {
      const response = await store.fetch(address, { headers: { 'Accept-Encoding': 'br' } })
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'br'])
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      await response.body?.cancel()
    }
    expect((await store.fetch('/docs/assets/nothing.js')).status).toBe(404)
  })

  it('fills in the demo credential only for who came by an address of ours', async () => {
    const prefilled = { headers: { Authorization: 'Bearer demo.demo-secret' }, hosts: [] }
    const log = { info: () => {}, error: () => {} }
    const app = createApp({ db: store.db, clock: clockOf(() => today), log, pageBase: 0, isEmbedded: true, prefilled })
    const pageAt = async (host: string) => (await app.fetch(new Request(`http://${host}/docs`))).text()
    expect(await pageAt('localhost:4000')).toContain('demo.demo-secret')
    expect(await pageAt('attacker.example:4000')).not.toContain('demo-secret')
  })
})

describe('GraphiQL', () => {
  const pageAt = async (address: string) => (await store.fetch(address, { headers: { Accept: 'text/html' } })).text()

  it('opens with the operation of a row', async () => {
    expect(await pageAt('/graphql?operation=ListOrders')).toContain('query ListOrders(')
    expect(await pageAt('/graphql?operation=Nothing')).not.toContain('initialQuery')
  })
})
