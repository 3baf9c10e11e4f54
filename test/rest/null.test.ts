/** Null in an update: it clears what may be null, and is refused elsewhere; metadata stores it. */
import { describe, expect, it } from 'vitest'
import { writable as coupon } from '../../src/resources/coupons/writable.ts'
import { writable as customer } from '../../src/resources/customers/writable.ts'
import { writable as inventory } from '../../src/resources/inventory/writable.ts'
import { writable as order } from '../../src/resources/orders/writable.ts'
import { writable as product } from '../../src/resources/products/writable.ts'
import { writable as subscription } from '../../src/resources/subscriptions/writable.ts'
import { snakeCase } from '../../src/values/text.ts'
import { changeable, type WritableTable } from '../../src/values/writable.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const put = (path: string, body: object) =>
  store.rest(`PUT ${path}`, store.merchant, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })

const tables: Record<string, WritableTable> = {
  '/v1/subscriptions/1/': subscription,
  '/v1/orders/1/': order,
  '/v1/products/1/': product,
  '/v1/product_instances/1/inventory/': inventory,
  '/v1/customers/1/': customer,
  '/v1/coupons/1/': coupon,
}

const fields = Object.entries(tables).flatMap(([path, table]) =>
  Object.entries(changeable(table)).map(([name, { nullable, ofNull }]) => ({ path, name: snakeCase(name), nullable, ofNull })),
)

describe('Null in an update', () => {
  it.each(fields.filter(({ nullable }) => nullable))('clears $name of $path', async ({ path, name }) => {
    const { status, body } = await put(path, { [name]: null })
    expect([status, body.errors]).toEqual([200, undefined])
    expect(body[name] || null).toBeNull()
  })

  it.each(fields.filter(({ nullable }) => !nullable))('is refused for $name of $path', async ({ path, name, ofNull }) => {
    const { status, body } = await put(path, { [name]: null })
    expect([status, body.errors]).toEqual([400, [`${name} ${ofNull}.`]])
  })

  it('is stored in metadata', async () => {
    const path = '/v1/subscriptions/1/metadata/'
    expect((await put(path, { size: 9, colour: null })).body.data).toMatchObject({ size: 9, colour: null })
    expect((await put(path, { size: null })).body.data).toMatchObject({ size: null, colour: null })
  })
})
