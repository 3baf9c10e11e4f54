/** Requests that are broken, byte by byte: each is refused in the contract's shape, or answered, and takes nothing down. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { openStore } from '../support/store.ts'
import { host, impatient, last, lines, listen, open, send } from './wire.ts'

const store = await openStore()
const patient = await listen(store.app)
const strict = await listen(store.app, impatient)

const json = 'Content-Type: application/json'
const put = (...given: string[]) => lines('PUT /v1/subscriptions/1/ HTTP/1.1', host, `Authorization: ${store.merchant}`, ...given)

const stops = ' stops'

/** Each with the status of its answer. */
const refused: [what: string, parts: () => string[], status: number, sentence?: string][] = [
  ['no HTTP', () => ['GARBAGE\r\n\r\n'], 400, 'The request is not valid HTTP.'],
  ['a TLS greeting', () => ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'], 400],
  ['HTTP/2', () => ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], 400],
  ['an unknown version', () => [lines('GET /healthz HTTP/9.9', host)], 400],
  ['no Host', () => [lines('GET /healthz HTTP/1.1', last)], 400],
  ['no Host in HTTP/1.0', () => [lines('GET /v1/store/api/products/ HTTP/1.0')], 400],
  ['a Host that is none in HTTP/1.0', () => [lines('GET /healthz HTTP/1.0', 'Host: a b')], 400],
  ['two Hosts', () => [lines('GET /healthz HTTP/1.1', host, 'Host: other', last)], 400, 'The header Host is given twice.'],
  ...['a b', 'x:99999', 'user@x', 'x/y', 'x?y', '[::1', '', 'a,b'].map((name): [string, () => string[], number] => [
    `the Host "${name}"`,
    () => [lines('GET /healthz HTTP/1.1', `Host: ${name}`, last)],
    400,
  ]),
  ['an absolute target and no Host', () => [lines('GET http://localhost/healthz HTTP/1.1', last)], 400],
  ...[
    'ftp://localhost/healthz',
    'http:/healthz',
    'http:///healthz',
    'http://me@localhost/healthz',
    'http://a b/',
    'localhost',
  ].map((target): [string, () => string[], number] => [
    `the target "${target}"`,
    () => [lines(`GET ${target} HTTP/1.1`, host, last)],
    400,
  ]),
  ...['..', '%2e%2e', '%2E%2e', '%2e.', '.%2E', '.', '%2e'].flatMap((step): [string, () => string[], number, string][] =>
    [
      `/v1/store/api/${step}/${step}/subscriptions/`,
      `/v1/store/api\\${step}\\orders/`,
      `/${step}`,
      `/v1/${step}?a=b`,
      `/v1/orders/${step}#x`,
    ].map((path) => [
      `the path "${path}"`,
      () => [lines(`GET ${path} HTTP/1.1`, host, `Authorization: ${store.merchant}`, last)],
      404,
      'A path with the step . or .. leads nowhere here.',
    ]),
  ),
  [
    'a chunked body that is too large',
    () => [
      `${put(json, 'Transfer-Encoding: chunked', last)}${(1_100_000).toString(16)}\r\n${' '.repeat(1_100_000)}\r\n0\r\n\r\n`,
    ],
    413,
    'The body is larger than 524288 bytes.',
  ],
  ['an asterisk', () => [lines('OPTIONS * HTTP/1.1', host, last)], 400],
  ['a broken percent-encoding', () => [lines('GET /v1/store/api/products/%zz HTTP/1.1', host, last)], 400],
  ['a NUL in the target', () => [lines('GET /v1/\0 HTTP/1.1', host, last)], 400],
  ['a NUL in a header', () => [lines('GET /healthz HTTP/1.1', host, 'X: a\0b', last)], 400],
  ['a folded header', () => [lines('GET /healthz HTTP/1.1', host, 'X: a', ' b', last)], 400],
  ['a header without a name', () => [lines('GET /healthz HTTP/1.1', host, ': a', last)], 400],
  ['a bare line feed in a header', () => [lines('GET /healthz HTTP/1.1', host, 'X: a\rb', last)], 400],
  ['TRACE', () => [lines('TRACE /healthz HTTP/1.1', host, last)], 405],
  ['CONNECT', () => [lines('CONNECT localhost:80 HTTP/1.1', host)], 405],
  ['an expectation', () => [lines('GET /healthz HTTP/1.1', host, 'Expect: the-unexpected', last)], 417],
  ['17 kB of headers', () => [lines('GET /healthz HTTP/1.1', host, `X: ${'x'.repeat(17_000)}`)], 431],
  ['100 kB of headers', () => [lines('GET /healthz HTTP/1.1', host, `Authorization: Bearer ${'x'.repeat(100_000)}`)], 431],
  ['5 MB of headers', () => [lines('GET /healthz HTTP/1.1', host, `X: ${'x'.repeat(5_000_000)}`)], 431],
  ['a target of 100 kB', () => [lines(`GET /${'x'.repeat(100_000)} HTTP/1.1`, host)], 431],
  ['3,000 header fields', () => [lines('GET /healthz HTTP/1.1', host, last, ...Array(3_000).fill('a:b'))], 431],
  ['201 header fields', () => [lines('GET /healthz HTTP/1.1', host, last, ...Array(199).fill('a:b'))], 431],
  ...['Authorization', 'Idempotency-Key', 'Content-Type', 'Content-Encoding'].map(
    (name): [string, () => string[], number, string] => [
      `two fields ${name}`,
      () => [put(`${name}: a`, `${name.toUpperCase()}: b`, `Authorization: x`, last)],
      400,
      name === 'Authorization' ? 'The header Authorization is given twice.' : 'is given twice.',
    ],
  ),
  ['two lengths', () => [put('Content-Length: 2', 'Content-Length: 3', last), '{}'], 400],
  ['a length and chunks', () => [put('Content-Length: 2', 'Transfer-Encoding: chunked', last), '0\r\n\r\n'], 400],
  ['a negative length', () => [put('Content-Length: -1', last)], 400],
  ['a length that is no number', () => [put('Content-Length: 2a', last), '{}'], 400],
  ['a body in another transfer coding', () => [put('Transfer-Encoding: gzip, chunked', last), '2\r\n{}\r\n0\r\n\r\n'], 501],
  ['chunks within chunks', () => [put('Transfer-Encoding: chunked, identity', last), '{}'], 400],
  ['a broken chunk', () => [put('Transfer-Encoding: chunked', last), '5\r\n{"not\r\nXYZ\r\n'], 400],
  ['a chunk without an end', () => [put('Transfer-Encoding: chunked', last), '2\r\n{}XX'], 400],
  ['chunks with long extensions', () => [put('Transfer-Encoding: chunked', last), `2;${'x'.repeat(20_000)}\r\n{}`], 413],
  ['a header that stops', () => ['GET /healthz HTTP/1.1\r\nHost: loc'], 408, 'The request took too long to arrive.'],
  ['a body that stops', () => [put('Content-Length: 20', last), '{"note":'], 408],
  ['a body of which nothing comes and that stops', () => [put('Content-Length: 20', last)], 408],
  ['a chunk that stops', () => [put('Transfer-Encoding: chunked', last), '8\r\n{"note":\r\n'], 408],
  ['a body for GraphQL that stops', () => [lines('POST /graphql HTTP/1.1', host, json, 'Content-Length: 20'), '{"query":'], 408],
  [
    'a body with a key that stops',
    () => [put('Idempotency-Key: stalled', 'Transfer-Encoding: chunked', last), '8\r\n{"note":\r\n'],
    408,
  ],
  ['a body where none is read that stops', () => [lines('POST /healthz HTTP/1.1', host, 'Content-Length: 20'), '{'], 404],
  ['a longer body than is read', () => [put('Content-Length: 1048577', last), '{'], 413],
]

describe('A request that is broken', () => {
  it.concurrent.each(refused)('by %s is refused in the shape of the contract', async (what, parts, status, sentence) => {
    const [answer, ...more] = await send(what.endsWith(stops) ? strict : patient, ...parts())
    expect(more).toEqual([])
    expect(answer?.status).toBe(status)
    expect(JSON.parse(answer?.body ?? '')).toEqual({ errors: [expect.stringContaining(sentence ?? '')] })
  })

  it('takes nothing down, and leaves nothing in the log', async () => {
    const logged = vi.spyOn(console, 'error')
    await Promise.all(refused.map(([, parts]) => send(strict, ...parts())))
    await Promise.all(
      // Clients that hang up in the middle, in each place once more.
      refused.map(async ([, parts]) => {
        const socket = open(strict)
        for (const part of parts()) socket.write(part)
        await sleep(20)
        socket.resetAndDestroy()
      }),
    )
    expect((await send(strict, lines('GET /healthz HTTP/1.1', host, last)))[0]?.status).toBe(200)
    expect(logged.mock.calls).toEqual([])
    logged.mockRestore()
  })
})

describe('A request that is odd', () => {
  it.concurrent.each<[string, () => string[], number]>([
    ['in HTTP/1.0', () => [lines('GET /healthz HTTP/1.0', host)], 200],
    ['with an Upgrade', () => [lines('GET /healthz HTTP/1.1', host, last, 'Upgrade: websocket')], 200],
    ['with two Cookies', () => [lines('GET /healthz HTTP/1.1', host, 'Cookie: a=b', 'Cookie: c=d', last)], 200],
    ['with a body on GET', () => [lines('GET /healthz HTTP/1.1', host, 'Content-Length: 2', last), '{}'], 200],
    ['with an encoded slash', () => [lines('GET /v1/store/api%2Fproducts/ HTTP/1.1', host, last)], 404],
    ['with an encoded NUL', () => [lines('GET /v1/store/api/products/%00 HTTP/1.1', host, last)], 400],
    ['with dots encoded twice', () => [lines('GET /v1/store/api/%252e%252e/orders/ HTTP/1.1', host, last)], 404],
    ['with dots in a name', () => [lines('GET /v1/store/api/products/?a=../.. HTTP/1.1', host, last)], 400],
    ['with three dots', () => [lines('GET /v1/.../ HTTP/1.1', host, last)], 404],
    ['for a path that would be no host', () => [lines('GET //%00:x HTTP/1.1', host, last)], 404],
    ['for a path that begins like a host', () => [lines('GET //example.com/v1/orders/ HTTP/1.1', host, last)], 404],
  ])('%s is answered', async (_what, parts, status) => {
    expect((await send(patient, ...parts()))[0]?.status).toBe(status)
  })

  it('that waits for a 100 gets it, and then its answer', async () => {
    const parts = [put('Content-Length: 2', 'Expect: 100-continue', last), '{}']
    expect((await send(patient, ...parts)).map(({ status }) => status)).toEqual([100, 200])
  })
})
