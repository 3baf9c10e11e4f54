/** A number of the Desk's figures leads to a list with the same count, or the same sum. */
import { describe, expect, it } from 'vitest'
import { whereOf } from '../../src/desk/page/filters/filter-spec.ts'
import { movementFilters } from '../../src/desk/page/filters/movements.ts'
import { gained, lost, movementsOf, type ShownPart, transactionsOf } from '../../src/desk/page/pages/figures/lists.ts'
import { openStore } from '../support/store.ts'

const { graphql, rest, merchant } = await openStore()

const range = 'from: "2025-01-01", to: "2026-12-31"'

/** The movements of the page that a link leads to. */
async function countAt(href: string): Promise<number> {
  const given = new URL(href, 'http://desk').searchParams
  const filter = whereOf(movementFilters, { get: (name) => given.get(name) ?? '' })
  const query = 'query ($filter: SubscriptionMovementFilter) { subscriptionMovements(filter: $filter) { totalCount } }'
  const { data, errors } = await graphql(query, { filter }, merchant)
  expect(errors).toEqual([])
  return data.subscriptionMovements.totalCount
}

describe('A number of the figures', () => {
  it.each([
    ['gained', gained],
    ['lost', lost],
  ] as const)('%s is the count of its list', async (name, filter) => {
    const { data } = await graphql(`{ figures(${range}) { churn { rows { start end ${name} } } } }`, {}, merchant)
    const rows = data.figures.churn.rows as (ShownPart & Record<string, number>)[]
    const counts = await Promise.all(rows.map((row) => countAt(movementsOf(row, filter))))
    expect(counts).toEqual(rows.map((row) => row[name]))
    if (name === 'gained') expect(Math.max(...counts)).toBeGreaterThan(0)
  })

  it('captured is the sum of its transactions', async () => {
    const { data } = await graphql(`{ figures(${range}) { revenue { rows { start end captured } } } }`, {}, merchant)
    const [row] = (data.figures.revenue.rows as (ShownPart & { captured: number })[]).filter(({ captured }) => captured > 0)
    const { body } = await rest(
      `GET ${transactionsOf(row as ShownPart, { kind: 'payment', result: 'captured' })}&limit=1000`,
      merchant,
    )
    const totals = (body.results as { total: number }[]).map(({ total }) => total)
    expect(totals.reduce((one, other) => one + other, 0)).toBe(row?.captured)
  })
})
