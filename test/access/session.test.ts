/** The session cookie: how a customer gets it, that it opens both surfaces, and that no other site can use it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { signCustomerToken } from '../../src/auth/customer-token.ts'
import { bucketsInMemory } from '../../src/budget/memory.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

const clock = { now: today }
const store = await openStore({ now: () => clock.now })
const { db, customer, customerId, merchant } = store
const token = customer.replace('Bearer ', '')
const name = '__Host-tandem_customer'
const Cookie = `${name}=${token}`
const cleared = `${name}=; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=0`
const ours = { 'Sec-Fetch-Site': 'same-origin' }
const later = (seconds: number) => new Date(today.getTime() + seconds * 1_000)

beforeEach(() => {
  clock.now = today
})

type Headers = Record<string, string>
const me = '{ me { id } }'
const start = 'mutation { startCustomerSession { customer { id } userErrors { code } } }'
const end = 'mutation { endCustomerSession { customer { id } userErrors { code } } }'

async function graphql(query: string, headers: Headers, at = '') {
  const body = JSON.stringify({ query })
  const response = await store.fetch(`${at}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  })
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests that know their shape
  const { data, errors } = (await response.json()) as { data?: any; errors?: { message: string; extensions: { code: string } }[] }
  return { status: response.status, data, errors, cookies: response.headers.getSetCookie(), headers: response.headers }
}

async function rest(request: string, headers: Headers, at = '') {
  const [method = '', path = ''] = request.split(' ')
  const response = await store.fetch(`${at}${path}`, { method, headers, ...(method === 'POST' && { body: '{"size":"L"}' }) })
  const text = await response.text()
  return { status: response.status, body: text && JSON.parse(text), cookies: response.headers.getSetCookie() }
}

const shipments = 'GET /v1/store/api/shipments/'
const write = 'POST /v1/store/api/customer/metadata/'
const writeAsWell = 'mutation { replaceMetadata(input: { data: { size: "L" } }) { metadata { id } userErrors { code } } }'

/** Asks both surfaces to write and answers how both put it: done, or the status and the sentence. */
async function written(headers: Headers, at = ''): Promise<string> {
  const one = await rest(write, headers, at)
  const two = await graphql(writeAsWell, headers, at)
  expect(two.status).toBe(one.status === 201 ? 200 : one.status)
  expect(two.errors?.map(({ message }) => message)).toEqual(one.body.errors)
  expect(one.cookies).toEqual(two.cookies)
  return one.status === 201 ? 'done' : `${one.status} ${one.body.errors}`
}

const crossSite =
  '403 With the session cookie, POST is open only to pages of this very address; send the token as Authorization: Bearer.'
const several = '401 The request carries several credentials; send one.'

describe('A session', () => {
  test('starts with the token and keeps it for the rest of its life', async () => {
    clock.now = later(600.9)
    const { data, cookies } = await graphql(start, { Authorization: customer })
    expect(data.startCustomerSession).toEqual({ customer: { id: String(customerId) }, userErrors: [] })
    expect(cookies).toEqual([`${Cookie}; Path=/; HttpOnly; Secure; SameSite=Strict; Max-Age=2999`])
  })

  test('opens both surfaces, at an address of the store and at one of none, and nowhere else', async () => {
    for (const at of ['', 'http://localhost']) {
      expect((await rest(shipments, { Cookie }, at)).body.count).toBeGreaterThan(0)
      expect((await graphql(me, { Cookie, ...ours }, at)).data.me.id).toBe(String(customerId))
      expect(await written({ Cookie, ...ours }, at)).toBe('done')
    }
    expect(await written({ Cookie, ...ours }, 'http://second.localhost')).toBe('401 The token is not valid.')
    expect((await rest('GET /v1/orders/', { Cookie })).status).toBe(403)
  })

  test('is found among other cookies, by its exact name', async () => {
    const read = async (cookie: string) => (await graphql(me, { Cookie: cookie, ...ours })).data.me?.id
    expect(await read(`theme=dark; ${Cookie}; a=b=c; flag`)).toBe(String(customerId))
    expect(await read(`theme=dark;${Cookie}`)).toBe(String(customerId))
    for (const odd of [`x${Cookie}`, `${name}2=${token}`, Cookie.toLowerCase(), `x="; ${name.slice(1)}=${token}`, ';;=;', name])
      expect((await graphql(me, { Cookie: odd, ...ours })).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
  })

  test('ends when its customer says so, with the token still good', async () => {
    const { data, cookies } = await graphql(end, { Cookie, ...ours })
    expect(data.endCustomerSession).toEqual({ customer: { id: String(customerId) }, userErrors: [] })
    expect(cookies).toEqual([cleared])
    expect((await graphql(end, { Authorization: customer })).cookies).toEqual([cleared])
    expect((await graphql(me, { Authorization: customer })).data.me.id).toBe(String(customerId))
  })

  test('is for customers', async () => {
    for (const mutation of [start, end]) {
      const byMerchant = await graphql(mutation, { Authorization: merchant })
      expect(byMerchant.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
      const byNobody = await graphql(mutation, {})
      expect(byNobody.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
      expect([...byMerchant.cookies, ...byNobody.cookies]).toEqual([])
    }
  })

  test('is set by the first of several requests with one Idempotency-Key, and kept nowhere', async () => {
    const once = { Authorization: customer, 'Idempotency-Key': 'session-1' }
    const [first, again] = [await graphql(start, once), await graphql(start, once)]
    expect([first.cookies.length, again.cookies.length]).toEqual([1, 0])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.data).toEqual(first.data)
    const kept = await db.$queryRaw<{ text: string }[]>`
      SELECT t::text AS text FROM idempotency_key t UNION ALL SELECT t::text FROM log_entry t`
    expect(kept.map(({ text }) => text).join()).toContain('startCustomerSession')
    expect(kept.map(({ text }) => text).join()).not.toContain(token.split('.')[2])
  })
})

describe('A cookie that is not good', () => {
  const good = async (headers: Headers) => ({
    rest: await rest(shipments, headers),
    graphql: await graphql(me, { ...headers, ...ours }),
  })

  test.each([
    ['expired', 3_600, Cookie, 'The token has expired.'],
    ['tampered with', 0, `${Cookie}x`, 'The token is not valid.'],
    ['empty', 0, `${name}=`, 'The token is not valid.'],
    ['quoted', 0, `${name}="${token}"`, 'The token is not valid.'],
    ['a merchant key', 0, `${name}=demo.demo-secret`, 'The token is not valid.'],
    ['there twice', 0, `${Cookie}; ${Cookie}`, several.slice(4)],
  ])('because it is %s is refused and taken away', async (_why, seconds, cookie, sentence) => {
    clock.now = later(seconds)
    const answers = await good({ Cookie: cookie })
    expect(answers.rest).toEqual({ status: 401, body: { errors: [sentence] }, cookies: [cleared] })
    expect(answers.graphql).toMatchObject({ status: 401, errors: [{ message: sentence }], cookies: [cleared] })
  })
})

const { token: other } = await signCustomerToken(db, { storeId: 1n, customerId: 2n }, today)

test('A refusal makes no browser ask its user for a password while a script waits', async () => {
  for (const path of ['/v1/orders/', `/graphql?${new URLSearchParams({ query: me })}`]) {
    const challenge = async (headers: Headers) =>
      (await store.fetch(path, { headers: { Cookie: `${name}=x`, ...headers } })).headers.get('www-authenticate')
    for (const mode of ['cors', 'same-origin', 'no-cors'])
      expect(await challenge({ 'Sec-Fetch-Mode': mode })).toBe('Bearer realm="Tandem"')
    for (const headers of [{ 'Sec-Fetch-Mode': 'navigate' }, {} as Headers]) expect(await challenge(headers)).toMatch(/^Basic /)
  }
})

describe('Several credentials at once', () => {
  test.each<[string, Headers]>([
    ['Authorization and the cookie', { Authorization: customer, Cookie }],
    ['a merchant key and the cookie', { Authorization: merchant, Cookie }],
    ['an empty Authorization and the cookie', { Authorization: '', Cookie }],
    ['two tokens in one header', { Authorization: `${customer}, Bearer ${other}` }],
    ['two tokens without a blank', { Authorization: `${customer},${other}` }],
    ['a key and a token', { Authorization: `${merchant}, ${customer}` }],
  ])('%s: refused, and the cookie stays', async (_name, headers) => {
    expect(await written({ ...headers, ...ours })).toBe(several)
    const { status, body, cookies } = await rest(shipments, headers)
    expect({ status, body, cookies }).toEqual({ status: 401, body: { errors: [several.slice(4)] }, cookies: [] })
  })

  test('a token in the query string is none', async () => {
    const unknown = await rest(`GET /v1/store/api/products/?access_token=${token}`, {})
    expect([unknown.status, unknown.body.errors[0]]).toEqual([400, expect.stringContaining('access_token')])
    const query = `${new URLSearchParams({ query: me, access_token: token, Authorization: customer })}`
    const answer = await store.fetch(`/graphql?${query}`)
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
  })
})

test('A good cookie stays while its address has to wait', async () => {
  const rate = { burst: 1_000, perSecond: 1 }
  const poor = await openStore({ budget: { rate, buckets: bucketsInMemory(rate, () => today.getTime()) } })
  for (let count = 0; count < 10; count++) expect((await poor.rest('/v1/orders/', 'Bearer demo.wrong')).status).toBe(401)
  const response = await poor.fetch('/v1/store/api/shipments/', {
    headers: { Cookie: `${name}=${poor.customer.replace('Bearer ', '')}` },
  })
  expect([response.status, response.headers.getSetCookie()]).toEqual([429, []])
})

describe('A write with the cookie', () => {
  test.each<[string, Headers]>([
    ['from another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['from another origin of the same site', { 'Sec-Fetch-Site': 'same-site' }],
    ['from no page at all', { 'Sec-Fetch-Site': 'none' }],
    ['whose browser says two things', { 'Sec-Fetch-Site': 'same-origin, cross-site' }],
    ['from another site, with our Origin', { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://127.0.0.1' }],
    ['that says neither', {}],
    ['from another host', { Origin: 'https://evil.example' }],
    ['from a host that begins alike', { Origin: 'http://127.0.0.1.evil.example' }],
    ['from another port', { Origin: 'http://127.0.0.1:8080' }],
    ['that hides its Origin', { Origin: 'null' }],
    ['with our host for a user name', { Origin: 'http://127.0.0.1@evil.example' }],
    ['whose Origin is no address', { Origin: '127.0.0.1' }],
    ['from a file', { Origin: 'file://' }],
    ['from a port that is none', { Origin: 'http://127.0.0.1:99999' }],
    ['from more than an origin', { Origin: 'http://127.0.0.1/' }],
    ['from another scheme', { Origin: 'foo://127.0.0.1' }],
    ['whose Referer is ours', { Referer: 'http://127.0.0.1/' }],
  ])('%s is not done', async (_name, headers) => {
    expect(await written({ Cookie, ...headers })).toBe(crossSite)
  })

  test.each<[string, Headers, string]>([
    ['from a page of this address', ours, ''],
    ['from a page of this address, whatever its Origin', { ...ours, Origin: 'null' }, ''],
    ['from an Origin that is this address', { Origin: 'http://127.0.0.1' }, ''],
    ['from an Origin behind a proxy that takes HTTPS off', { Origin: 'https://127.0.0.1' }, ''],
    ['behind a proxy that tells the port', { Origin: 'https://localhost' }, 'http://localhost:443'],
    ['from an Origin with our port', { Origin: 'http://localhost:4000' }, 'http://localhost:4000'],
    ['from an Origin that names the port of its scheme', { Origin: 'https://localhost:443' }, 'http://localhost:443'],
    ['from an Origin in capitals', { Origin: 'http://LOCALHOST:4000' }, 'http://localhost:4000'],
  ])('%s is done', async (_name, headers, at) => {
    expect(await written({ Cookie, ...headers }, at)).toBe('done')
  })

  test('is not done without a page for any method that writes, and changes nothing', async () => {
    await db.metadata.deleteMany({ where: { customerId } })
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await rest(`${method} /v1/store/api/customer/metadata/`, { Cookie, Origin: 'https://evil.example' })).status).toBe(
        403,
      )
    expect(await db.metadata.count({ where: { customerId } })).toBe(0)
  })

  test('reads need no page, and a token as bearer needs none to write', async () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect((await rest(`${method} /v1/store/api/shipments/`, { Cookie, 'Sec-Fetch-Site': 'cross-site' })).status).toBeLessThan(
        300,
      )
    expect(await written({ Authorization: customer, 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' })).toBe(
      'done',
    )
  })

  test('is never done by GET', async () => {
    const before = await db.logEntry.count()
    for (const query of [writeAsWell, end]) {
      const answer = await store.fetch(`/graphql?${new URLSearchParams({ query })}`, { headers: { Cookie, ...ours } })
      expect(await answer.json()).toMatchObject({ errors: [{ message: expect.stringContaining('POST') }] })
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([405, []])
    }
    expect(await db.logEntry.count()).toBe(before)
  })
})
