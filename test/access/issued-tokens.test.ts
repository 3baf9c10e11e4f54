/** Tokens that a merchant issues: for the store's own customers, shown once, kept nowhere. */
import { describe, expect, test } from 'vitest'
import { hashSecret } from '../../src/auth/secret.ts'
import { openStore } from '../support/store.ts'
import { today } from '../support/template.ts'

const store = await openStore()
const { db } = store
const [customer, another] = await db.customer.findMany({ where: { storeId: 1n }, orderBy: { id: 'desc' }, take: 2 })
const theirs = await db.customer.findFirstOrThrow({ where: { storeId: 2n } })
const id = String(customer?.id)

const issue = `mutation($input: CreateCustomerTokenInput!) {
  createCustomerToken(input: $input) { customer { id } token expiresAt userErrors { code field message } }
}`

async function issued(input: object, as?: string) {
  const { data, errors } = await store.graphql(issue, { input }, as)
  return data?.createCustomerToken ?? errors[0]
}

const refused = (code: string, field: string | null, message: string) => ({
  customer: null,
  token: null,
  expiresAt: null,
  userErrors: [{ code, field, message }],
})

describe('A token issued to a customer', () => {
  test('is that customer on both surfaces, for an hour or as long as asked', async () => {
    const { token, ...rest } = await issued({ customerId: id })
    expect(rest).toEqual({ customer: { id }, expiresAt: '2026-03-15T13:00:00Z', userErrors: [] })
    expect((await store.graphql('{ me { id } }', {}, `Bearer ${token}`)).data.me.id).toBe(id)
    expect((await store.rest('/v1/store/api/shipments/', `Bearer ${token}`)).status).toBe(200)
    expect((await issued({ customerId: id, lifetimeSeconds: 60 })).expiresAt).toBe('2026-03-15T12:01:00Z')
    expect((await issued({ customerId: id, lifetimeSeconds: 86_400 })).expiresAt).toBe('2026-03-16T12:00:00Z')
  })

  test('takes a life of a minute to a day', async () => {
    const message = 'lifetimeSeconds must be a whole number of seconds from 60 to 86400.'
    for (const lifetimeSeconds of [59, 86_401, 0, -1])
      expect(await issued({ customerId: id, lifetimeSeconds })).toEqual(refused('BAD_INPUT', 'lifetimeSeconds', message))
  })

  test("takes a customer of the merchant's store: another's is like a missing one", async () => {
    const nobody = '9007199254740991'
    const missing = refused('NOT_FOUND', null, 'Not found.')
    expect(await issued({ customerId: nobody })).toEqual(missing)
    expect(await issued({ customerId: String(theirs.id) })).toEqual(missing)
    expect(await issued({ customerId: id }, store.otherMerchant)).toEqual(missing)
    const statements = (customerId: string) => store.statements(() => issued({ customerId }))
    expect(await statements(String(theirs.id))).toEqual(await statements(nobody))
  })

  test('takes the scope write_customers, and no customer issues one', async () => {
    const add = (clientId: string, scopes: string[]) =>
      db.merchantKey.create({ data: { storeId: 1n, clientId, secretHash: hashSecret(clientId, 's'), createdAt: today, scopes } })
    await add('reader', ['read_customers', 'write_orders'])
    await add('writer', ['write_customers'])
    expect(await issued({ customerId: id }, 'Bearer reader.s')).toMatchObject({
      message: 'The key lacks the scope write_customers.',
    })
    expect(await issued({ customerId: id }, 'Bearer writer.s')).toMatchObject({ customer: { id }, token: expect.any(String) })
    expect(await issued({ customerId: id }, store.customer)).toMatchObject({ extensions: { code: 'FORBIDDEN' } })
    expect(await issued({ customerId: id }, '')).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } })
  })

  test('is shown once, and neither the log nor the idempotency keys nor a kept answer remember it', async () => {
    const send = async () => {
      const response = await store.fetch('/graphql', {
        method: 'POST',
        headers: { Authorization: store.merchant, 'Content-Type': 'application/json', 'Idempotency-Key': 'issue-1' },
        body: JSON.stringify({ query: issue, variables: { input: { customerId: String(another?.id) } } }),
      })
      // biome-ignore lint/suspicious/noExplicitAny: looked into by this test, which knows its shape
      return ((await response.json()) as any).data.createCustomerToken
    }
    const first = await send()
    expect(first.token).toEqual(expect.any(String))
    expect(await send()).toEqual({ ...first, token: null, expiresAt: null })
    const rows = await db.$queryRaw<{ text: string }[]>`
      SELECT t::text AS text FROM idempotency_key t UNION ALL SELECT t::text FROM log_entry t`
    const kept = rows.map(({ text }) => text).join('\n')
    expect(kept).toContain('issue-1')
    expect(kept).toContain('createCustomerToken')
    for (const part of first.token.split('.')) expect(kept).not.toContain(part)
    expect(await db.idempotencyKey.findFirst({ where: { key: 'issue-1' } })).toMatchObject({ body: null, status: null })
  })
})
