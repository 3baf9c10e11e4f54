/** Allowed origins as merchants write them: what is an origin, how many there are, and whose. */
import { describe, expect, test } from 'vitest'
import { hashSecret } from '../../src/auth/secret.ts'
import { maxOrigins } from '../../src/http/cross-origin.ts'
import { readOrigin } from '../../src/resources/allowed-origins/rules.ts'
import { openStore } from '../support/store.ts'
import { expectRefused, mutate } from './writing.ts'

const store = await openStore()
const { db, merchant, otherMerchant } = store

const shows = 'allowedOrigin { id origin }'
const add = (origin: string, as = merchant) => mutate(store, 'addAllowedOrigin', { origin }, shows, as)
const listed = async (as = merchant): Promise<string[]> =>
  (await store.graphql('{ allowedOrigins(first: 1000) { nodes { origin } } }', {}, as)).data.allowedOrigins.nodes.map(
    ({ origin }: { origin: string }) => origin,
  )

describe('An origin', () => {
  test.each([
    ['https://shop.example', 'https://shop.example'],
    ['HTTPS://Shop.EXAMPLE', 'https://shop.example'],
    ['https://shop.example:443', 'https://shop.example'],
    ['https://shop.example:8443', 'https://shop.example:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://[2001:DB8::1]', 'https://[2001:db8::1]'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://app.localhost', 'http://app.localhost'],
    ['http://app.shop.localhost', 'http://app.shop.localhost'],
    ['http://127.0.0.1:80', 'http://127.0.0.1'],
    ['http://127.1:5173', 'http://127.0.0.1:5173'],
    ['http://[::1]:5173', 'http://[::1]:5173'],
    ['http://localhost:*', 'http://localhost:*'],
    ['HTTP://LocalHost:*', 'http://localhost:*'],
    ['http://127.0.0.1:*', 'http://127.0.0.1:*'],
    ['http://[::1]:*', 'http://[::1]:*'],
  ])('%s is kept as browsers send it', (text, origin) => {
    expect(readOrigin(text)).toBe(origin)
  })

  test.each([
    ['', 'is not an origin'],
    ['null', 'is not an origin'],
    ['*', 'has no wildcard'],
    ['https://*.shop.example', 'has no wildcard'],
    ['https://shop.example:*', 'has no wildcard'],
    ['http://shop.example:*', 'has no wildcard'],
    ['https://localhost:*', 'has no wildcard'],
    ['http://*:3000', 'has no wildcard'],
    ['http://*.localhost:*', 'has no wildcard'],
    ['http://localhost:*:*', 'has no wildcard'],
    ['http://localhost:3*', 'has no wildcard'],
    ['http://localhost*', 'has no wildcard'],
    ['http://user@localhost:*', 'has no wildcard'],
    ['http://localhost:*/', 'has no wildcard'],
    ['shop.example', 'is not an origin'],
    ['//shop.example', 'is not an origin'],
    ['https://', 'is not an origin'],
    ['https://shop.example/', 'is not an origin'],
    ['https://shop.example/path', 'is not an origin'],
    ['https://shop.example?x', 'is not an origin'],
    ['https://shop.example#x', 'is not an origin'],
    ['https://shop.example\\x', 'is not an origin'],
    ['https://somebody@shop.example', 'is not an origin'],
    ['https://shop.example:99999', 'is not an origin'],
    ['https://shop example', 'is not an origin'],
    [' https://shop.example', 'is not an origin'],
    ['https://shop.example\n', 'is not an origin'],
    ['https://shop.example, https://other.example', 'is not an origin'],
    ['https://.example', 'is not an origin'],
    ['https://shop..example', 'is not an origin'],
    ['https://shop.example.', 'is not an origin'],
    ['https://shop.example.:8443', 'is not an origin'],
    ['https://shop.example\u3002', 'is not an origin'],
    ['https://.', 'is not an origin'],
    ['https://%61.example', 'is not an origin'],
    ['https://shop%2eexample', 'is not an origin'],
    ['http://shop.example', 'begins with https://'],
    ['http://127.0.0.1.evil.example', 'begins with https://'],
    ['http://localhost.evil.example', 'begins with https://'],
    ['http://evil-localhost', 'begins with https://'],
    ['file://shop', 'begins with https://'],
    ['chrome-extension://abcdef', 'begins with https://'],
    ['javascript:alert(1)', 'is not an origin'],
    [`https://${'a.'.repeat(150)}example`, 'at most 255 characters'],
    [`https://${'ü'.repeat(60)}.${'ü'.repeat(60)}.${'ü'.repeat(60)}.${'ü'.repeat(60)}`, 'at most 255 characters'],
  ])('%j is none', (text, reason) => {
    expect(() => readOrigin(text)).toThrow(reason)
  })
})

describe('A list of origins', () => {
  test('is empty at first, takes each once, and gives them back', async () => {
    expect(await listed()).toEqual([])
    const { record } = await add('https://Shop.example:443')
    expect(record.origin).toBe('https://shop.example')
    expect(await add('https://shop.example')).toEqual({ record, userErrors: [] })
    expect(await listed()).toEqual(['https://shop.example'])
    expect(await listed(otherMerchant)).toEqual([])

    await mutate(store, 'removeAllowedOrigin', { id: record.id })
    expect(await listed()).toEqual([])
    const log = await db.logEntry.findMany({ where: { operation: { endsWith: 'AllowedOrigin' } }, orderBy: { id: 'asc' } })
    expect(log.map(({ changes }) => changes)).toEqual([
      { origin: { from: null, to: 'https://shop.example' } },
      {},
      { origin: { from: 'https://shop.example', to: null } },
    ])
  })

  test('says which field is wrong', async () => {
    const { record, userErrors } = await add('http://shop.example')
    expect(record).toBeNull()
    expect(userErrors).toMatchObject([{ code: 'BAD_INPUT', field: 'origin' }])
  })

  test('of another store is out of reach, and like a missing one', async () => {
    const { record } = await add('https://theirs.example', otherMerchant)
    for (const id of [record.id, '9007199254740991']) {
      await expectRefused(store, { graphql: ['removeAllowedOrigin', { id }] }, 'NOT_FOUND', 'Not found.')
      const { errors } = await store.graphql(`{ allowedOrigin(id: ${id}) { origin } }`)
      expect(errors).toMatchObject([{ message: 'Not found.', extensions: { code: 'NOT_FOUND' } }])
    }
    expect((await add('https://theirs.example')).record.id).not.toBe(record.id)
    expect(await listed(otherMerchant)).toEqual(['https://theirs.example'])
  })

  test('is for keys that may manage the store', async () => {
    const keyWith = async (clientId: string, scopes: string[]) => {
      await db.merchantKey.create({
        data: { storeId: 1n, clientId, secretHash: hashSecret(clientId, 's'), scopes, createdAt: new Date(0) },
      })
      return `Bearer ${clientId}.s`
    }
    const others = await keyWith('tk_others', ['read_orders', 'write_orders'])
    const admin = await keyWith('tk_admin', ['admin'])
    const write = 'mutation { addAllowedOrigin(input: { origin: "https://a.example" }) { userErrors { code } } }'
    for (const query of ['{ allowedOrigins { totalCount } }', write]) {
      for (const as of [others, store.customer]) {
        expect((await store.graphql(query, {}, as)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
      }
      expect((await store.graphql(query, {}, '')).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
      expect((await store.graphql(query, {}, admin)).errors).toEqual([])
    }
  })

  test('has an end, and takes one origin once, also when many come at the same time', async () => {
    await db.allowedOrigin.deleteMany({ where: { storeId: 1n } })
    const data = Array.from({ length: maxOrigins - 3 }, (_, number) => ({
      storeId: 1n,
      origin: `https://site-${number}.example`,
      createdAt: new Date(0),
    }))
    await db.allowedOrigin.createMany({ data })
    const same = await Promise.all(Array.from({ length: 4 }, () => add('https://same.example')))
    expect(new Set(same.map(({ record }) => record.id)).size).toBe(1)
    const answers = await Promise.all(Array.from({ length: 6 }, (_, number) => add(`https://late-${number}.example`)))
    const refused = answers.flatMap(({ userErrors }) => userErrors)
    expect(refused.map(({ code, message }) => ({ code, message }))).toEqual(
      Array.from({ length: 4 }, () => ({
        code: 'BAD_INPUT',
        message: `A store allows at most ${maxOrigins} origins; remove one first.`,
      })),
    )
    expect(await listed()).toHaveLength(maxOrigins)
    expect((await add('https://same.example')).userErrors).toEqual([])
  })
})
