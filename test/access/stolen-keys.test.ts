/**
 * A secret that was withdrawn is let in for up to five seconds more; it makes nothing in them that would outlast it. The clock
 * of these tests stands still, so that they all happen within the five seconds.
 */
import { describe, expect, test } from 'vitest'
import { openStore } from '../support/store.ts'

const store = await openStore()
const { db } = store

async function ask(name: string, input: string, shows: string, as: string) {
  const { data, errors } = await store.graphql(
    `mutation { ${name}(input: { ${input} }) { ${shows} userErrors { code } } }`,
    {},
    as,
  )
  return { ...data?.[name], refused: errors[0] && { code: errors[0].extensions.code, message: errors[0].message } }
}

const rotate = (id: string, overlapSeconds: number, as = store.merchant) =>
  ask('rotateMerchantKey', `id: ${id}, overlapSeconds: ${overlapSeconds}`, 'secret', as)

/** A key that may do everything, and was just used. */
async function warmKey() {
  const { merchantKey, secret } = await ask(
    'createMerchantKey',
    'scopes: ["*"]',
    'secret merchantKey { id clientId }',
    store.merchant,
  )
  const as = `Bearer ${merchantKey.clientId}.${secret}`
  expect(await statusOf(as)).toBe(200)
  return { ...(merchantKey as { id: string; clientId: string }), secret: secret as string, as }
}

const statusOf = async (as: string) => (await store.graphql('{ orders(first: 1) { nodes { id } } }', {}, as)).status

/** Everything that would outlast the secret that asks for it. */
const lasting: Record<string, (key: { id: string; as: string }) => Promise<{ refused?: object }>> = {
  createMerchantKey: ({ as }) => ask('createMerchantKey', 'scopes: ["read_orders"]', 'secret', as),
  'rotateMerchantKey of the key itself': ({ id, as }) => rotate(id, 0, as),
  'rotateMerchantKey of another': async ({ as }) => rotate((await warmKey()).id, 0, as),
  revokeMerchantKey: async ({ as }) => ask('revokeMerchantKey', `id: ${(await warmKey()).id}`, 'merchantKey { id }', as),
  createCustomerToken: ({ as }) => ask('createCustomerToken', `customerId: ${store.customerId}`, 'token', as),
  addAllowedOrigin: ({ as }) => ask('addAllowedOrigin', 'origin: "https://evil.example"', 'allowedOrigin { id }', as),
  async removeAllowedOrigin({ as }) {
    const origin = `https://own-${await db.allowedOrigin.count()}-${as.slice(-5)}.example`.toLowerCase().replace('_', '-')
    const { id } = await db.allowedOrigin.create({ data: { storeId: 1n, origin, createdAt: new Date(0) } })
    return ask('removeAllowedOrigin', `id: ${id}`, '', as)
  },
}

const wrongSecret = { code: 'UNAUTHENTICATED', message: 'The client id or secret is not right.' }
const revoked = { code: 'UNAUTHENTICATED', message: 'The key has been revoked.' }

/** The settings of a store that a thief would want to change. */
const held = async () => ({
  keys: await db.merchantKey.findMany({ select: { clientId: true }, where: { name: null, scopes: { equals: ['read_orders'] } } }),
  evil: await db.allowedOrigin.count({ where: { origin: 'https://evil.example' } }),
})

describe.each(Object.entries(lasting))('%s', (_name, write) => {
  test('is not for a secret that was ended by a rotation', async () => {
    const key = await warmKey()
    const { secret } = await rotate(key.id, 0)
    expect(await statusOf(key.as)).toBe(200)
    const before = await held()
    expect((await write(key)).refused).toEqual(wrongSecret)
    expect(await held()).toEqual(before)
    expect((await write({ ...key, as: `Bearer ${key.clientId}.${secret}` })).refused).toBeUndefined()
    await db.allowedOrigin.deleteMany({})
  })

  test('is not for a key that was revoked', async () => {
    const key = await warmKey()
    await ask('revokeMerchantKey', `id: ${key.id}`, 'merchantKey { id }', store.merchant)
    expect(await statusOf(key.as)).toBe(200)
    const before = await held()
    expect((await write(key)).refused).toEqual(revoked)
    expect(await held()).toEqual(before)
  })

  test('is for both secrets while the overlap of a rotation lasts', async () => {
    const key = await warmKey()
    await rotate(key.id, 60)
    expect((await write(key)).refused).toBeUndefined()
    await db.allowedOrigin.deleteMany({})
  })
})

test('A secret stands nowhere in what is told of who asks, nor does its hash', async () => {
  const { merchantKeys } = await import('../../src/auth/merchant-key.ts')
  const { hashSecret } = await import('../../src/auth/secret.ts')
  const { inspect } = await import('node:util')
  const key = await warmKey()
  const viewer = await merchantKeys(db)(key, new Date(), async () => {})
  const told = inspect(viewer, { depth: 9, showHidden: true }) + JSON.stringify(viewer, (_, value) => String(value))
  expect(told).not.toContain(key.secret)
  expect(told).not.toContain(hashSecret(key.clientId, key.secret))
})
