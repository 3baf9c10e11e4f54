/** Payment methods of customers: a gateway's token is added, made the default, replaced and removed; a card number is refused. */
import { describe, expect, it } from 'vitest'
import { hasCardNumber } from '../../src/values/card-number.ts'
import { openStore } from '../support/store.ts'
import {
  addCustomer,
  addMethod,
  addMonthly,
  addProduct,
  addSubscription,
  type Customer,
  chargesOf,
  pastDue,
} from '../writes/rows.ts'
import { tables } from '../writes/tables.ts'
import { expectRefused, json, mutate } from './writing.ts'

const store = await openStore()
const { db } = store

const given = { gateway_token: 'tok_succeed', brand: 'visa', last4: '4242', exp_month: 7, exp_year: 2032 }
const { gateway_token: gatewayToken, exp_month: expMonth, exp_year: expYear, ...rest } = given
const inGraphql = { gatewayToken, expMonth, expYear, ...rest }
const under = ({ id }: Customer) => `/v1/customers/${id}/payment_methods/`
const add = (customer: Customer, body: object = given) => store.rest(`POST ${under(customer)}`, store.merchant, json(body))
const listed = async (path: string, as = store.merchant) => (await store.rest(`GET ${path}`, as)).body.results
const defaults = async (customer: Customer) =>
  (await listed(under(customer))).filter((each: { is_default: boolean }) => each.is_default).map(({ id }: { id: number }) => id)
/** The log and the events. */
const everythingSaid = async () =>
  JSON.stringify([await db.logEntry.findMany(), await db.event.findMany(), await db.idempotencyKey.findMany()], (_key, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
const remove = (customer: Customer, id: number | null) => ({
  rest: [`DELETE ${under(customer)}${id}/`, {}] as [string, RequestInit],
  graphql: ['removePaymentMethod', { id }] as [string, object],
})

describe('A new payment method', () => {
  it('answers 201 with the record in full, which a read and the list answer too; the token is not shown', async () => {
    const customer = await addCustomer(db, { token: null })
    const { status, body } = await add(customer)
    const { gateway_token: _token, ...shown } = given
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        ...shown,
        ...{
          id: expect.any(Number),
          customer_id: customer.id,
          store_id: 1,
          type: 'payment_method',
          is_default: true,
          entered_by_visitor: false,
        },
        ...{ archived_at: null, created_at: expect.any(String), url: `${under(customer)}${body.id}/` },
      },
    })
    expect((await store.rest(`GET ${body.url}`, store.merchant)).body).toEqual(body)
    expect(await listed(under(customer))).toEqual([body])
    expect((await db.paymentMethod.findFirstOrThrow({ where: { id: body.id } })).gatewayToken).toBe('tok_succeed')
  })

  it('is charged by an order at once', async () => {
    const customer = await addCustomer(db, { token: null })
    const product = await addProduct(db, { price: 700 })
    await mutate(store, 'createPaymentMethod', { customerId: customer.id, ...inGraphql })
    const order = { customer: { id: customer.id }, products: [{ product_instance: { id: product.instanceId } }] }
    expect((await store.rest('POST /v1/orders/', store.merchant, json(order))).status).toBe(201)
    expect(await chargesOf(db, customer.id)).toEqual([{ amount: 700, captured: true }])
  })

  it('leaves its token out of the log and of events', async () => {
    const customer = await addCustomer(db)
    await add(customer, { ...given, gateway_token: 'tok_of_nobody_else' })
    await mutate(store, 'replacePaymentMethod', { id: customer.methodId, ...inGraphql, gatewayToken: 'tok_of_nobody_else' })
    const said = await everythingSaid()
    expect(said).toContain('payment_method.created')
    expect(said).not.toContain('tok_of_nobody_else')
  })

  it.each([
    [{ gateway_token: '4242424242424242' }, 'gateway_token'],
    [{ gateway_token: '4242 4242 4242 4242' }, 'gateway_token'],
    [{ gateway_token: 'card_4242-4242-4242-4242' }, 'gateway_token'],
    [{ gateway_token: '4242.4242.4242.4242' }, 'gateway_token'],
    [{ gateway_token: '4242424242424242 12/29' }, 'gateway_token'],
    [{ brand: 'visa 378282246310005' }, 'brand'],
  ])('with a card number is refused, which is logged nowhere: %j', async (part, name) => {
    const customer = await addCustomer(db)
    const answer = await add(customer, { ...given, ...part })
    const sentence = 'must not have a card number in it: the card stays with the payment gateway, whose token is stored.'
    expect(answer).toMatchObject({ status: 400, body: { errors: [`${name} ${sentence}`] } })
    expect((await everythingSaid()).replace(/[ ./-]/g, '')).not.toContain(Object.values(part)[0]?.replace(/\D/g, '') ?? '')
  })

  it.each([
    [{ last4: '42424' }, 'last4 must be the last four digits of the card.'],
    [{ exp_month: 13 }, 'exp_month must be from 1 to 12.'],
    [{ exp_year: 26 }, 'exp_year must be from 2000 to 2199.'],
    [{ gateway_token: ' ' }, 'gateway_token must not be empty.'],
  ])('%j is refused', async (part, message) => {
    expect(await add(await addCustomer(db), { ...given, ...part })).toMatchObject({ status: 400, body: { errors: [message] } })
  })
})

describe('Card numbers', () => {
  it.each(['4242424242424242', '4000 0566 5566 5556', '5555-5555-5555-4444', 'x378282246310005y', '6304000000000000'])(
    'are found in %s',
    (text) => expect(hasCardNumber(text)).toBe(true),
  )
  it.each([
    ['dots', '4242.4242.4242.4242'],
    ['several blanks', '4242  4242 \t 4242\n4242'],
    ['no-break spaces', '4242\u00a04242\u202f4242\u00a04242'],
    ['dashes', '4242–4242—4242‑4242'],
    ['invisible characters', '4242\u200b4242\u00ad4242\u20604242'],
    ['full-width digits', '\uff14\uff12'.repeat(8)],
    ['a security code', '4242424242424242 123'],
    ['a security code without a blank', '4242 4242 4242 4242123'],
    ['an expiry date', '4242424242424242 12/29'],
    ['an expiry date behind a slash', 'card 4242 4242 4242 4242/12/29'],
    ['an expiry date before it', '12/29 4242 4242 4242 4242'],
  ])('are found with %s', (_what, text) => expect(hasCardNumber(text)).toBe(true))
  it.each(['4242424242424241', 'tok_succeed', 'pm_1N4aXy', '424242424242', '12345678901234567890', '2026-11-26 14:05:00'])(
    'are not found in %s',
    (text) => expect(hasCardNumber(text)).toBe(false),
  )
  it('are found in no more of the tokens with one row of digits than check digits make it', () => {
    const tokens = Array.from({ length: 100 }, (_, place) => `tok_${1234567890123400 + place}`)
    expect(tokens.filter(hasCardNumber)).toHaveLength(10)
    expect(hasCardNumber('tok_42424242424242421234')).toBe(false)
    expect(hasCardNumber('tok-0.42424242424242424')).toBe(false)
  })
})

describe('The default payment method', () => {
  it('is one at a time, which another takes the place of', async () => {
    const customer = await addCustomer(db)
    const second = (await add(customer)).body.id
    expect(await defaults(customer)).toEqual([customer.methodId])
    const path = `PUT ${under(customer)}${second}/`
    expect((await store.rest(path, store.merchant, json({ is_default: true }))).body).toMatchObject({ is_default: true })
    expect(await defaults(customer)).toEqual([second])
    const third = (await add(customer, { ...given, is_default: true })).body.id
    expect(await defaults(customer)).toEqual([third])
    const events = await db.event.findMany({ where: { customerId: customer.id, recordId: second }, orderBy: { id: 'asc' } })
    expect(events.map(({ type }) => type)).toEqual(['payment_method.created', 'payment_method.updated', 'payment_method.updated'])
  })

  it('is one where ten ask for it at once', async () => {
    const customer = await addCustomer(db, { token: null })
    const made = await Promise.all(Array.from({ length: 10 }, () => add(customer, { ...given, is_default: true })))
    expect(made.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(await defaults(customer)).toHaveLength(1)
  })

  it('is not simply taken away', async () => {
    const customer = await addCustomer(db)
    const message = 'is_default must be true: it is the default until another one is made the default.'
    await expectRefused(
      store,
      {
        rest: [`PUT ${under(customer)}${customer.methodId}/`, json({ is_default: false })],
        graphql: ['updatePaymentMethod', { id: customer.methodId, isDefault: false }],
      },
      'WRONG_STATUS',
      message,
    )
  })
})

describe('Replacing a payment method', () => {
  it('is followed by every subscription that had it, in one transaction with its events', async () => {
    const { id, customer, product } = await addMonthly(db)
    const cancelled = await addSubscription(db, { customer, product, status: 'cancelled', autorenew: false })
    const other = await addMethod(db, customer, 'tok_succeed', false)
    const apart = await addSubscription(db, { customer, product, paymentMethodId: other })
    const path = `PUT ${under(customer)}${customer.methodId}/replace/`
    const { status, body } = await store.rest(path, store.merchant, json(given))
    expect({ status, body }).toMatchObject({ status: 200, body: { is_default: true, last4: '4242', customer_id: customer.id } })
    const methodOf = async (of: number) => Number((await db.subscription.findFirstOrThrow({ where: { id: of } })).paymentMethodId)
    expect([await methodOf(id), await methodOf(cancelled), await methodOf(apart)]).toEqual([body.id, body.id, other])
    expect((await listed(under(customer))).map((each: { id: number }) => each.id)).toEqual([other, body.id])
    const events = await db.event.findMany({ where: { customerId: customer.id }, orderBy: { id: 'asc' } })
    expect(events.map(({ type, recordId }) => [type, Number(recordId)])).toEqual([
      ['payment_method.created', body.id],
      ['subscription.updated', id],
      ['subscription.updated', cancelled],
      ['payment_method.removed', customer.methodId],
    ])
  })

  it('lets a past due subscription be renewed with the new one at once', async () => {
    const { id, customer } = await addMonthly(db, { ...pastDue(3), token: 'tok_decline' })
    expect((await mutate(store, 'renewSubscription', { id })).userErrors).toMatchObject([{ code: 'PAYMENT_DECLINED' }])
    const { record } = await mutate(
      store,
      'replacePaymentMethod',
      { id: customer.methodId, ...inGraphql },
      'paymentMethod { id }',
    )
    const renewed = await mutate(store, 'renewSubscription', { id }, 'subscription { status paymentMethodId }')
    expect(renewed).toEqual({ record: { status: 'active', paymentMethodId: record.id }, userErrors: [] })
  })

  it('is refused for one that was removed, and tried only by a dry run', async () => {
    const customer = await addCustomer(db)
    const path = `PUT ${under(customer)}${customer.methodId}/replace/`
    const before = await tables(db)
    expect((await store.rest(path, store.merchant, { ...json(given), headers: { 'X-Dry-Run': 'true' } })).status).toBe(200)
    expect(await tables(db)).toEqual(before)
    await store.rest(`DELETE ${under(customer)}${customer.methodId}/`, store.merchant)
    await expectRefused(
      store,
      { rest: [path, json(given)], graphql: ['replacePaymentMethod', { id: customer.methodId, ...inGraphql }] },
      'WRONG_STATUS',
      'The payment method was removed; add it again.',
    )
  })

  it('is refused as long as a payment with the old one is not settled', async () => {
    const customer = await addCustomer(db, { token: 'tok_error' })
    const { instanceId } = await addProduct(db)
    const order = { customer: { id: customer.id }, products: [{ product_instance: { id: instanceId } }] }
    expect((await store.rest('POST /v1/orders/', store.merchant, json(order))).status).toBe(503)
    await expectRefused(
      store,
      {
        rest: [`PUT ${under(customer)}${customer.methodId}/replace/`, json(given)],
        graphql: ['replacePaymentMethod', { id: customer.methodId, ...inGraphql }],
      },
      'WRONG_STATUS',
      'The payment method cannot be replaced: 1 unsettled payment uses it.',
    )
  })

  it('takes as many statements for ten subscriptions as for one', async () => {
    const counts = []
    for (const many of [1, 10]) {
      const { customer, product } = await addMonthly(db)
      for (let each = 1; each < many; each += 1) await addSubscription(db, { customer, product })
      const input = { id: customer.methodId, ...inGraphql }
      counts.push((await store.statements(() => mutate(store, 'replacePaymentMethod', input))).length)
    }
    expect(counts[1]).toBe(counts[0])
  })
})

describe('Removing a payment method', () => {
  it('is refused as long as subscriptions that renew are charged to it, whose number is told', async () => {
    const { id, customer, product } = await addMonthly(db)
    await addSubscription(db, { customer, product, autorenew: false })
    await addSubscription(db, { customer, product, ...pastDue(2), paymentMethodId: null })
    const refused = (count: number) =>
      count === 1
        ? 'The payment method cannot be removed: 1 subscription that renews uses it.'
        : `The payment method cannot be removed: ${count} subscriptions that renew use it.`
    // The last one is that of subscriptions without one too.
    await expectRefused(store, remove(customer, customer.methodId), 'WRONG_STATUS', refused(2))
    await addMethod(db, customer, 'tok_succeed', false)
    await expectRefused(store, remove(customer, customer.methodId), 'WRONG_STATUS', refused(1))
    await mutate(store, 'cancelSubscription', { id })
    expect((await mutate(store, 'removePaymentMethod', { id: customer.methodId })).userErrors).toEqual([])
  })

  it('takes it out of lists, and charges it no more', async () => {
    const customer = await addCustomer(db)
    expect((await store.rest(`DELETE ${under(customer)}${customer.methodId}/`, store.merchant)).status).toBe(204)
    expect(await listed(under(customer))).toEqual([])
    expect(await listed(`${under(customer)}?archived=true`)).toMatchObject([{ id: customer.methodId, is_default: false }])
    const product = await addProduct(db)
    const order = { customer: { id: customer.id }, products: [{ product_instance: { id: product.instanceId } }] }
    expect(await store.rest('POST /v1/orders/', store.merchant, json(order))).toMatchObject({
      status: 400,
      body: { errors: ['The customer has no payment method.'] },
    })
  })
})

describe('A customer', () => {
  const own = '/v1/store/api/customer/payment_methods/'
  const shopThat = async (...customersMay: string[]) => {
    await db.store.updateMany({ data: { customersMay } })
    return openStore()
  }

  it('adds, changes, replaces and removes payment methods where the store allows it', async () => {
    const shop = await shopThat('change_payment_method')
    const customer = await addCustomer(db, { token: null })
    const as = await shop.customerToken(BigInt(customer.id))
    const { status, body } = await shop.rest(`POST ${own}`, as, json(given))
    expect({ status, body }).toMatchObject({ status: 201, body: { customer_id: customer.id, url: `${own}${body.id}/` } })
    expect((await shop.rest(`GET ${body.url}`, as)).body).toEqual(body)
    expect((await shop.rest(`PUT ${body.url}`, as, json({ exp_year: 2040 }))).body).toMatchObject({ exp_year: 2040 })
    const replaced = (await shop.rest(`PUT ${body.url}replace/`, as, json(given))).body
    expect((await listed(own, as)).map(({ id }: { id: number }) => id)).toEqual([replaced.id])
    expect((await shop.rest(`DELETE ${replaced.url}`, as)).status).toBe(204)
    expect(await listed(own, as)).toEqual([])
  })

  it('writes to no other customer, and not at all where the store does not allow it', async () => {
    const [mine, theirs] = [await addCustomer(db), await addCustomer(db)]
    const shop = await shopThat('change_payment_method')
    const as = await shop.customerToken(BigInt(mine.id))
    for (const request of [
      `PUT ${own}${theirs.methodId}/replace/`,
      `PUT ${own}${theirs.methodId}/`,
      `DELETE ${own}${theirs.methodId}/`,
    ])
      expect(
        (
          await shop.rest(
            request,
            as,
            request.startsWith('DELETE') ? {} : json(request.includes('replace') ? given : { exp_year: 2040 }),
          )
        ).status,
      ).toBe(404)
    const closed = await shopThat('change_address')
    expect((await closed.rest(`POST ${own}`, as, json(given))).status).toBe(403)
  })
})
