/** The settings of invoices, on both surfaces: they begin now at the earliest, with a seller, and their prefix ends where the place begins. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { expectRefused, json, mutate } from '../writing.ts'

const store = await openStore({ isApart: true })
const seller = { legal_name: 'Alder Goods', address: '1 Mill Lane' }
const put = (body: object) => store.rest('PUT /v1/store/', store.merchant, json(body))
const refused = (rest: object, graphql: object, message: string) =>
  expectRefused(store, { rest: ['PUT /v1/store/', json(rest)], graphql: ['updateStore', graphql] }, 'BAD_INPUT', message)
const ago = (seconds: number) => new Date(today.getTime() - seconds * 1_000).toISOString().replace('.000', '')

describe('invoices_from', () => {
  it('takes a legal name and an address, which then stay', async () => {
    await put({ legal_name: null, address: null, invoices_from: null })
    const message = 'invoices_from takes legal_name and address, which stand on every invoice.'
    await refused({ invoices_from: '2027-01-01' }, { invoicesFrom: '2027-01-01' }, message)
    expect(await put({ ...seller, invoices_from: '2027-01-01' })).toMatchObject({
      status: 200,
      body: { invoices_from: '2027-01-01T00:00:00Z' },
    })
    await refused({ address: ' ' }, { address: null }, message)
    expect((await put({ address: '2 Mill Lane' })).status).toBe(200)
  })

  it('is not in the past, but for a minute in which clocks may differ', async () => {
    await put(seller)
    const message = `invoices_from must not be before ${ago(0)}: what is paid already has no invoice.`
    await refused({ invoices_from: ago(61) }, { invoicesFrom: ago(61) }, message)
    expect((await put({ invoices_from: ago(60) })).body).toMatchObject({ invoices_from: ago(0) })
    const { record, userErrors } = await mutate(
      store,
      'updateStore',
      { invoicesFrom: null },
      'store { invoicesFrom invoicePrefix taxId }',
    )
    expect([record.invoicesFrom, userErrors]).toEqual([null, []])
  })
})

describe('invoice_prefix', () => {
  it.each(['INV', 'INV1', 'É-', 'A B-', '-'.repeat(21)])('is not %s', async (prefix) => {
    const message =
      prefix.length > 20
        ? 'invoice_prefix must have at most 20 characters.'
        : 'invoice_prefix must be letters, digits, -, / and _, and end with -, / or _, such as INV-.'
    await refused({ invoice_prefix: prefix }, { invoicePrefix: prefix }, message)
  })

  it.each(['INV-', '2026/', 'a_', ''])('may be %j', async (prefix) => {
    expect(await put({ invoice_prefix: prefix })).toMatchObject({ status: 200, body: { invoice_prefix: prefix } })
  })
})

it('customers and visitors read the tax number of the store, and merchants alone the others', async () => {
  await put({ tax_id: 'DE136695976' })
  const query = '{ store { taxId invoicePrefix invoicesFrom } }'
  expect((await store.graphql(query, {}, store.customer)).data).toEqual({
    store: { taxId: 'DE136695976', invoicePrefix: null, invoicesFrom: null },
  })
})
