/** Writes that change thousands of subscriptions do so in batches, so that other requests are answered meanwhile, and up to a bound. */
import { describe, expect, it } from 'vitest'
import { inBatches } from '../../src/writes/batches.ts'
import { openStore } from '../support/store.ts'
import { addMonthly } from '../writes/rows.ts'
import { expectRefused, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store

const inRest = { gateway_token: 'tok_succeed', last4: '4242', exp_month: 7, exp_year: 2032 }
const inGraphql = { gatewayToken: 'tok_succeed', last4: '4242', expMonth: 7, expYear: 2032 }

/** So many subscriptions of one customer to one product, all charged to one payment method. */
async function addMany(many: number) {
  const { id, customer, product } = await addMonthly(db)
  const columns = Object.keys(await db.subscription.findFirstOrThrow({ where: { id } }))
    .map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .filter((name) => !['id', 'changed_in', 'updated_at'].includes(name))
    .join(', ')
  await db.$executeRawUnsafe(
    `INSERT INTO subscription (${columns}) SELECT ${columns} FROM subscription, generate_series(2, ${many}) WHERE id = ${id}`,
  )
  return { customer, product }
}

type Many = Awaited<ReturnType<typeof addMany>>

const writes: [name: string, write: (of: Many) => Promise<unknown>, entries: number][] = [
  [
    'Archiving a product',
    ({ product }) => mutate(store, 'archiveProduct', { id: product.id, subscriptions: 'end_at_term' }),
    1001,
  ],
  [
    'Replacing a payment method',
    ({ customer }) => mutate(store, 'replacePaymentMethod', { id: customer.methodId, ...inGraphql }),
    0,
  ],
]

describe.each(writes)('%s', (_name, write, entries) => {
  it('changes, logs and emits a thousand and one subscriptions in batches of 500', async () => {
    const many = await addMany(1001)
    const before = await db.logEntry.count({ where: { operation: 'endSubscription' } })
    const sent = await store.statements(async () => expect(await write(many)).toMatchObject({ userErrors: [] }))
    expect(sent.filter((sql) => /^UPDATE "subscription"/.test(sql))).toHaveLength(3)
    const customerId = many.customer.id
    const changed = { autorenew: false, productId: many.product.id }
    const moved = { productId: many.product.id, paymentMethodId: { not: many.customer.methodId } }
    expect(await db.subscription.count({ where: entries > 0 ? changed : moved })).toBe(1001)
    const events = await db.event.findMany({ where: { customerId, type: 'subscription.updated' }, orderBy: { id: 'asc' } })
    const ids = events.map(({ recordId }) => recordId as bigint)
    expect(new Set(ids).size).toBe(1001)
    expect(ids).toEqual(ids.toSorted((one, other) => Number(one - other)))
    expect(await db.logEntry.count({ where: { operation: 'endSubscription' } })).toBe(before + entries)
    expect(sent.filter((sql) => /INSERT INTO event/.test(sql)).length).toBeGreaterThanOrEqual(3)
  })
})

it('More than 10,000 subscriptions are refused, by archiving their product and by replacing their payment method', async () => {
  const { customer, product } = await addMany(10_001)
  const { userErrors } = await mutate(store, 'archiveProduct', { id: product.id, subscriptions: 'end_at_term' })
  const message = 'subscriptions cannot be end_at_term: 10001 subscriptions renew, and at most 10000 are ended at once.'
  expect(userErrors).toEqual([{ code: 'BAD_INPUT', field: 'subscriptions', message }])
  await expectRefused(
    store,
    {
      rest: [`PUT /v1/customers/${customer.id}/payment_methods/${customer.methodId}/replace/`, json(inRest)],
      graphql: ['replacePaymentMethod', { id: customer.methodId, ...inGraphql }],
    },
    'BAD_INPUT',
    'The payment method cannot be replaced: 10001 subscriptions are charged to it, and at most 10000 follow at once; give some of them another one first.',
  )
})

it('A turn of the event loop passes between batches', async () => {
  const seen: string[] = []
  await inBatches(1001, async (from, to) => {
    setImmediate(() => seen.push('others'))
    seen.push(`${from} to ${to}`)
  })
  expect(seen).toEqual(['0 to 500', 'others', '500 to 1000', 'others', '1000 to 1500'])
})
