/** The cache of prepared requests: one entry for a shape, whatever the values, and nothing of the requests. */
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type DocumentNode, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../src/auth/viewer.ts'
import { run } from '../../src/graphql/run.ts'
import { PreparedCache, preparedRequests, shapeOf } from '../../src/read/run/prepared.ts'
import { ask, contextOf, customer, merchant, schema, statementOf } from './library.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

const cursorOf = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url')

const list = `query ($size: Int, $filter: BookFilter, $order: [BookOrder!], $after: String) {
  books(first: $size, filter: $filter, orderBy: $order, after: $after) { totalCount nodes { title shelf { name } } } }`
const record = 'query ($id: ID!) { book(id: $id) { title sequel { title } } }'

/** The entries that some requests add, each made of a document that was run before. */
async function added(document: DocumentNode, requests: readonly { as?: Viewer; variables?: Record<string, unknown> }[]) {
  const keys = () => new Set([...preparedRequests.entries()].map(([key]) => key))
  const before = keys()
  for (const asked of requests) await ask(document, asked)
  return [...keys().difference(before)].length
}

describe('A prepared request', () => {
  it.each([
    ['a size', list, { size: 5 }, { size: 5 }],
    ['an id', record, { id: '4' }, { id: '5' }],
    ['a text', list, { filter: { title: { eq: 'a' } } }, { filter: { title: { eq: 'bcd' } } }],
    ['a number', list, { filter: { pages: { gt: 1 } } }, { filter: { pages: { gt: 2 } } }],
    ['an amount', list, { filter: { price: { lt: 1 } } }, { filter: { price: { lt: 2 } } }],
    ['a time', list, { filter: { printedAt: { ge: '2026-01-01' } } }, { filter: { printedAt: { ge: '2027-01-01' } } }],
    ['one of few values', list, { filter: { genre: { eq: 'prose' } } }, { filter: { genre: { eq: 'verse' } } }],
    ['ids', list, { filter: { id: { in: ['1', '2'] } } }, { filter: { id: { in: ['3', '4'] } } }],
    ['a cursor', list, { after: cursorOf('id.asc', '1') }, { after: cursorOf('id.asc', '2') }],
    [
      'a cursor of an order',
      list,
      { order: [{ pages: 'desc' }], after: cursorOf('pages.desc,id.asc', 1, '1') },
      { order: [{ pages: 'desc' }], after: cursorOf('pages.desc,id.asc', 2, '2') },
    ],
  ])('serves others that differ in %s', async (_what, text, first, second) => {
    const document = parse(text)
    expect(await added(document, [{ variables: first }, { variables: first }])).toBeGreaterThan(0)
    const others = [merchant, { ...merchant, storeId: 8n, clientId: 'n' }, { ...merchant }] as Viewer[]
    expect(
      await added(
        document,
        others.map((as) => ({ as, variables: second })),
      ),
    ).toBe(0)
  })

  it('of a customer serves all customers, each with the rows that are theirs', async () => {
    const document = parse('{ books { nodes { title } } }')
    for (let time = 0; time < 3; time += 1)
      for (const [storeId, customerId] of [
        [7n, 3n],
        [7n, 4n],
        [8n, 3n],
      ]) {
        const { values } = await statementOf(document, { as: { ...customer, storeId, customerId } as Viewer })
        expect(values).toEqual([String(storeId), String(customerId)])
      }
  })

  it('serves no key that lacks a scope, be it revoked since', async () => {
    const document = parse('{ books { nodes { title } } }')
    const narrow = { ...merchant, scopes: ['read_products'] } as Viewer
    for (const as of [merchant, merchant, merchant]) expect((await ask(document, { as })).codes).toEqual([])
    for (let time = 0; time < 3; time += 1) {
      expect((await ask(document, { as: narrow })).codes).toEqual(['FORBIDDEN'])
      expect((await ask(document, { as: merchant })).codes).toEqual([])
    }
  })

  it('costs what its values cost', async () => {
    const sizes = parse('query ($size: Int) { books(first: $size) { nodes { title } } }')
    for (const size of [1, 1, 1000, 1, 1000, 20])
      expect((await ask(sizes, { variables: { size } })).extensions?.cost).toMatchObject({ requested: size + 1 })
    const texts = 'query ($t: [BookFilter!]) { books(filter: { OR: $t }) { totalCount } }'
    const document = parse(texts)
    const given = (length: number) => ({ t: Array.from({ length: 100 }, () => ({ title: { eq: 'x'.repeat(length) } })) })
    for (const length of [1, 1, 200, 1, 50, 200, 201])
      expect((await ask(document, { variables: given(length) })).extensions).toEqual(
        (await ask(texts, { variables: given(length) })).extensions,
      )
  })

  it('is refused as it is when it comes for the first time', async () => {
    const document = parse(list)
    const requests = [
      { filter: { id: { eq: '1' } } },
      { filter: { id: { eq: 'x' } } },
      { filter: { id: { eq: '1' }, title: { eq: null } } },
      { filter: { id: { in: ['1', 'x'] } } },
      { size: 0 },
      { after: cursorOf('id.asc', '1') },
      { after: cursorOf('id.asc', 'x') },
      { after: 'nowhere' },
    ]
    for (let time = 0; time < 3; time += 1)
      for (const variables of requests)
        expect((await ask(document, { variables })).errors).toEqual((await ask(list, { variables })).errors)
  })
})

describe('The cache of prepared requests', () => {
  it('has data alone, without a function, and nothing that names a request', async () => {
    const as = { ...customer, storeId: 700_700n, customerId: 300_300n, currency: 'XTS' } as Viewer
    const variables = {
      ...{ size: 17, order: [{ pages: 'desc' }], after: cursorOf('pages.desc,id.asc', 900_900, '800800') },
      filter: { id: { in: ['600600'] }, title: { eq: 'six hundred' }, printedAt: { lt: '2031-01-01' } },
    }
    for (const text of [list, record, '{ books { nodes { nodeId } } shelves { nodes { id } } }']) {
      const document = parse(text)
      for (let time = 0; time < 3; time += 1) await ask(document, { as, variables: { ...variables, id: '500500' } })
    }
    const seen = new Set<unknown>()
    const waiting: unknown[] = [...preparedRequests.entries()]
    while (waiting.length > 0) {
      const value = waiting.pop()
      expect(['string', 'number', 'boolean', 'object', 'undefined']).toContain(typeof value)
      if (typeof value === 'string') expect(value).not.toMatch(/700700|300300|XTS|900900|800800|600600|six hundred|2031|500500/)
      if (typeof value !== 'object' || value === null || seen.has(value)) continue
      seen.add(value)
      expect(['Array', 'Object', 'BoundParameter', 'Identifier', 'ExactNumber', 'CursorValue']).toContain(value.constructor.name)
      for (const name of Reflect.ownKeys(value)) {
        expect(['context', 'viewer', 'role', 'storeId', 'customerId', 'scopes', 'db', 'variables']).not.toContain(name)
        waiting.push(Reflect.get(value, name))
      }
    }
    expect(seen.size).toBeGreaterThan(20)
  })

  it('keeps no request alive', async () => {
    const documents = [parse(list), parse(record), parse('{ shelves { nodes { name books { nodes { title } } } } }')]
    const contextRun = async (document: DocumentNode) => {
      const { context } = contextOf({ ...merchant } as Viewer, undefined)
      const variableValues = { id: '1', filter: { AND: [{ title: { eq: 'a' } }] } }
      await run(schema, { document, variableValues }, context)
      return [context, context.viewer, variableValues, variableValues.filter].map((each) => new WeakRef<object>(each))
    }
    const references: WeakRef<object>[] = []
    for (const document of [...documents, ...documents, ...documents]) references.push(...(await contextRun(document)))
    for (let time = 0; time < 3; time += 1) {
      await turn()
      collect()
    }
    expect(references.filter((reference) => reference.deref() !== undefined)).toEqual([])
  })

  it('has room for a quarter from each store, of which the oldest gives way', () => {
    const cache = new PreparedCache(40_000)
    const kept = (length: number) => ({ demands: [], made: ['x'.repeat(length)], misses: 0 })
    const keys = () => [...cache.entries()].map(([key]) => key).sort()
    for (let count = 0; count < 9; count += 1) cache.set(`a${count}`, kept(1_500), 1n)
    expect(keys()).toEqual(['a6', 'a7', 'a8'])
    cache.set('large', kept(6_000), 1n)
    expect(keys()).toEqual(['a6', 'a7', 'a8'])
    for (const store of [2n, 3n, 4n]) for (let count = 0; count < 3; count += 1) cache.set(`${store}${count}`, kept(1_500), store)
    expect(keys()).toHaveLength(12)
    // The least recently used of all gives way to the next store.
    cache.get('a6')
    cache.set('50', kept(1_500), 5n)
    expect(keys()).toEqual(['20', '21', '22', '30', '31', '32', '40', '41', '42', '50', 'a6', 'a8'])
    cache.set('a9', kept(1_500), 1n)
    expect(keys()).toContain('a6')
  })

  it('takes few of a shape whose requests never find one', async () => {
    const document = parse(list)
    const patterns = (from: number, count: number) =>
      Array.from({ length: count }, (_each, at) => ({ variables: { filter: { title: { like: `${from + at}%` } } } }))
    await added(document, patterns(0, 40))
    expect(await added(document, patterns(100, 60))).toBeLessThan(10)
    const refused = Array.from({ length: 40 }, (_each, at) => ({ variables: { filter: { id: { eq: `x${at}` } } } }))
    expect(await added(document, refused)).toBeLessThan(10)
  })

  it('tells shapes apart', () => {
    const values = [
      ...[null, true, false, 'a', 1, 1n, new Date(0), [], {}, [null], ['a'], ['a', 'b'], [['a'], 'b'], [[], 'a'], { a: 'a' }],
      ...[{ a: ['a'] }, { a: { a: 'a' } }, { b: 'a' }, { ab: 'a' }, { 'a"s"b': 'a' }, { a: 'a', b: 'a' }, { a: null, b: 'a' }],
    ]
    const keys = [...values.map((value) => ({ value })), {}, { value: undefined }, { other: 'a' }].map(
      (each) => shapeOf(each)?.key,
    )
    expect(new Set(keys).size).toBe(keys.length)
    expect(shapeOf({ value: ['a', { b: [1, null] }] })).toEqual(
      expect.objectContaining({ key: shapeOf({ value: ['b', { b: [2, null] }] })?.key, values: ['a', 1] }),
    )
    expect(shapeOf({ value: 'x'.repeat(201) })).toBeUndefined()
    expect(shapeOf({ value: Array.from({ length: 500 }, () => 1) })).toBeUndefined()
    expect(shapeOf(JSON.parse(`{"value":${'['.repeat(60)}${']'.repeat(60)}}`))).toBeUndefined()
  })
})
