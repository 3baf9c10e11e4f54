/** A list of the Desk and its export have the same filters: what the page asks of GraphQL is what the address asks of REST. */
import { describe, expect, it } from 'vitest'
import { couponFilters } from '../../src/desk/page/filters/coupons.ts'
import { customerFilters } from '../../src/desk/page/filters/customers.ts'
import { type FilterSpec, restValue } from '../../src/desk/page/filters/filter-spec.ts'
import { movementFilters } from '../../src/desk/page/filters/movements.ts'
import { orderFilters } from '../../src/desk/page/filters/orders.ts'
import { productFilters } from '../../src/desk/page/filters/products.ts'
import { subscriptionFilters } from '../../src/desk/page/filters/subscriptions.ts'
import { openStore } from '../support/store.ts'

const { graphql, rest, merchant } = await openStore()

const lists: readonly (readonly [list: string, type: string, filters: readonly FilterSpec[]])[] = [
  ['subscriptions', 'SubscriptionFilter', subscriptionFilters],
  ['orders', 'OrderFilter', orderFilters],
  ['customers', 'CustomerFilter', customerFilters],
  ['products', 'ProductFilter', productFilters],
  ['coupons', 'CouponFilter', couponFilters],
  ['subscriptionMovements', 'SubscriptionMovementFilter', movementFilters],
]

/** Values that a person may choose or type. */
const valuesOf = (spec: FilterSpec): readonly string[] =>
  spec.kind === 'choice' ? spec.options.map(({ value }) => value) : spec.kind === 'day' ? ['2026-06-01'] : ['an', 'US', 'SUMMER']

const elsewhere: Partial<Record<string, string>> = { subscriptionMovements: 'subscription_movements' }

const cases = lists.flatMap(([list, type, filters]) =>
  filters.flatMap((spec) => valuesOf(spec).map((value) => ({ list, type, spec, value, name: spec.name }))),
)

describe('A filter of the Desk counts what its export lists', () => {
  it.each(cases)('$list?$name=$value', async ({ list, type, spec, value }) => {
    const query = `query ($filter: ${type}) { ${list}(filter: $filter) { totalCount } }`
    const { data, errors } = await graphql(query, { filter: { AND: [spec.where(value)] } }, merchant)
    expect(errors).toEqual([])
    const exported = await rest(
      `GET /v1/${elsewhere[list] ?? list}/?${new URLSearchParams({ [spec.name]: restValue(spec, value) })}`,
      merchant,
    )
    expect(exported.status).toBe(200)
    expect(exported.body.count).toBe(data[list].totalCount)
  })
})
