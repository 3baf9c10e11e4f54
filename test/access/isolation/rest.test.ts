/** REST: every path, list and filter of the table tells nothing of what others have, whoever asks. */
import { getNamedType, isInputObjectType } from 'graphql'
import { describe, expect, test } from 'vitest'
import { table } from '../../../src/resources/routes.ts'
import type { Compiled } from '../../../src/rest/compile.ts'
import type { Resource } from '../../../src/schema/registry.ts'
import { snakeCase } from '../../../src/values/text.ts'
import { resourceOf } from '../../support/described.ts'
import { modelOfParameter, parametersOf as parametersIn } from '../../support/path-parameters.ts'
import { keyOf, missingId, openWorld, type Principal, principals, someOf } from './principals.ts'
import { filterable, tellingValues, type Value } from './values.ts'
import { refusalAtRoot } from './visible-columns.ts'

const world = await openWorld()

const card = { gateway_token: 'tok_succeed', last4: '4242', exp_month: 7, exp_year: 2032 }

/** Bodies of writes that take no empty one. */
const bodies: Record<string, object> = {
  'POST /v1/subscriptions/{sub_id}/coupons/': { coupon_id: 9_007_199_254_740_991 },
  'POST /v1/store/api/subscriptions/{subscription_id}/coupons/': { code: 'NONE' },
  'POST /v1/webhooks/': { url: 'nowhere' },
  'POST /v1/webhooks/{webhook_id}/replay/': { all_failed: true },
  'PUT /v1/cancel_offers/{cancel_offer_id}/answer/': { outcome: 'declined' },
  'PUT /v1/store/api/cancel_offers/{cancel_offer_id}/answer/': { outcome: 'declined' },
  'PUT /v1/subscriptions/{sub_id}/cancel_offer/': { cancel_reason: 20 },
  'PUT /v1/store/api/subscriptions/{subscription_id}/cancel_offer/': { cancel_reason: 20 },
  'PUT /v1/subscriptions/{sub_id}/change/': { quantity: 2 },
  'PUT /v1/store/api/subscriptions/{subscription_id}/change/': { quantity: 2 },
  'POST /v1/customers/{customer_id}/credit/': { amount: 1, reason: 'x' },
  'POST /v1/product_instances/{product_instance_id}/inventory/adjust/': { by: 1, reason: 'x' },
  'POST /v1/products/': { name: 'x' },
  'POST /v1/customers/{customer_id}/payment_methods/': card,
  'POST /v1/customers/{customer_id}/payment_methods/setup/': { return_url: 'https://shop.example/' },
  'PUT /v1/customers/{customer_id}/payment_methods/{payment_method_id}/replace/': card,
  'PUT /v1/store/api/customer/payment_methods/{payment_method_id}/replace/': card,
  'POST /v1/customers/{customer_id}/addresses/': { to: 'x', street: 'x', city: 'x', country: 'GB' },
  'POST /v1/shipping_zones/{zone_id}/bands/': { price: 1 },
  'POST /v1/products/{product_id}/surveys/': { name: 'x' },
  'POST /v1/products/{product_id}/variants/': { name: 'x' },
  'POST /v1/products/{product_id}/subscription_types/': { name: 'x' },
  'POST /v1/products/{product_id}/instances/': { price: 1 },
  'POST /v1/product_variant_types/{product_variant_type_id}/values/': { value: 'x' },
  'POST /v1/subscription_types/{subscription_type_id}/terms/': { name: 'x' },
  'POST /v1/product_instances/{product_instance_id}/term_prices/': { term_id: 1, price: 1 },
  'POST /v1/product_surveys/{survey_id}/fields/': { name: 'x' },
  'POST /v1/products/{product_id}/term_prices/': { term_id: 9_007_199_254_740_991, price: 1 },
  'PUT /v1/store/api/subscriptions/{subscription_id}/surveys/{product_survey_result_id}': { answers: {} },
}

const bodyOf = ({ method, path, flag }: Compiled): object | undefined => {
  if (method === 'GET' || method === 'DELETE') return undefined
  return bodies[`${method} ${path}`] ?? (flag ? { [flag]: true } : path.endsWith('/metadata/') ? { a: 1 } : {})
}

const isStoreArea = ({ path }: Compiled) => path.startsWith('/v1/store/api/')

/** Whether the credential is of the area at all. */
const isAtHome = (row: Compiled, { role }: Principal) => (isStoreArea(row) ? role === 'customer' : role === 'merchant')

const parametersOf = ({ path }: Compiled) => parametersIn(path)

/** The model of a parameter; that of a cart is by the record: one with an order, or an open one. */
const modelOf = (row: Compiled, name: string) =>
  name === 'cart_id' && row.record === 'OpenCart' ? 'OpenCart' : modelOfParameter(name)

const titled = (row: Compiled) => `${row.method} ${row.path}${row.flag ? ` ${row.flag}` : ''}`

const cells = (rows: Compiled[]) => principals.flatMap((as) => rows.map((row) => ({ who: as.name, as, row, title: titled(row) })))

describe('A path', () => {
  test('is there for every row', () => {
    expect(table.length).toBeGreaterThanOrEqual(48)
  })

  // A row that may make its record takes a text of the client's, like an input field (writes.test.ts).
  test.each(cells(table.filter((row) => parametersOf(row).length > 0 && !row.mayCreate)))(
    '$title with the id of others is for $who like one with no such id',
    async ({ as, row }) => {
      const own: Record<string, string> = {}
      for (const name of parametersOf(row)) {
        const { seen } = await world.split(as, modelOf(row, name))
        own[name] = String(seen[0]?.id ?? missingId)
      }
      for (const name of parametersOf(row)) {
        const { unseen } = await world.split(as, modelOf(row, name))
        const others = someOf(unseen)
        expect(others.length).toBeGreaterThan(0)
        const ask = (id: string) => {
          const path = row.path.replace(/\{(\w+)\}/g, (_all, each: string) => (each === name ? id : (own[each] ?? missingId)))
          return world.rest(as, `${row.method} ${path}`, bodyOf(row))
        }
        const foreign = await world.measured(() => inTurn(others, ({ id }) => ask(String(id))))
        const missing = await world.missingFor(
          others.map(({ id }) => String(id)),
          () => ask(missingId),
        )
        expect(foreign).toEqual(missing)
        const empty = row.answer === 'list' && name !== parametersOf(row)[0]
        for (const { status } of foreign.result) {
          if (isAtHome(row, as)) expect(status).toBe(empty ? 200 : 404)
          else expect([401, 403, 404]).toContain(status)
        }
      }
      if (row.method !== 'GET') return
      // One's own, with all that comes with it, holds no word of others. Some have no metadata, and two ids need not belong together.
      const path = row.path.replace(/\{(\w+)\}/g, (_all, name: string) => own[name] ?? missingId)
      const { status } = await world.rest(as, `GET ${path}${isStoreArea(row) ? '' : '?with=all'}`)
      const isSure = parametersOf(row).length === 1 && !path.includes('metadata')
      if (isAtHome(row, as)) expect(isSure ? [200] : [200, 404]).toContain(status)
    },
  )
})

async function inTurn<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const item of items) done.push(await work(item))
  return done
}

/** The resource a list has, from the filter it takes. */
function listed(row: Compiled): Resource | undefined {
  const type = getNamedType(row.variables.get('filter'))
  return isInputObjectType(type) && row.method === 'GET' ? resourceOf(type.name.replace(/Filter$/, '')) : undefined
}

// No table has computed rows; see records-and-lists.test.ts.
const filtered = table.filter((row) => listed(row) && !row.computed && parametersOf(row).length === 0)
const openOf = (answer: Compiled['answer']) => open.filter(({ row }) => row.answer === answer)
const open = cells(filtered).filter(
  ({ row, as }) =>
    (isStoreArea(row) ? as.role !== 'merchant' : as.role === 'merchant') && !refusalAtRoot(listed(row)?.name ?? '', as),
)

describe('A list', () => {
  test.each(openOf('list'))('$title has for $who what they may see', async ({ as, row }) => {
    const resource = listed(row) as Resource
    const { seen } = await world.split(as, resource.name)
    const key = keyOf(resource)
    const own = new Set(seen.map((each) => Number(each[key])))
    const archived = row.variables.has('archived') ? '&archived=true' : ''
    const { status, text } = await world.rest(as, `GET ${row.path}?limit=1000${isStoreArea(row) ? '' : '&with=all'}${archived}`)
    expect(status).toBe(200)
    const { count, results } = JSON.parse(text)
    expect(results.length).toBe(count)
    expect(results.filter((each: Record<string, number>) => !own.has(each[snakeCase(key)] ?? 0))).toEqual([])
    // Some paths show a part of a resource only, and say so in their operation.
    if (!row.operation.includes('AND: [')) expect(count).toBe(own.size)
  })

  test.each(openOf('groups'))('$title counts for $who what its list has', async ({ as, row }) => {
    const archived = row.variables.has('archived') ? '?archived=true' : ''
    const list = await world.rest(as, `GET ${row.path.replace('aggregate/', '')}${archived}`)
    const { status, text } = await world.rest(as, `GET ${row.path}${archived}`)
    expect(status).toBe(200)
    expect(JSON.parse(text).results).toEqual([{ key: [], count: JSON.parse(list.text).count }])
  })

  test.each(open)('$title finds for $who nothing by what only others have', async ({ as, row }) => {
    const resource = listed(row) as Resource
    const filters: { name: string; foreign: Value; missing: Value }[] = []
    const add = async (of: Resource, prefix: string, columns = filterable(of, as)) => {
      const { seen, unseen } = await world.split(as, of.name)
      for (const column of columns) {
        const values = tellingValues(world.all, of, column, seen, unseen)
        const [odd = snakeCase(column.name)] = [...row.names].find(([, name]) => name === snakeCase(column.name)) ?? []
        if (values) filters.push({ name: `${prefix}${prefix ? snakeCase(column.name) : odd}`, ...values })
      }
    }
    await add(resource, '')
    for (const { name, target } of as.role === 'merchant' ? resource.links.values() : []) {
      if (target.name !== 'Metadata') await add(target, `${snakeCase(name)}.`, [...target.columns.values()].slice(0, 1))
    }
    const ask = (name: string, value: Value) =>
      world.rest(
        as,
        `GET ${row.path}?${new URLSearchParams({ [name]: typeof value === 'string' ? `"${value}"` : String(value) })}`,
      )
    expect(filters.length).toBeGreaterThan(0)
    const none = row.answer === 'list' ? { count: 0, results: [] } : { count: 1, results: [{ key: [], count: 0 }] }
    const foreign = await world.measured(() => inTurn(filters, ({ name, foreign: value }) => ask(`${name}__in`, value)))
    const missing = await world.measured(() => inTurn(filters, ({ name, missing: value }) => ask(`${name}__in`, value)))
    expect(foreign).toEqual(missing)
    for (const { text } of foreign.result) expect(JSON.parse(text)).toMatchObject(none)
  })
})
