/** The Idempotency-Key: a write that is sent again is not done again, over either surface. */
import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { TestGateway } from '../payments/gateway.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { ask, logOf, type Surface, surfaces, type WriteName } from './ask.ts'
import { addCustomer, addMonthly, addProduct, ago, daySeconds, pastDue } from './rows.ts'
import { tablesChangedBy } from './tables.ts'

const gateway = new TestGateway()
const store = await openStore({ gateway: () => gateway })
const { db } = store
const product = await addProduct(db, { price: 700 })

let number = 0
const newKey = () => `key-${++number}`

beforeEach(() => gateway.reset())

/** A body in parts, between which others come. */
const inParts = (text: string) =>
  new ReadableStream({
    async start(controller) {
      for (const part of text.match(/.{1,300}/gs) ?? []) {
        controller.enqueue(Buffer.from(part))
        await setImmediate()
      }
      controller.close()
    },
  })

/** The raw answer, to compare it byte by byte. */
async function raw(surface: Surface, id: number, key: string, note: string, body: (text: string) => BodyInit = (text) => text) {
  const headers = { Authorization: store.merchant, 'Content-Type': 'application/json', 'Idempotency-Key': key }
  const query =
    'mutation($input: UpdateSubscriptionInput!) { updateSubscription(input: $input) { subscription { note status } userErrors { code } } }'
  const response = await (surface === 'REST'
    ? store.fetch(`/v1/subscriptions/${id}/`, {
        method: 'PUT',
        headers,
        body: body(JSON.stringify({ note })),
        duplex: 'half',
      } as RequestInit)
    : store.fetch('/graphql', {
        method: 'POST',
        headers,
        body: body(JSON.stringify({ query, variables: { input: { id, note } } })),
        duplex: 'half',
      } as RequestInit))
  return { status: response.status, replayed: response.headers.get('idempotent-replayed'), text: await response.text() }
}

describe.each(surfaces)('%s', (surface) => {
  const other: Surface = surface === 'REST' ? 'GraphQL' : 'REST'
  const act = (name: WriteName, input: object, key: string, over = surface, as = store.merchant) =>
    ask(store, over, name, { ...input }, { key, as })

  it('gives the first answer again, byte by byte, though the record has changed in between', async () => {
    const { id } = await addMonthly(db)
    const key = newKey()
    const first = await raw(surface, id, key, 'first')
    expect(first).toMatchObject({ status: 200, replayed: null })
    await db.subscription.update({ where: ofStore(id), data: { note: 'changed since', status: 'suspended' } })
    const changed = await tablesChangedBy(db, async () => {
      expect(await raw(surface, id, key, 'first')).toEqual({ ...first, replayed: 'true' })
    })
    expect(changed).toEqual([])
  })

  it('writes what its own body says, also where others come at once and all of them in parts', async () => {
    const subscriptions: { id: number; letter: string }[] = []
    for (const letter of 'abcdefgh') subscriptions.push({ id: (await addMonthly(db)).id, letter })
    const answers = await Promise.all(
      subscriptions.map(({ id, letter }) => raw(surface, id, newKey(), letter.repeat(2_000), inParts)),
    )
    expect(answers.map(({ status }) => status)).toEqual(subscriptions.map(() => 200))
    for (const { id, letter } of subscriptions) {
      const kept = await db.subscription.findUniqueOrThrow({ where: ofStore(id) })
      expect(kept.note).toBe(letter.repeat(2_000))
    }
  })

  it.each<[WriteName, () => Promise<object>]>([
    ['updateSubscription', async () => ({ id: (await addMonthly(db)).id, note: 'x' })],
    ['cancelSubscription', async () => ({ id: (await addMonthly(db)).id, log_note: 'x' })],
    ['skipSubscription', async () => ({ id: (await addMonthly(db)).id })],
    ['renewSubscription', async () => ({ id: (await addMonthly(db, pastDue(3))).id })],
    ['reactivateSubscription', async () => ({ id: (await addMonthly(db, { status: 'expired', endDate: ago(5) })).id })],
    [
      'createOrder',
      async () => ({
        customer: { id: (await addCustomer(db)).id },
        products: [{ product_instance: { id: product.instanceId } }],
      }),
    ],
  ])('does %s once', async (name, input) => {
    const [given, key] = [await input(), newKey()]
    const first = await act(name, given, key)
    expect(first).toMatchObject({ message: undefined, replayed: false })
    const charges = gateway.asked.length
    const entries = await db.logEntry.count()
    const changed = await tablesChangedBy(db, async () => {
      expect(await act(name, given, key)).toEqual({ ...first, replayed: true })
    })
    expect(changed).toEqual([])
    expect(gateway.asked).toHaveLength(charges)
    expect(await db.logEntry.count()).toBe(entries)
  })

  /** Forgets the stored answer of a key, as a process leaves it that is killed between its commit and that. */
  const forgetAnswer = (key: string) =>
    db.idempotencyKey.updateMany({ where: { key }, data: { requestHash: null, status: null, body: null } })

  const orderOf = async (columns = {}) => {
    const { id: customerId } = await addCustomer(db)
    const line = { product_instance: { id: product.instanceId }, quantity: 2 }
    const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customerId }, products: [line] })
    return { id: record.id, ...columns }
  }
  const shipmentOf = async () => {
    const { id: orderId } = await orderOf()
    return { id: Number((await db.fulfillment.findFirstOrThrow({ where: { orderId } })).shipmentId) }
  }
  const couponedOf = async () => {
    const { id } = await addMonthly(db)
    const { id: couponId } = await db.coupon.findFirstOrThrow({ where: { storeId: 1, code: 'TENTH' } })
    return { subscription_id: id, coupon_id: Number(couponId) }
  }

  it.each<[WriteName, () => Promise<object>, number]>([
    ['updateSubscription', async () => ({ id: (await addMonthly(db)).id, note: 'x' }), 200],
    ['renewSubscription', async () => ({ id: (await addMonthly(db, pastDue(3))).id }), 200],
    ['changeSubscription', async () => ({ id: (await addMonthly(db)).id, quantity: 2, when: 'next_renewal' }), 200],
    ['addSubscriptionCoupon', couponedOf, 201],
    [
      'createOrder',
      async () => ({
        customer: { id: (await addCustomer(db)).id },
        products: [{ product_instance: { id: product.instanceId } }],
      }),
      201,
    ],
    ['editOrder', () => orderOf({ lines: [{ product_instance: { id: product.instanceId } }] }), 200],
    ['refundOrder', () => orderOf({ amount: 100 }), 201],
    ['cancelOrder', () => orderOf(), 200],
    ['shipShipment', shipmentOf, 200],
    ['cancelShipment', shipmentOf, 200],
    [
      'adjustInventory',
      async () => ({
        product_instance_id: (await addProduct(db, { stock: 5 })).instanceId,
        by: 2,
        kind: 'received',
        reason: 'x',
      }),
      201,
    ],
  ])(
    'answers a repeat of %s from the record where the process was killed before it stored the answer',
    async (name, input, status) => {
      const [given, key] = [await input(), newKey()]
      const first = await act(name, given, key)
      expect(first).toMatchObject({ message: undefined, status, replayed: false })
      await forgetAnswer(key)
      const changed = await tablesChangedBy(db, async () => {
        expect(await act(name, given, key)).toEqual({ ...first, replayed: true })
      })
      expect(changed).toEqual([])
    },
  )

  it('gives a refusal again whose answer was not stored, and a declined payment', async () => {
    const { id } = await addMonthly(db, { status: 'suspended' })
    const { id: declined } = await addMonthly(db, pastDue(3))
    gateway.reset('declines')
    for (const [name, of] of [
      ['reactivateSubscription', id],
      ['renewSubscription', declined],
    ] as const) {
      const key = newKey()
      const first = await act(name, { id: of }, key)
      expect(first).toMatchObject({ status: of === id ? 400 : 402, replayed: false })
      await forgetAnswer(key)
      expect(await act(name, { id: of }, key)).toEqual({ ...first, replayed: true })
    }
    expect(gateway.asked).toHaveLength(1)
  })

  it('gives a refusal again too', async () => {
    const { id } = await addMonthly(db, { status: 'suspended' })
    const key = newKey()
    const first = await act('reactivateSubscription', { id }, key)
    expect(first).toMatchObject({ status: 400, replayed: false })
    await db.subscription.update({ where: ofStore(id), data: { status: 'cancelled' } })
    expect(await act('reactivateSubscription', { id }, key)).toEqual({ ...first, replayed: true })
    expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ status: 'cancelled' })
    expect(await logOf(store, 'subscription', id)).toHaveLength(1)
  })

  it('gives a declined payment again, and does not try it again', async () => {
    const { id } = await addMonthly(db, pastDue(3))
    const key = newKey()
    gateway.reset('declines')
    const first = await act('renewSubscription', { id }, key)
    expect(first).toMatchObject({ status: 402 })
    gateway.mood = 'captures'
    expect(await act('renewSubscription', { id }, key)).toEqual({ ...first, replayed: true })
    expect(gateway.asked).toHaveLength(1)
  })

  it('answers 422 to another request with the key, and does nothing', async () => {
    const { id, customer, product: sold } = await addMonthly(db)
    const { id: neighbour } = await addMonthly(db)
    const key = newKey()
    await act('updateSubscription', { id, note: 'one' }, key)
    const changed = await tablesChangedBy(db, async () => {
      const reused = { status: 422, message: 'The Idempotency-Key was already used for another request.' }
      expect(await act('updateSubscription', { id, note: 'two' }, key)).toMatchObject(reused)
      expect(await act('updateSubscription', { id: neighbour, note: 'one' }, key)).toMatchObject(reused)
      expect(await act('cancelSubscription', { id }, key)).toMatchObject(reused)
      const order = { customer: { id: customer.id }, products: [{ product_instance: { id: sold.instanceId } }] }
      expect(await act('createOrder', order, key)).toMatchObject(reused)
    })
    expect(changed).toEqual([])
  })

  it('is known on the other surface', async () => {
    const { id } = await addMonthly(db)
    const key = newKey()
    await act('updateSubscription', { id, note: 'one' }, key)
    expect(await act('updateSubscription', { id, note: 'two' }, key, other)).toMatchObject({ status: 422 })
  })

  it('does not let the other surface do the same write again', async () => {
    const { id, customer } = await addMonthly(db, pastDue(3))
    const key = newKey()
    await act('renewSubscription', { id }, key)
    const again = await act('renewSubscription', { id }, key, other)
    expect([200, 422]).toContain(again.status)
    expect(again.replayed).toBe(again.status === 200)
    expect(gateway.asked).toHaveLength(1)
    expect(await db.order.count({ where: { customerId: customer.id } })).toBe(1)
  })

  it("is independent of another credential's key", async () => {
    const { id } = await addMonthly(db)
    const { id: foreign } = await db.subscription.findFirstOrThrow({ where: { storeId: 2, status: 'active' } })
    const key = newKey()
    await act('updateSubscription', { id, note: 'mine' }, key)
    const answer = await act('updateSubscription', { id: Number(foreign), note: 'theirs' }, key, surface, store.otherMerchant)
    expect(answer).toMatchObject({ status: 200, replayed: false, record: { note: 'theirs' } })
  })

  it('answers 409 while the first request is still running, and the first answer afterwards', async () => {
    const customer = await addCustomer(db)
    const order = { customer: { id: customer.id }, products: [{ product_instance: { id: product.instanceId } }] }
    const key = newKey()
    let meanwhile: unknown
    gateway.meanwhile = async () => {
      meanwhile = await act('createOrder', order, key)
    }
    const first = await act('createOrder', order, key)
    expect(meanwhile).toMatchObject({
      status: 409,
      message:
        'The first request with this Idempotency-Key is still being worked on; try again shortly, or in two minutes where the payment gateway did not answer.',
    })
    expect(first.status).toBe(201)
    expect(await act('createOrder', order, key)).toEqual({ ...first, replayed: true })
    expect(gateway.asked).toHaveLength(1)
  })

  it('is kept for 24 hours', async () => {
    const { id } = await addMonthly(db)
    const key = newKey()
    await act('updateSubscription', { id, note: 'one' }, key)
    const age = (seconds: number) => db.idempotencyKey.updateMany({ where: { key }, data: { createdAt: ago(seconds) } })
    await age(daySeconds)
    expect(await act('updateSubscription', { id, note: 'two' }, key)).toMatchObject({ status: 422 })
    await age(daySeconds + 1)
    expect(await act('updateSubscription', { id, note: 'two' }, key)).toMatchObject({
      status: 200,
      replayed: false,
      record: { note: 'two' },
    })
    expect(await act('updateSubscription', { id, note: 'two' }, key)).toMatchObject({ status: 200, replayed: true })
  })

  it.each(['', 'a b', 'x'.repeat(256), 'né', 'a\tb'])('answers 400 to the key %j and does nothing', async (key) => {
    const { id } = await addMonthly(db)
    const changed = await tablesChangedBy(db, async () => {
      const { status, text } = await raw(surface, id, key, 'new')
      expect(status).toBe(400)
      expect(text).toContain('Idempotency-Key must be 1 to 255 visible ASCII characters.')
    })
    expect(changed).toEqual([])
  })

  it('takes a key of 255 characters', async () => {
    const { id } = await addMonthly(db)
    const key = `${surface}${'~'.repeat(255 - surface.length)}`
    await raw(surface, id, key, 'new')
    expect(await raw(surface, id, key, 'new')).toMatchObject({ status: 200, replayed: 'true' })
  })
})

describe('GraphQL alone', () => {
  it('stands for one write: several in one document are refused before any is done', async () => {
    const [one, two] = [await addMonthly(db), await addMonthly(db)]
    const update = (id: number) => `updateSubscription(input: { id: ${id}, note: "both" }) { userErrors { code } }`
    const headers = { Authorization: store.merchant, 'Content-Type': 'application/json', 'Idempotency-Key': 'two-in-one' }
    const body = JSON.stringify({ query: `mutation { one: ${update(one.id)} two: ${update(two.id)} }` })
    const send = async () => {
      const response = await store.fetch('/graphql', { method: 'POST', headers, body })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_INPUT' } }] })
    }
    expect(await tablesChangedBy(db, send)).toEqual([])
  })

  it('shows the code of a reused key', async () => {
    const { id } = await addMonthly(db)
    await ask(store, 'GraphQL', 'updateSubscription', { id, note: 'one' }, { key: 'code' })
    const { code } = await ask(store, 'GraphQL', 'updateSubscription', { id, note: 'two' }, { key: 'code' })
    expect(code).toBe('IDEMPOTENCY_KEY_REUSED')
  })
})

describe('a read', () => {
  it('may carry a key, which means nothing', async () => {
    const { id } = await addMonthly(db)
    const read = () => store.rest(`GET /v1/subscriptions/${id}`, store.merchant, { headers: { 'Idempotency-Key': 'on-a-read' } })
    await read()
    await db.subscription.update({ where: ofStore(id), data: { note: 'new' } })
    const { status, headers, body } = await read()
    expect({ status, replayed: headers.get('idempotent-replayed'), note: body.note }).toEqual({
      status: 200,
      replayed: null,
      note: 'new',
    })
  })
})
