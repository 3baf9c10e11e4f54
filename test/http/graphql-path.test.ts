/** GraphQL answers at `/graphql/` as it does at `/graphql`, whatever is asked and however. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'

const store = await openStore()
const shop = 'https://shop.example'
await store.graphql(`mutation { addAllowedOrigin(input: { origin: "${shop}" }) { userErrors { message } } }`)

const json = { Authorization: store.merchant, 'Content-Type': 'application/json' }
const post = (body: object, headers: Record<string, string> = json): RequestInit => ({
  method: 'POST',
  headers,
  body: JSON.stringify(body),
})

/** All that is told of an answer, but what is new each time. */
async function answer(path: string, init?: RequestInit) {
  const response = await store.fetch(path, init)
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'x-request-id'))
  return { status: response.status, headers, body: await response.text() }
}

describe('/graphql/', () => {
  it.each<[what: string, search: string, status: number, init?: RequestInit]>([
    ['a query', '', 200, post({ query: '{ products(first: 2) { nodes { id name } } }' })],
    ['a query in the address', '?query=%7B__typename%7D', 200, { headers: json }],
    ['a document that is wrong', '', 400, post({ query: '{ nothing }' })],
    ['nobody', '', 200, post({ query: '{ __typename }' }, { 'Content-Type': 'application/json' })],
    ['a wrong secret', '', 401, post({ query: '{ __typename }' }, { ...json, Authorization: 'Bearer demo.wrong' })],
    ['a method that there is not', '', 405, { method: 'DELETE', headers: json }],
    ['OPTIONS', '', 204, { method: 'OPTIONS', headers: json }],
    ['a browser', '', 200, { headers: { Accept: 'text/html' } }],
    ['a preflight', '', 204, { method: 'OPTIONS', headers: { Origin: shop, 'Access-Control-Request-Method': 'POST' } }],
    ['an allowed page', '', 200, post({ query: '{ __typename }' }, { ...json, Origin: shop })],
  ])('answers %s like /graphql', async (_what, search, status, init) => {
    const answered = await answer(`/graphql/${search}`, init)
    expect(answered.status).toBe(status)
    expect(answered).toEqual(await answer(`/graphql${search}`, init))
  })

  it('knows the keys of the other, and tells its answers again', async () => {
    const headers = { ...json, 'Idempotency-Key': 'slash' }
    const query =
      'mutation { updateProduct(input: { id: 1, description: "With a slash" }) { product { id } userErrors { code } } }'
    const first = await answer('/graphql/', post({ query }, headers))
    expect(first).toMatchObject({ status: 200, body: expect.stringContaining('"userErrors":[]') })
    const again = await answer('/graphql', post({ query }, headers))
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
  })

  it('answers 404 at paths that only resemble /graphql', async () => {
    for (const path of ['/graphql//', '/graphql/x', '/graphqlx', '/GraphQL/'])
      expect((await store.fetch(path, post({ query: '{ __typename }' }))).status).toBe(404)
  })
})
