/** The arguments of a field that are made again and again, beside those that graphql-js makes. */
import {
  type FieldNode,
  type GraphQLField,
  getArgumentValues,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { argumentsMaker } from '../../src/read/cost/arguments.ts'
import { schema } from './library.ts'

const books = schema.getQueryType()?.getFields().books as GraphQLField<unknown, unknown>

function fieldOf(given: string): FieldNode {
  const definition = getOperationAST(parse(`{ books${given} { nodes { id } } }`)) as OperationDefinitionNode
  return definition.selectionSet.selections[0] as FieldNode
}

const outcomeOf = (make: () => unknown) => {
  try {
    return { made: make() }
  } catch (error) {
    return { fault: (error as Error).message }
  }
}

const filter =
  '(first: $first, filter: { OR: [{ title: { eq: $title } }, { title: { in: [$title, "b", $other] } }, { NOT: { genre: { eq: verse } } }] })'
const order = '(orderBy: [{ title: asc }, { id: $direction }], after: $after)'

describe('Arguments that are made once are those of each request', () => {
  it.each([
    ['', {}],
    ['(first: 2)', {}],
    ['(first: $first)', { first: 3 }],
    ['(first: $first)', {}],
    ['(first: $first)', { first: null }],
    ['(filter: $filter)', { filter: { title: { eq: 'a' } } }],
    ['(filter: { title: $title })', { title: { eq: 'a' } }],
    ['(filter: { title: { eq: $title } })', { title: null }],
    ['(filter: { AND: $all })', { all: [{ id: { eq: '1' } }] }],
    ['(filter: { printedAt: { gt: "2026-01-01T00:00:00Z", lt: $end } })', { end: new Date(0) }],
    [filter, { first: 1, title: 'a', other: 'c' }],
    [filter, { first: 1, title: 'a' }],
    [filter, { first: 1, title: 'a', other: null }],
    [order, { direction: 'desc', after: 'x' }],
    [order, { after: null }],
    // Names that every object knows are no variables that were given.
    ['(first: $constructor, after: $toString)', {}],
    ['(filter: { title: { isNull: $valueOf }, AND: $__proto__ })', {}],
  ])('%s with %j', (given, variables) => {
    const node = fieldOf(given)
    const expected = outcomeOf(() => getArgumentValues(books, node, variables))
    const make = argumentsMaker(books, node)
    for (let time = 1; time <= 3; time += 1) expect(outcomeOf(() => make(variables))).toEqual(expected)
  })

  it('whatever others were given before', () => {
    const make = argumentsMaker(books, fieldOf(filter))
    for (const title of ['a', 'b', 'c']) {
      const variables = { first: 1, title, other: title }
      expect(make(variables)).toEqual(getArgumentValues(books, fieldOf(filter), variables))
    }
  })

  it('and cannot be changed for others', () => {
    const make = argumentsMaker(books, fieldOf('(filter: { title: { eq: "a" } })'))
    make({})
    const { filter } = make({}) as { filter: { title: { eq: string } } }
    expect(() => {
      filter.title.eq = 'b'
    }).toThrow(TypeError)
  })
})
