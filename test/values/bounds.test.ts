/** Bounds of JSON: levels, values, objects and texts, of bodies and of the variables in a query string. */
import { describe, expect, it } from 'vitest'
import { readJsonObject } from '../../src/http/json-body.ts'
import { checkBounds } from '../../src/values/bounds.ts'
import { openStore } from '../support/store.ts'

const bounds = { levels: 4, values: 9, objects: 3 }

const refusal = (value: unknown): string | undefined => {
  try {
    checkBounds(value, bounds, 'The body')
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

describe('A value is refused beyond its bounds', () => {
  const deep = 'The body is nested more than 4 levels deep.'
  const many = 'The body has more than 9 values.'
  const objects = 'The body has more than 3 objects.'
  it.each([
    [{ a: [[[1]]] }, undefined],
    [{ a: [[[[]]]] }, deep],
    [{ a: { b: [{ c: [] }] } }, deep],
    [{ a: [1, 2, 3, 4, 5, 6, 7] }, undefined],
    [{ a: [1, 2, 3, 4, 5, 6, 7, 8] }, many],
    [{ a: [{}, {}] }, undefined],
    [{ a: [{}, {}, {}] }, objects],
    [{ a: 'a\u0000' }, 'A value is not allowed: text must not contain the NUL character.'],
    [{ a: ['\ud800'] }, 'A value is not allowed: text must be well-formed Unicode.'],
    [{ 'a\u0000': 1 }, 'A value is not allowed: text must not contain the NUL character.'],
    [JSON.parse('{"__proto__": {"a": [[[]]]}}'), deep],
    ['text', undefined],
    [null, undefined],
  ])('%j', (value, message) => expect(refusal(value)).toBe(message))

  it('however deep it is, without a stack that overflows', () => {
    expect(refusal(JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`))).toBe(deep)
  })
})

describe('A text', () => {
  it.each(['', ' ', '{', '{]', '{"a"}', '{"a":1,}', '{"a":1}{}', '{"a":01}'])('%j is no JSON', (text) =>
    expect(() => readJsonObject(text, bounds)).toThrow('The body is not valid JSON.'),
  )

  it.each(['1', '"a"', 'null', '[]'])('%s is no object', (text) =>
    expect(() => readJsonObject(text, bounds)).toThrow('The body must be a JSON object.'),
  )

  it('that gives a key twice says the last', () => expect(readJsonObject('{"a":1,"a":2}', bounds)).toEqual({ a: 2 }))
})

describe('A request', async () => {
  const { fetch, merchant, rest } = await openStore()
  const query = '{ me { id } }'
  const headers = { Authorization: merchant, 'Content-Type': 'application/json' }
  const post = async (body: object) => {
    const response = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, ...((await response.json()) as { errors?: { message: string }[] }) }
  }
  const get = async (variables: object) => {
    const search = new URLSearchParams({ query, variables: JSON.stringify(variables) })
    const response = await fetch(`/graphql?${search}`, { headers })
    return { status: response.status, ...((await response.json()) as { errors?: { message: string }[] }) }
  }
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])

  it('over GraphQL has at most 64 levels, 5,000 values and 1,000 objects, also in the variables of a GET', async () => {
    expect((await post({ query, variables: { a: nested(62) } })).status).toBe(200)
    expect(await post({ query, variables: { a: nested(63) } })).toMatchObject({
      status: 400,
      errors: [{ message: 'The body is nested more than 64 levels deep.' }],
    })
    expect((await get({ a: nested(64) })).errors).toMatchObject([
      { message: 'The variables parameter is nested more than 64 levels deep.' },
    ])
    expect((await post({ query, variables: { a: Array(4_996).fill(1) } })).status).toBe(200)
    expect((await post({ query, variables: { a: Array(4_997).fill(1) } })).errors).toMatchObject([
      { message: 'The body has more than 5000 values.' },
    ])
    expect((await post({ query, variables: { a: Array(998).fill({}) } })).status).toBe(200)
    expect((await post({ query, variables: { a: Array(999).fill({}) } })).errors).toMatchObject([
      { message: 'The body has more than 1000 objects.' },
    ])
    for (const variables of [{ a: 'a\u0000' }, { a: ['\ud800'] }])
      expect((await get(variables)).errors).toMatchObject([{ message: expect.stringContaining('A value is not allowed: text') }])
  })

  it('over REST has at most 64 levels, 20,000 values and 2,500 objects', async () => {
    const put = (data: object) => rest('POST /v1/subscriptions/1/metadata/', merchant, { body: JSON.stringify(data) })
    // Metadata has bounds of its own below these.
    expect((await put({ a: nested(31) })).status).toBe(201)
    expect((await put({ a: nested(63) })).body).toEqual({ errors: ['metadata must be at most 32 levels deep.'] })
    expect(await put({ a: nested(64) })).toMatchObject({
      status: 400,
      body: { errors: ['The body is nested more than 64 levels deep.'] },
    })
    expect((await put({ a: Array(20_000).fill(1) })).body).toEqual({ errors: ['The body has more than 20000 values.'] })
    expect((await put({ a: Array(2_500).fill({}) })).body).toEqual({ errors: ['The body has more than 2500 objects.'] })
    expect((await put({ a: 'a\u0000' })).status).toBe(400)
    expect((await put({ 'a\u0000': 1 })).status).toBe(400)
  })

  it('of more than 512 KiB is too large on both surfaces', async () => {
    const body = JSON.stringify({ query, variables: { a: 'x'.repeat(524_288) } })
    expect((await fetch('/graphql', { method: 'POST', headers, body })).status).toBe(413)
    expect((await rest('POST /v1/subscriptions/1/metadata/', merchant, { body })).status).toBe(413)
  })
})
