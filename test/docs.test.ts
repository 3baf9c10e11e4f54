/** The reference page comes from the package alone: a small page, cached assets, and a policy that lets nothing else in. */
import { afterEach, describe, expect, it, vi } from 'vitest'
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
    expect(page).toMatch(/<section class="start">\n<p>A merchant key: .* A customer's token: /)
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
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    const app = createApp({ db: store.db, clock: clockOf(() => today), log, pageBase: 0, isEmbedded: true, prefilled })
    const pageAt = async (host: string) => (await app.fetch(new Request(`http://${host}/docs`))).text()
    expect(await pageAt('localhost:4000')).toContain('demo.demo-secret')
    expect(await pageAt('attacker.example:4000')).not.toContain('demo-secret')
  })
})

describe('The script of the reference', () => {
  afterEach(() => vi.unstubAllGlobals())

  let runs = 0
  /** Runs the script in a page whose document is answered so, and answers what the page shows. */
  async function shownFor(answer: () => Promise<Response>) {
    const root = { dataset: { options: '{"document":"/openapi.json"}' }, textContent: '' }
    const choice = { checked: false, addEventListener: () => {} }
    const contents = { replaceChildren: () => {} }
    const elements: Record<string, object> = { '#docs': root, '#operators': choice, '#contents': contents }
    const started: object[] = []
    const bundle = Object.assign((options: object) => void started.push(options), { presets: { apis: [] } })
    vi.stubGlobal('document', {
      querySelector: (selector: string) => elements[selector],
      documentElement: { classList: { toggle: () => {} } },
    })
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
    vi.stubGlobal('location', { search: '' })
    vi.stubGlobal('fetch', answer)
    vi.stubGlobal('SwaggerUIBundle', bundle)
    // Each time anew: a module runs once.
    await import(`../src/docs/start.js?run=${++runs}`)
    return { text: root.textContent, started: started.length }
  }

  it('shows the document', async () => {
    expect(await shownFor(async () => Response.json({ paths: {} }))).toEqual({ text: '', started: 1 })
  })

  it('says why there is none', async () => {
    const refused = (status: number, headers: Record<string, string>) => async () =>
      Response.json({ errors: ['The budget is used up.'] }, { status, headers })
    const sentences = '/openapi.json cannot be shown: its status is 429. The budget is used up. Reload this page after 3 seconds.'
    expect(await shownFor(refused(429, { 'Retry-After': '3' }))).toEqual({ text: sentences, started: 0 })
    expect((await shownFor(refused(503, {}))).text).toMatch(/status is 503\. .* Reload this page later\.$/)
    expect((await shownFor(async () => new Response('<html>', { status: 502 }))).text).toMatch(/status is 502\./)
    expect((await shownFor(() => Promise.reject(new TypeError()))).text).toMatch(/the server does not answer\.$/)
  })
})

describe('GraphiQL', () => {
  const pageAt = async (address: string) => (await store.fetch(address, { headers: { Accept: 'text/html' } })).text()

  it('opens with the operation of a row', async () => {
    expect(await pageAt('/graphql?operation=ListOrders')).toContain('query ListOrders(')
    expect(await pageAt('/graphql?operation=Nothing')).not.toContain('initialQuery')
  })
})
