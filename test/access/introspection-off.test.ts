/** A server that does not show its schema: no introspection and no suggestions over GraphQL; what clients wrote is in its errors. */
import { expect, it } from 'vitest'
import { openStore } from '../support/store.ts'

const store = await openStore({ showsSchema: false })

it.each([
  ['a field', '{ order(id: 1) { totl } }', {}],
  ['a root field', '{ ordes { nodes { id } } }', {}],
  ['an argument', '{ order(ide: 1) { id } }', {}],
  ['a type', '{ order(id: 1) { ... on Ordr { id } } }', {}],
  ['a type of a variable', 'query ($a: OrderFilte) { orders(filter: $a) { totalCount } }', {}],
  ['an enum value', '{ orders(filter: { status: { eq: opn } }) { totalCount } }', {}],
  ['an input field', '{ orders(filter: { statu: { eq: open } }) { totalCount } }', {}],
  [
    'an input field in a variable',
    'query ($a: OrderFilter) { orders(filter: $a) { totalCount } }',
    { a: { statu: { eq: 'open' } } },
  ],
  [
    'an enum value in a variable',
    'query ($a: OrderFilter) { orders(filter: $a) { totalCount } }',
    { a: { status: { eq: 'opn' } } },
  ],
])('%s that is misspelt is named without a suggestion', async (_what, query, variables) => {
  const { status, errors } = await store.graphql(query, variables)
  expect([status, errors[0]?.extensions.code]).toEqual([400, 'BAD_INPUT'])
  const misspelt = ['totl', 'ordes', 'ide', 'Ordr', 'OrderFilte', 'opn', 'statu'].find((name) =>
    errors[0]?.message.includes(`"${name}"`),
  )
  expect(misspelt).toBeDefined()
  for (const { message } of errors) expect(message).not.toMatch(/did you mean/i)
})

it.each(['{ __schema { types { name } } }', '{ __type(name: "Order") { name } }'])('%s is refused', async (query) => {
  const { status, data, errors } = await store.graphql(query)
  expect([status, data]).toEqual([400, undefined])
  expect(errors[0]?.message).toContain('introspection')
})

it('has no GraphiQL and no schema, and its REST surface is as on any other', async () => {
  expect((await store.fetch('/schema.graphql')).status).toBe(404)
  expect((await store.rest('/v1/')).status).toBe(200)
  expect((await store.rest('/v1/orders/?stauts=open')).body.errors[0]).toContain('did you mean status?')
})
