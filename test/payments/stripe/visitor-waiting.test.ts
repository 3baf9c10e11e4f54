/** Visitors who pay on Stripe's page and come back to the shop: their order is made once, whenever the webhook arrives. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ofStore } from '../../support/of-store.ts'
import { addProduct, onHand } from '../../writes/rows.ts'
import { expectBalanced } from '../balance.ts'
import { postEvent } from './signed.ts'
import { openWaitingStore, returnUrl } from './waiting-store.ts'

const { stripe, store, db, passes, now } = await openWaitingStore()
const { books } = stripe
const carts = '/v1/store/api/carts/'
const shipTo = { to: 'Vi Sitor', street: 'Long Road 1', city: 'Berlin', zip_code: '10115', country: 'DE' }

let number = 0

/** Sends a request as the pages of the shop do, with the token of a cart or none. */
async function send(method: string, path: string, body: object, as?: string) {
  const headers = { 'Content-Type': 'application/json', ...(as && { Authorization: as }) }
  const sent = { method, headers, ...(method !== 'GET' && { body: JSON.stringify(body) }) }
  const response = await store.fetch(`http://localhost${path}`, sent)
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests that know their shape
  return { status: response.status, answer: (await response.json()) as any }
}

beforeAll(async () => {
  await db.store.update({ where: { id: 1n }, data: { visitorCheckout: true } })
})

beforeEach(() => books.sessions.clear())

/** A cart of two pieces for 100 each, by its token alone. */
async function visitorsCart() {
  const product = await addProduct(db, { price: 100, stock: 10 })
  const products = [{ product_instance: { id: product.instanceId }, quantity: 2 }]
  const email = `waiting-${++number}@example.com`
  const { status, answer } = await send('POST', carts, { products, email, ship_to: shipTo })
  expect([status, answer.errors]).toEqual([201, undefined])
  const { id } = answer
  const as = `Bearer ${answer.token}`
  const path = `${carts}${id}/`
  const session = () => [...books.sessions.values()].at(-1)
  return {
    ...{ id, as, path },
    checkout: () => send('PUT', `${path}checkout/`, { return_url: returnUrl }, as),
    change: () => send('PUT', path, { products: [{ ...products[0], quantity: 3 }] }, as),
    /** The cart as the visitor sees it. */
    read: async () => (await send('GET', path, {}, as)).answer,
    pay: (card: Parameters<typeof books.paySession>[1] = 'pm_visa') => books.paySession(session()?.id ?? '', card),
    session,
    told: () => postEvent(store, 'checkout.session.completed', session(), now()),
    stock: () => onHand(db, product),
    payments: () => db.payment.findMany({ where: { storeId: 1n, cartId: BigInt(id) }, orderBy: { id: 'asc' } }),
    /** Expects one paid order, and its customer and card. */
    async expectPaid(last4 = '4242') {
      const { customerId, orderId, completed } = await db.cart.findUniqueOrThrow({ where: ofStore(id) })
      expect([completed, orderId !== null]).toEqual([true, true])
      const ofCustomer = { storeId: 1n, customerId: customerId ?? 0n }
      expect(await db.customer.count({ where: { storeId: 1n, email } })).toBe(1)
      expect(await db.paymentMethod.findMany({ where: ofCustomer })).toMatchObject([
        // The person who has entered it may be another than the customer of the e-mail address.
        { gateway: 'stripe', last4, isDefault: false },
      ])
      expect(await expectBalanced(db, Number(customerId), (reference) => books.taken(reference))).toEqual({
        ...{ paid: 1, charges: 1, refunds: 0 },
      })
    },
  }
}

type VisitorsCart = Awaited<ReturnType<typeof visitorsCart>>

async function waiting(): Promise<VisitorsCart> {
  const cart = await visitorsCart()
  const { status, answer } = await cart.checkout()
  expect([status, answer.completed, answer.order_id]).toEqual([200, false, null])
  expect(answer.action_url).toMatch(/^https:\/\/checkout\.stripe\.com\/c\/pay\/cs_/)
  expect(cart.session()?.success_url).toBe(returnUrl)
  expect(await cart.stock()).toBe(8)
  return cart
}

describe('A visitor who pays on the page of Stripe', () => {
  it('whose webhook is first comes back to a cart that has its order', async () => {
    const cart = await waiting()
    expect(cart.pay()).toBe(true)
    expect(await cart.told()).toBe(200)
    expect(await passes(0)).toEqual(['captured'])
    expect(await cart.read()).toMatchObject({ completed: true, order_id: expect.any(Number) })
    await cart.expectPaid()
  })

  it('who comes back first sees the open cart, and its order once the webhook has come', async () => {
    const cart = await waiting()
    expect(cart.pay()).toBe(true)
    expect(await cart.read()).toMatchObject({ completed: false, order_id: null })
    expect(await cart.told()).toBe(200)
    expect(await passes(0)).toEqual(['captured'])
    expect(await cart.read()).toMatchObject({ completed: true, order_id: expect.any(Number) })
    await cart.expectPaid()
  })

  it('who comes back and presses again while the webhook is taken has one order', async () => {
    const cart = await waiting()
    expect(cart.pay()).toBe(true)
    await cart.told()
    const [again] = await Promise.all([cart.checkout(), passes(0), cart.read(), cart.told(), passes(0)])
    expect(again.status).toBe(400)
    await passes(61)
    expect(await cart.read()).toMatchObject({ completed: true })
    await cart.expectPaid()
  })

  it('whose webhook never comes has the order after the next look, and a late one changes nothing', async () => {
    const cart = await waiting()
    expect(cart.pay()).toBe(true)
    expect(await passes(121)).toEqual(['captured'])
    const { order_id } = await cart.read()
    expect(await cart.told()).toBe(200)
    expect(await passes(61)).toEqual([])
    expect(await cart.read()).toMatchObject({ completed: true, order_id })
    await cart.expectPaid()
  })

  it('pays the same order by a second card where the first is declined', async () => {
    const cart = await waiting()
    expect(cart.pay('pm_no_funds')).toBe(false)
    expect(await passes(61)).toEqual([])
    expect(await cart.read()).toMatchObject({ completed: false, order_id: null })
    expect(cart.pay('pm_second')).toBe(true)
    await cart.told()
    expect(await passes(0)).toEqual(['captured'])
    expect(await cart.payments()).toHaveLength(1)
    await cart.expectPaid('5556')
  })

  it('who goes back and checks out anew pays the new page alone', async () => {
    const cart = await waiting()
    const first = cart.session()?.id ?? ''
    const { status, answer } = await cart.checkout()
    expect([status, answer.order_id]).toEqual([200, null])
    expect(books.paySession(first, 'pm_visa')).toBe(false)
    expect(cart.pay('pm_second')).toBe(true)
    await cart.told()
    expect(await passes(0)).toEqual(['captured'])
    expect((await cart.payments()).map(({ state }) => state)).toEqual(['failed', 'captured'])
    await cart.expectPaid('5556')
  })

  it('who does not pay within the hour has the open cart and its stock back', async () => {
    const cart = await waiting()
    expect(await passes(3_610)).toEqual(['never charged'])
    expect(cart.pay()).toBe(false)
    expect(await cart.stock()).toBe(10)
    expect(await cart.change()).toMatchObject({ status: 200, answer: { completed: false } })
  })

  it('whose cart waits is not there for another visitor, who can neither read, change nor pay it', async () => {
    const [cart, other] = [await waiting(), await visitorsCart()]
    for (const [method, path, body] of [
      ['GET', cart.path, {}],
      ['PUT', cart.path, { products: [] }],
      ['PUT', `${cart.path}checkout/`, { return_url: returnUrl }],
    ] as const) {
      const [asked, missing] = [
        await send(method, path, body, other.as),
        await send(method, path.replace(String(cart.id), '9007199254740991'), body, other.as),
      ]
      expect([method, asked.status]).toEqual([method, 404])
      expect(asked).toEqual(missing)
    }
    expect(cart.pay()).toBe(true)
    expect(await passes(61)).toEqual(['captured'])
    await cart.expectPaid()
  })
})
