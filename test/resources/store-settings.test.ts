/** The settings of a store: read and changed by merchants with `admin`, on both surfaces. */
import { describe, expect, it } from 'vitest'
import { permissions } from '../../src/resources/store/rules.ts'
import { openStore } from '../support/store.ts'
import { expectRefused, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store
const path = '/v1/store/'

const asked = (body: object) => ({
  rest: [`PUT ${path}`, json(body)] as [string, RequestInit],
  graphql: [
    'updateStore',
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), value]),
    ),
  ] as [string, object],
})

describe('The store', () => {
  it('is read and changed as one record', async () => {
    const { status, body } = await store.rest(`GET ${path}`, store.merchant)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id: 1, currency: 'USD', customers_may: permissions, legal_name: null, address: null, type: 'store' },
    })
    const change = {
      ...{ name: 'Larch & Co', time_zone: 'Europe/Berlin', page_base: 1, retry_days: [2, 9], cancels_past_due: true },
      ...{ customers_may: ['skip', 'cancel'], legal_name: 'Larch Ltd', address: '1 Lane\nAlder Falls' },
    }
    const known = await db.event.count()
    expect((await store.rest(`PUT ${path}`, store.merchant, json(change))).body).toEqual({
      ...body,
      ...change,
      customers_may: ['cancel', 'skip'],
    })
    const told = await db.event.findMany({ orderBy: { id: 'asc' }, skip: known })
    expect(told).toMatchObject([
      { type: 'store.updated', changes: { customersMay: { from: permissions, to: ['cancel', 'skip'] } } },
    ])
    const { record } = await mutate(
      store,
      'updateStore',
      { pageBase: null, legalName: null, customersMay: [] },
      'store { pageBase legalName customersMay }',
    )
    expect(record).toEqual({ pageBase: null, legalName: null, customersMay: [] })
    await store.rest(`PUT ${path}`, store.merchant, json({ customers_may: [], legal_name: null }))
    expect(await db.event.count()).toBe(known + 2)
  })

  it('is changed by no dry run, and by no key without admin', async () => {
    const tried = await store.rest(`PUT ${path}`, store.merchant, {
      ...json({ name: 'Tried' }),
      headers: { 'X-Dry-Run': 'true' },
    })
    expect(tried).toMatchObject({ status: 200, body: { name: 'Tried' } })
    expect((await store.rest(`GET ${path}`, store.merchant)).body.name).toBe('Larch & Co')
    expect((await store.rest(`PUT ${path}`, store.customer, json({ name: 'x' }))).status).toBe(403)
  })

  it("takes no host that is another store's, and tells nothing else of it", async () => {
    const { host } = await db.store.findUniqueOrThrow({ where: { id: 2n } })
    await expectRefused(store, asked({ host: host.toUpperCase() }), 'BAD_INPUT', `host ${host} is another store's.`)
    const { body } = await store.rest(`PUT ${path}`, store.merchant, json({ host: 'Larch.Example' }))
    expect(body.host).toBe('larch.example')
  })

  it('keeps its currency once there is a product, also where it is asked for in another case', async () => {
    const message = 'currency stays USD: the store has products or coupons with amounts in it.'
    await expectRefused(store, asked({ currency: 'eur' }), 'BAD_INPUT', message)
    expect((await store.rest(`PUT ${path}`, store.merchant, json({ currency: 'usd' }))).status).toBe(200)
  })

  it.each([
    [
      { host: 'https://shop.example' },
      'host must be a host name without scheme and port, such as shop.example, not https://shop.example.',
    ],
    [{ host: '127.0.0.1' }, "host must be the store's own, not 127.0.0.1, which names the machine itself."],
    [{ currency: 'XYZ' }, 'currency must be an ISO 4217 code such as USD or EUR, not XYZ.'],
    [{ time_zone: 'Mars/Base' }, 'time_zone must be an IANA name such as Europe/Berlin or UTC, not Mars/Base.'],
    [{ page_base: 2 }, 'page_base must be 0, 1, or null for what the server has, not 2.'],
    [{ retry_days: [3, 1] }, 'retry_days must be at most 20 rising numbers from 1 to 30, such as 1, 3, 5, or none.'],
    [{ retry_days: null }, 'retry_days must not be null.'],
    [{ name: ' ' }, 'name must not be empty.'],
    [{ name: null }, 'name must not be null.'],
  ])('%j is refused', (body, message) => expectRefused(store, asked(body), 'BAD_INPUT', message))

  it('does not let its customers do what there is not', async () => {
    const name = 'fly'
    const message = `takes ${permissions.join(', ')}, not ${name}.`
    const answer = await store.rest(`PUT ${path}`, store.merchant, json({ customers_may: ['skip', name] }))
    expect(answer).toMatchObject({ status: 400, body: { errors: [`customers_may ${message}`] } })
    const { userErrors } = await mutate(store, 'updateStore', { customersMay: [name] })
    expect(userErrors).toMatchObject([{ code: 'BAD_INPUT', field: 'customersMay', message: `customersMay ${message}` }])
  })
})
