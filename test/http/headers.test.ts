/** What every answer carries for the browser's sake, at every address there is. */
import { describe, expect, test } from 'vitest'
import { table } from '../../src/rest/handler.ts'
import { openStore } from '../store.ts'

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

/** What an HTML page must carry. */
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

describe('Every answer', () => {
  test.each(addresses)('of %s is guarded', async (address) => {
    const [method = '', path = ''] = address.split(' ')
    for (const { accept, as } of ways) {
      const response = await store.fetch(path, { method, headers: { Accept: accept, ...(as && { Authorization: as }) } })
      const { headers } = response
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-powered-by')).toBeNull()
      if (headers.get('content-type')?.includes('html')) expectPageHeaders(headers)
      const isAsset = path.startsWith('/graphql/assets/') && response.status === 200
      const isPage = headers.get('content-type')?.startsWith('text/html')
      if (!isAsset && !isPage) expect(headers.get('cache-control')).toBe('no-store')
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

/** A worker obeys the policy it came with, so that scripts carry the page's. */
function expectWorkerHeaders(headers: Headers): void {
  expect(headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(headers.get('cache-control')).toContain('immutable')
}
