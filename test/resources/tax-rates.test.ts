/** Rates of tax are created, updated, archived and restored, on both surfaces, and the settings of a store that they are made for stay. */
import { beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { expectRefused, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store
const path = '/v1/tax_rates/'

const vat = { name: 'VAT', country: 'US', rate: 19_000 }
const creation = (body: Record<string, unknown>) => ({ rest: [`POST ${path}`, json(body)] as [string, RequestInit] })

describe('a store without a dispatch country', () => {
  beforeAll(() => db.store.update({ where: { id: 1n }, data: { dispatchCountry: null } }))

  it('has no rates', async () => {
    const message = 'The store has no dispatch_country: set it, and prices_include_tax, before its first tax rate.'
    await expectRefused(store, { ...creation(vat), graphql: ['createTaxRate', vat] }, 'BAD_INPUT', message)
  })
})

describe('a rate', () => {
  beforeAll(async () => {
    const { status } = await store.rest('PUT /v1/store/', store.merchant, json({ dispatch_country: 'US' }))
    expect(status).toBe(200)
  })

  it('answers 201 with the record in full, and can be read, listed and changed', async () => {
    const { status, body } = await store.rest(`POST ${path}`, store.merchant, json(vat))
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        ...{ id: expect.any(Number), type: 'tax_rate', store_id: 1, url: `${path}${body.id}/`, ...vat },
        ...{ region: '', tax_class: 'standard', taxes_shipping: true, valid_from: '1970-01-01T00:00:00Z', archived_at: null },
      },
    })
    const changed = await store.rest(`PUT ${path}${body.id}/`, store.merchant, json({ rate: 20_000 }))
    expect(changed).toMatchObject({ status: 200, body: { ...body, rate: 20_000 } })
    expect((await store.rest(`GET ${path}${body.id}/`, store.merchant)).body).toEqual(changed.body)
    expect((await store.rest(`GET ${path}?country=US&rate__gt=19000`, store.merchant)).body.results).toEqual([changed.body])
    expect((await store.rest(`DELETE ${path}${body.id}/`, store.merchant)).status).toBe(204)
    expect((await store.rest(`GET ${path}`, store.merchant)).body.count).toBe(0)
    expect(await store.rest(`PUT ${path}${body.id}/restore/`, store.merchant)).toMatchObject({
      status: 200,
      body: { archived_at: null },
    })
  })

  it('is the same over GraphQL, and leaves an event', async () => {
    const given = {
      name: 'City',
      country: 'US',
      region: 'OR',
      rate: 1_000,
      taxesShipping: false,
      validFrom: '2026-07-01T00:00:00Z',
    }
    const shows = 'taxRate { id name country region rate taxesShipping validFrom url }'
    const { record, userErrors } = await mutate(store, 'createTaxRate', given, shows)
    expect(userErrors).toEqual([])
    expect(record).toEqual({ id: expect.any(String), url: `${path}${record.id}/`, ...given })
    const event = await db.event.findFirstOrThrow({ where: { recordType: 'tax_rate' }, orderBy: { id: 'desc' } })
    expect(event).toMatchObject({ type: 'tax_rate.created', recordId: BigInt(record.id) })
  })

  it('of everything of another is refused, and so is restoring it', async () => {
    const again = {
      rest: [`POST ${path}`, json(vat)] as [string, RequestInit],
      graphql: ['createTaxRate', vat] as [string, object],
    }
    const message = 'Another tax rate has the same name and country and region and tax_class and valid_from.'
    await expectRefused(store, again, 'BAD_INPUT', message)
  })

  it.each<[Record<string, unknown>, string]>([
    [{ rate: 101_000 }, 'rate must be from 0 to 100000, in thousandths of a percent: 19000 is 19%, and 101000 is 101%.'],
    [{ rate: -1 }, 'rate must be from 0 to 100000, in thousandths of a percent: 19000 is 19%, and -1 is -0.001%.'],
    [{ country: 'UK' }, 'country must be "GB", not "UK", as in ISO 3166.'],
    [{ name: ' ' }, 'name must not be empty.'],
    [{ tax_class: '' }, 'tax_class must not be empty.'],
  ])('%j is refused', async (part, message) => {
    await expectRefused(store, creation({ ...vat, name: 'Other', ...part }), 'BAD_INPUT', message)
  })

  it('is for merchant keys with the scope admin alone', async () => {
    const { data } = await store.graphql(
      'mutation { createMerchantKey(input: { name: "x", scopes: ["read_orders"] }) { merchantKey { clientId } secret } }',
    )
    const { merchantKey, secret } = data.createMerchantKey
    const other = await store.rest(`GET ${path}`, `Bearer ${merchantKey.clientId}.${secret}`)
    expect(other.status).toBe(403)
    expect((await store.rest(`GET ${path}`, store.otherMerchant)).body.count).toBe(0)
  })
})

describe('the settings that rates are made for', () => {
  it.each([
    [{ dispatch_country: 'DE' }, 'dispatch_country stays US: the store has tax rates; archive them first.'],
    [{ dispatch_country: null }, 'dispatch_country stays US: the store has tax rates; archive them first.'],
    [{ prices_include_tax: true }, 'prices_include_tax stays false: the store has tax rates; archive them first.'],
    [{ untaxed_with_number: ['UK'] }, 'untaxed_with_number[0] must be "GB", not "UK", as in ISO 3166.'],
  ])('%j is refused', async (body, message) => {
    await expectRefused(store, { rest: ['PUT /v1/store/', json(body)] }, 'BAD_INPUT', message)
  })

  it('are the same when they are sent back', async () => {
    const body = { dispatch_country: 'US', prices_include_tax: false, untaxed_with_number: ['DE', 'AT', 'DE'], keeps_gross: true }
    const { status, body: shown } = await store.rest('PUT /v1/store/', store.merchant, json(body))
    expect([status, shown]).toEqual([200, expect.objectContaining({ ...body, untaxed_with_number: ['AT', 'DE'] })])
  })
})

describe('a tax number', () => {
  const customer = { email: 'numbered@example.net', country: 'AT' }

  it('is unchecked until it is checked, and again when it changes', async () => {
    const number = { tax_id: 'ATU13585627', tax_id_country: 'AT' }
    const { status, body } = await store.rest(
      'POST /v1/customers/',
      store.merchant,
      json({ ...customer, ...number, external_id: 'n-1' }),
    )
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ ...number, tax_id_status: 'unchecked', tax_id_checked_at: null }),
    ])
    const put = (change: object) => store.rest(`PUT /v1/customers/${body.id}/`, store.merchant, json(change))
    const checked = { tax_id_status: 'valid', tax_id_checked_at: '2026-02-01T00:00:00Z', tax_id_answer: 'W-1' }
    expect(await put(checked)).toMatchObject({ status: 200, body: checked })
    expect(await put({ first_name: 'Ida' })).toMatchObject({ status: 200, body: checked })
    const unchecked = { tax_id_status: 'unchecked', tax_id_checked_at: null, tax_id_answer: null }
    const other = { tax_id: '136695976', tax_id_country: 'DE' }
    expect(await put(other)).toMatchObject({ status: 200, body: { ...other, ...unchecked } })
    await put({ tax_id_status: 'valid' })
    const upserted = await store.rest('PUT /v1/customers/external_id/n-1/', store.merchant, json(number))
    expect(upserted).toMatchObject({ status: 200, body: { ...number, ...unchecked } })
    expect(await put({ tax_id: null })).toMatchObject({ status: 200, body: { tax_id: null, tax_id_status: null } })
  })

  it.each<[Record<string, unknown>, string]>([
    [{ tax_id: 'ATU13585628', tax_id_country: 'AT' }, 'tax_id must be a tax number of AT, such as ATU13585627.'],
    [{ tax_id: 'ATU13585627' }, 'tax_id_country is required with tax_id.'],
    [{ tax_id_status: 'valid' }, 'tax_id_status must be left out: the customer has no tax_id.'],
    [{ tax_id: 'x', tax_id_country: 'EL' }, 'tax_id_country must be "GR", not "EL", as in ISO 3166.'],
  ])('%j is refused', async (part, message) => {
    const body = { ...customer, email: 'refused@example.net', ...part }
    await expectRefused(store, { rest: ['POST /v1/customers/', json(body)] }, 'BAD_INPUT', message)
  })
})
