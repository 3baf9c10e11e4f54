/** The type of GraphQL's answers: the newer one for who asks for it, JSON for everybody else, also where nothing was run. */
import { describe, expect, it } from 'vitest'
import { bucketsInMemory } from '../../src/budget/memory.ts'
import { acceptedGraphqlType } from '../../src/http/preference.ts'
import { openStore, type Store } from '../support/store.ts'
import { today } from '../support/template.ts'

const store = await openStore()
const locked = await openStore({ registered: new Map() })
const rate = { burst: 100, perSecond: 1 }
const buckets = bucketsInMemory(rate, () => today.getTime())
const poor = await openStore({ budget: { rate, buckets } })

const json = { 'Content-Type': 'application/json' }
const query = '{"query":"{ orders { totalCount } }"}'

const requests: [status: number, what: string, at: Store, init: RequestInit, as?: string][] = [
  [200, 'a query', store, { method: 'POST', headers: json, body: query }],
  [400, 'a query that does not parse', store, { method: 'POST', headers: json, body: '{"query":"{"}' }],
  [400, 'an unknown field', store, { method: 'POST', headers: json, body: '{"query":"{ shoe }"}' }],
  [400, 'a body that is no JSON', store, { method: 'POST', headers: json, body: '{' }],
  [400, 'another Content-Type', store, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: query }],
  [401, 'a wrong credential', store, { method: 'POST', headers: json, body: query }, 'Bearer demo.wrong'],
  [403, 'a document that is not registered', locked, { method: 'POST', headers: json, body: query }],
  [404, 'a document that is not known', store, { method: 'POST', headers: json, body: '{"documentId":"Shoes"}' }],
  [405, 'another method', store, { method: 'PUT', headers: json, body: query }],
  [413, 'a large body', store, { method: 'POST', headers: json, body: `{"query":"${'x'.repeat(1_100_000)}"}` }],
  [415, 'a compressed body', store, { method: 'POST', headers: { ...json, 'Content-Encoding': 'gzip' }, body: query }],
  [429, 'a budget that is used up', poor, { method: 'POST', headers: json, body: query }],
]

describe.each(requests)('%s, for %s,', (status, _what, at, init, as = store.merchant) => {
  it.each([
    ['application/graphql-response+json', 'application/graphql-response+json'],
    ['application/graphql-response+json; charset=utf-8, application/json; q=0.9', 'application/graphql-response+json'],
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
    [undefined, 'application/json'],
  ])('asked as %s is %s', async (accept, type) => {
    await buckets.charge('key demo', 1_000)
    const headers = { ...init.headers, ...(accept && { Accept: accept }), ...(as && { Authorization: as }) }
    const response = await at.fetch('/graphql', { ...init, headers })
    expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`)
    expect(response.status).toBe(status)
    expect(await response.json()).toHaveProperty(status === 200 ? 'data' : 'errors')
  })
})

describe('A write that is told again', () => {
  it('is told in the type that is asked for now', async () => {
    const body = '{"query":"mutation { updateSubscription(input: { id: 1, note: \\"A\\" }) { userErrors { code } } }"}'
    const headers = { ...json, Authorization: store.merchant, 'Idempotency-Key': 'types' }
    const told = async (Accept: string) => {
      const response = await store.fetch('/graphql', { method: 'POST', headers: { ...headers, Accept }, body })
      return [response.headers.get('idempotent-replayed'), response.headers.get('content-type')]
    }
    await told('application/json')
    for (const type of ['application/graphql-response+json', 'application/json'])
      expect(await told(type)).toEqual(['true', `${type}; charset=utf-8`])
  })
})

describe('The type that an Accept header names first', () => {
  it.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['application/*', 'application/json'],
    ['text/html, application/graphql-response+json', 'application/graphql-response+json'],
    ['application/json, application/graphql-response+json', 'application/json'],
    ['application/graphql-response+json;q=0, */*;q=0.1', 'application/json'],
    ['text/plain', undefined],
    ['application/json;q=0', undefined],
  ])('of %j is %s', (accept, type) => {
    expect(acceptedGraphqlType(accept)).toBe(type)
  })
})
