/** How answers go over the wire: compressed where that is asked for and safe, and not again to who has them. */
import { once } from 'node:events'
import { request as ask } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { mayBeProvoked } from '../../src/auth/session-cookie.ts'
import { bucketsInMemory } from '../../src/budget/memory.ts'
import { acceptedEncoding } from '../../src/http/encoding.ts'
import { requestOf } from '../../src/http/fetch.ts'
import { represented, tagOf } from '../../src/http/representation.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { last, lines, listen, send } from './wire.ts'

const store = await openStore()
const { merchant, customer } = store
const wire = await listen(store.app)
const at = `http://127.0.0.1:${wire.port}`

type Given = Record<string, string>
const get = (path: string, as: string | undefined, headers: Given = {}, method = 'GET') =>
  store.fetch(path, { method, headers: { ...(as && { Authorization: as }), ...headers } })
const post = (query: string, headers: Given = {}, as = merchant) =>
  store.fetch('/graphql', {
    method: 'POST',
    headers: { Authorization: as, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  })

const header = ({ headers }: Response, name: string) => headers.get(name)
const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer())
const read = { br: promisify(brotliDecompress), gzip: promisify(gunzip) } as const

const list = '/v1/orders/?limit=100'
const record = '/v1/carts/1/'

describe('A text that comes in pieces', () => {
  const asked = requestOf(new Request('http://localhost/'), 'unknown')
  const sent = (body: string | string[]) => represented(asked, { status: 200, headers: {}, body }, false)

  it.each([0, 1, 4_083, 4_084, 50_000, 174_750, 174_751, 600_000])(
    'arrives as it would in one, of %i characters and twelve',
    async (length) => {
      // Of one byte, two, three and four.
      const pieces = ['{"a":"', 'a'.repeat(length), 'é', '€', '', '😀"}']
      const [many, one] = [await sent(pieces), await sent(pieces.join(''))]
      expect(Buffer.from(many.body as string).toString()).toBe(pieces.join(''))
      expect(many.headers).toEqual(one.headers)
      expect(many.headers['Content-Length']).toBe(String(length + 6 + 2 + 3 + 6))
      expect(many.headers.ETag).toBe(tagOf(pieces.join('')))
    },
  )

  it.each([174_762, 174_763])('arrives whole of %i characters of three bytes, whatever is answered meanwhile', async (length) => {
    const text = '€'.repeat(length)
    const first = await sent([text])
    await sent(['x'.repeat(length)])
    expect(Buffer.from(first.body as Uint8Array).toString()).toBe(text)
  })
})

describe('The coding that is liked best', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=1.0, br;q=0.9', 'gzip'],
    ['gzip;q=0.5,br;q=0.500', 'br'],
    ['gzip ; q=0.5 , br ; q=0.4', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, gzip;q=0', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['identity', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity;q=0', undefined],
    ['deflate, zstd, compress', undefined],
    ['gzip;q=2', undefined],
    ['gzip;q=-1', undefined],
    ['gzip;q=0.1234', undefined],
    ['gzip;q=', undefined],
    ['gzip;q=1=0', undefined],
    ['gzip;q=0, gzip', undefined],
    ['gzipp, br2', undefined],
    [',,;,;q=1,', undefined],
    [`${'gzip;q=0.1;'.repeat(5_000)}, br`, 'br'],
  ])('of %j is %s', (accepted, encoding) => {
    expect(acceptedEncoding(accepted)).toBe(encoding)
  })
})

describe('An answer', () => {
  it.each(['br', 'gzip'] as const)('is compressed with %s when it is asked for, and says how long it is', async (encoding) => {
    for (const [path, as] of [
      [list, merchant],
      ['/v1/store/api/products/', undefined],
      ['/schema.graphql', undefined],
      ['/v1/', undefined],
      ['/graphql?query={__type(name:"Order"){description%20fields{name%20description}}}', merchant],
    ] as const) {
      const plain = await get(path, as)
      const response = await get(path, as, { 'Accept-Encoding': encoding })
      const sent = await bytes(response)
      expect(header(plain, 'content-encoding')).toBeNull()
      expect(header(response, 'content-encoding')).toBe(encoding)
      expect(header(response, 'content-length')).toBe(String(sent.length))
      for (const each of [plain, response]) expect(header(each, 'vary')).toMatch(/(^|, )Accept-Encoding$/)
      const [text, unpacked] = [await plain.text(), (await read[encoding](sent)).toString()]
      expect(withoutCost(unpacked)).toBe(withoutCost(text))
      expect(sent.length).toBeLessThan(text.length / 2)
      expect(header(response, 'etag')).toBe(header(plain, 'etag'))
    }
  })

  const withoutCost = (text: string) => text.replace(/"extensions".*/, '')

  it('to POST is compressed too, and so is a long refusal', async () => {
    const query = '{ orders(first: 100) { nodes { id url note status total } } }'
    expect(header(await post(query, { 'Accept-Encoding': 'gzip' }), 'content-encoding')).toBe('gzip')
    const wrong = Array.from({ length: 40 }, (_, number) => `wrong_${number}_${'x'.repeat(40)}=1`).join('&')
    const refused = await get(`/v1/orders/?${wrong}`, merchant, { 'Accept-Encoding': 'gzip' })
    expect([refused.status, header(refused, 'content-encoding')]).toEqual([400, 'gzip'])
  })

  it('is left as it is when it is short, unless plain is refused', async () => {
    const asked = async (codings: string) =>
      header(await get(record, merchant, { 'Accept-Encoding': codings }), 'content-encoding')
    const { length } = await bytes(await get(record, merchant))
    expect(length).toBeLessThan(1_024)
    expect(await asked('br, gzip')).toBeNull()
    expect(await asked('gzip, identity;q=0')).toBe('gzip')
    expect(await asked('*;q=0, br')).toBe('br')
    expect(await asked('identity;q=0, zstd')).toBeNull()
  })

  it('is left as it is when nobody may change it on the way', async () => {
    const headers = { 'Accept-Encoding': 'gzip', 'Cache-Control': 'no-transform' }
    expect(header(await get(list, merchant, headers), 'content-encoding')).toBeNull()
  })

  it('that shows a secret or sets a cookie is not compressed', async () => {
    const long = (field: string) => Array.from({ length: 29 }, (_, number) => `${'x'.repeat(50)}${number}: ${field}`).join(' ')
    const asked: [query: string, as: string][] = [
      [
        `mutation { createMerchantKey(input: { name: "A", scopes: ["read_orders"] }) { secret merchantKey { ${long('name')} } } }`,
        merchant,
      ],
      [`mutation { createCustomerToken(input: { customerId: 1 }) { token customer { ${long('name')} } } }`, merchant],
      [`mutation { startCustomerSession { customer { ${long('name')} } } }`, customer],
    ]
    for (const [query, as] of asked) {
      const response = await post(query, { 'Accept-Encoding': 'gzip' }, as)
      const text = await response.text()
      expect(text).not.toContain('"errors"')
      expect(text.length).toBeGreaterThan(1_024)
      expect([header(response, 'content-encoding'), header(response, 'cache-control')]).toEqual([null, 'no-store'])
    }
    const without = `mutation { updateSubscription(input: { id: 1, note: "A" }) { subscription { ${long('note')} } } }`
    expect(header(await post(without, { 'Accept-Encoding': 'gzip' }), 'content-encoding')).toBe('gzip')
  })

  it('to a browser that adds the credential by itself is compressed only for a page of this address', async () => {
    const provoked = (headers: Given) => mayBeProvoked(requestOf(new Request(at, { headers }), 'unknown'))
    const [cookie, basic] = [{ Cookie: 'a=b; __Host-tandem_customer=c' }, { Authorization: 'basic eDp5' }]
    for (const site of ['same-origin', 'none']) {
      expect(provoked({ ...cookie, 'Sec-Fetch-Site': site })).toBe(false)
      expect(provoked({ ...basic, 'Sec-Fetch-Site': site })).toBe(false)
    }
    for (const site of ['cross-site', 'same-site', 'else']) {
      expect(provoked({ ...cookie, 'Sec-Fetch-Site': site })).toBe(true)
      expect(provoked({ ...basic, 'Sec-Fetch-Site': site })).toBe(true)
      expect(provoked({ Authorization: 'Bearer a.b', 'Sec-Fetch-Site': site })).toBe(false)
      expect(provoked({ Cookie: 'a=b', 'Sec-Fetch-Site': site })).toBe(false)
    }
    expect(provoked(cookie)).toBe(true)
    expect(provoked(basic)).toBe(false)
    const Cookie = `__Host-tandem_customer=${customer.slice('Bearer '.length)}`
    const asked = { Cookie, 'Accept-Encoding': 'gzip' }
    const encodingAt = async (site: string) =>
      header(await get('/v1/store/api/shipments/', undefined, { ...asked, 'Sec-Fetch-Site': site }), 'content-encoding')
    expect([await encodingAt('same-site'), await encodingAt('same-origin')]).toEqual([null, 'gzip'])
  })

  it('to HEAD has the headers of the one to GET, and no body', async () => {
    for (const codings of ['', 'gzip']) {
      for (const [path, as] of [
        [list, merchant],
        [record, merchant],
        ['/schema.graphql', undefined],
        ['/healthz', undefined],
        ['/v1/nowhere/', merchant],
      ] as const) {
        const [ofGet, ofHead] = [
          await get(path, as, { 'Accept-Encoding': codings }),
          await get(path, as, { 'Accept-Encoding': codings }, 'HEAD'),
        ]
        const told = ({ status, headers }: Response) => [status, ...[...headers].filter(([name]) => name !== 'x-request-id')]
        expect(told(ofHead)).toEqual(told(ofGet))
        expect(await ofHead.text()).toBe('')
      }
    }
  })
})

describe('A tag', () => {
  const paths = [
    [list, merchant],
    [record, merchant],
    ['/v1/store/api/products/inventory/', undefined],
    ['/v1/store/api/shipments/', customer],
    ['/schema.graphql', undefined],
    ['/v1/', undefined],
    ['/graphql?query={orders{totalCount}}', merchant],
  ] as const

  it.each(paths)('of %s is answered 304 without a body to who has it', async (path, as) => {
    const first = await get(path, as)
    const tag = header(first, 'etag') ?? ''
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
    const strong = tag.slice(2)
    for (const known of [tag, strong, '*', ` "x", ${tag}`, `"a,b",${tag} , W/"y"`]) {
      for (const method of path.startsWith('/graphql') ? ['GET'] : ['GET', 'HEAD']) {
        const response = await get(path, as, { 'If-None-Match': known, 'Accept-Encoding': 'br' }, method)
        expect([response.status, await response.text()]).toEqual([304, ''])
        for (const name of ['etag', 'cache-control', 'vary', 'x-content-type-options'])
          expect(header(response, name), name).toBe(header(first, name))
        for (const name of ['content-type', 'content-length', 'content-encoding']) expect(header(response, name), name).toBeNull()
      }
    }
    for (const other of ['""', '"x"', tag.slice(0, -2), tag.replaceAll('"', ''), 'W/', ''])
      expect((await get(path, as, { 'If-None-Match': other })).status, other).toBe(200)
  })

  it('changes with what is answered, and is another for who sees something else', async () => {
    const path = '/v1/subscriptions/1'
    const before = header(await get(path, merchant), 'etag') ?? ''
    await store.rest(`PUT ${path}`, merchant, { body: '{"note":"Changed"}' })
    const after = await get(path, merchant, { 'If-None-Match': before })
    expect(after.status).toBe(200)
    expect(header(after, 'etag')).not.toBe(before)
    const lists = await Promise.all([merchant, store.otherMerchant].map((as) => get('/v1/orders/', as)))
    expect(new Set(lists.map((each) => header(each, 'etag'))).size).toBe(2)
  })

  it('opens nothing: who may not read is refused, whatever tag they have', async () => {
    const known = { 'If-None-Match': '*' }
    expect((await get(list, undefined, known)).status).toBe(401)
    expect((await get(list, customer, known)).status).toBe(403)
    expect((await get('/v1/orders/9007199254740991', merchant, known)).status).toBe(404)
    expect((await get('/v1/orders/?page=-1', merchant, known)).status).toBe(400)
    expect((await get('/healthz', undefined, known)).status).toBe(200)
  })

  it('is not on an answer with errors: the next time there may be none', async () => {
    const answer = await get('/graphql?query={order(id:9007199254740991){id}}', merchant)
    expect(answer.status).toBe(200)
    expect([header(answer, 'etag'), header(answer, 'cache-control')]).toEqual([null, 'no-store'])
  })

  it('is another for each type that GraphQL answers in', async () => {
    const answers = ['application/json', 'application/graphql-response+json'].map((Accept) =>
      get('/graphql?query={me{id}}', customer, { Accept }),
    )
    const tags = (await Promise.all(answers)).map((answer) => header(answer, 'etag'))
    expect(new Set(tags).size).toBe(2)
    expect(header(await get('/graphql?query={me{id}}', customer), 'vary')).toMatch(/\bAccept(,|$)/)
  })

  it('tells nobody else how the budget of one visitor stands', async () => {
    const rate = { burst: 100, perSecond: 1 }
    const counted = await openStore({ budget: { rate, buckets: bucketsInMemory(rate, () => 0) } })
    const shown = async (as?: string) =>
      (await counted.fetch('/v1/store/api/products/', as ? { headers: { Authorization: as } } : {})).headers.get(
        'ratelimit-limit',
      )
    expect([await shown(), await shown(counted.merchant)]).toEqual([null, String(rate.burst)])
  })

  it('saves the sending and not the work: 304 costs what 200 does', async () => {
    const rate = { burst: 10_000, perSecond: 1_000 }
    const counted = await openStore({ budget: { rate, buckets: bucketsInMemory(rate, () => today.getTime()) } })
    const costOf = async (headers: Given) => {
      const response = await counted.fetch(list, { headers: { Authorization: counted.merchant, ...headers } })
      return [response.status, Number(header(response, 'ratelimit-cost'))]
    }
    const [, cost] = await costOf({})
    expect(cost).toBeGreaterThan(1)
    expect(await costOf({ 'If-None-Match': '*' })).toEqual([304, cost])
  })

  it('sends no ETag with answers that must not be cached', async () => {
    for (const response of [
      await post('{ orders { totalCount } }'),
      await get('/healthz', undefined),
      await get(list, undefined),
    ])
      expect([header(response, 'etag'), header(response, 'cache-control')]).toEqual([null, 'no-store'])
    const write = await store.rest('PUT /v1/subscriptions/1/', merchant, { body: '{"note":"Changed"}' })
    expect([write.headers.get('etag'), write.headers.get('cache-control')]).toEqual([null, 'no-store'])
  })
})

describe('What caches may keep', () => {
  it('is the storefront, as it is shown to who sends no credential', async () => {
    for (const path of [
      '/v1/store/api/products/',
      '/v1/store/api/products/1/',
      '/v1/store/api/products/ecom',
      '/v1/store/api/products/inventory/',
    ]) {
      for (const as of [undefined, customer, merchant, store.otherMerchant]) {
        const response = await get(path, as)
        const expected = as ? 'private, no-cache' : 'public, max-age=60, stale-while-revalidate=60'
        expect(header(response, 'cache-control')).toBe(response.status === 200 ? expected : 'no-store')
        if (response.status === 200) expect(header(response, 'vary')).toMatch(/^Authorization, Cookie, (Accept, )?Origin/)
      }
      const Cookie = `__Host-tandem_customer=${customer.slice('Bearer '.length)}`
      expect(header(await get(path, undefined, { Cookie }), 'cache-control')).toBe('private, no-cache')
    }
  })

  it('sends no-store with errors', async () => {
    for (const path of ['/v1/store/api/products/9007199254740991/', '/v1/store/api/products/?shoe=1', '/v1/store/api/shipments/'])
      expect(header(await get(path, undefined), 'cache-control')).toBe('no-store')
  })
})

describe('The neighbours of a page', () => {
  const linksOf = async (path: string) => {
    const { body, headers } = await store.rest(path)
    return { body, links: headers.get('link') }
  }

  it('are told in Link as in the envelope', async () => {
    const { body, links } = await linksOf('/v1/orders/?limit=2&page=1&note__ilike=%25%C3%A9,;%22%3E')
    expect(body).toMatchObject({ next: null, prev: expect.any(String) })
    expect(links).toBe(`<${body.prev}>; rel="prev"`)
    const middle = await linksOf('/v1/orders/?limit=2&page=1&sort=-id')
    expect(middle.links).toBe(`<${middle.body.next}>; rel="next", <${middle.body.prev}>; rel="prev"`)
    expect(new URL(middle.body.next, `${at}/v1/orders/?limit=2`).href).toBe(`${at}/v1/orders/?page=2&limit=2&sort=-id`)
  })

  it('are not told where there are none, nor in a header that is too long', async () => {
    expect((await linksOf('/v1/orders/?id=1')).links).toBeNull()
    expect((await linksOf('/v1/orders/1')).links).toBeNull()
    const long = await linksOf(`/v1/orders/?limit=1&total__ge=0&_=${'%20'.repeat(2_000)}`)
    expect([typeof long.body.next, long.links]).toEqual(['string', null])
  })
})

describe('Over the network', () => {
  it('a client that asks for it by default gets an answer compressed, and reads it', async () => {
    const response = await fetch(at + list, { headers: { Authorization: merchant } })
    expect(header(response, 'content-encoding')).toMatch(/^(gzip|br)$/)
    expect(await response.json()).toEqual(JSON.parse(await (await get(list, merchant)).text()))
  })

  it('a client that kept it is told so on the same connection', async () => {
    const response = await fetch(at + list, { headers: { Authorization: merchant } })
    await response.arrayBuffer()
    const again = await fetch(at + list, {
      headers: { Authorization: merchant, 'If-None-Match': header(response, 'etag') ?? '' },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const next = await fetch(at + record, { headers: { Authorization: merchant } })
    expect(await next.json()).toMatchObject({ id: 1 })
  })

  it('HEAD tells the length of what GET would send', async () => {
    const lengthOf = async (method: string) => {
      const asked = ask(at + list, { method, headers: { Authorization: merchant, 'Accept-Encoding': 'br' } }).end()
      const [{ headers, ...answer }] = await once(asked, 'response')
      answer.destroy?.()
      return [headers['content-length'], headers['content-encoding'], headers['transfer-encoding']]
    }
    expect(await lengthOf('HEAD')).toEqual(await lengthOf('GET'))
    expect((await lengthOf('HEAD')).slice(1)).toEqual(['br', undefined])
  })

  it.each([
    ['GET /healthz', '200 OK'],
    ['GET /', '302 Found'],
    ['GET /nowhere', '404 Not Found'],
    ['GET /v1/orders/', '401 Unauthorized'],
    ['GET /graphql?query={__typename}', '200 OK'],
    ['PUT /graphql', '405 Method Not Allowed'],
    ['OPTIONS /v1/orders/', '204 No Content'],
    ['GET /schema.graphql', '200 OK'],
    ['TRACE /', '405 Method Not Allowed'],
  ])('%s is answered with its status in words', async (request, words) => {
    const [answer] = await send(wire, lines(`${request} HTTP/1.1`, 'Host: localhost', last))
    expect(answer?.line).toBe(`HTTP/1.1 ${words}`)
  })

  it('a store is asked by the address in the target, whatever the Host says', async () => {
    await store.db.store.update({ where: { id: 2n }, data: { host: 'second.example' } })
    const productsOf = async (target: string) => {
      const [answer] = await send(
        wire,
        lines(`GET ${target}/v1/store/api/products/?limit=1 HTTP/1.1`, 'Host: first.example', last),
      )
      return JSON.parse(answer?.body ?? '').results[0].store_id
    }
    expect(await productsOf('')).toBe(1)
    expect(await productsOf('http://second.example')).toBe(2)
  })
})
