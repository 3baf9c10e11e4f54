/** Customer tokens: what is refused of them, where they are good, and what they cost. */
import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { authenticator } from '../../src/auth/credential.ts'
import { readLifetime, signCustomerToken } from '../../src/auth/customer-token.ts'
import { clockOf } from '../../src/db/clock.ts'
import { requestOf } from '../../src/http/fetch.ts'
import { type App, createApp } from '../../src/start/app.ts'
import { WrongGuess } from '../../src/values/errors.ts'
import { asking, hearStatements, openStore } from '../support/store.ts'
import { today } from '../support/template.ts'
import { addCustomer } from '../writes/rows.ts'

const store = await openStore()
const { db, customerId } = store
const seconds = Math.floor(today.getTime() / 1_000)
const hour = 3_600
const day = 86_400
const other = await db.customer.findFirstOrThrow({ where: { storeId: 2n }, orderBy: { id: 'asc' } })

const failures: unknown[] = []

/** An instance of its own, which remembers nothing of the others. */
const instance = (): App =>
  createApp({
    db,
    clock: clockOf(() => today),
    log: { info() {}, warn() {}, error: (fields) => failures.push(fields) },
    pageBase: 0,
    isEmbedded: true,
  })

const elsewhere = 'http://127.0.0.1'
const post = (query: string, headers: Record<string, string>) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify({ query }),
})

/** The answer of both surfaces to a token: the status, and REST's sentence, which must be GraphQL's too. */
async function said(token: string, app = instance(), at = elsewhere) {
  const headers = { Authorization: `Bearer ${token}` }
  const rest = await app.fetch(new Request(`${at}/v1/store/api/shipments/`, { headers }))
  const graphql = await app.fetch(new Request(`${at}/graphql`, post('{ me { id } }', headers)))
  const [body, { errors, data }] = (await Promise.all([rest.json(), graphql.json()])) as [
    { errors?: string[] },
    { errors?: { message: string; extensions: object }[]; data?: { me: { id: string } | null } },
  ]
  expect(graphql.status).toBe(rest.status)
  expect(errors?.map(({ message }) => message)).toEqual(body.errors)
  if (errors) expect(errors[0]?.extensions).toEqual({ code: 'UNAUTHENTICATED' })
  return body.errors ? `${rest.status} ${body.errors}` : `${rest.status} ${data?.me?.id}`
}

const good = `200 ${customerId}`
const invalid = '401 The token is not valid.'
const expired = '401 The token has expired.'

const { id: kid, secret } = await db.signingKey.findFirstOrThrow()
const base64 = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const claims = { sub: String(customerId), store: '1', iss: 'tandem', iat: seconds, exp: seconds + hour }
const head = { alg: 'HS256', kid }

/** A token signed with our own secret, whatever is in it. */
function forge(payload: unknown, header: unknown = head, hash = 'sha256'): string {
  const text = `${base64(header)}.${base64(payload)}`
  return `${text}.${createHmac(hash, Buffer.from(secret, 'base64url')).update(text).digest('base64url')}`
}

const without = (name: keyof typeof claims) => Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))
const valid = forge(claims)
const [header = '', payload = '', signature = ''] = valid.split('.')

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** The letter that stands for the same bits but the last. */
const nextLetter = (letter = 'A') => letters[letters.indexOf(letter) ^ 1]

describe('A token', () => {
  beforeEach(() => void failures.splice(0))

  test('is good as it was signed, on both surfaces', async () => {
    expect(await said(valid)).toBe(good)
    expect(await said(forge({ ...claims, nbf: seconds }))).toBe(good)
  })

  test.each<[string, string, string]>([
    ['expired', forge({ ...claims, iat: seconds - 2 * hour, exp: seconds }), expired],
    ['more than a day old, whatever it says', forge({ ...claims, iat: seconds - day - 1, exp: seconds + hour }), expired],
    ['issued in the future', forge({ ...claims, iat: seconds + 6 }), '401 The token is not valid yet.'],
    ['good from the future on', forge({ ...claims, nbf: seconds + 1 }), '401 The token is not valid yet.'],
    ['of another issuer', forge({ ...claims, iss: 'somebody' }), invalid],
    ['of two issuers', forge({ ...claims, iss: ['tandem'] }), invalid],
    ['changed', `${header}.${base64({ ...claims, sub: '2' })}.${signature}`, invalid],
    [
      'with a changed signature',
      `${header}.${payload}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      invalid,
    ],
    // Decoders make the same bytes of each of these.
    [
      'with bits left over in its signature',
      `${header}.${payload}.${signature.slice(0, -1)}${nextLetter(signature.at(-1))}`,
      invalid,
    ],
    ['with padding', `${valid}=`, invalid],
    ['with a sign that does not belong', `${header}.${payload}.${signature.slice(0, 9)}!${signature.slice(9)}`, invalid],
    ['in the other alphabet', `${header}.${payload}.${signature.replaceAll('-', '+').replaceAll('_', '/')}=`, invalid],
    ['with half a signature', `${header}.${payload}.${signature.slice(0, 20)}`, invalid],
    ['with no signature', `${header}.${payload}.`, invalid],
    ['of the algorithm none', `${base64({ ...head, alg: 'none' })}.${payload}.`, invalid],
    ['of the algorithm nOnE, signed', forge(claims, { ...head, alg: 'nOnE' }), invalid],
    ['of another HMAC', forge(claims, { ...head, alg: 'HS512' }, 'sha512'), invalid],
    ['of RS256 with our secret', forge(claims, { ...head, alg: 'RS256' }), invalid],
    ['of no algorithm', forge(claims, { kid }), invalid],
    ['with a key of its own', forge(claims, { ...head, jwk: { kty: 'oct', k: secret }, jku: 'http://localhost/' }), good],
    ['with an unknown extension', forge(claims, { ...head, crit: ['b64x'], b64x: true }), invalid],
    ['with an unencoded payload', forge(claims, { ...head, crit: ['b64'], b64: false }), invalid],
    ['without a key id', forge(claims, { alg: 'HS256' }), invalid],
    ['with an unknown key', forge(claims, { ...head, kid: 'd9428888-122b-11e1-b85c-61cd3cbb3210' }), invalid],
    ['with a huge key id', forge(claims, { ...head, kid: 'a'.repeat(10_000) }), invalid],
    ['with SQL for a key id', forge(claims, { ...head, kid: "' OR 1=1 --" }), invalid],
    ['with a path for a key id', forge(claims, { ...head, kid: '../../etc/passwd' }), invalid],
    ['with a zero byte in its key id', forge(claims, { ...head, kid: `${kid.slice(1)}\u0000` }), invalid],
    ['with a number for a key id', forge(claims, { ...head, kid: 1 }), invalid],
    ['with an object for a key id', forge(claims, { ...head, kid: { startsWith: '' } }), invalid],
    ['with a list for a key id', forge(claims, { ...head, kid: [kid] }), invalid],
    ['whose payload is no object', forge('[]'), invalid],
    ['whose payload is null', forge('null'), invalid],
    ['whose payload is no JSON', forge('{"sub":'), invalid],
    ['whose header is no JSON', `${base64('{')}.${payload}.${signature}`, invalid],
    ['whose header is null', `${base64('null')}.${payload}.${signature}`, invalid],
    ['that is not base64', '$$.%%.!!', invalid],
    ['of dots', '..', invalid],
    ['of Latin letters', 'é.ü.ß', invalid],
    ['whose bytes are no UTF-8', `${Buffer.from([0xff, 0xfe]).toString('base64url')}.${payload}.${signature}`, invalid],
    ['that expires at no time', forge({ ...claims, exp: 'tomorrow' }), invalid],
    ['that expires at infinity', forge(JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e999')), invalid],
    ['that lives longer than a day', forge({ ...claims, exp: seconds + day + 1 }), invalid],
    ['that was issued at no time', forge({ ...claims, iat: null }), invalid],
  ])('%s: the same sentence on both surfaces, and no failure of ours', async (_name, token, sentence) => {
    expect(await said(token)).toBe(sentence)
    expect(failures).toEqual([])
  })

  test.each(['sub', 'store', 'iss', 'iat', 'exp'] as const)('without %s is not valid', async (name) => {
    expect(await said(forge(without(name)))).toBe(invalid)
    expect(failures).toEqual([])
  })

  const odd = [
    {},
    [],
    [String(customerId)],
    Number(customerId),
    '',
    '0',
    '-1',
    '1e1',
    ' 1',
    '01',
    '1\u0000',
    '9'.repeat(30),
    null,
    true,
  ]
  test.each(odd.flatMap((value) => ['sub', 'store'].map((name) => [name, value])))(
    'with %s %j is not valid',
    async (name, value) => {
      expect(await said(forge({ ...claims, [name as string]: value }))).toBe(invalid)
      expect(failures).toEqual([])
    },
  )

  test('signed by somebody else with the id of our key is not valid', async () => {
    const theirs = new SignJWT({ store: '1' }).setProtectedHeader(head).setSubject('1').setIssuer('tandem').setIssuedAt(seconds)
    expect(await said(await theirs.setExpirationTime(seconds + hour).sign(Buffer.alloc(32)))).toBe(invalid)
  })

  test('tells a wrong guess from what is malformed or expired', async () => {
    const viewerOf = authenticator(db, true)
    const isGuess = async (token: string) => {
      const request = requestOf(new Request(elsewhere, { headers: { Authorization: `Bearer ${token}` } }), 'unknown')
      const refusal = await Promise.try(viewerOf, request, asking(today)).catch((error: unknown) => error)
      expect(refusal).toMatchObject({ code: 'UNAUTHENTICATED' })
      return refusal instanceof WrongGuess
    }
    expect(await isGuess(`${header}.${base64({ ...claims, sub: '2' })}.${signature}`)).toBe(true)
    expect(await isGuess(forge(claims, { ...head, kid: 'd9428888-122b-11e1-b85c-61cd3cbb3210' }))).toBe(true)
    expect(await isGuess(forge(claims, { ...head, alg: 'none' }))).toBe(true)
    expect(await isGuess('a.b.c')).toBe(false)
    expect(await isGuess(forge({ ...claims, exp: seconds }))).toBe(false)
    expect(await isGuess(forge({ ...claims, iat: seconds + 9 }))).toBe(false)
  })
})

const { token: theirs } = await signCustomerToken(db, { storeId: 2n, customerId: other.id }, today)

describe('At an address', () => {
  test("of a store's own, only its tokens are good; another store's is like any invalid one", async () => {
    expect(await said(valid, instance(), 'http://localhost')).toBe(good)
    expect(await said(theirs, instance(), 'http://second.localhost')).toBe(`200 ${other.id}`)
    expect(await said(valid, instance(), 'http://second.localhost')).toBe(invalid)
    expect(await said(theirs, instance(), 'http://localhost:8080')).toBe(invalid)
  })

  test("that is no store's, the token decides", async () => {
    expect(await said(valid)).toBe(good)
    expect(await said(theirs)).toBe(`200 ${other.id}`)
  })

  test('once known, a token costs no statement, at either kind', async () => {
    const viewerOf = authenticator(db, true)
    const statements: string[] = []
    onTestFinished(hearStatements(db, (sql) => void statements.push(sql)))
    // Prisma announces a statement a moment after its answer.
    const settled = () => new Promise((resolve) => setTimeout(resolve, 30))
    const enter = async (at: string) =>
      expect(
        await viewerOf(requestOf(new Request(at, { headers: { Authorization: store.customer } }), 'unknown'), asking(today)),
      ).toMatchObject({ role: 'customer', by: 'bearer' })
    for (const at of [elsewhere, 'http://localhost']) await enter(at)
    await settled()
    expect(statements.length).toBeGreaterThan(0)
    statements.length = 0
    for (const at of [elsewhere, 'http://localhost']) await enter(at)
    await settled()
    expect(statements).toEqual([])
  })
})

describe('A token of an archived customer', () => {
  const archive = (id: number, archivedAt: Date | null) =>
    db.customer.update({ where: { storeId_id: { storeId: 1n, id: BigInt(id) } }, data: { archivedAt } })
  const refused = '401 The customer of the token is archived.'

  test('is refused at once by an instance that has not read the store, and within a minute by the others', async () => {
    const { id } = await addCustomer(db)
    const token = forge({ ...claims, sub: String(id) })
    const now = performance.now.bind(performance)
    let later = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
    onTestFinished(() => clock.mockRestore())
    const app = instance()
    expect(await said(token, app)).toBe(`200 ${id}`)
    await archive(id, today)
    expect(await said(token)).toBe(refused)
    later += 60_000
    expect(await said(token, app)).toBe(refused)
    expect(await said(valid, app)).toBe(good)
    await archive(id, null)
    later += 60_000
    expect(await said(token, app)).toBe(`200 ${id}`)
  })
})

test('A life is a minute to a day, and an hour unless given', () => {
  expect([undefined, null, 60, 86_400].map((given) => readLifetime(given))).toEqual([3_600, 3_600, 60, 86_400])
  for (const given of [59, 86_401, 0, -1, 60.5, Number.NaN, Infinity])
    expect(() => readLifetime(given)).toThrow('lifetime_seconds must be a whole number of seconds from 60 to 86400.')
})
