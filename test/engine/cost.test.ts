/** The cost of a document, computed from the schema alone. */
import { type GraphQLField, type GraphQLObjectType, getOperationAST, type OperationDefinitionNode, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { planCost } from '../../src/read/cost/cost.ts'
import { filterPoints } from '../../src/read/cost/filter-cost.ts'
import { ask, schema } from './library.ts'

function costOf(text: string, variables: Record<string, unknown> = {}) {
  const document = parse(text)
  return planCost(schema, document, getOperationAST(document) as OperationDefinitionNode, variables).costOf(variables)
}

describe('The cost of a document', () => {
  it.each([
    ['{ book(id: 1) { title } }', 1],
    ['{ books(first: 10) { nodes { title } } }', 11],
    ['{ books { nodes { title } } }', 11],
    ['{ books(first: 10) { totalCount } }', 11],
    ['{ shelves(first: 10) { nodes { books(first: 5) { nodes { title } } } } }', 71],
    ['{ a: books(first: 10) { nodes { id } } b: books(first: 10) { nodes { id } } }', 22],
    ['{ books(first: 10) { nodes { shelf { name } sequel { title } } } }', 12],
  ])('%s', (text, requested) => expect(costOf(text).requested).toBe(requested))

  it('grows with the conditions of a filter, and more behind a relation', () => {
    const plain = costOf('{ books(first: 1) { nodes { id } } }').requested
    const filtered = costOf('{ books(first: 1, filter: { title: { eq: "x" } }) { nodes { id } } }').requested
    const behind = costOf('{ books(first: 1, filter: { shelf: { name: { eq: "x" } } }) { nodes { id } } }').requested
    const ofOther = costOf('{ books(first: 1, filter: { shelfName: { eq: "x" } }) { nodes { id } } }').requested
    expect([filtered - plain, behind - plain, ofOther - plain]).toEqual([1, 11, 11])
  })

  it('is paid for each thirty conditions of each filter, whatever comes of them', () => {
    const text =
      'query ($filter: BookFilter) { a: books(filter: $filter) { totalCount } b: books(filter: $filter) { totalCount } }'
    const fixed = (count: number) =>
      costOf(text, { filter: { OR: Array.from({ length: count }, (_, id) => ({ id: { gt: id } })) } }).fixed
    expect([fixed(29), fixed(30), fixed(90)].map((points) => points - fixed(1))).toEqual([0, 2, 6])
  })

  it('of the filter of many lists is reckoned once', () => {
    let looks = 0
    const observed = <T extends object>(value: T): T =>
      new Proxy(value, {
        ownKeys(target) {
          looks += 1
          return Reflect.ownKeys(target)
        },
      })
    const books = (schema.getQueryType() as GraphQLObjectType).getFields().books as GraphQLField<unknown, unknown>
    const filter = observed({ AND: [observed({ title: observed({ eq: 'x' }) })] })
    const counted = new Map()
    const points = filterPoints(books, { filter }, counted)
    const looksOfOne = looks
    expect([points, filterPoints(books, { filter }, counted), looks]).toEqual([1, 1, looksOfOne])
    expect(filterPoints(books, { filter: observed({ title: { eq: 'x' }, id: { eq: 1 } }) })).toBe(2)
    expect(looks).toBeGreaterThan(looksOfOne)
  })

  it('is reckoned with the values that it runs with', () => {
    const text = 'query ($size: Int) { books(first: $size) { nodes { title } } }'
    expect(costOf(text, { size: 100 }).requested).toBe(101)
  })

  it('of a write is more, and is paid whatever comes of it', () => {
    expect(costOf('mutation { lendBook(input: { id: 1 }) { userErrors { code } } }')).toMatchObject({ fixed: 11 })
  })

  it('is told beside the answer', async () => {
    expect((await ask('{ books(first: 2) { nodes { id } } }')).extensions).toEqual({ cost: { requested: 3, charged: 1 } })
  })
})
