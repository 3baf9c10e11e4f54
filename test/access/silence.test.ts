/** A hidden schema is told by no answer: neither when it is asked for, nor to whoever guesses at names. */
import { isEnumType, isInputObjectType, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../src/resources/schema.ts'
import { openStore } from '../support/store.ts'

describe('A hidden schema', async () => {
  const store = await openStore({ showsSchema: false })
  const messages = async (query: string, variables?: Record<string, unknown>) => {
    const { errors } = await store.graphql(query, variables)
    return errors.map(({ message }) => message)
  }

  it.each([
    '{ __schema { types { name } } }',
    '{ __type(name: "Order") { name } }',
    '{ a: __schema { description } }',
    '{ ...A } fragment A on Query { __schema { description } }',
    '{ ... on Query { __type(name: "Order") { fields { name } } } }',
    '{ __schema { description } orders { totalCount } }',
  ])('is not told by %s', async (query) => {
    const { status, data, errors } = await store.graphql(query)
    expect({ status, data }).toEqual({ status: 400, data: undefined })
    expect(errors[0]?.extensions).toEqual({ code: 'BAD_INPUT' })
    expect(errors[0]?.message).toContain('introspection has been disabled')
  })

  it('leaves __typename to those who have the record', async () => {
    expect((await store.graphql('{ order(id: 1) { __typename } }')).data).toEqual({ order: { __typename: 'Order' } })
  })

  it.each([
    ['a field', '{ order(id: 1) { totl } }', 'total'],
    ['a root field', '{ ordrs { totalCount } }', 'orders'],
    ['a mutation', 'mutation { cancelSubscriptio(input: { id: 1 }) { id } }', 'cancelSubscription'],
    ['an argument', '{ orders(frst: 1) { totalCount } }', 'first'],
    ['a type', '{ ... on Querry { orders { totalCount } } }', 'Query'],
    ['a type of a fragment', '{ ...A } fragment A on Ordr { id }', 'Order'],
    ['a type of a variable', 'query ($a: OrderFiltr) { orders(filter: $a) { totalCount } }', 'OrderFilter'],
    ['a directive', '{ orders @includ(if: true) { totalCount } }', 'include'],
    ['an input field', '{ orders(filter: { totl: { eq: 1 } }) { totalCount } }', 'total'],
    ['an operator', '{ orders(filter: { total: { eqq: 1 } }) { totalCount } }', 'eq'],
    ['an enum value', '{ orders(filter: { status: { eq: opn } }) { totalCount } }', 'open'],
    ['an enum value as text', '{ orders(filter: { status: { eq: "open" } }) { totalCount } }', 'the enum value'],
    ['a field without its selection', '{ orders }', 'orders {'],
    ['a selection of a value', '{ order(id: 1) { id { totl } } }', 'Did you mean'],
  ])('is not told by suggestions for %s', async (_what, query, name) => {
    const told = await messages(query)
    expect(told).not.toEqual([])
    for (const message of told) {
      expect(message).not.toMatch(/did you mean/i)
      expect(message.replaceAll(/"[^"]*"/g, (quoted) => (query.includes(quoted.slice(1, -1)) ? '' : quoted))).not.toMatch(
        new RegExp(`"${name}"`),
      )
    }
  })

  it.each([
    ['an input field', 'OrderFilter', { totl: { eq: 1 } }],
    ['an enum value', 'OrderFilter', { status: { eq: 'opn' } }],
    ['an operator', 'OrderFilter', { total: { eqq: 1 } }],
  ])('is not told by suggestions for %s in a variable', async (_what, type, value) => {
    const told = await messages(`query ($a: ${type}) { orders(filter: $a) { totalCount } }`, { a: value })
    expect(told).toHaveLength(1)
    expect(told[0]).not.toMatch(/did you mean/i)
  })

  it('an open schema suggests the nearest field', async () => {
    const open = await openStore()
    expect((await open.graphql('{ order(id: 1) { totl } }')).errors[0]?.message).toContain('Did you mean "total"')
  })

  it('is not at its address, nor is GraphiQL', async () => {
    const schemaText = await store.fetch('/schema.graphql')
    expect([schemaText.status, await schemaText.text()]).toEqual([404, '{"errors":["Unknown path: /schema.graphql"]}'])
    const page = await store.fetch('/graphql', { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
    expect(page.headers.get('content-type')).toMatch(/json/)
    expect(page.status).toBe(400)
  })

  it('tells a dictionary of names none but those that were asked for themselves', async () => {
    const names = schemaNames()
    const unreal = names.flatMap((name) => [
      `${name}s`,
      name.slice(0, -1),
      `${name}Id`,
      name.toLowerCase(),
      `x${name}`,
      `${name}Name`,
      `my${name}`,
    ])
    const words = [...new Set([...unreal, ...names])].filter((word) => /^[a-z]\w{3,}$/i.test(word)).slice(0, 2_000)
    expect(words.length).toBe(2_000)
    for (let start = 0; start < words.length; start += 100) {
      const asked = words.slice(start, start + 100)
      const answers = await Promise.all([
        store.graphql(`{ ${asked.join(' ')} }`),
        store.graphql(`{ order(id: 1) { ${asked.join(' ')} } }`),
        store.graphql(`{ orders(filter: { ${asked.map((word) => `${word}: 1`).join(' ')} }) { totalCount } }`),
        store.graphql(`{ orders(${asked.map((word) => `${word}: 1`).join(' ')}) { totalCount } }`),
        store.graphql('query ($a: OrderFilter) { orders(filter: $a) { totalCount } }', {
          a: Object.fromEntries(asked.map((word) => [word, 1])),
        }),
      ])
      for (const { errors } of answers) {
        for (const { message } of errors) {
          expect(message).not.toMatch(/did you mean/i)
          const told = [...message.matchAll(/"(\w+)"/g)].map(([, name]) => name as string)
          // A client that names a real field learns its type, and no other field.
          const unasked = told.filter((name) => !asked.includes(name) && fieldNames.has(name) && !typeNames.has(name))
          expect(
            unasked.filter((name) => !['orders', 'order', 'a', 'filter', 'id'].includes(name)),
            message,
          ).toEqual([])
        }
      }
    }
  })
})

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
const typeNames = new Set(types.map(({ name }) => name))
const fieldNames = new Set(schemaNames())

/** Every name of a field, input field, argument or enum value. */
function schemaNames(): string[] {
  const names = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith('__')) return []
    if (isEnumType(type)) return type.getValues().map(({ name }) => name)
    if (isInputObjectType(type)) return Object.keys(type.getFields())
    if (!isObjectType(type)) return []
    return Object.values(type.getFields()).flatMap(({ name, args }) => [name, ...args.map((argument) => argument.name)])
  })
  return [...new Set(names)]
}
