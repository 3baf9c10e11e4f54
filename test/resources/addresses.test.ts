/** Addresses of customers: made, updated, archived and restored on both surfaces, by merchants and by the customers themselves. */
import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { addAddress, addCustomer, addMonthly, addProduct, addSubscription, ago, type Customer } from '../writes/rows.ts'
import { expectRefused, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store

const given = { to: 'Ada King', street: '12 St James’s Square', city: 'London', zip_code: 'SW1Y 4JH', country: 'GB' }
const under = ({ id }: Customer) => `/v1/customers/${id}/addresses/`
const create = (customer: Customer, body: object = given) => store.rest(`POST ${under(customer)}`, store.merchant, json(body))
const listed = async (path: string, as = store.merchant) =>
  (await store.rest(`GET ${path}`, as)).body.results.map(({ id }: { id: number }) => id)
const archive = (customer: Customer, id: number) => ({
  rest: [`DELETE ${under(customer)}${id}/`, {}] as [string, RequestInit],
  graphql: ['archiveAddress', { id }] as [string, object],
})

describe('A new address', () => {
  it('answers 201 with the record in full, which a read and the list answer too', async () => {
    const customer = await addCustomer(db)
    const { status, body } = await create(customer)
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        ...given,
        ...{
          id: expect.any(Number),
          customer_id: customer.id,
          store_id: 1,
          type: 'address',
          archived_at: null,
          external_id: null,
        },
        ...{ company: '', unit: '', state: '', phone_number: '', icon: 'home', status: 0, status_message: null },
        url: `${under(customer)}${body.id}/`,
      },
    })
    expect((await store.rest(`GET ${body.url}`, store.merchant)).body).toEqual(body)
    expect(await listed(under(customer))).toEqual([customer.addressId, body.id])
  })

  it('is the same over GraphQL', async () => {
    const { id } = await addCustomer(db)
    const input = { customerId: id, to: 'Ada', street: '1 Lane', city: 'Ockham', country: 'GB' }
    const { record } = await mutate(store, 'createAddress', input, 'address { customerId city archivedAt customer { id } }')
    expect(record).toEqual({ customerId: String(id), city: 'Ockham', archivedAt: null, customer: { id: String(id) } })
  })

  it('leaves one event of the customer', async () => {
    const customer = await addCustomer(db)
    await create(customer)
    const event = await db.event.findFirstOrThrow({ where: { type: 'address.created' }, orderBy: { id: 'desc' } })
    expect(event).toMatchObject({ customerId: BigInt(customer.id), changes: { city: { from: null, to: 'London' } } })
  })

  it('is not made for a customer of another store, who is like a missing one, nor for none', async () => {
    const theirs = await addCustomer(db, { storeId: 2 })
    const input = { to: 'x', street: 'x', city: 'x', country: 'GB' }
    for (const id of [theirs.id, 999_999])
      await expectRefused(
        store,
        { rest: [`POST /v1/customers/${id}/addresses/`, json(input)], graphql: ['createAddress', { customerId: id, ...input }] },
        'NOT_FOUND',
        `There is no customer ${id}: customer_id must name one.`,
      )
    await expectRefused(store, { graphql: ['createAddress', input] }, 'BAD_INPUT', 'customer_id is required.')
  })

  it.each([
    [{ country: 'England' }, 'country must be two capital letters, as in ISO 3166.'],
    [{ street: ' ' }, 'street must not be empty.'],
    [{ to: 'x'.repeat(201) }, 'to must have at most 200 characters.'],
  ])('%j is refused', async (part, message) => {
    const answer = await create(await addCustomer(db), { ...given, ...part })
    expect(answer).toMatchObject({ status: 400, body: { errors: [message] } })
  })
})

describe('An update of an address', () => {
  it('changes what is given, under the path of its customer alone', async () => {
    const [customer, other] = [await addCustomer(db), await addCustomer(db)]
    const path = `${under(customer)}${customer.addressId}/`
    expect(await store.rest(`PUT ${path}`, store.merchant, json({ city: 'Brindle' }))).toMatchObject({
      status: 200,
      body: { id: customer.addressId, city: 'Brindle', street: '1 Lane' },
    })
    const elsewhere = `${under(other)}${customer.addressId}/`
    for (const request of [`PUT ${elsewhere}`, `DELETE ${elsewhere}`, `GET ${elsewhere}`])
      expect((await store.rest(request, store.merchant, request.startsWith('PUT') ? json({ city: 'x' }) : {})).status).toBe(404)
  })

  it('is refused for a frozen address, which orders keep', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db)
    const products = [{ product_instance: { id: product.instanceId } }]
    await store.rest('POST /v1/orders/', store.merchant, json({ customer: { id: customer.id }, products }))
    const frozen = await db.address.findFirstOrThrow({ where: { customerId: customer.id, frozenKey: { not: null } } })
    const message =
      'The address is the copy that orders and sent shipments keep, which does not change; change the one it was made of.'
    const id = Number(frozen.id)
    const rest: [string, RequestInit] = [`PUT ${under(customer)}${id}/`, json({ city: 'x' })]
    await expectRefused(store, { rest, graphql: ['updateAddress', { id, city: 'x' }] }, 'BAD_INPUT', message)
    await expectRefused(store, archive(customer, id), 'BAD_INPUT', message)
  })
})

describe('An archived address', () => {
  it('is in no list unless it is asked for, and is restored', async () => {
    const customer = await addCustomer(db)
    const { id } = (await create(customer)).body
    expect((await store.rest(`DELETE ${under(customer)}${id}/`, store.merchant)).status).toBe(204)
    expect(await listed(under(customer))).toEqual([customer.addressId])
    expect(await listed(`${under(customer)}?archived=true`)).toEqual([customer.addressId, id])
    const restored = await store.rest(`PUT ${under(customer)}${id}/restore/`, store.merchant, json({}))
    expect(restored).toMatchObject({ status: 200, body: { id, archived_at: null } })
    expect(await listed(under(customer))).toEqual([customer.addressId, id])
  })

  it('is used by no order', async () => {
    const customer = await addCustomer(db)
    await mutate(store, 'archiveAddress', { id: customer.addressId })
    const product = await addProduct(db)
    const order = (more: object = {}) => {
      const products = [{ product_instance: { id: product.instanceId } }]
      return store.rest('POST /v1/orders/', store.merchant, json({ customer: { id: customer.id }, products, ...more }))
    }
    const errors = ['The customer has no address; create one first.']
    expect(await order()).toMatchObject({ status: 400, body: { errors } })
    expect((await order({ ship_address_id: customer.addressId })).status).toBe(404)
  })

  it.each([
    [1, '1 live subscription uses it'],
    [2, '2 live subscriptions use it'],
  ])('is none as long as %i live subscriptions use it, of whatever status', async (count, said) => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }] })
    const statuses = ['past_due', 'suspended'] as const
    for (const status of statuses.slice(0, count)) await addSubscription(db, { customer, product, status })
    for (const status of ['cancelled', 'expired'] as const) await addSubscription(db, { customer, product, status })
    const message = `The address cannot be archived: ${said}.`
    await expectRefused(store, archive(customer, customer.addressId), 'WRONG_STATUS', message)
  })

  it('leaves renewals to the oldest other address of the customer', async () => {
    const { id, customer } = await addMonthly(db, { status: 'cancelled', autorenew: false, endDate: ago(60) })
    const other = await addAddress(db, customer)
    await db.address.updateMany({ where: { id: other }, data: { city: 'Foxley' } })
    expect((await mutate(store, 'archiveAddress', { id: customer.addressId })).userErrors).toEqual([])
    expect((await mutate(store, 'reactivateSubscription', { id })).userErrors).toEqual([])
    const [order] = await db.order.findMany({ where: { customerId: customer.id }, include: { address: true } })
    expect(order).toMatchObject({ address: { city: 'Foxley' } })
  })

  it('is archived once where six ask for it at once', async () => {
    const { customer } = await addMonthly(db, { status: 'cancelled', autorenew: false })
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => mutate(store, 'archiveAddress', { id: customer.addressId })),
    )
    expect(answers.flatMap(({ userErrors }) => userErrors)).toEqual([])
    const archived = await db.event.count({ where: { type: 'address.archived', customerId: customer.id } })
    expect(archived).toBe(1)
  })
})

describe('A customer whose store allows it', () => {
  const own = '/v1/store/api/customer/addresses/'

  it('makes, changes, archives and restores addresses, and reads them', async () => {
    await db.store.updateMany({ data: { customersMay: ['change_address'] } })
    const shop = await openStore()
    const customer = await addCustomer(db)
    const as = await shop.customerToken(BigInt(customer.id))
    const { status, body } = await shop.rest(`POST ${own}`, as, json(given))
    expect({ status, body }).toMatchObject({ status: 201, body: { customer_id: customer.id, url: `${own}${body.id}/` } })
    expect((await shop.rest(`GET ${body.url}`, as)).body).toEqual(body)
    expect((await shop.rest(`PUT ${body.url}`, as, json({ city: 'Ockham' }))).body).toMatchObject({ city: 'Ockham' })
    expect((await shop.rest(`DELETE ${body.url}`, as)).status).toBe(204)
    expect(await listed(own, as)).toEqual([customer.addressId])
    expect(await listed(`${own}?archived=true`, as)).toEqual([customer.addressId, body.id])
    expect((await shop.rest(`PUT ${body.url}restore/`, as, json({}))).body).toMatchObject({ archived_at: null })
    const input = { to: 'x', street: 'x', city: 'x', country: 'GB' }
    const { record } = await mutate(shop, 'createAddress', input, 'address { customerId }', as)
    expect(record).toEqual({ customerId: String(customer.id) })
  })

  it('writes to no other customer', async () => {
    await db.store.updateMany({ data: { customersMay: ['change_address'] } })
    const shop = await openStore()
    const [mine, theirs] = [await addCustomer(db), await addCustomer(db)]
    const as = await shop.customerToken(BigInt(mine.id))
    const init = json({ city: 'x' })
    expect((await shop.rest(`PUT ${own}${theirs.addressId}/`, as, init)).status).toBe(404)
    expect((await shop.rest(`GET ${own}${theirs.addressId}/`, as)).status).toBe(404)
    const input = { customerId: theirs.id, to: 'x', street: 'x', city: 'x', country: 'GB' }
    expect((await mutate(shop, 'createAddress', input, '', as)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
  })

  it('changes the own name, and not the e-mail address', async () => {
    await db.store.updateMany({ data: { customersMay: ['change_address'] } })
    const shop = await openStore()
    const customer = await addCustomer(db)
    const as = await shop.customerToken(BigInt(customer.id))
    const path = '/v1/store/api/customer/'
    expect(await shop.rest(`PUT ${path}`, as, json({ first_name: 'Ada' }))).toMatchObject({
      status: 200,
      body: { id: customer.id, name: 'Ada Buyer', email: customer.email, url: path },
    })
    expect((await shop.rest(`GET ${path}`, as)).body).toMatchObject({ id: customer.id, first_name: 'Ada' })
    expect((await shop.rest(`PUT ${path}`, as, json({ email: 'new@example.com' }))).status).toBe(400)
    const query = 'mutation { updateCustomer(input: { email: "new@example.com" }) { userErrors { code } } }'
    const { errors } = await shop.graphql(query, {}, as)
    expect(errors).toMatchObject([{ message: 'Customers may not write email by themselves.', extensions: { code: 'FORBIDDEN' } }])
  })

  it('does none of it where the store does not', async () => {
    await db.store.updateMany({ data: { customersMay: ['cancel'] } })
    const shop = await openStore()
    const customer = await addCustomer(db)
    const as = await shop.customerToken(BigInt(customer.id))
    const errors = ['This shop does not let its customers do this: change_address.']
    expect(await shop.rest(`POST ${own}`, as, json(given))).toMatchObject({ status: 403, body: { errors } })
    expect(await shop.rest('PUT /v1/store/api/customer/', as, json({ first_name: 'x' }))).toMatchObject({
      status: 403,
      body: { errors },
    })
    expect(await listed(own, as)).toEqual([customer.addressId])
  })
})
