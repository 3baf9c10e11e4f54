/** The changes that give a record another mark, and answers to writes under `if_changed_in`: on REST, sent again, tried, and of those who read no marks. */
import { describe, expect, it } from 'vitest'
import { addParcel } from '../resources/shipments/parcels.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { ask, surfaces } from './ask.ts'
import { addAddress, addCustomer, addMonthly, addProduct, addSubscription, pastDue } from './rows.ts'

const store = await openStore()
const { db } = store
const send = (request: string, body: object, headers: Record<string, string> = {}) =>
  store.rest(request, store.merchant, { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers } })

const markOf = async (path: string): Promise<number> => (await store.rest(`GET ${path}?with=changed_in`)).body.changed_in

describe('The mark of an order is another', () => {
  /** An order of two pieces, and whether work changes its mark. */
  async function bought() {
    const [customer, product] = [await addCustomer(db), await addProduct(db, { price: 1000, stock: 20 })]
    const products = [{ product_instance: { id: product.instanceId }, quantity: 2 }]
    const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products })
    const { shipmentId } = await db.fulfillment.findFirstOrThrow({ where: { storeId: 1n, orderId: BigInt(record.id) } })
    return { customer, id: Number(record.id), line: record.products[0].id, shipmentId: Number(shipmentId) }
  }

  const acts: Record<string, (own: Awaited<ReturnType<typeof bought>>) => Promise<unknown>> = {
    'after its note is written': ({ id }) => send(`PUT /v1/orders/${id}/`, { note: 'Ring twice' }),
    'after its lines are edited': ({ id, line }) => ask(store, 'REST', 'editOrder', { id, lines: [{ id: line, quantity: 1 }] }),
    'after its address is edited': async ({ id, customer }) =>
      ask(store, 'REST', 'editOrder', { id, address_id: await addAddress(db, customer) }),
    'after a part of it is refunded': ({ id }) => ask(store, 'REST', 'refundOrder', { id, amount: 100 }),
    'after it is cancelled': ({ id }) => ask(store, 'REST', 'cancelOrder', { id, refund: true }),
    'after its parcel is sent': ({ shipmentId }) => ask(store, 'REST', 'shipShipment', { id: shipmentId }),
    'after its parcel is cancelled': ({ shipmentId }) => ask(store, 'REST', 'cancelShipment', { id: shipmentId }),
    'after its metadata is written': ({ id }) => send(`POST /v1/orders/${id}/metadata/`, { gift: 'wrapped' }),
  }

  it.each(Object.entries(acts))('%s', async (_name, act) => {
    const own = await bought()
    const path = `/v1/orders/${own.id}/`
    const before = await markOf(path)
    expect(await act(own)).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) })
    expect(await markOf(path)).toBeGreaterThan(before)
  })
})

describe('The mark of a subscription is another', () => {
  const coupon = async () => {
    const data = { storeId: 1n, code: `MARK-${Math.random()}`, name: '', discountType: 'percent', discountValue: 10n } as const
    return Number((await db.coupon.create({ data: { ...data, createdAt: new Date() } })).id)
  }
  const acts: Record<string, (id: number) => Promise<unknown>> = {
    'after a change of its next renewal': (id) => ask(store, 'REST', 'changeSubscription', { id, quantity: 2 }),
    'after that is cancelled': (id) => send(`DELETE /v1/subscriptions/${id}/change/`, {}),
    'after it is skipped': (id) => ask(store, 'REST', 'skipSubscription', { id }),
    'after it is paused': (id) => ask(store, 'REST', 'pauseSubscription', { id }),
    'after it goes on': (id) => ask(store, 'REST', 'resumeSubscription', { id }),
    'after its note is written': (id) => ask(store, 'REST', 'updateSubscription', { id, note: 'Careful' }),
    'after a coupon is put on it': async (id) =>
      ask(store, 'REST', 'addSubscriptionCoupon', { subscription_id: id, coupon_id: await coupon() }),
    'after a coupon is taken off it': async (id) => {
      const { couponId } = await db.subscriptionCoupon.findFirstOrThrow({ where: { storeId: 1n, subscriptionId: BigInt(id) } })
      return send(`DELETE /v1/subscriptions/${id}/coupon/${couponId}/`, {})
    },
  }

  it('after each act', async () => {
    const { id } = await addMonthly(db)
    const marks = [await markOf(`/v1/subscriptions/${id}`)]
    for (const [name, act] of Object.entries(acts)) {
      expect(await act(id), name).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) })
      marks.push(await markOf(`/v1/subscriptions/${id}`))
      expect(marks.at(-1), name).toBeGreaterThan(marks.at(-2) ?? 0)
    }
  })

  it('not after a renewal begins that waits for its payment, and not where nothing changes', async () => {
    const { id } = await addMonthly(db, { note: 'Same' })
    const before = await markOf(`/v1/subscriptions/${id}`)
    await ask(store, 'REST', 'updateSubscription', { id, note: 'Same' })
    await db.subscription.update({ where: ofStore(id), data: { claimedUntil: new Date() } })
    expect(await markOf(`/v1/subscriptions/${id}`)).toBe(before)
  })
})

it('The mark of a coupon is another after its products are chosen', async () => {
  const [one, other] = [await addProduct(db), await addProduct(db)]
  const { id } = (await send('POST /v1/coupons/', { code: 'CHOSEN', discount_type: 'percent', discount_value: 5 })).body
  const marks = [await markOf(`/v1/coupons/${id}/`)]
  for (const product_ids of [[one.id], [one.id, other.id], [other.id], []]) {
    expect((await send(`PUT /v1/coupons/${id}/`, { product_ids })).status).toBe(200)
    marks.push(await markOf(`/v1/coupons/${id}/`))
  }
  expect(new Set(marks).size).toBe(5)
})

describe('On REST', () => {
  it('a record is read with its mark, alone and in a list, and its own answer is as the contract has it without', async () => {
    const { id } = await addCustomer(db)
    const changed_in = await markOf(`/v1/customers/${id}/`)
    expect(changed_in).toBe(Number((await db.customer.findUniqueOrThrow({ where: ofStore(id) })).changedIn))
    const { results } = (await store.rest(`GET /v1/customers/?id=${id}&with=changed_in`)).body
    expect(results).toEqual([expect.objectContaining({ id, changed_in })])
    expect((await store.rest(`GET /v1/customers/${id}/?with=all`)).body).not.toHaveProperty('changed_in')
    expect((await store.rest(`GET /v1/customers/?changed_in=${changed_in}`)).body.results).toContainEqual(
      expect.objectContaining({ id }),
    )
    const own = await store.customerToken(BigInt(id))
    expect((await store.rest('GET /v1/store/api/orders/?with=changed_in', own)).status).toBe(400)
  })

  it('a write of a record that was changed meanwhile is 409 with the record as it is', async () => {
    const { id } = await addCustomer(db)
    const path = `/v1/customers/${id}/`
    const read = await markOf(path)
    expect((await send(`PUT ${path}`, { first_name: 'First', if_changed_in: read })).body).toMatchObject({ first_name: 'First' })
    const refused = await send(`PUT ${path}`, { last_name: 'Second', if_changed_in: read })
    const now = await markOf(path)
    const { body: record } = await store.rest(`GET ${path}`)
    expect({ status: refused.status, body: refused.body }).toEqual({
      status: 409,
      body: {
        errors: [`The customer was changed meanwhile: changed_in was ${read}, and is ${now}.`],
        changed_in: now,
        record,
      },
    })
    expect(record).toMatchObject({ first_name: 'First' })
    expect((await send(`PUT ${path}`, { last_name: 'Second', if_changed_in: String(now) })).body).toMatchObject({
      first_name: 'First',
      last_name: 'Second',
    })
  })

  it('a record that is sent back with its mark is written while it has that', async () => {
    const { id } = await addCustomer(db)
    const path = `/v1/customers/${id}/`
    const { body: read } = await store.rest(`GET ${path}?with=changed_in`)
    const { name: _, ...sent } = read
    expect((await send(`PUT ${path}`, { ...sent, first_name: 'Once' })).status).toBe(200)
    const again = await send(`PUT ${path}`, { ...sent, first_name: 'Twice' })
    expect(again).toMatchObject({ status: 409, body: { record: { first_name: 'Once' } } })
  })

  it('a write that shows another record says the mark alone', async () => {
    const { id } = await addCustomer(db)
    const credited = await send(`POST /v1/customers/${id}/credit/`, { amount: 5, reason: 'x', if_changed_in: 1 })
    expect(credited).toMatchObject({ status: 409, body: { changed_in: await markOf(`/v1/customers/${id}/`) } })
    expect(credited.body).not.toHaveProperty('record')
  })

  it('each of several records has its own condition', async () => {
    const [one, other] = ['a', 'b'].map((each) => ({
      external_id: `many-${each}`,
      email: `many-${each}@example.com`,
      country: 'US',
    }))
    await send('POST /v1/customers/bulk/', [one, other])
    const { results } = (await store.rest('GET /v1/customers/?external_id__in=many-a,many-b&with=changed_in&sort=id')).body
    const [first, second] = results
    const body = [
      { external_id: 'many-a', first_name: 'A', if_changed_in: first.changed_in },
      { external_id: 'many-b', first_name: 'B', if_changed_in: second.changed_in - 1 },
    ]
    const rejected = await send('POST /v1/customers/bulk/', body)
    const said = `The customer was changed meanwhile: customers[1].changed_in was ${second.changed_in - 1}, and is ${second.changed_in}.`
    expect(rejected).toMatchObject({ status: 409, body: { errors: [said] } })
    const kept = await send('POST /v1/customers/bulk/?on_error=keep_going', body)
    expect(kept.body.results).toEqual([
      expect.objectContaining({ index: 0, ok: true, record: expect.objectContaining({ first_name: 'A' }) }),
      {
        ...{ index: 1, ok: false, changed_in: second.changed_in },
        errors: [expect.stringContaining('changed meanwhile')],
        record: expect.objectContaining({ external_id: 'many-b', first_name: '' }),
      },
    ])
    const none = await send('POST /v1/customers/bulk/', [{ ...one, external_id: 'many-c', if_changed_in: 5 }])
    expect(none).toMatchObject({
      status: 409,
      body: { errors: [expect.stringContaining('There is no such customer to be changed.')] },
    })
  })

  it.each([
    ['null', 'if_changed_in must be the changed_in of the record as it was read; leave it out to write in any case.'],
    ['"yesterday"', 'if_changed_in must be a whole number from 1 to 9007199254740991, not yesterday.'],
    ['1.5', 'if_changed_in must be a whole number from 1 to 9007199254740991, not 1.5.'],
    ['-3', 'if_changed_in must be the changed_in of the record as it was read, not -3.'],
  ])('%s is no mark', async (value, said) => {
    const { id } = await addCustomer(db)
    const { status, body } = await store.rest(`PUT /v1/customers/${id}/`, store.merchant, {
      body: `{"first_name":"x","if_changed_in":${value}}`,
    })
    expect({ status, errors: body.errors }).toEqual({ status: 400, errors: [said] })
  })

  it('If-Match is refused with the field that does it', async () => {
    const { id } = await addCustomer(db)
    const refused = await send(`PUT /v1/customers/${id}/`, { first_name: 'x' }, { 'If-Match': '"x"' })
    expect(refused).toMatchObject({
      status: 400,
      body: {
        errors: ['If-Match is for reads; a write takes if_changed_in in its body, the changed_in of the record as it was read.'],
      },
    })
  })
})

describe('In GraphQL', () => {
  const update = (input: object, as = store.merchant) =>
    store.graphql(
      `mutation ($input: UpdateCustomerInput!) { updateCustomer(input: $input) {
        customer { id firstName changedIn } userErrors { code field message changedIn } } }`,
      { input },
      as,
    )

  it('what is no mark is an error of the request', async () => {
    const { id } = await addCustomer(db)
    const { errors } = await update({ id, ifChangedIn: '12x' })
    expect(errors).toMatchObject([
      { message: 'ifChangedIn must be the changedIn of the record as it was read, not 12x.', extensions: { code: 'BAD_INPUT' } },
    ])
  })

  it('customers read no marks, and write under no condition', async () => {
    await db.store.update({ where: { id: 1n }, data: { customersMay: ['change_address'] } })
    const as = store.customer
    const { errors } = await update({ ifChangedIn: '1' }, as)
    expect(errors).toMatchObject([{ message: 'ifChangedIn is open to merchants only.', extensions: { code: 'FORBIDDEN' } }])
    const { data } = await store.graphql('{ me { changedIn } }', {}, as)
    expect(data.me.changedIn).toBe(null)
  })
})

describe.each(surfaces)('%s', (surface) => {
  it('a write that is sent again under its key has its answer again, though the mark is another by then', async () => {
    const { id } = await addMonthly(db)
    const if_changed_in = String(await markOf(`/v1/subscriptions/${id}`))
    const key = `kept-${surface}-${id}`
    const input = { id, note: 'Once', if_changed_in }
    expect(await ask(store, surface, 'updateSubscription', input, { key })).toMatchObject({ status: 200, replayed: false })
    expect(await ask(store, surface, 'updateSubscription', input, { key })).toMatchObject({ status: 200, replayed: true })
    const other = `${key}-other`
    const refused = await ask(store, surface, 'updateSubscription', input, { key: other })
    expect(refused).toMatchObject({ status: 409, replayed: false })
    expect(await ask(store, surface, 'updateSubscription', input, { key: other })).toMatchObject({
      ...{ status: 409, replayed: true },
      message: refused.message,
    })
  })

  it('is refused before any rule, without a charge, and says so in the log', async () => {
    const { id, customer } = await addMonthly(db, pastDue(40))
    const refused = await ask(store, surface, 'renewSubscription', { id, if_changed_in: '1' })
    expect(refused.message).toContain('was changed meanwhile')
    expect(await db.transaction.count({ where: { storeId: 1n, order: { customerId: customer.id } } })).toBe(0)
    const entry = await db.logEntry.findFirstOrThrow({ where: { storeId: 1n, subscriptionId: id }, orderBy: { id: 'desc' } })
    expect(entry).toMatchObject({ operation: 'renewSubscription', refusedBy: 'CONFLICT', changes: {} })
  })

  it('a charge is made where the mark is the same', async () => {
    const { id } = await addMonthly(db, pastDue(5))
    const if_changed_in = String(await markOf(`/v1/subscriptions/${id}`))
    expect(await ask(store, surface, 'renewSubscription', { id, if_changed_in })).toMatchObject({
      status: 200,
      record: { status: 'active' },
    })
    expect(await ask(store, surface, 'renewSubscription', { id, if_changed_in })).toMatchObject({ status: 409 })
  })

  it('a dry run is refused alike', async () => {
    const own = await addParcel(db)
    const id = own.id
    const tried = await ask(store, surface, 'shipShipment', { id, if_changed_in: '1' }, { isDryRun: true })
    expect(tried).toMatchObject({ status: 409, message: expect.stringContaining('The shipment was changed meanwhile') })
  })

  it('a record of another store is as one that there is not', async () => {
    const [customer, product] = [
      await addCustomer(db, { storeId: 2 }),
      await addProduct(db, { storeId: 2, terms: [{ cycles: 1, price: 5 }] }),
    ]
    const id = await addSubscription(db, { customer, product })
    const foreign = await ask(store, surface, 'updateSubscription', { id, note: 'x', if_changed_in: '1' })
    const missing = await ask(store, surface, 'updateSubscription', { id: 9_007_199_254_740, note: 'x', if_changed_in: '1' })
    expect(foreign).toEqual(missing)
    expect(foreign.status).toBe(404)
  })
})
