/** A number of the Desk's figures leads to a list with the same count, or the same sum. */
import { describe, expect, it } from 'vitest'
import { whereOf } from '../../src/desk/page/filters/filter-spec.ts'
import { movementFilters } from '../../src/desk/page/filters/movements.ts'
import { subscriptionFilters } from '../../src/desk/page/filters/subscriptions.ts'
import { transactionFilters } from '../../src/desk/page/filters/transactions.ts'
import {
  cameBack,
  captured,
  disputed,
  firstPaidIn,
  gained,
  lost,
  movementsOf,
  paidOrder,
  refunded,
  type ShownPart,
  stillHere,
  transactionsOf,
} from '../../src/desk/page/pages/figures/lists.ts'
import { openStore } from '../support/store.ts'

const { graphql, merchant } = await openStore()

const range = 'from: "2025-01-01", to: "2026-12-31"'

const lists = {
  '/transactions': { list: 'transactions', type: 'TransactionFilter', filters: transactionFilters },
  '/movements': { list: 'subscriptionMovements', type: 'SubscriptionMovementFilter', filters: movementFilters },
  '/subscriptions': { list: 'subscriptions', type: 'SubscriptionFilter', filters: subscriptionFilters },
}

/** An answer about the list of the page that a link leads to. Each parameter of it is a filter of the page. */
async function askAt(href: string, aggregate: boolean) {
  const { pathname, searchParams: given } = new URL(href, 'http://desk')
  const { list, type, filters } = lists[pathname as keyof typeof lists]
  expect(filters.map(({ name }) => name)).toEqual(expect.arrayContaining([...given.keys()]))
  const filter = whereOf(filters, { get: (name) => given.get(name) ?? '' })
  const asked = aggregate ? `${list}Aggregate(filter: $filter) { sum { total } }` : `${list}(filter: $filter) { totalCount }`
  const { data, errors } = await graphql(`query ($filter: ${type}) { list: ${asked} }`, { filter }, merchant)
  expect(errors).toEqual([])
  return data.list
}

const countAt = async (href: string): Promise<number> => (await askAt(href, false)).totalCount
const sumAt = async (href: string): Promise<number> => Number((await askAt(href, true)).sum.total ?? 0)

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

  it('of a cohort is the count of its list', async () => {
    const fields = '{ figures { retention { rows { start end cohortSize cohortActive } } } }'
    const { data } = await graphql(fields, {}, merchant)
    const rows = data.figures.retention.rows as (ShownPart & { cohortSize: number; cohortActive: number })[]
    const counts = await Promise.all(rows.flatMap((row) => [countAt(firstPaidIn(row)), countAt(firstPaidIn(row, stillHere))]))
    expect(counts).toEqual(rows.flatMap(({ cohortSize, cohortActive }) => [cohortSize, cohortActive]))
    expect(new Set(counts).size).toBeGreaterThan(2)
  })

  it('of subscriptions that paid an order is the count of its list', async () => {
    const { data } = await graphql('{ figures { survival { rows { start end box paid } } } }', {}, merchant)
    const rows = data.figures.survival.rows as (ShownPart & { box: number; paid: number })[]
    const counts = await Promise.all(rows.map((row) => countAt(firstPaidIn(row, paidOrder(row.box)))))
    expect(counts).toEqual(rows.map(({ paid }) => paid))
    expect(counts[0]).toBeGreaterThan(0)
  })

  it.each([
    ['captured', captured, 'created_at'],
    ['refunded', refunded, 'created_at'],
    ['disputed', disputed, 'created_at'],
    ['reversed', cameBack, 'reversed_at'],
  ] as const)('%s is the sum of its transactions', async (name, filter, at) => {
    const { data } = await graphql(`{ figures(${range}) { revenue { rows { start end ${name} } } } }`, {}, merchant)
    const rows = data.figures.revenue.rows as (ShownPart & Record<string, number>)[]
    const sums = await Promise.all(rows.map((row) => sumAt(transactionsOf(row, filter, at))))
    expect(sums).toEqual(rows.map((row) => Math.abs(row[name] ?? 0)))
    if (name === 'captured' || name === 'refunded') expect(Math.max(...sums)).toBeGreaterThan(0)
  })
})
