/** A list of the Desk and its export have the same filters: what the page asks of GraphQL is what the address asks of REST. */
import { describe, expect, it } from 'vitest'
import { couponFilters } from '../../src/desk/page/filters/coupons.ts'
import { customerFilters } from '../../src/desk/page/filters/customers.ts'
import { type FilterSpec, isReadable, restValue, whereOf } from '../../src/desk/page/filters/filter-spec.ts'
import { movementFilters } from '../../src/desk/page/filters/movements.ts'
import { orderFilters } from '../../src/desk/page/filters/orders.ts'
import { productFilters } from '../../src/desk/page/filters/products.ts'
import { subscriptionFilters } from '../../src/desk/page/filters/subscriptions.ts'
import { transactionFilters } from '../../src/desk/page/filters/transactions.ts'
import { openStore } from '../support/store.ts'

const { graphql, rest, merchant } = await openStore()

const lists: readonly (readonly [list: string, type: string, filters: readonly FilterSpec[]])[] = [
  ['subscriptions', 'SubscriptionFilter', subscriptionFilters],
  ['orders', 'OrderFilter', orderFilters],
  ['customers', 'CustomerFilter', customerFilters],
  ['products', 'ProductFilter', productFilters],
  ['coupons', 'CouponFilter', couponFilters],
  ['subscriptionMovements', 'SubscriptionMovementFilter', movementFilters],
  ['transactions', 'TransactionFilter', transactionFilters],
]

/** Values that a person may choose or type. */
const valuesOf = (spec: FilterSpec): readonly string[] =>
  spec.kind === 'choice'
    ? spec.options.map(({ value }) => value)
    : spec.kind === 'day'
      ? ['2026-06-01']
      : ['an', 'US', 'us', 'SUMMER', '1,2'].filter((value) => isReadable(spec, value))

const elsewhere: Partial<Record<string, string>> = { subscriptionMovements: 'subscription_movements' }

const cases = lists.flatMap(([list, type, filters]) =>
  filters.flatMap((spec) => valuesOf(spec).map((value) => ({ list, type, spec, value, name: spec.name }))),
)

describe('A filter of the Desk counts what its export lists', () => {
  it.each(cases)('$list?$name=$value', async ({ list, type, spec, value }) => {
    const query = `query ($filter: ${type}) { ${list}(filter: $filter) { totalCount } }`
    const { data, errors } = await graphql(query, { filter: whereOf([spec], { get: () => value }) }, merchant)
    expect(errors).toEqual([])
    const exported = await rest(
      `GET /v1/${elsewhere[list] ?? list}/?${new URLSearchParams({ [spec.name]: restValue(spec, value) })}`,
      merchant,
    )
    expect(exported.status).toBe(200)
    expect(exported.body.count).toBe(data[list].totalCount)
  })
})

describe('A filter that cannot be read', () => {
  it.each([
    [orderFilters, { financial_status: 'payed' }],
    [orderFilters, { placed_at__gte: 'soon' }],
    [orderFilters, { tags__in: ' , ' }],
    [orderFilters, { id__in: '1,x' }],
    [subscriptionFilters, { paid_orders__gte: 'many' }],
    [movementFilters, { at__lt: '2026-13-01' }],
  ])('is left out: %#', (filters, given) => {
    const values: Record<string, string> = { ...given }
    expect(whereOf(filters, { get: (name) => values[name] ?? '' })).toEqual({})
  })

  it('leaves the others', () => {
    const values: Record<string, string> = { status: 'open', financial_status: 'payed' }
    expect(whereOf(orderFilters, { get: (name) => values[name] ?? '' })).toEqual({ AND: [{ status: { eq: 'open' } }] })
  })
})
