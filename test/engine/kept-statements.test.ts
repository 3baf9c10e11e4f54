/** The statements of a document that was run before: those of a document that is run for the first time. */
import { type DocumentNode, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../src/auth/viewer.ts'
import { defaultLimits } from '../../src/config/limits.ts'
import { type Asked, ask, customer, merchant, statementOf, visitor } from './library.ts'

const other = { ...merchant, storeId: 8n } as Viewer
const neighbour = { ...customer, customerId: 4n } as Viewer
const narrow = { ...merchant, scopes: ['read:books'] } as Viewer

const documents: Record<string, string> = {
  'a record': 'query ($id: ID!) { book(id: $id) { title sequel { title } } }',
  'a record with lists': 'query ($id: ID!, $size: Int) { shelf(id: $id) { books(first: $size) { nodes { id } } } }',
  'a list': '{ shelves { nodes { name books(first: 2) { nodes { title } } } } }',
  'lists side by side': 'query ($size: Int) { a: books(first: $size) { nodes { id } } b: shelves(first: 3) { nodes { id } } }',
  'a chosen list':
    'query ($filter: BookFilter = {}, $title: String) { books(filter: { AND: [$filter, { title: { eq: $title } }] }) { totalCount } }',
  'a list with a default': 'query ($size: Int = 4) { books(first: $size) { nodes { id } } }',
  'records by their names': 'query ($names: [ID!]!) { nodes(nodeIds: $names) { nodeId ... on Book { title } } }',
}

const names = (number: number) => [Buffer.from(`Book:7:${number}`).toString('base64url')]
const variables = [
  { id: '4', size: 5, title: 'a', filter: { pages: { gt: 1 } }, names: names(4) },
  { id: '4', size: 5, title: 'a', filter: { pages: { gt: 1 } }, names: names(4) },
  { id: '5', size: 6, title: 'a', filter: { pages: { lt: 1 } }, names: names(5) },
  { id: '5', size: 6, title: 'a'.repeat(300), filter: null, names: names(5) },
  { id: '5', size: 6, title: 'b'.repeat(300), filter: {}, names: names(5) },
  { id: '5', names: names(5) },
  { id: '6', size: 1, title: 'a', filter: { id: { in: ['1'] } }, names: names(6) },
  { id: '6', size: 1000, title: 'b', filter: { id: { in: ['1', '2'] } }, names: [...names(6), ...names(7)] },
  { id: 'x', size: 1001, title: '', filter: { id: { in: ['1', 'x'] } }, names: ['x'] },
  { id: '7', size: 2, title: 'a', filter: { id: { in: [] } }, names: [] },
]

/** Each is met behind each other. */
const requests: Asked[] = [merchant, other, customer, neighbour, merchant, visitor, customer, narrow, other, merchant].flatMap(
  (as) => variables.map((given) => ({ as, variables: given })),
)

const firstMessages = async (document: string | DocumentNode, asked: Asked) => {
  const { statements, codes, data } = await ask(document, asked)
  return { statements, codes, data }
}

describe('A document that was run before', () => {
  it.each(Object.entries(documents))('of %s asks what it would ask if it came for the first time', async (_what, text) => {
    const document = parse(text)
    for (const asked of requests) expect(await firstMessages(document, asked)).toEqual(await firstMessages(text, asked))
  })

  it('is written again where an answer may be of another length', async () => {
    const document = parse(documents['a list'] as string)
    for (const answer of [1_000, 3_000, 1_000, 3_000])
      expect((await statementOf(document, { limits: { ...defaultLimits, answer } })).text).toContain(` > ${2 * answer} THEN `)
  })

  it('by an id looks for each record by the same text', async () => {
    const document = parse(documents['a record'] as string)
    const [four, five] = [
      await statementOf(document, { variables: { id: '4' } }),
      await statementOf(document, { variables: { id: '5' } }),
    ]
    expect(five.text).toBe(four.text)
    expect([four.values[1], five.values[1]]).toEqual(['4', '5'])
  })
})
