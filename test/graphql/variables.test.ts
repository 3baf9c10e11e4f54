/** Variables that are long: what is refused of them is told briefly, and what is taken arrives whole. */
import { isDeepStrictEqual } from 'node:util'
import { type OperationDefinitionNode, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { coercedVariables } from '../../src/graphql/variables.ts'
import { schema } from '../../src/resources/schema.ts'
import { openStore } from '../store.ts'

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
    ['a time', { endDate: { gt: '2'.repeat(900_000) } }, 'filter.endDate.gt'],
    ['one of several times', { endDate: { in: ['2026-11-20', '2'.repeat(900_000)] } }, 'filter.endDate.in[1]'],
    ['a value of an enum', { OR: [{ status: { eq: 'a'.repeat(900_000) } }] }, 'does not exist in "SubscriptionStatus" enum'],
    ['a field', { ['a'.repeat(900_000)]: 1 }, 'is not defined by type "SubscriptionFilter"'],
  ])('is told by its beginning and its end, as %s', async (_what, filter, end) => {
    const message = await refusalOf(filter)
    expect(message.length).toBeLessThan(700)
    expect(message.slice(0, 300)).toMatch(/^Variable "\$filter" got invalid value ("2+|"a+|\{ a+)/)
    expect(message.slice(-300)).toContain(end)
  })

  it('is refused beside a long text that may stand where it does', async () => {
    const message = await refusalOf({ note: { eq: 'x'.repeat(20_000) }, endDate: { gt: 'soon' } })
    expect(message).toContain('"soon" at "filter.endDate.gt"')
  })

  it('is no sentence of as many characters inside either', () => {
    const [operation] = parse('query ($time: DateTime) { __typename }').definitions as [OperationDefinitionNode]
    for (const time of ['2'.repeat(900_000), { ['a'.repeat(900_000)]: 1 }]) {
      const { errors } = coercedVariables(schema, operation.variableDefinitions ?? [], { time })
      expect(errors?.[0]?.message.length).toBeLessThan(12_000)
    }
  })

  it('is taken whole where any text is, in lists and objects too', () => {
    const text = `${'x'.repeat(9_999)}👋${'y'.repeat(900_000)}`
    const [operation] = parse('query ($text: String, $json: Json) { __typename }').definitions as [OperationDefinitionNode]
    const given = { text, json: { [text]: [text, 1, null] } }
    const { coerced } = coercedVariables(schema, operation.variableDefinitions ?? [], given)
    expect(isDeepStrictEqual({ ...coerced }, given)).toBe(true)
  })
})
