/** The headers of every answer for browsers, at every address there is. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { table } from '../../src/resources/routes.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()

const page = await (await store.fetch('/graphql', { headers: { Accept: 'text/html' } })).text()
const assets = [...page.matchAll(/\/graphql\/assets\/[\w.-]+/g)].map(([address]) => address)
const rows = table.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '1')}`)

const addresses = [
  ...['GET /', 'GET /healthz', 'GET /readyz', 'GET /schema.graphql', 'GET /nothing', 'POST /healthz', 'OPTIONS /'],
  ...['GET /graphql', 'GET /graphql?query=%7B__typename%7D', 'POST /graphql', 'PUT /graphql', 'OPTIONS /graphql'],
  ...['GET /v1/', 'GET /v1/nothing/', 'OPTIONS /v1/orders/', 'HEAD /v1/orders/', 'DELETE /v1/orders/'],
  ...['GET /graphql/assets/nothing.js', ...assets.map((path) => `GET ${path}`)],
  ...['GET /docs', 'GET /openapi.json', 'GET /metrics', 'GET /favicon.ico'],
  ...rows,
]

/** Every address, asked as browsers, programs, keys, customers and with wrong credentials do. */
const ways = ['text/html,application/xhtml+xml', '*/*'].flatMap((accept) =>
  [undefined, store.merchant, store.customer, 'Bearer demo.wrong'].map((as) => ({ accept, as })),
)

/** The headers of an HTML page. */
function expectPageHeaders(headers: Headers): void {
  const policy = new Map(
    (headers.get('content-security-policy') ?? '').split('; ').map((directive) => directive.split(/ (.*)/s) as [string, string]),
  )
  expect(policy.get('default-src')).toBe("'self'")
  for (const name of ['object-src', 'base-uri', 'form-action', 'frame-ancestors']) expect(policy.get(name)).toBe("'none'")
  expect(policy.get('script-src') ?? '').not.toMatch(/unsafe|data:|https?:|\*/)
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('permissions-policy')).toContain('camera=()')
  expect(headers.get('cache-control')).not.toContain('public')
}

describe('The directory at /v1/', () => {
  const html = { headers: { Accept: 'text/html' } }
  type Area = { operations: { method: string; path: string }[] }

  test('tells every path of the contract, and nothing else, to whoever asks', async () => {
    const response = await store.fetch('/v1/')
    expect(response.status).toBe(200)
    expect(response.headers.get('vary')).toContain('Accept')
    const { pages, ...directory } = (await response.json()) as { pages: string } & Record<string, Area>
    expect(pages).toMatch(/^The first page of a list is page 0, unless/)
    const { merchant_api: merchant, store_api: shop } = directory
    const told = [...(merchant?.operations ?? []), ...(shop?.operations ?? [])]
    expect(new Set(told.map(({ method, path }) => `${method} ${path}`))).toEqual(
      new Set(table.flatMap(({ method, alias, path }) => [method, ...(alias ? [alias] : [])].map((each) => `${each} ${path}`))),
    )
    expect(shop?.operations.every(({ path }) => path.startsWith('/v1/store/api/'))).toBe(true)
    expect(merchant?.operations).toContainEqual({
      method: 'PUT',
      path: '/v1/subscriptions/{sub_id}/cancel/',
      operation: 'CancelSubscription',
      description: expect.stringMatching(/^Cancels /),
      scope: 'write_subscriptions',
      body: { log_note: 'String', cancel_reason: 'Int', if_changed_in: 'ID' },
    })
    expect(await (await store.fetch('/v1')).json()).toEqual({ pages, ...directory })
  })

  test('is a page for a browser, whose one style its policy allows', async () => {
    const response = await store.fetch('/v1/', html)
    const text = await response.text()
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(text) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
    expect(text).toContain('<html lang="en">')
    expect(text).not.toMatch(/<script|https?:|style="/)
    const links = [...text.matchAll(/<a href="([^"]+)"/g)].map(([, target]) => target ?? '')
    expect(links).toContain('/v1/subscriptions/')
    for (const target of links) expect((await store.fetch(target, html)).status).not.toBe(404)
  })
})

describe('A refusal for want of a credential', () => {
  test.each([
    ['/v1/orders/', /^Basic /],
    ['/v1/store/api/shipments/', /^Bearer /],
    ['/v1/store/api/customer/metadata/', /^Bearer /],
  ])('of %s asks for what opens it', async (path, challenge) => {
    const { status, headers } = await store.fetch(path)
    expect({ status, challenge: headers.get('www-authenticate') }).toEqual({
      status: 401,
      challenge: expect.stringMatching(challenge),
    })
  })
})

describe('Every answer', () => {
  test.each(addresses)('of %s is guarded', async (address) => {
    const [method = '', path = ''] = address.split(' ')
    for (const { accept, as } of ways) {
      const response = await store.fetch(path, { method, headers: { Accept: accept, ...(as && { Authorization: as }) } })
      const { headers } = response
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-powered-by')).toBeNull()
      if (headers.get('content-type')?.includes('html')) expectPageHeaders(headers)
      expect(headers.get('cache-control')).toBe(keptAs(method, path, as, response))
      await response.body?.cancel()
    }
  })

  test('meets the page and its assets on the way', async () => {
    expect(assets.length).toBeGreaterThan(4)
    const html = await store.fetch('/graphql', { headers: { Accept: 'text/html' } })
    expect(html.headers.get('content-type')).toContain('text/html')
    for (const path of assets) expectWorkerHeaders((await store.fetch(path)).headers)
  })
})

/** How long an answer may be kept, and by whom. */
function keptAs(method: string, path: string, as: string | undefined, { status, headers }: Response): string {
  if (!['GET', 'HEAD'].includes(method) || status !== 200 || /^\/(healthz|readyz)/.test(path)) return 'no-store'
  if (path.startsWith('/graphql/assets/')) return 'public, max-age=31536000, immutable'
  const isSameForAll =
    headers.get('content-type')?.startsWith('text/html') || ['/schema.graphql', '/openapi.json', '/v1/'].includes(path)
  if (isSameForAll) return 'no-cache'
  const isStorefront = path.startsWith('/v1/store/api/') && as === undefined
  return isStorefront ? 'public, max-age=60, stale-while-revalidate=60' : 'private, no-cache'
}

/** A worker obeys the policy it came with, so that scripts carry the page's. */
function expectWorkerHeaders(headers: Headers): void {
  expect(headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(headers.get('cache-control')).toContain('immutable')
}
