/** Customers are created and updated, on both surfaces; each write comes from the declaration in `customers/writes.ts`. */
import { beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { addCustomer, addProduct, addSubscription } from '../writes/rows.ts'
import { expectRefused, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store

let id = 0
const shows = 'customer { id firstName lastName name email country location url }'
const asGraphql = (body: object) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), value]),
  )
const post = (body: object, headers: Record<string, string> = {}) =>
  store.rest('POST /v1/customers/', store.merchant, { ...json(body), headers })
const put = (body: object) => store.rest(`PUT /v1/customers/${id}/`, store.merchant, json(body))

const creation = (body: object) => ({
  rest: ['POST /v1/customers/', json(body)] as [string, RequestInit],
  graphql: ['createCustomer', asGraphql(body)] as [string, object],
})
const update = (body: object, of: number = id) => ({
  rest: [`PUT /v1/customers/${of}/`, json(body)] as [string, RequestInit],
  graphql: ['updateCustomer', { id: of, ...asGraphql(body) }] as [string, object],
})

/** The types of the events that work leaves, and what changed by each. */
async function eventsOf(work: () => Promise<unknown>) {
  const known = await db.event.count()
  await work()
  const found = await db.event.findMany({ orderBy: { id: 'asc' }, skip: known })
  return found.map(({ type, customerId, changes }) => ({ type, customerId, changes }))
}

const ada = { first_name: 'Ada', last_name: 'King', email: 'Ada@Example.com', country: 'GB', location: 'Ockham' }

beforeAll(async () => {
  const { status, body } = await post(ada)
  expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined })
  id = body.id
})

describe('a new customer', () => {
  it('answers 201 with the record in full, which a read answers too', async () => {
    const { status, body } = await post({ email: 'least@example.com', country: 'SE' })
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        ...{
          id: expect.any(Number),
          store_id: 1,
          type: 'customer',
          created_at: expect.any(String),
          url: `/v1/customers/${body.id}/`,
          archived_at: null,
          credit: 0,
        },
        ...{
          external_id: null,
          first_name: '',
          last_name: '',
          name: '',
          email: 'least@example.com',
          country: 'SE',
          location: '',
        },
        ...{ num_orders: 0, num_subscriptions: 0, total_revenue: 0, subscription_status: 'none', store_settings: null },
        ...{ tax_id: null, tax_id_answer: null, tax_id_checked_at: null, tax_id_country: null, tax_id_status: null },
        ...{ locale: null, mail_refused_at: null, mail_refused_because: null, internal_note: null, tags: [] },
      },
    })
    expect((await store.rest(`GET /v1/customers/${body.id}/`, store.merchant)).body).toEqual(body)
  })

  it('is the same over GraphQL, and has both names together', async () => {
    const given = { ...asGraphql(ada), email: 'countess@example.com' }
    const { record, userErrors } = await mutate(store, 'createCustomer', given, shows)
    expect(userErrors).toEqual([])
    expect(record).toEqual({ id: expect.any(String), url: `/v1/customers/${record.id}/`, name: 'Ada King', ...given })
  })

  it('is in the list, which is filtered by every column', async () => {
    const { body } = await store.rest('/v1/customers/?email=ADA@example.com&country=GB', store.merchant)
    expect(body).toMatchObject({ count: 1, results: [{ id, name: 'Ada King' }] })
  })

  it('leaves one event with all that it has', async () => {
    const told = await eventsOf(() => post({ email: 'told@example.com', country: 'SE', first_name: 'Tove' }))
    const changes = { firstName: { from: null, to: 'Tove' }, email: { from: null, to: 'told@example.com' } }
    expect(told).toMatchObject([{ type: 'customer.created', customerId: expect.any(BigInt), changes }])
  })

  it('is made once by an Idempotency-Key, and not at all by a dry run', async () => {
    const key = { 'Idempotency-Key': 'customer' }
    const once = { email: 'once@example.com', country: 'GB' }
    const [first, second] = [await post(once, key), await post(once, key)]
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id])
    const tried = await post({ email: 'tried@example.com', country: 'GB' }, { 'X-Dry-Run': 'true' })
    expect(tried).toMatchObject({ status: 201, body: { id: null, email: 'tried@example.com' } })
    expect(await db.customer.count({ where: { email: { in: ['once@example.com', 'tried@example.com'] } } })).toBe(1)
  })

  it('can be given a token and metadata', async () => {
    const { body } = await store.rest(`PUT /v1/customers/${id}/metadata/`, store.merchant, json({ size: 9 }))
    expect(body).toMatchObject({ customer_id: id, data: { size: 9 } })
    const { record } = await mutate(store, 'createCustomerToken', { customerId: String(id) }, 'customer { id }')
    expect(record).toEqual({ id: String(id) })
  })

  it('needs an e-mail address and a country; all that are missing are named', async () => {
    expect(await post({ first_name: 'x' })).toMatchObject({
      status: 400,
      body: { errors: ['email is required.', 'country is required.'] },
    })
  })

  it.each([
    [{ email: 'ada@EXAMPLE.com' }, 'email is already the email of another customer.'],
    [{ email: 'ada' }, 'email must be an e-mail address, such as zoe@example.com.'],
    [{ email: 'a da@example.com' }, 'email must be an e-mail address, such as zoe@example.com.'],
    [{ email: `${'x'.repeat(320)}@example.com` }, 'email must have at most 320 characters.'],
    [{ country: 'gb' }, 'country must be two capital letters, as in ISO 3166.'],
    [{ country: 'GBR' }, 'country must be two capital letters, as in ISO 3166.'],
    [{ first_name: 'x'.repeat(201) }, 'first_name must have at most 200 characters.'],
  ])('%j is refused', async (part, message) => {
    await expectRefused(store, creation({ email: 'refused@example.com', country: 'GB', ...part }), 'BAD_INPUT', message)
  })

  it.each([
    [{ num_orders: 3 }, /num_orders/],
    [{ name: 'x' }, /name/],
    [{ colour: 'red' }, /^Unknown field: colour/],
  ])('cannot be given %j', async (part, message) => {
    const { status, body } = await post({ email: 'columns@example.com', country: 'GB', ...part })
    expect({ status, errors: body.errors }).toEqual({ status: 400, errors: [expect.stringMatching(message)] })
  })

  it('has its address alone where twenty ask for it at once, in any case', async () => {
    const emails = Array.from({ length: 20 }, (_, place) => (place % 2 ? 'RACED@example.com' : 'raced@example.com'))
    const answers = await Promise.all(emails.map((email) => post({ email, country: 'GB' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(400)])
    const errors = answers.flatMap(({ body }) => body.errors ?? [])
    expect(new Set(errors)).toEqual(new Set(['email is already the email of another customer.']))
  })
})

describe('an update of a customer', () => {
  it('changes what is given and the name that follows from it, and says so in one event', async () => {
    const told = await eventsOf(async () => {
      expect(await put({ last_name: 'Lovelace' })).toMatchObject({
        status: 200,
        body: { id, name: 'Ada Lovelace', country: 'GB' },
      })
    })
    const changes = { lastName: { from: 'King', to: 'Lovelace' }, name: { from: 'Ada King', to: 'Ada Lovelace' } }
    expect(told).toEqual([{ type: 'customer.updated', customerId: BigInt(id), changes }])
    const { record } = await mutate(store, 'updateCustomer', { id, email: 'ADA@example.com', location: 'London' }, shows)
    expect(record).toMatchObject({ email: 'ADA@example.com', location: 'London', name: 'Ada Lovelace' })
  })

  it('keeps a name of before that is not made of both, unless one of them changes', async () => {
    await db.customer.updateMany({ where: { id: BigInt(id) }, data: { name: 'Countess of Lovelace' } })
    expect((await put({ location: 'Marylebone' })).body).toMatchObject({ name: 'Countess of Lovelace' })
    expect((await put({ first_name: 'Augusta' })).body).toMatchObject({ name: 'Augusta Lovelace' })
  })

  it('of nothing tells of nothing', async () => {
    const { body } = await store.rest(`GET /v1/customers/${id}/`, store.merchant)
    expect(await eventsOf(() => put(body))).toEqual([])
  })

  it('is refused an address that is taken in another case, and null', async () => {
    const { email } = await db.customer.findFirstOrThrow({ where: { storeId: 1n, NOT: { id: BigInt(id) } } })
    await expectRefused(
      store,
      update({ email: email.toUpperCase() }),
      'BAD_INPUT',
      'email is already the email of another customer.',
    )
    await expectRefused(store, update({ email: null }), 'BAD_INPUT', 'email must not be null.')
  })

  it("finds no customer that is missing or another store's", async () => {
    const theirs = await db.customer.findFirstOrThrow({ where: { storeId: 2n } })
    for (const other of [9_007_199_254_740_991, Number(theirs.id)])
      await expectRefused(store, update({ location: 'x' }, other), 'NOT_FOUND', 'Not found.')
  })
})

describe('An archived customer', () => {
  const archive = (of: number) => ({
    rest: [`DELETE /v1/customers/${of}/`, {}] as [string, RequestInit],
    graphql: ['archiveCustomer', { id: of }] as [string, object],
  })
  const idle = async () => {
    const customer = await addCustomer(db)
    expect((await store.rest(`DELETE /v1/customers/${customer.id}/`, store.merchant)).status).toBe(204)
    return customer
  }

  it('is in no list unless asked for, and is restored', async () => {
    const customer = await idle()
    const listed = async (query: string) =>
      (await store.rest(`GET /v1/customers/?email=${customer.email}${query}`, store.merchant)).body.count
    expect([await listed(''), await listed('&archived=true')]).toEqual([0, 1])
    const { body } = await store.rest(`PUT /v1/customers/${customer.id}/restore/`, store.merchant, json({}))
    expect(body).toMatchObject({ id: customer.id, archived_at: null })
    expect(await listed('')).toBe(1)
  })

  it('is found by no order and given no token', async () => {
    const customer = await idle()
    const product = await addProduct(db)
    for (const each of [customer.id, customer.email]) {
      const order = { customer: { id: each }, products: [{ product_instance: { id: product.instanceId } }] }
      expect(await store.rest('POST /v1/orders/', store.merchant, json(order))).toMatchObject({
        status: 404,
        body: { errors: ['The customer matches none in the store.'] },
      })
    }
    const { userErrors } = await mutate(store, 'createCustomerToken', { customerId: customer.id })
    expect(userErrors).toMatchObject([{ message: 'The customer is archived; restore the customer first.' }])
  })

  it('leaves the e-mail address to another, and is restored only once it is free again', async () => {
    const { id: archived, email } = await idle()
    const { status, body } = await post({ email: email.toUpperCase(), country: 'GB' })
    expect(status).toBe(201)
    const restore = {
      rest: [`PUT /v1/customers/${archived}/restore/`, json({})] as [string, RequestInit],
      graphql: ['restoreCustomer', { id: archived }] as [string, object],
    }
    await expectRefused(store, restore, 'BAD_INPUT', 'email is already the email of another customer.')
    await store.rest(`PUT /v1/customers/${body.id}/`, store.merchant, json({ email: `free-${email}` }))
    expect((await store.rest(...([restore.rest[0], store.merchant, restore.rest[1]] as const))).status).toBe(200)
  })

  it('is none as long as there are live subscriptions and open orders, whose number is told', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { price: 700, terms: [{ cycles: 1, price: 900 }], more: { singlePurchasable: true } })
    await addSubscription(db, { customer, product, status: 'past_due' })
    await addSubscription(db, { customer, product, status: 'cancelled' })
    const order = { customer: { id: customer.id }, products: [{ product_instance: { id: product.instanceId } }] }
    expect((await store.rest('POST /v1/orders/', store.merchant, json(order))).status).toBe(201)
    const message = 'The customer cannot be archived: 1 live subscription and 1 open order use it.'
    await expectRefused(store, archive(customer.id), 'WRONG_STATUS', message)
  })

  it('has no subscription reactivated, be it at the same moment', async () => {
    const customer = await addCustomer(db)
    const product = await addProduct(db, { terms: [{ cycles: 1, price: 900 }] })
    const subscription = await addSubscription(db, { customer, product, status: 'cancelled', autorenew: false })
    await Promise.all([
      mutate(store, 'archiveCustomer', { id: customer.id }),
      mutate(store, 'reactivateSubscription', { id: subscription }),
    ])
    const { archivedAt } = await db.customer.findFirstOrThrow({ where: { id: customer.id } })
    const { status } = await db.subscription.findFirstOrThrow({ where: { id: subscription } })
    expect([archivedAt === null, status]).toEqual(archivedAt ? [false, 'cancelled'] : [true, 'active'])
    if (!archivedAt) return
    const { userErrors } = await mutate(store, 'reactivateSubscription', { id: subscription })
    expect(userErrors).toMatchObject([
      { code: 'WRONG_STATUS', message: 'The customer of the subscription is archived; restore the customer first.' },
    ])
  })
})
