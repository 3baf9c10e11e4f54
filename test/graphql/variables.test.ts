/** Variables that are long: what is refused of them is told briefly, and what is taken arrives whole. */
import { isDeepStrictEqual } from 'node:util'
import { type OperationDefinitionNode, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { readVariables } from '../../src/graphql/variables.ts'
import { schema } from '../../src/resources/schema.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()

const listed = 'query ($filter: SubscriptionFilter) { subscriptions(filter: $filter) { totalCount } }'

const refusalOf = async (filter: object): Promise<string> => {
  const { data, errors } = await store.graphql(listed, { filter })
  expect(data).toBeUndefined()
  expect(errors[0]?.extensions?.code).toBe('BAD_INPUT')
  return errors[0]?.message ?? ''
}

describe('A variable of some hundred thousand characters', () => {
  it.each([
    ['a time', { endDate: { gt: '2'.repeat(400_000) } }, 'filter.endDate.gt'],
    ['one of several times', { endDate: { in: ['2026-11-20', '2'.repeat(400_000)] } }, 'filter.endDate.in[1]'],
    ['a value of an enum', { OR: [{ status: { eq: 'a'.repeat(400_000) } }] }, 'does not exist in "SubscriptionStatus" enum'],
    ['a field', { ['a'.repeat(400_000)]: 1 }, 'is not defined by type "SubscriptionFilter"'],
  ])('is told by its beginning and its end, as %s', async (_what, filter, end) => {
    const message = await refusalOf(filter)
    expect(message.length).toBeLessThan(2_010)
    expect(message.slice(0, 1_000)).toMatch(/^Variable "\$filter" got invalid value ("2+|"a+|\{ a+)/)
    expect(message.slice(-1_000)).toContain(end)
  })

  it('is refused beside a long text that may stand where it does', async () => {
    const message = await refusalOf({ note: { eq: 'x'.repeat(20_000) }, endDate: { gt: 'soon' } })
    expect(message).toContain('"soon" at "filter.endDate.gt"')
  })

  it('is taken whole where any text is, in lists and objects too', () => {
    const text = `${'x'.repeat(9_999)}👋${'y'.repeat(400_000)}`
    const [operation] = parse('query ($text: String, $json: Json) { __typename }').definitions as [OperationDefinitionNode]
    const given = { text, json: { [text]: [text, 1, null] } }
    const { coerced } = readVariables(schema, operation, given)
    expect(isDeepStrictEqual({ ...coerced }, given)).toBe(true)
  })
})

describe('Variables that an operation is given again', () => {
  const operationOf = (text: string) => parse(text).definitions[0] as OperationDefinitionNode
  const query = operationOf(
    'query ($time: DateTime = "2026-11-20", $size: Int, $text: String, $ids: [ID!], $filter: SubscriptionFilter) { __typename }',
  )
  const long = 'x'.repeat(201)
  const given: Record<string, unknown>[] = [
    {},
    { time: '2026-11-21' },
    { time: null },
    { size: 1 },
    { size: null },
    { size: 1, text: '' },
    { text: 'b', size: 1 },
    { size: null, text: 'b' },
    { size: 2, text: null },
    { size: 2, text: undefined },
    { text: 'a' },
    { size: 0 },
    { text: long },
    { text: `${long}y` },
    { ids: ['1'] },
    { ids: ['2'] },
    { ids: '1' },
    { filter: { id: { eq: '1' } } },
    { filter: { id: { eq: '2' } } },
    JSON.parse('{"__proto__":"a"}'),
    { unknown: 'a' },
    { unknown: 'b', text: 'a' },
    { [long]: 'a' },
  ]
  /** Read by an operation that was never given any. */
  const afresh = (variables: Record<string, unknown>) =>
    readVariables(schema, { ...query, variableDefinitions: [...(query.variableDefinitions ?? [])] }, variables).coerced

  it('are what they are when they are read for the first time, whatever came before', () => {
    for (const before of given)
      for (const variables of given) {
        readVariables(schema, query, before)
        const { coerced } = readVariables(schema, query, structuredClone(variables))
        expect(isDeepStrictEqual({ ...coerced }, { ...afresh(variables) }), JSON.stringify([before, variables])).toBe(true)
      }
  })

  it('that are wrong are refused each time', async () => {
    const text = 'query ($size: Int!) { orders(first: $size) { nodes { id } } }'
    const sizes = [2, 'two', 2, null, 0, 2, 1.5, 2]
    const answers: unknown[] = []
    for (const size of sizes) answers.push((await store.graphql(text, { size })).errors[0]?.extensions.code)
    expect(answers).toEqual([undefined, 'BAD_INPUT', undefined, 'BAD_INPUT', 'BAD_INPUT', undefined, 'BAD_INPUT', undefined])
  })

  it('a reused operation costs by its variables, for each viewer', async () => {
    const text =
      'query ($size: Int, $isWhole: Boolean = true) { orders(first: $size) { nodes { id products @include(if: $isWhole) { id } } } }'
    const costs: unknown[] = []
    for (const size of [10, 10, 20, 10])
      for (const isWhole of [true, false, undefined])
        for (const as of [store.merchant, store.customer]) {
          const body = JSON.stringify({ query: text, variables: { size, isWhole } })
          const headers = { Authorization: as, 'Content-Type': 'application/json' }
          const answer = await store.fetch('/graphql', { method: 'POST', headers, body })
          costs.push(((await answer.json()) as { extensions: { cost: { requested: number } } }).extensions.cost.requested)
        }
    // The products of ten orders are a fiftieth of a point each, rounded up with the rest.
    const of = { 10: [12, 12, 11, 11, 12, 12], 20: [23, 23, 21, 21, 23, 23] }
    expect(costs).toEqual([...of[10], ...of[10], ...of[20], ...of[10]])
  })
})
