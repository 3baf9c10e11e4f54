/** Changes of a subscription that wait for its next renewal, and become its plan when that is paid. */
import { beforeEach, describe, expect, it } from 'vitest'
import { clockOf } from '../../../src/db/clock.ts'
import { gatewaysOf } from '../../../src/payments/gateways.ts'
import { advanceDue } from '../../../src/worker/renewals.ts'
import { TestGateway } from '../../payments/gateway.ts'
import { inSight } from '../../support/every-statement.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { addCustomer, addInstance, addMonthly, addProduct, addSubscription, type Product } from '../../writes/rows.ts'
import { expectRefused, json, mutate } from '../writing.ts'

const gateway = new TestGateway()
const store = await openStore({ gateway: () => gateway })
const { db } = store
const endDate = new Date('2026-04-20T09:00:00Z')

beforeEach(async () => {
  gateway.reset()
  await db.subscription.updateMany({ data: { status: 'suspended', pastDueReason: null } })
})

const shownChange = 'scheduledChange { termId productInstanceId quantity fixedPrice }'
const change = (input: object) =>
  mutate(store, 'changeSubscription', input, `subscription { id ${shownChange} price fixedPrice }`)
const read = (id: number) => db.subscription.findUniqueOrThrow({ where: ofStore(id) })

/** Works until nothing is due any more at a time. */
async function work(at: string): Promise<void> {
  const clock = clockOf(() => new Date(at))
  const report = (error: unknown) => expect(error).toBeUndefined()
  while ((await inSight(() => advanceDue({ db, clock, gateways: gatewaysOf(gateway), report }))) > 0);
}

/** A subscription to one piece for 2400 a month, of a product that has a yearly term and another instance too. */
async function made(columns: Parameters<typeof addSubscription>[1] | object = {}) {
  const product = await addProduct(db, {
    terms: [
      { cycles: 1, price: 2400 },
      { cycles: 12, price: 20_000 },
    ],
  })
  const other = await addInstance(db, product, { terms: [{ id: product.terms[0]?.id ?? 0, price: 3000 }] })
  const customer = await addCustomer(db)
  const [monthly, yearly] = product.terms.map((term) => term.id)
  const id = await addSubscription(db, { customer, product, endDate, ...columns })
  return { id, customer, product, other, monthly: monthly ?? 0, yearly: yearly ?? 0 }
}

const eventsOf = async (subscriptionId: number) =>
  (await db.event.findMany({ where: { subscriptionId, recordType: 'subscription' }, orderBy: { id: 'asc' } })).map(
    ({ type, changes }) => ({ type, changes }),
  )

const linesOf = (subscriptionId: number) =>
  db.orderProduct.findMany({
    where: { subscriptionId },
    orderBy: { id: 'asc' },
    select: { productId: true, productInstanceId: true, termId: true, price: true, quantity: true, name: true },
  })

describe('A scheduled change', () => {
  it('has its term and its instance as records on both surfaces, lists of many included', async () => {
    const { id, other, yearly } = await made()
    await change({ id, productInstanceId: other, termId: yearly })
    const records = { term: { id: yearly, num_cycles: 12 }, instance: { id: other, type: 'product_instance' } }
    const { body } = await store.rest(`GET /v1/subscriptions/${id}`)
    expect(body.scheduled_change).toMatchObject({ term_id: yearly, product_instance_id: other, ...records })
    const { body: listed } = await store.rest(`GET /v1/subscriptions/?id=${id}`)
    expect(listed.results[0].scheduled_change).toEqual(body.scheduled_change)
    const shown = 'scheduledChange { term { id numCycles } instance { id sku product { id } } }'
    const { data } = await store.graphql(`{ subscription(id: ${id}) { ${shown} } }`)
    expect(data.subscription.scheduledChange).toMatchObject({
      ...{ term: { id: String(yearly), numCycles: 12 }, instance: { id: String(other) } },
    })
    const list = `{ subscriptions(first: 100) { nodes { id ${shown} } } }`
    const statements = await store.statements(async () => expect((await store.graphql(list)).errors).toEqual([]))
    expect(statements).toHaveLength(1)
    const none = await made()
    const { data: without } = await store.graphql(`{ subscription(id: ${none.id}) { ${shown} } }`)
    expect(without.subscription.scheduledChange).toBeNull()
  })

  it('is shown on both surfaces, waits alone, and later fields win', async () => {
    const { id, other, monthly } = await made()
    const { body } = await store.rest(`PUT /v1/subscriptions/${id}/change/`, store.merchant, json({ product_instance_id: other }))
    const waiting = { term_id: monthly, product_instance_id: other, quantity: 1, fixed_price: null }
    expect(body).toMatchObject({ id, quantity: 1, fixed_price: null, scheduled_change: waiting })
    const { record } = await change({ id, quantity: 3, fixedPrice: 900, when: 'next_renewal' })
    const merged = { termId: String(monthly), productInstanceId: String(other), quantity: 3, fixedPrice: 900 }
    expect(record).toEqual({ id: String(id), scheduledChange: merged, price: 900, fixedPrice: null })
    expect((await change({ id, quantity: 2 })).record.scheduledChange).toEqual({ ...merged, quantity: 2 })
    expect((await store.rest(`GET /v1/subscriptions/${id}`)).body.scheduled_change).toMatchObject({
      ...waiting,
      quantity: 2,
      fixed_price: 900,
    })
    expect(await eventsOf(id)).toMatchObject([
      { type: 'subscription.change_scheduled', changes: { scheduledChange: { from: null, to: { quantity: 1 } } } },
      {
        type: 'subscription.change_scheduled',
        changes: { scheduledChange: { from: { quantity: 1 }, to: { quantity: 3, fixedPrice: 900 } } },
      },
      { type: 'subscription.change_scheduled', changes: { scheduledChange: { from: { quantity: 3 }, to: { quantity: 2 } } } },
    ])
  })

  it('changes nothing when it is repeated, and is none where it leads back to what is', async () => {
    const { id, product, other } = await made()
    await change({ id, productInstanceId: other })
    await change({ id, productInstanceId: other })
    expect((await change({ id, productInstanceId: product.instanceId })).record.scheduledChange).toBeNull()
    expect((await change({ id, quantity: 1 })).record.scheduledChange).toBeNull()
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
      'subscription.change_scheduled',
      'subscription.change_cancelled',
    ])
  })

  it('is taken back on both surfaces; without one nothing changes', async () => {
    const { id } = await made()
    const path = `DELETE /v1/subscriptions/${id}/change/`
    await change({ id, quantity: 2 })
    expect(await store.rest(path)).toMatchObject({ status: 204 })
    expect(await read(id)).toMatchObject({ scheduledTermId: null, scheduledQuantity: null })
    await change({ id, quantity: 2 })
    const cancelled = await mutate(store, 'cancelScheduledChange', { id }, `subscription { ${shownChange} }`)
    expect(cancelled).toEqual({ record: { scheduledChange: null }, userErrors: [] })
    expect(await store.rest(path)).toMatchObject({ status: 204 })
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
      ...['subscription.change_scheduled', 'subscription.change_cancelled'],
      ...['subscription.change_scheduled', 'subscription.change_cancelled'],
    ])
  })

  it('is found by its fields, and by whether there is one', async () => {
    const [one, two] = [await made(), await made()]
    await change({ id: one.id, quantity: 77 })
    const found = async (filter: string) =>
      (await store.rest(`GET /v1/subscriptions/?id__in=${one.id},${two.id}&${filter}`)).body.results.map(
        (each: { id: number }) => each.id,
      )
    expect(await found('scheduled_change__is_null=true')).toEqual([two.id])
    expect(await found('scheduled_change__is_null=false')).toEqual([one.id])
    expect(await found('scheduled_change.quantity__gt=76')).toEqual([one.id])
  })

  it('is dropped by cancelling, and by the end of the subscription', async () => {
    const [one, two] = [await made(), await made()]
    for (const { id } of [one, two]) await change({ id, quantity: 2 })
    await mutate(store, 'cancelSubscription', { id: one.id })
    await db.subscription.update({ where: ofStore(two.id), data: { autorenew: false } })
    await work('2026-04-20T09:00:00Z')
    for (const { id } of [one, two])
      expect(await read(id)).toMatchObject({ scheduledTermId: null, scheduledQuantity: null, quantity: 1 })
    const [, cancelled] = await eventsOf(one.id)
    expect(cancelled?.changes).toMatchObject({ scheduledChange: { from: { quantity: 2 }, to: null } })
  })
})

describe('At its renewal', () => {
  it('what was foreseen is charged, and the change becomes the plan when it is paid', async () => {
    const { id, product, other, monthly } = await made()
    await change({ id, productInstanceId: other, quantity: 2 })
    const query = `{ subscription(id: ${id}) { price upcoming(first: 2) { charge lines { productInstanceId quantity price } } } }`
    const line = { productInstanceId: String(other), quantity: 2, price: 3000 }
    const { data } = await store.graphql(query)
    expect(data.subscription).toEqual({ price: 3000, upcoming: [1, 2].map(() => ({ charge: 6000, lines: [line] })) })
    await work('2026-04-20T09:00:00Z')
    expect(gateway.asked.map(({ amount }) => amount)).toEqual([6000n])
    expect(await read(id)).toMatchObject({
      ...{
        productInstanceId: BigInt(other),
        quantity: 2,
        termId: BigInt(monthly),
        scheduledTermId: null,
        scheduledQuantity: null,
      },
      ...{ productBillingId: BigInt(product.billingId), endDate: new Date('2026-05-20T09:00:00Z'), status: 'active' },
    })
    expect(
      await db.fulfillment.findMany({ where: { subscriptionId: id }, select: { instanceId: true, quantity: true } }),
    ).toEqual([{ instanceId: BigInt(other), quantity: 2 }])
    const events = await eventsOf(id)
    expect(events.map(({ type }) => type)).toEqual([
      'subscription.change_scheduled',
      'subscription.renewed',
      'subscription.changed',
    ])
    expect(events[2]?.changes).toEqual({
      productInstanceId: { from: product.instanceId, to: other },
      quantity: { from: 1, to: 2 },
      scheduledChange: { from: { termId: monthly, productInstanceId: other, quantity: 2, fixedPrice: null }, to: null },
    })
    await work('2026-05-20T09:00:00Z')
    expect(gateway.asked.map(({ amount }) => amount)).toEqual([6000n, 6000n])
  })

  it('another term of another product takes its rhythm, its name and its deliveries', async () => {
    const { id, product } = await made()
    const next = await addProduct(db, { rhythm: { weeks: 2 }, terms: [{ cycles: 3, price: 5000 }] })
    const termId = next.terms[0]?.id ?? 0
    await change({ id, productInstanceId: next.instanceId, termId })
    await work('2026-04-20T09:00:00Z')
    expect(await read(id)).toMatchObject({
      ...{ productId: BigInt(next.id), termId: BigInt(termId), productBillingId: BigInt(next.billingId) },
      ...{ billingName: next.name.toUpperCase(), endDate: new Date('2026-06-01T09:00:00Z') },
    })
    expect(await linesOf(id)).toMatchObject([
      { productId: BigInt(next.id), termId: BigInt(termId), price: 5000n, name: next.name },
    ])
    const deliveries = await db.fulfillment.findMany({ where: { subscriptionId: id }, orderBy: { cycleNumber: 'asc' } })
    expect(deliveries.map(({ fulfillmentDate }) => fulfillmentDate.toISOString().slice(0, 10))).toEqual([
      ...['2026-04-20', '2026-05-04', '2026-05-18'],
    ])
    const has = async ({ id }: Product) => (await db.product.findUniqueOrThrow({ where: ofStore(id) })).hasSubscribers
    expect([await has(product), await has(next)]).toEqual([false, true])
  })

  it('a price that was agreed holds from then on, whatever the price of the day, until another term or null is given', async () => {
    const { id, product, yearly } = await made()
    await change({ id, fixedPrice: 1900 })
    await db.productTermPrice.updateMany({
      where: { productId: product.id, termId: product.terms[0]?.id ?? 0 },
      data: { price: 2600 },
    })
    await work('2026-04-20T09:00:00Z')
    await work('2026-05-20T09:00:00Z')
    expect((await linesOf(id)).map(({ price }) => price)).toEqual([1900n, 1900n])
    expect((await store.rest(`GET /v1/subscriptions/${id}`)).body.fixed_price).toBe(1900)
    expect((await change({ id, termId: yearly })).record).toMatchObject({ price: 20_000, scheduledChange: { fixedPrice: null } })
    expect((await change({ id, termId: product.terms[0]?.id })).record.scheduledChange).toBeNull()
    expect((await change({ id, fixedPrice: null })).record.price).toBe(2600)
    await work('2026-06-20T09:00:00Z')
    expect((await linesOf(id)).map(({ price }) => price)).toEqual([1900n, 1900n, 2600n])
    expect(await read(id)).toMatchObject({ fixedPrice: null })
  })

  it('the old plan renews where the change no longer fits, and an event says why', async () => {
    const cases = [
      {
        break: ({ other }: Made) => db.productInstance.update({ where: ofStore(other), data: { deleted: true } }),
        input: ({ other }: Made) => ({ productInstanceId: other }),
        why: ({ other }: Made) => `Product instance ${other} is no longer sold.`,
      },
      {
        break: ({ yearly }: Made) => db.subscriptionTypeTerm.update({ where: ofStore(yearly), data: { enabled: false } }),
        input: ({ yearly }: Made) => ({ termId: yearly }),
        why: ({ yearly, product }: Made) => `Term ${yearly} is not one that product instance ${product.instanceId} is sold for.`,
      },
      {
        break: ({ yearly }: Made) => db.productTermPrice.deleteMany({ where: { termId: yearly } }),
        input: ({ yearly }: Made) => ({ termId: yearly }),
        why: ({ yearly, product }: Made) => `Term ${yearly} has no price for product instance ${product.instanceId}.`,
      },
    ]
    for (const each of cases) {
      const own = await made()
      await change({ id: own.id, ...each.input(own) })
      await each.break(own)
      const { data } = await store.graphql(`{ subscription(id: ${own.id}) { price upcoming { charge } } }`)
      expect(data.subscription).toEqual({ price: 2400, upcoming: [{ charge: 2400 }] })
      await work('2026-04-20T09:00:00Z')
      expect(await linesOf(own.id)).toMatchObject([{ price: 2400n, quantity: 1 }])
      expect(await read(own.id)).toMatchObject({ status: 'active', scheduledTermId: null, termId: BigInt(own.monthly) })
      const events = await eventsOf(own.id)
      expect(events.map(({ type }) => type)).toEqual([
        'subscription.change_scheduled',
        'subscription.change_failed',
        'subscription.renewed',
      ])
      expect(events[1]?.changes).toMatchObject({ reason: { from: null, to: each.why(own) }, scheduledChange: { to: null } })
      const entry = await db.logEntry.findFirstOrThrow({ where: { subscriptionId: own.id }, orderBy: { id: 'desc' } })
      expect(entry.note).toBe(each.why(own))
      await db.subscription.update({ where: ofStore(own.id), data: { status: 'suspended' } })
    }
  })

  it('more of what is no longer sold still renews', async () => {
    const { id, product } = await made()
    await change({ id, quantity: 4 })
    await db.product.update({ where: ofStore(product.id), data: { deleted: true } })
    await work('2026-04-20T09:00:00Z')
    expect(await linesOf(id)).toMatchObject([{ quantity: 4, price: 2400n }])
  })

  it('a decline keeps the plan as it is; the later try that pays the order makes the change', async () => {
    const { id, other } = await made()
    await change({ id, productInstanceId: other })
    gateway.mood = 'declines'
    await work('2026-04-20T09:00:00Z')
    const before = await read(id)
    expect(before).toMatchObject({ status: 'past_due', scheduledProductInstanceId: BigInt(other) })
    expect(before.productInstanceId).not.toBe(BigInt(other))
    const sentence = 'Only an active subscription can be changed; this one is past due: renew it first.'
    expect((await change({ id, quantity: 2 })).userErrors).toMatchObject([{ code: 'WRONG_STATUS', message: sentence }])
    const taken = await mutate(store, 'cancelScheduledChange', { id })
    expect(taken.userErrors).toMatchObject([
      {
        code: 'WRONG_STATUS',
        message:
          'The order that waits for the payment of the renewal was made with the change: renew the subscription, or cancel it.',
      },
    ])
    // It is no longer sold, but the order was made while it was.
    await db.productInstance.update({ where: ofStore(other), data: { deleted: true } })
    gateway.mood = 'captures'
    await work('2026-04-21T09:00:00Z')
    expect(await read(id)).toMatchObject({ status: 'active', productInstanceId: BigInt(other), scheduledTermId: null })
    expect(await linesOf(id)).toMatchObject([{ productInstanceId: BigInt(other), price: 3000n }])
  })

  it('is not forgotten by a payment that was given up: with another change the renewal is charged anew', async () => {
    const { id } = await made()
    await change({ id, quantity: 2 })
    gateway.mood = 'breaks before'
    const clock = clockOf(() => new Date('2026-04-20T09:00:00Z'))
    await inSight(() => advanceDue({ db, clock, gateways: gatewaysOf(gateway), report: () => {} }))
    const payment = await db.payment.findFirstOrThrow({ where: { subscriptionId: id } })
    await db.payment.update({ where: ofStore(payment.id), data: { state: 'given_up' } })
    await db.subscription.update({ where: ofStore(id), data: { paymentUnderWay: false, claimedUntil: null, claimedFor: null } })
    expect((await change({ id, quantity: 3 })).userErrors).toEqual([])
    gateway.mood = 'captures'
    await work('2026-04-20T10:00:00Z')
    expect(await linesOf(id)).toMatchObject([{ quantity: 3 }])
    expect(
      (await db.payment.findMany({ where: { subscriptionId: id }, orderBy: { id: 'asc' } })).map(({ state }) => state),
    ).toEqual([...['withdrawn', 'captured']])
  })
})

type Made = Awaited<ReturnType<typeof made>>

describe('A change is refused', () => {
  const refused = async (id: number, body: object, message: string) => {
    const input = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name.replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase()), value]),
    )
    const rest: [string, RequestInit] = [`PUT /v1/subscriptions/${id}/change/`, json(body)]
    const code = message.includes('must') || message.includes('names') ? 'BAD_INPUT' : 'WRONG_STATUS'
    await expectRefused(store, { rest, graphql: ['changeSubscription', { id, ...input }] }, code, message)
  }

  it.each([
    ['past_due', 'Only an active subscription can be changed; this one is past due: renew it first.'],
    ['cancelled', 'Only an active subscription can be changed; this one is cancelled: reactivate it first.'],
    ['expired', 'Only an active subscription can be changed; this one is expired: reactivate it first.'],
    ['suspended', 'Only an active subscription can be changed; this one is suspended: resume it first.'],
    ['unpaid', 'Only an active subscription can be changed; this one is unpaid: pay for it first.'],
  ] as const)('of one that is %s', async (status, message) => {
    const { id } = await made({ status, pastDueReason: status === 'past_due' ? 'declined' : null })
    await refused(id, { quantity: 2 }, message)
  })

  it('of a gift, of one with a payment under way, and of one that does not renew', async () => {
    const gift = await made({ isGift: true, autorenew: false })
    await refused(gift.id, { quantity: 2 }, 'A gift stays what was given; only its address can be changed.')
    const paying = await made({ paymentUnderWay: true })
    await refused(paying.id, { quantity: 2 }, 'A payment for this subscription is under way.')
    const ending = await made({ autorenew: false })
    const message = 'The subscription does not renew by itself: no change can be scheduled for its renewal; set autorenew first.'
    await refused(ending.id, { quantity: 2 }, message)
  })

  it('to nothing, to too many, and to what is not sold, with what would be right', async () => {
    const { id, product, other, monthly, yearly } = await made()
    const next = await addProduct(db, { terms: [{ cycles: 1, price: 500 }] })
    await refused(id, {}, 'One of term_id, product_instance_id, quantity and fixed_price must be given.')
    await refused(id, { quantity: 1001 }, 'quantity must be at most 1000.')
    await refused(id, { quantity: 0 }, 'quantity must be a number of at least 1.')
    await refused(id, { quantity: null }, 'quantity must not be null.')
    await refused(id, { fixed_price: -1 }, 'fixed_price must be a number of at least 0.')
    const terms = `term_id must be one that ${product.name} is sold for; its terms are ${monthly}, ${yearly}.`
    await refused(id, { term_id: next.terms[0]?.id }, terms)
    await refused(
      id,
      { product_instance_id: next.instanceId },
      `term_id must be one that ${next.name} is sold for; its terms are ${next.terms[0]?.id}.`,
    )
    await db.productInstance.update({ where: ofStore(other), data: { deleted: true } })
    await refused(id, { product_instance_id: other }, 'product_instance_id names an instance that is no longer sold.')
  })

  it('where the instance is missing, as it is where it is another store’s', async () => {
    const { id } = await made()
    const theirs = await db.productInstance.findFirstOrThrow({ where: { storeId: 2n }, orderBy: { id: 'desc' } })
    for (const productInstanceId of [theirs.id + 1_000_000n, 9_007_199_254_740_991n]) {
      const { userErrors } = await change({ id, productInstanceId: String(productInstanceId) })
      expect(userErrors).toMatchObject([{ code: 'NOT_FOUND', message: 'productInstanceId matches none in the store.' }])
    }
  })
})

describe('A customer', () => {
  it('changes the own subscription where the store allows it, but neither to what is not on show, nor the price', async () => {
    await db.store.update({ where: { id: 1n }, data: { customersMay: ['change_product'] } })
    const shop = await openStore({ gateway: () => gateway })
    const { id, customer, other, product, monthly } = await made()
    const as = await store.customerToken(BigInt(customer.id))
    const path = `PUT /v1/store/api/subscriptions/${id}/change/`
    const waiting = { term_id: monthly, product_instance_id: other, quantity: 1, fixed_price: null }
    expect(await shop.rest(path, as, json({ product_instance_id: other }))).toMatchObject({
      status: 200,
      body: { scheduled_change: waiting },
    })
    expect(await shop.rest(path, as, json({ fixed_price: 1 }))).toMatchObject({
      status: 400,
      body: { errors: ['Unknown field: fixed_price'] },
    })
    const query = `mutation { changeSubscription(input: { id: ${id}, fixedPrice: 1 }) { userErrors { code } } }`
    expect((await shop.graphql(query, {}, as)).errors).toMatchObject([
      { message: 'fixedPrice is for merchants.', extensions: { code: 'FORBIDDEN' } },
    ])
    expect((await shop.rest(`DELETE /v1/store/api/subscriptions/${id}/change/`, as)).status).toBe(204)
    await db.product.update({ where: ofStore(product.id), data: { visible: false } })
    expect(await shop.rest(path, as, json({ product_instance_id: other }))).toMatchObject({ status: 404 })
    expect((await shop.rest(path, as, json({ quantity: 2 }))).status).toBe(200)
  })

  it('loses a price that was agreed by choosing another instance', async () => {
    await db.store.update({ where: { id: 1n }, data: { customersMay: ['change_product'] } })
    const shop = await openStore({ gateway: () => gateway })
    const { id, customer, other } = await made({ fixedPrice: 100n })
    const as = await store.customerToken(BigInt(customer.id))
    const { record } = await mutate(shop, 'changeSubscription', { id, productInstanceId: other }, 'subscription { price }', as)
    expect(record).toEqual({ price: 3000 })
  })

  it('may not, where the store does not allow it', async () => {
    await db.store.update({ where: { id: 1n }, data: { customersMay: [] } })
    const shop = await openStore()
    const { id, customer } = await addMonthly(db, { endDate })
    const as = await store.customerToken(BigInt(customer.id))
    const path = `PUT /v1/store/api/subscriptions/${id}/change/`
    expect(await shop.rest(path, as, json({ quantity: 2 }))).toMatchObject({
      status: 403,
      body: { errors: ['This shop does not let its customers do this: change_product.'] },
    })
  })
})
