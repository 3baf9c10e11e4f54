/** Payment methods of many customers are stored in one write, over both surfaces. */
import { expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { json } from './writing.ts'

const store = await openStore()
const { db } = store

const post = (body: unknown, query = '') => store.rest(`POST /v1/payment_methods/bulk/${query}`, store.merchant, json(body))
const card = (token: string) => ({ gateway_token: token, last4: '4242', exp_month: 12, exp_year: 2031 })
const changes = ({ body }: { body: { results: { change: string }[] } }) => body.results.map(({ change }) => change)

let made = 0
async function newCustomer() {
  const external_id = `payer-${++made}`
  const { body } = await store.rest(
    'POST /v1/customers/',
    store.merchant,
    json({ external_id, email: `${external_id}@example.com`, country: 'GB' }),
  )
  return { id: body.id as number, external_id }
}
const defaultsOf = async (customerId: number) =>
  (await db.paymentMethod.findMany({ where: { storeId: 1n, customerId: BigInt(customerId), isDefault: true } })).map(
    ({ gatewayToken }) => gatewayToken,
  )

it('Methods are added by the id of the customer or its external id, then left as they are, then changed', async () => {
  const [one, other] = [await newCustomer(), await newCustomer()]
  const methods = [
    { customer_id: one.id, ...card('tok_a') },
    { customer_id: one.id, ...card('tok_b') },
    { customer_external_id: other.external_id, ...card('tok_a') },
  ]
  const first = await post(methods)
  expect({ status: first.status, changes: changes(first) }).toEqual({ status: 200, changes: ['created', 'created', 'created'] })
  expect(first.body.results[0].record).toMatchObject({ last4: '4242', is_default: true, customer_id: one.id })
  expect([await defaultsOf(one.id), await defaultsOf(other.id)]).toEqual([['tok_a'], ['tok_a']])
  const events = await db.event.count()
  expect(changes(await post(methods))).toEqual(['unchanged', 'unchanged', 'unchanged'])
  expect(await db.event.count()).toBe(events)
  const renewed = await post([{ customer_id: one.id, ...card('tok_b'), exp_year: 2035, is_default: true }])
  expect(changes(renewed)).toEqual(['updated'])
  expect(await defaultsOf(one.id)).toEqual(['tok_b'])
})

it('The token is in neither the log nor the events', async () => {
  const { id } = await newCustomer()
  await post([{ customer_id: id, ...card('tok_unseen') }])
  const told = [
    await db.event.findMany({ orderBy: { id: 'desc' }, take: 5 }),
    await db.logEntry.findMany({ orderBy: { id: 'desc' }, take: 5 }),
  ]
  expect(JSON.stringify(told, (_key, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain('tok_unseen')
})

it('A card number, two defaults of one customer and a missing customer refuse all with their places', async () => {
  const { id } = await newCustomer()
  const { status, body } = await post([
    { customer_id: id, ...card('4242424242424242') },
    { customer_id: 9_007_199, ...card('tok_c') },
    { customer_id: id, ...card('tok_d'), is_default: true },
    { customer_id: id, ...card('tok_e'), is_default: true },
  ])
  expect(status).toBe(400)
  expect(body.errors).toEqual([
    expect.stringMatching(/^payment_methods\[0\]\.gateway_token /),
    'There is no such customer: payment_methods[1].customer_id must name one.',
    'payment_methods[2].is_default is that of payment_methods[3].is_default too.',
    'payment_methods[3].is_default is that of payment_methods[2].is_default too.',
  ])
  expect(await db.paymentMethod.count({ where: { storeId: 1n, customerId: BigInt(id) } })).toBe(0)
})

it('A method of another gateway with the same token is another method', async () => {
  const { id } = await newCustomer()
  await post([{ customer_id: id, ...card('tok_shared') }])
  const of = { storeId: 1n, customerId: BigInt(id) }
  await db.paymentMethod.updateMany({ where: of, data: { gateway: 'elsewhere' } })
  expect(changes(await post([{ customer_id: id, ...card('tok_shared'), exp_year: 2035 }]))).toEqual(['created'])
  const methods = await db.paymentMethod.findMany({ where: of, orderBy: { id: 'asc' } })
  expect(methods.map(({ gateway, expYear }) => [gateway, expYear])).toEqual([
    ['elsewhere', 2031],
    ['sandbox', 2035],
  ])
})

it('Four writes at once leave each customer one default', async () => {
  const { id } = await newCustomer()
  const answers = await Promise.all(
    ['tok_1', 'tok_2', 'tok_3', 'tok_4'].map((token) => post([{ customer_id: id, ...card(token), is_default: true }])),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await defaultsOf(id)).toHaveLength(1)
})
