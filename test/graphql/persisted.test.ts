/** Documents by their hash: automatic persisted queries, and the locked mode in which only registered documents run. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getIntrospectionQuery } from 'graphql'
import { afterAll, describe, expect, it } from 'vitest'
import { defaultLimits } from '../../src/config/limits.ts'
import { readOperations } from '../../src/graphql/operations.ts'
import { automaticDocuments, registeredDocuments } from '../../src/graphql/persisted.ts'
import { schema } from '../../src/resources/schema.ts'
import { OperatorError } from '../../src/values/operator-error.ts'
import { openStore, type Store } from '../support/store.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const persisted = (sha256Hash: string) => ({ persistedQuery: { version: 1, sha256Hash } })

type Answer = { data?: unknown; errors?: { message: string; extensions: { code: string } }[] }

/** Sends what a client may send of a document, over POST or GET. */
async function send({ fetch, merchant }: Store, body: Record<string, unknown>, method: 'POST' | 'GET' = 'POST') {
  const texts = Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
  const response = await fetch(method === 'GET' ? `/graphql?${new URLSearchParams(texts)}` : '/graphql', {
    method,
    headers: { Authorization: merchant, ...(method === 'POST' && { 'Content-Type': 'application/json' }) },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })
  const { data, errors } = (await response.json()) as Answer
  return { status: response.status, data, errors }
}

const refusal = (status: number, code: string, message: unknown = expect.any(String)) => ({
  status,
  data: undefined,
  errors: [expect.objectContaining({ message, extensions: { code } })],
})

describe.each(['POST', 'GET'] as const)('A document by its hash, over %s,', async (method) => {
  const store = await openStore()

  it('is not found before it was sent, learnt with its text, and found from then on', async () => {
    const query = `query Apq${method} { order(id: 1) { id } }`
    const extensions = persisted(hashOf(query))
    const unknown = refusal(404, 'PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound')
    const known = { status: 200, data: { order: { id: '1' } }, errors: undefined }
    expect(await send(store, { extensions }, method)).toEqual(unknown)
    expect(await send(store, { query, extensions }, method)).toEqual(known)
    expect(await send(store, { extensions }, method)).toEqual(known)
    expect(await send(store, { query: '', extensions }, method)).toEqual(known)
    expect(await send(await openStore(), { extensions }, method)).toEqual(unknown)
  })

  it('has its variables', async () => {
    const query = `query Apq${method}($id: ID!) { order(id: $id) { id } }`
    const extensions = persisted(hashOf(query))
    await send(store, { query, extensions, variables: { id: 1 } }, method)
    expect(await send(store, { extensions, variables: { id: 2 } }, method)).toMatchObject({ data: { order: { id: '2' } } })
  })

  it('is refused when the hash is that of another, and is not learnt', async () => {
    const extensions = persisted(hashOf('{ other }'))
    const sentence = 'The hash beside the query is not its SHA-256.'
    expect(await send(store, { query: '{ me { id } }', extensions }, method)).toEqual(refusal(400, 'BAD_INPUT', sentence))
    expect(await send(store, { extensions }, method)).toEqual(refusal(404, 'PERSISTED_QUERY_NOT_FOUND'))
  })

  it.each([
    {},
    { persistedQuery: null },
    { persistedQuery: 1 },
    { persistedQuery: [] },
    { persistedQuery: {} },
    { persistedQuery: { version: 2, sha256Hash: hashOf('{ a }') } },
    { persistedQuery: { version: '1', sha256Hash: hashOf('{ a }') } },
    { persistedQuery: { version: 1, sha256Hash: '' } },
    { persistedQuery: { version: 1, sha256Hash: 7 } },
    { persistedQuery: { version: 1, sha256Hash: ['a'] } },
    { persistedQuery: { version: 1, sha256Hash: 'a b' } },
    { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(201) } },
    { persistedquery: { version: 1, sha256Hash: 'a' } },
    [],
    [1],
    'text',
    7,
    true,
    null,
  ])('is refused in a sentence when the extensions are %j', async (extensions) => {
    expect(await send(store, { extensions }, method)).toEqual(refusal(400, 'BAD_INPUT'))
  })

  it('cannot be named like what every object has', async () => {
    for (const name of ['constructor', '__proto__', 'toString'])
      expect(await send(store, { extensions: persisted(name) }, method)).toEqual(refusal(404, 'PERSISTED_QUERY_NOT_FOUND'))
  })
})

describe('What is learnt', async () => {
  it('is bounded in all and forgets the oldest', () => {
    const find = automaticDocuments()
    const long = (number: number) => `# ${number} ${'x'.repeat(1_000_000)}\n{ me { id } }`
    for (let number = 0; number < 10; number += 1) {
      const query = long(number)
      expect(find({ query, extensions: persisted(hashOf(query)) })).toBe(query)
    }
    const hash = (number: number) => ({ extensions: persisted(hashOf(long(number))) })
    expect(() => find(hash(0))).toThrow('PersistedQueryNotFound')
    expect(find(hash(9))).toBe(long(9))
  })

  it('is no way past what a document may be, nor to write over GET', async () => {
    const store = await openStore()
    const deep = `{ ${'a { '.repeat(13)} ${'} '.repeat(13)} }`.replace('{  }', '{ b }')
    await send(store, { query: deep, extensions: persisted(hashOf(deep)) })
    expect(await send(store, { extensions: persisted(hashOf(deep)) })).toEqual(refusal(400, 'TOO_COMPLEX'))
    const write = 'mutation { cancelSubscription(input: { id: 1 }) { userErrors { code } } }'
    await send(store, { query: write, extensions: persisted(hashOf(write)) })
    expect((await send(store, { extensions: persisted(hashOf(write)) }, 'GET')).status).toBe(405)
  })
})

describe('The name of a document', async () => {
  const open = await openStore()
  const locked = await openStore({ registered: new Map([['GetOrder', '{ me { id } }']]) })

  it("passes over variables that a client's document does not take, as GraphQL has it", async () => {
    const query = 'query Mine($id: ID!) { order(id: $id) { id } }'
    expect(await send(open, { query, variables: { id: 1, limit: 2 } })).toMatchObject({
      status: 200,
      data: { order: { id: '1' } },
    })
  })

  it('is what a document is registered by', async () => {
    expect(await send(locked, { documentId: 'GetOrder' })).toMatchObject({ data: { me: null } })
    expect(await send(locked, { documentId: 'ListOrders' })).toEqual(refusal(403, 'PERSISTED_QUERY_ONLY'))
  })

  it.each([
    ['an unknown name', { documentId: 'ListShoes' }, 404, 'PERSISTED_QUERY_NOT_FOUND', 'No document is called ListShoes.'],
    [
      'an unknown hash',
      { documentId: `sha256:${hashOf('{ shoe }')}` },
      404,
      'PERSISTED_QUERY_NOT_FOUND',
      'PersistedQueryNotFound',
    ],
    ['no name', { documentId: 7 }, 400, 'BAD_INPUT', 'documentId takes the name of a document, or sha256: and its hash.'],
    [
      'a text too',
      { documentId: 'ListOrders', query: '{ me { id } }' },
      400,
      'BAD_INPUT',
      'The hash beside the query is not its SHA-256.',
    ],
    [
      'a hash too',
      { documentId: 'ListOrders', extensions: persisted(hashOf('{ me { id } }')) },
      400,
      'BAD_INPUT',
      'Name the document by documentId or by extensions.persistedQuery, not by both.',
    ],
  ] as const)('is not found by %s', async (_what, body, status, code, message) => {
    expect(await send(open, body)).toEqual(refusal(status, code, message))
  })

  it('and any document is learnt and found by sha256: and its hash', async () => {
    const query = 'query Learnt { order(id: 1) { id } }'
    const documentId = `sha256:${hashOf(query)}`
    const known = { status: 200, data: { order: { id: '1' } }, errors: undefined }
    expect(await send(open, { query, documentId })).toEqual(known)
    expect(await send(open, { documentId }, 'GET')).toEqual(known)
  })
})

describe('A locked server', async () => {
  const [first, second] = ['query First { order(id: 1) { id } }', 'query Second($id: ID!) { order(id: $id) { id } }']
  const registered = new Map([
    [hashOf(first), first],
    ['second.v1', second],
  ])
  const store = await openStore({ registered })
  const locked = refusal(403, 'PERSISTED_QUERY_ONLY')

  it('runs what is registered, by its name or by its text', async () => {
    const answer = { status: 200, data: { order: { id: '1' } }, errors: undefined }
    const variables = { id: 1 }
    for (const method of ['POST', 'GET'] as const) {
      expect(await send(store, { extensions: persisted(hashOf(first)) }, method)).toEqual(answer)
      expect(await send(store, { extensions: persisted('second.v1'), variables }, method)).toEqual(answer)
      expect(await send(store, { query: second, variables }, method)).toEqual(answer)
      expect(await send(store, { query: first, extensions: persisted(hashOf(first)) }, method)).toEqual(answer)
    }
  })

  it.each([
    ['a text that is not registered', { query: '{ me { id } }' }],
    ['a text that differs by a blank', { query: `${first} ` }],
    ['a text with its right hash', { query: '{ me { id } }', extensions: persisted(hashOf('{ me { id } }')) }],
    ['a text with the hash of another', { query: '{ me { id } }', extensions: persisted(hashOf(first)) }],
    ['an unknown hash', { extensions: persisted(hashOf('{ me { id } }')) }],
    ['a hash like what every object has', { extensions: persisted('constructor') }],
    ["GraphiQL's introspection", { query: getIntrospectionQuery() }],
    ['a value', { query: '{ __typename }' }],
    ['what does not parse', { query: '{' }],
    ['nothing', {}],
  ])('refuses %s', async (_what, body) => {
    const statements = await store.statements(async () => {
      for (const method of ['POST', 'GET'] as const) expect(await send(store, body, method)).toEqual(locked)
    })
    expect(statements).toEqual([])
  })

  it('answers every REST route as always', async () => {
    expect((await store.rest('/v1/orders/1')).body.id).toBe(1)
    expect((await store.rest('PUT /v1/subscriptions/1/', store.merchant, { body: '{"note":"Locked"}' })).status).toBe(200)
  })
})

describe('The file of registered documents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-operations-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const written = (content: unknown) => {
    const file = join(folder, `${Math.random()}.json`)
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    return file
  }
  const query = 'query Mine { me { id } }'

  it('is read as hash to text, and as the manifest of Apollo', async () => {
    const expected = new Map([[hashOf(query), query]])
    expect(await readOperations(written({ [hashOf(query)]: query }), schema, defaultLimits, true)).toEqual(expected)
    const operations = [{ id: hashOf(query), body: query, name: 'Mine', type: 'query' }]
    const manifest = { format: 'apollo-persisted-query-manifest', version: 1, operations }
    expect(await readOperations(written(manifest), schema, defaultLimits, true)).toEqual(expected)
  })

  it('may have sha256: before its hashes, as GraphQL Code Generator writes them, and is asked for with it and without', async () => {
    const name = `sha256:${hashOf(query)}`
    const documents = registeredDocuments(await readOperations(written({ [name]: query }), schema, defaultLimits, true))
    for (const documentId of [name, hashOf(query)]) {
      expect(documents({ documentId })).toBe(query)
      expect(documents({ extensions: { persistedQuery: { version: 1, sha256Hash: documentId } } })).toBe(query)
    }
    const twice = readOperations(written({ [name]: query, [hashOf(query)]: query }), schema, defaultLimits, true)
    await expect(twice).rejects.toThrow('two documents have one id')
  })

  it.each([
    ['no JSON', '{', 'is no JSON object from hash to document'],
    ['a list', [query], 'is no JSON object from hash to document'],
    ['null', null, 'is no JSON object from hash to document'],
    ['text', '"text"', 'is no JSON object from hash to document'],
    ['an object of other things', { a: 1 }, 'is no JSON object from hash to document'],
    ['a manifest without bodies', { operations: [{ id: 'a' }] }, 'is no JSON object from hash to document'],
    ['no document at all', {}, 'there is no document in it'],
    ['an empty manifest', { operations: [] }, 'there is no document in it'],
    ['a document that does not parse', { a: '{' }, 'a would not run: Syntax Error'],
    ['an unknown field', { a: query, b: '{ shoes }' }, 'b would not run: Cannot query field "shoes"'],
    [
      'a value that is never allowed',
      { a: String.raw`{ node(nodeId: "a\u0000b") { nodeId } }` },
      'a would not run: A value is not allowed',
    ],
    [
      'a document beyond a limit',
      { a: `{ ${'__typename '.repeat(501)} }` },
      'a would not run: A document may have at most 300 fields',
    ],
    [
      'two documents of one id',
      {
        operations: [
          { id: 'a', body: query },
          { id: 'a', body: '{ __typename }' },
        ],
      },
      'two documents have one id',
    ],
    [
      'a document that is too long',
      { a: `{ __typename }${' '.repeat(70_000)}` },
      'a would not run: A document may have at most 65536 characters',
    ],
    ['a name no client can ask for', { 'a b': query }, '"a b" cannot be asked for'],
  ])('is refused in one sentence when it holds %s', async (_what, content, sentence) => {
    const file = written(content)
    const error = await readOperations(file, schema, defaultLimits, true).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OperatorError)
    const { message } = error as Error
    expect(message).toContain(`PERSISTED_OPERATIONS=${file}: `)
    expect(message).toContain(sentence)
    expect(message).not.toContain('\n')
  })

  it('is refused when it asks for a schema that is hidden', async () => {
    const file = written({ a: '{ __schema { types { name } } }' })
    expect((await readOperations(file, schema, defaultLimits, true)).size).toBe(1)
    await expect(readOperations(file, schema, defaultLimits, false)).rejects.toThrow('a would not run: GraphQL introspection')
  })

  it('is refused in one sentence when it is not there or cannot be read', async () => {
    await expect(readOperations(join(folder, 'none.json'), schema, defaultLimits, true)).rejects.toThrow('there is no such file')
    await expect(readOperations(folder, schema, defaultLimits, true)).rejects.toThrow('cannot be read')
  })
})
