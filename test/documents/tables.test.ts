/** Tables of the documents that spell out what the interface has: nothing is missing in them, and nothing is made up. */
import { Kind, parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { table } from '../../src/resources/routes.ts'
import { schema } from '../../src/resources/schema.ts'
import { openStore } from '../store.ts'
import { codeIn, pages } from './pages.ts'

const store = await openStore()

/** The cells of the rows of a document's tables. */
const rowsOf = (path: string): string[][] =>
  (pages.find((page) => page.path === path)?.prose ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '))

const withoutNames = (path: string): string => path.replace(/\{\w+\}/g, '{id}')

describe('The tables of REST', () => {
  const rows = rowsOf('src/rest/README.md')

  it('have every path to GET', () => {
    const told = rows.flatMap(([who = '', paths = '']) => {
      const place = /under `(\S+)`$/.exec(who)?.[1] ?? (who === 'customers, there too' ? '/v1/store/api/' : undefined)
      return place ? codeIn(paths).map((path) => place + path) : []
    })
    const there = table.filter(({ method }) => method === 'GET').map(({ path }) => withoutNames(path))
    expect(told.sort()).toEqual(there.sort())
  })

  it('have every write, each with the mutation that it runs', () => {
    const told = rows.flatMap(([mutation = '', paths = '']) =>
      [...paths.matchAll(/`((?:POST|PUT|DELETE) \/v1\/[^`]*)`/g)].map(([, path]) => `${mutation} ${path}`),
    )
    const there = table.flatMap(({ method, path, document }) => {
      const [first] = document.definitions.flatMap((each) => (each.kind === Kind.OPERATION_DEFINITION ? [each] : []))
      const [field] = first?.selectionSet.selections ?? []
      if (method === 'GET' || field?.kind !== Kind.FIELD) return []
      return [`\`${field.name.value}\` ${method} ${withoutNames(path)}`]
    })
    expect(told.sort()).toEqual(there.sort())
  })
})

describe('The language of filters', () => {
  const rows = rowsOf('src/read/README.md').filter((cells) => cells.length === 3)
  const whole = (code: string) => !code.includes('…')
  const graphql = rows.flatMap(([, cell = '']) => codeIn(cell)).filter((code) => whole(code) && /[{[]/.test(code))
  const rest = rows.flatMap(([, , cell = '']) => codeIn(cell)).filter((code) => whole(code) && code.includes('='))

  it('has examples', () => {
    expect([graphql.length, rest.length]).toEqual([8, 12])
  })

  // They are about subscriptions, or else about orders.
  const lists = ['subscriptions', 'orders']

  it.each(graphql)('takes %s in GraphQL', (code) => {
    const argument = code.startsWith('{') ? `filter: ${code}` : code
    const faults = lists.map((list) => validate(schema, parse(`{ ${list}(${argument}) { totalCount } }`)))
    expect(faults).toContainEqual([])
  })

  it.each(rest)('takes %s on REST', async (code) => {
    const answers = await Promise.all(lists.map((list) => store.rest(`/v1/${list}/?${code}`)))
    expect(answers.map(({ status }) => status)).toContain(200)
  })
})
