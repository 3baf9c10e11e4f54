/** The credit of customers: a ledger that refunds and merchants write, whose sum the customer has. */
import { describe, expect, it } from 'vitest'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { addCustomer } from '../writes/rows.ts'

const store = await openStore()
const { db } = store

type Answer = { status: number; message?: string | undefined; entry?: Record<string, unknown> | undefined }

/** Adds credit over either surface. */
const surfaces: Record<string, (customerId: number, input: object, as?: string) => Promise<Answer>> = {
  async REST(customerId, input, as = store.merchant) {
    const init = { body: JSON.stringify(input) }
    const { status, body } = await store.rest(`POST /v1/customers/${customerId}/credit/`, as, init)
    return status < 300 ? { status, entry: body } : { status, message: body.errors.join(' ') }
  },
  async GraphQL(customerId, input, as = store.merchant) {
    const query = `mutation ($input: AddCreditInput!) { addCredit(input: $input) {
      creditEntry { id amount reason } userErrors { code message } } }`
    const { data, errors } = await store.graphql(query, { input: { customerId, ...input } }, as)
    const [error] = errors
    if (error) return { status: error.extensions.code === 'FORBIDDEN' ? 403 : 400, message: error.message }
    const { creditEntry, userErrors } = data.addCredit
    const [refused] = userErrors
    if (refused) return { status: refused.code === 'NOT_FOUND' ? 404 : 400, message: refused.message }
    return { status: 201, entry: creditEntry }
  },
}

const creditOf = async (id: number) => Number((await db.customer.findUniqueOrThrow({ where: ofStore(id) })).credit)

describe.each(Object.keys(surfaces))('%s', (surface) => {
  const add = surfaces[surface] as (typeof surfaces)['REST']

  it('adds and takes off credit, each with its reason, and the customer has the sum', async () => {
    const { id } = await addCustomer(db)
    expect(await add(id, { amount: 500, reason: 'For the long wait.' })).toMatchObject({ status: 201, entry: { amount: 500 } })
    expect(await add(id, { amount: -120, reason: 'Given by mistake.' })).toMatchObject({ status: 201, entry: { amount: -120 } })
    expect(await creditOf(id)).toBe(380)
    const { body } = await store.rest(`GET /v1/customers/${id}/credit/`)
    expect(body).toMatchObject({
      count: 2,
      results: [
        { type: 'credit_entry', customer_id: id, amount: 500, reason: 'For the long wait.', refund_id: null },
        { amount: -120, reason: 'Given by mistake.' },
      ],
    })
    expect((await store.rest(`GET /v1/customers/${id}/`)).body).toMatchObject({ credit: 380 })
    const events = await db.event.findMany({ where: { customerId: id, type: 'credit_entry.created' } })
    expect(events).toHaveLength(2)
  })

  it('refuses 0, more than there is, and no reason, and says which would be right', async () => {
    const { id } = await addCustomer(db)
    await add(id, { amount: 100, reason: 'x' })
    expect(await add(id, { amount: 0, reason: 'x' })).toEqual({ status: 400, message: 'amount must not be 0.' })
    expect(await add(id, { amount: -101, reason: 'x' })).toEqual({
      status: 400,
      message: "amount must be at least -100: the customer's credit is 100.",
    })
    expect(await add(id, { amount: 5, reason: '  ' })).toEqual({ status: 400, message: 'reason must not be empty.' })
    expect((await add(id, { amount: 5 })).status).toBe(400)
    expect(await creditOf(id)).toBe(100)
  })

  it('takes off no more than there is by requests at once', async () => {
    const { id } = await addCustomer(db)
    await add(id, { amount: 100, reason: 'x' })
    const answers = await Promise.all([1, 2, 3, 4].map(() => add(id, { amount: -60, reason: 'x' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
    expect(await creditOf(id)).toBe(40)
  })

  it("is a merchant's to give, to customers of the store", async () => {
    const { id } = await addCustomer(db)
    expect((await add(id, { amount: 5, reason: 'x' }, await store.customerToken(BigInt(id)))).status).toBe(403)
    expect((await add(id, { amount: 5, reason: 'x' }, store.otherMerchant)).status).toBe(404)
    expect(await creditOf(id)).toBe(0)
  })
})

it('A customer sees the own credit, without the reasons of the store', async () => {
  const { id } = await addCustomer(db)
  await surfaces.REST?.(id, { amount: 500, reason: 'Complains a lot.' })
  const as = await store.customerToken(BigInt(id))
  const { data } = await store.graphql('{ me { credit creditEntries { nodes { amount reason } } } }', {}, as)
  expect(data.me).toEqual({ credit: 500, creditEntries: { nodes: [{ amount: 500, reason: null }] } })
})
