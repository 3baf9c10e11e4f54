/** Root fields that one statement reads: each answers as if it were asked for alone. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { readStatements } from './schema-lists.ts'

const store = await openStore()

const actions = 'actions { name allowed }'

/** Narrow and wide ones: what JavaScript writes of each row is read apart from what the database writes. */
const lists = {
  computed: `subscriptions(first: 2) { nodes { ${actions} } }`,
  mixed: `subscriptions(first: 3) { nodes { id ${actions} } totalCount }`,
  counted: `subscriptions(first: 2) { nodes { ${actions} } totalCount }`,
  nested: `customers(first: 3) { nodes { name subscriptions(first: 2) { nodes { ${actions} } } } }`,
  edges: `subscriptions(first: 2) { edges { cursor node { ${actions} } } nodes { ${actions} } pageInfo { hasNextPage } }`,
  plain: 'orders(first: 2) { nodes { id total } }',
  unread: 'orders { __typename }',
}

describe('Root fields that are read together', () => {
  it('answer what each answers alone, however much of them JavaScript writes', async () => {
    const alone: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(lists)) {
      const { data, errors } = await store.graphql(`{ ${name}: ${field} }`)
      expect(errors).toEqual([])
      alone[name] = data[name]
    }
    expect(alone).toMatchObject({ computed: { nodes: [{ actions: expect.any(Array) }, { actions: expect.any(Array) }] } })
    const names = Object.keys(lists) as (keyof typeof lists)[]
    for (const one of names)
      for (const other of names) {
        if (one === other) continue
        const { data, errors } = await store.graphql(`{ ${one}: ${lists[one]} ${other}: ${lists[other]} }`)
        expect(errors).toEqual([])
        expect(data).toEqual({ [one]: alone[one], [other]: alone[other] })
      }
    const { data } = await store.graphql(`{ ${names.map((name) => `${name}: ${lists[name]}`).join(' ')} }`)
    expect(data).toEqual(alone)
  })

  it.each([
    ['a size', 'orders(first: -1)', 'first must be'],
    ['a cursor', 'orders(after: "nowhere")', 'cursor'],
  ])('are not refused for %s that is refused of a list inside one of them', async (_what, refused, sentence) => {
    const statements = await readStatements(store, async () => {
      const { data, errors } = await store.graphql(`{
        bad: customers(first: 1) { nodes { id ${refused} { nodes { id } } } }
        good: customers(first: 1) { nodes { id } } }`)
      expect(errors).toEqual([expect.objectContaining({ path: ['bad'], message: expect.stringContaining(sentence) })])
      expect(data).toEqual({ bad: null, good: { nodes: [{ id: expect.any(String) }] } })
    })
    expect(statements).toHaveLength(1)
  })
})
