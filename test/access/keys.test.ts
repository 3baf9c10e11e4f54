/** Managing merchant keys over GraphQL: secrets are shown once, and no key reaches further than its maker. */
import { describe, expect, test } from 'vitest'
import { hashSecret } from '../../src/auth/secret.ts'
import { maxOverlapSeconds } from '../../src/values/overlap.ts'
import { type As, openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

const store = await openStore()
const { db } = store

const shows = 'merchantKey { id clientId name scopes rotatedAt previousWorksUntil revokedAt }'
const fields: Record<string, string> = { createMerchantKey: 'secret', rotateMerchantKey: 'secret', revokeMerchantKey: '' }

async function write(name: string, input: object, as: As = store.merchant, idempotencyKey?: string) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { ${fields[name]} ${shows} userErrors { code field message } } }`
  const response = await store.fetch('/graphql', {
    method: 'POST',
    headers: {
      Authorization: as ?? '',
      'Content-Type': 'application/json',
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    },
    body: JSON.stringify({ query, variables: { input } }),
  })
  const { data, errors = [] } = await response.json()
  const refused = errors[0]?.extensions.code ?? data?.[name]?.userErrors[0]?.code
  const message = errors[0]?.message ?? data?.[name]?.userErrors[0]?.message
  return { ...data?.[name], refused, message, replayed: response.headers.get('idempotent-replayed') }
}

type Key = { id: string; clientId: string }

/** A key made by the demo merchant, and the Authorization it opens the store with. */
async function keyWith(...scopes: string[]): Promise<Key & { as: string; secret: string }> {
  const { merchantKey, secret } = await write('createMerchantKey', { name: 'Test', scopes })
  return { ...merchantKey, secret, as: `Bearer ${merchantKey.clientId}.${secret}` }
}

const codeOf = async (query: string, as: As) => (await store.graphql(query, {}, as)).errors[0]?.extensions.code
const readOrders = '{ orders(first: 1) { nodes { id } } }'
const statusOf = async (as: As) => (await store.rest('/v1/orders/?limit=1', as)).status

/** The tables in which a text stands. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await db.$queryRawUnsafe<unknown[]>(`SELECT 1 FROM "${name}" t WHERE strpos(t::text, $1) > 0 LIMIT 1`, text)
      return rows.length > 0 ? [name] : []
    }),
  )
  return found.flat()
}

const hidden = 'name must be one line, without control characters or invisible ones.'

describe('createMerchantKey', () => {
  test('makes a key that opens what its scopes say', async () => {
    const { as, secret, clientId } = await keyWith('read_orders', 'read_orders')
    expect(secret).toMatch(/^tsk_[\w-]{43}$/)
    expect(clientId).toMatch(/^tk_[0-9a-f]{18}$/)
    expect(await codeOf(readOrders, as)).toBeUndefined()
    expect(await codeOf('{ products { totalCount } }', as)).toBe('FORBIDDEN')
    const { data } = await store.graphql(
      `{ merchantKeys(filter: { clientId: { eq: "${clientId}" } }) { nodes { name scopes } } }`,
    )
    expect(data.merchantKeys.nodes).toEqual([{ name: 'Test', scopes: ['read_orders'] }])
  })

  test('shows the secret once, and leaves it nowhere', async () => {
    const first = await write('createMerchantKey', { scopes: ['read_orders'] }, store.merchant, 'make-a-key')
    const again = await write('createMerchantKey', { scopes: ['read_orders'] }, store.merchant, 'make-a-key')
    expect(first.secret).toMatch(/^tsk_/)
    expect(again).toEqual({ ...first, secret: null, replayed: 'true' })
    expect(await tablesWith(first.secret)).toEqual([])
    expect(await tablesWith(first.merchantKey.clientId)).toContain('merchant_key')
    const hash = hashSecret(first.merchantKey.clientId, first.secret)
    expect(await tablesWith(hash)).toEqual(['merchant_key'])
    const entry = await db.logEntry.findFirstOrThrow({ where: { operation: 'createMerchantKey' }, orderBy: { id: 'desc' } })
    expect(entry).toMatchObject({ actor: 'key demo', recordType: 'merchant_key', recordId: BigInt(first.merchantKey.id) })
    expect(entry.changes).toEqual({ name: { from: null, to: null }, scopes: { from: null, to: ['read_orders'] } })
  })

  test('names the scopes that do not exist', async () => {
    const { merchantKey, secret, message, refused } = await write('createMerchantKey', {
      scopes: ['read_orders', 'fly', 'read_'],
    })
    expect({ merchantKey, secret, refused }).toEqual({ merchantKey: null, secret: null, refused: 'BAD_INPUT' })
    expect(message).toMatch(/^Unknown scopes: fly, read_; known are \*, admin, read_customers, /)
    expect(await write('createMerchantKey', { scopes: [''] })).toMatchObject({ message: expect.stringContaining('(empty)') })
    expect((await write('createMerchantKey', { scopes: [] })).message).toMatch(/^A key needs at least one scope/)
    const many = Array.from({ length: 500 }, (_, place) => `scope${place}`)
    expect((await write('createMerchantKey', { scopes: many })).message.length).toBeLessThan(1000)
  })

  test.each([
    ['', 'name must not be empty.'],
    ['x'.repeat(101), 'name must have at most 100 characters.'],
    ['a\u001b[2J', hidden],
    ['a\nb', hidden],
    ['a\u2028b', hidden],
    ['a\u2029b', hidden],
    ['a\u202eb', hidden],
    ['a\u200bb', hidden],
    ['\ufeffa', hidden],
    ['a\u{e0041}', hidden],
  ])('refuses the name %j', async (name, message) => {
    expect(await write('createMerchantKey', { name, scopes: ['log'] })).toMatchObject({ refused: 'BAD_INPUT' })
    expect(await write('createMerchantKey', { name, scopes: ['read_log'] })).toMatchObject({ refused: 'BAD_INPUT', message })
  })
})

describe('rotateMerchantKey', () => {
  test('gives a new secret, and the one before works on', async () => {
    const { id, as, clientId } = await keyWith('read_orders')
    const { secret, merchantKey } = await write('rotateMerchantKey', { id, overlapSeconds: 60 })
    const until = new Date(today.getTime() + 60_000).toISOString().replace('.000', '')
    expect(merchantKey).toMatchObject({ clientId, rotatedAt: '2026-03-15T12:00:00Z', previousWorksUntil: until })
    expect([await statusOf(as), await statusOf(`Bearer ${clientId}.${secret}`)]).toEqual([200, 200])
    expect(await tablesWith(secret)).toEqual([])
    const entry = await db.logEntry.findFirstOrThrow({ where: { operation: 'rotateMerchantKey' }, orderBy: { id: 'desc' } })
    expect(Object.keys(entry.changes as object).sort()).toEqual(['previousWorksUntil', 'rotatedAt'])
  })

  test('works on for a day unless said otherwise', async () => {
    const { merchantKey } = await write('rotateMerchantKey', { id: (await keyWith('read_orders')).id })
    expect(merchantKey.previousWorksUntil).toBe('2026-03-16T12:00:00Z')
  })

  test('keeps the promise of an overlap, unless all ends at once', async () => {
    const { id, as, clientId } = await keyWith('read_orders')
    const { secret } = await write('rotateMerchantKey', { id })
    const second = await write('rotateMerchantKey', { id })
    expect(second).toMatchObject({ refused: 'WRONG_STATUS', message: expect.stringContaining('until 2026-03-16T12:00:00Z') })
    expect(second.secret).toBeNull()
    expect(await statusOf(as)).toBe(200)
    expect((await write('rotateMerchantKey', { id, overlapSeconds: 0 })).merchantKey.previousWorksUntil).toBeNull()
    const { previousSecretHash, secretHash } = await db.merchantKey.findUniqueOrThrow({ where: { clientId } })
    expect(previousSecretHash).toBeNull()
    expect(secretHash).not.toBe(hashSecret(clientId, secret))
  })

  test('of concurrent rotations of a key exactly one succeeds', async () => {
    const { id } = await keyWith('read_orders')
    const answers = await Promise.all([1, 2, 3].map(() => write('rotateMerchantKey', { id })))
    expect(answers.map(({ refused }) => refused).sort()).toEqual(['WRONG_STATUS', 'WRONG_STATUS', undefined])
  })

  test.each([-1, maxOverlapSeconds + 1])('refuses an overlap of %i seconds', async (overlapSeconds) => {
    const { id } = await keyWith('read_orders')
    const message = 'overlapSeconds must be a whole number of seconds from 0 to 2592000.'
    expect(await write('rotateMerchantKey', { id, overlapSeconds })).toMatchObject({ refused: 'BAD_INPUT', message })
  })

  test('does not bring a revoked key back', async () => {
    const { id } = await keyWith('read_orders')
    await write('revokeMerchantKey', { id })
    expect((await write('rotateMerchantKey', { id, overlapSeconds: 0 })).refused).toBe('WRONG_STATUS')
  })
})

describe('revokeMerchantKey', () => {
  test('ends a key, and doing it again changes nothing', async () => {
    const { id, clientId } = await keyWith('read_orders')
    await write('rotateMerchantKey', { id })
    const { merchantKey } = await write('revokeMerchantKey', { id })
    expect(merchantKey).toMatchObject({ revokedAt: '2026-03-15T12:00:00Z', previousWorksUntil: null })
    const row = await db.merchantKey.findUniqueOrThrow({ where: { clientId } })
    expect((await write('revokeMerchantKey', { id })).merchantKey).toEqual(merchantKey)
    expect(await db.merchantKey.findUniqueOrThrow({ where: { clientId } })).toEqual(row)
  })

  test('may end the very key that asks, which then can do nothing more with keys', async () => {
    const { id, as } = await keyWith('admin', 'read_orders')
    expect(await codeOf(readOrders, as)).toBeUndefined()
    expect((await write('revokeMerchantKey', { id }, as)).merchantKey.revokedAt).not.toBeNull()
    // The clock stands still, so the key is still in memory: these are its last five seconds.
    expect(await codeOf(readOrders, as)).toBeUndefined()
    const answer = await write('createMerchantKey', { scopes: ['read_orders'] }, as)
    expect(answer).toMatchObject({ refused: 'UNAUTHENTICATED', message: 'The key has been revoked.' })
  })
})

describe('A key reaches no further than its maker', () => {
  test('it gives only scopes it has', async () => {
    const { as } = await keyWith('admin', 'read_orders')
    for (const scope of ['write_orders', '*', 'read_log']) {
      const answer = await write('createMerchantKey', { scopes: ['read_orders', scope] }, as)
      expect(answer).toMatchObject({ refused: 'FORBIDDEN', message: `The key lacks the scope ${scope}.` })
    }
    expect((await write('createMerchantKey', { scopes: ['admin', 'read_orders'] }, as)).refused).toBeUndefined()
  })

  test('it neither rotates nor revokes a key that may do more', async () => {
    const { as } = await keyWith('admin', 'read_orders')
    const more = await keyWith('read_orders', 'write_orders')
    for (const name of ['rotateMerchantKey', 'revokeMerchantKey']) {
      const answer = await write(name, { id: more.id }, as)
      expect(answer).toMatchObject({ refused: 'FORBIDDEN', message: 'The key lacks the scope write_orders.' })
    }
    expect(await statusOf(more.as)).toBe(200)
    const less = await keyWith('read_orders')
    expect((await write('rotateMerchantKey', { id: less.id }, as)).refused).toBeUndefined()
    expect((await write('revokeMerchantKey', { id: less.id }, as)).refused).toBeUndefined()
  })

  test('without admin it sees and changes no keys, nor does a customer or a visitor', async () => {
    const { as, id } = await keyWith('read_orders', 'write_orders', 'read_log')
    for (const [who, code] of [
      [as, 'FORBIDDEN'],
      [store.customer, 'FORBIDDEN'],
      [undefined, 'UNAUTHENTICATED'],
    ] as const) {
      expect(await codeOf('{ merchantKeys { totalCount } }', who ?? '')).toBe(code)
      expect(await codeOf(`{ merchantKey(id: ${id}) { name } }`, who ?? '')).toBe(code)
      expect(await codeOf('mutation { createMerchantKey(input: { scopes: ["read_orders"] }) { secret } }', who ?? '')).toBe(code)
      for (const name of ['rotateMerchantKey', 'revokeMerchantKey'])
        expect(await codeOf(`mutation { ${name}(input: { id: ${id} }) { userErrors { code } } }`, who ?? '')).toBe(code)
    }
  })

  test("another store's key is like a missing one", async () => {
    const { id } = await keyWith('read_orders')
    const before = await db.merchantKey.findMany({ orderBy: { id: 'asc' } })
    for (const name of ['rotateMerchantKey', 'revokeMerchantKey']) {
      const answer = await write(name, { id }, store.otherMerchant)
      expect(answer).toMatchObject({ refused: 'NOT_FOUND', merchantKey: null })
      expect(answer).toEqual(await write(name, { id: '9007199254740991' }, store.otherMerchant))
    }
    expect(await db.merchantKey.findMany({ orderBy: { id: 'asc' } })).toEqual(before)
  })
})

test('No hash is in the schema', async () => {
  const printed = await (await store.fetch('/schema.graphql')).text()
  expect(printed).toContain('type MerchantKey implements Node {')
  expect(printed).not.toMatch(/secretHash/i)
})
