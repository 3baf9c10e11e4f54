/** The cache of a document's last statement: all of it for a request with the same inputs, and nothing for any other. */
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type DocumentNode, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { Viewer } from '../../src/auth/viewer.ts'
import { defaultLimits } from '../../src/config/limits.ts'
import { type Asked, ask, customer, merchant, statementOf, visitor } from './library.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

const other = { ...merchant, storeId: 8n } as Viewer
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
]

/** Each is met behind each other. */
const requests: Asked[] = [merchant, other, customer, merchant, visitor, customer, narrow, other, merchant].flatMap((as) =>
  variables.map((given) => ({ as, variables: given })),
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

  it('is not written again for the same viewer and variables', async () => {
    const document = parse(documents['lists side by side'] as string)
    const asked = { variables: { size: 5 } }
    const { values } = await statementOf(document, asked)
    expect((await statementOf(document, asked)).values).toBe(values)
    expect((await statementOf(document, { variables: { size: 6 } })).values).not.toBe(values)
    expect((await statementOf(document, { ...asked, as: { ...merchant } as Viewer })).values).not.toBe(values)
  })

  it('is written again where an answer may be of another length', async () => {
    const document = parse(documents['a list'] as string)
    const longest = (answer: number) => statementOf(document, { limits: { ...defaultLimits, answer } })
    expect((await longest(1_000)).text).toContain(' > 2000 THEN ')
    expect((await longest(3_000)).text).toContain(' > 6000 THEN ')
  })

  it('is written again where a variable is long, or is no single value, be it by default', async () => {
    const document = parse(documents['a chosen list'] as string)
    for (const given of [{ title: 'a'.repeat(201) }, { title: 'a', filter: {} }, { title: 'a' }]) {
      const { values } = await statementOf(document, { variables: given })
      const again = await statementOf(document, { variables: structuredClone(given) })
      expect(again.values).toEqual(values)
      expect(again.values).not.toBe(values)
    }
  })

  it('is written again where it is long, and for customers, each of whose requests has a viewer of its own', async () => {
    const titles = Array.from({ length: 100 }, (_, number) => `"${String(number).repeat(40)}"`).join(' ')
    const long = parse(`{ books(filter: { title: { in: [${titles}] } }) { totalCount } }`)
    expect((await statementOf(long)).values).not.toBe((await statementOf(long)).values)
    const short = parse(documents['a list'] as string)
    const as = customer
    expect((await statementOf(short, { as })).values).not.toBe((await statementOf(short, { as })).values)
  })

  it('is kept once, whichever of its lists are asked for and refused', async () => {
    const count = 9
    const roots = Array.from(
      { length: count },
      (_, at) => `l${at}: books(after: $a${at}, filter: { title: { eq: $t${at} } }) { totalCount }`,
    )
    const given = roots.map((_root, at) => `$a${at}: String, $t${at}: String`)
    const document = parse(`query (${given.join(', ')}) { ${roots.join(' ')} }`)
    const written: WeakRef<object>[] = []
    // Of each choice of lists whose place is refused the first of the others leads the statement.
    for (let choice = 0; choice < 2 ** count - 1; choice += 1) {
      const variables = Object.fromEntries(
        roots.flatMap((_root, at) => [[`t${at}`, `${choice >> at}`], ...(choice & (1 << at) ? [[`a${at}`, 'nowhere']] : [])]),
      )
      written.push(new WeakRef((await statementOf(document, { variables })).values))
    }
    await turn()
    collect()
    expect(written.filter((reference) => reference.deref() !== undefined).length).toBeLessThanOrEqual(2)
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
