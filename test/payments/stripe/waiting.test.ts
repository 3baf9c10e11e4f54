/** Checkouts that wait for their customer: the bank wants a confirmation, or a card is entered on Stripe's page. Money moves once. */
import { describe, expect, it } from 'vitest'
import { addMethod, addProduct } from '../../writes/rows.ts'
import { payByStripe } from './stripe-store.ts'
import { openWaitingStore, returnUrl } from './waiting-store.ts'

const { stripe, store, db, send, passes, cartOf } = await openWaitingStore()
const { books } = stripe

/** The ways to wait: each with its card, and the customer's act that pays. */
const ways = {
  'for the bank': {
    card: 'pm_bank' as const,
    pay: (of: Cart) => books.confirms(of.intent()),
    url: /^https:\/\/hooks\.stripe\.com\/redirect\/authenticate\/pi_/,
  },
  'for a card': {
    card: null,
    pay: async (of: Cart) => books.paySession((await of.page()).id, 'pm_visa'),
    url: /^https:\/\/checkout\.stripe\.com\/c\/pay\/cs_/,
  },
}

type Cart = Awaited<ReturnType<typeof cartOf>>

describe.each(Object.entries(ways))('A checkout that waits %s', (_name, { card, pay, url }) => {
  async function waiting() {
    const of = await cartOf(card)
    const { status, answer } = await of.checkout()
    expect({ status, answer }).toMatchObject({ status: 200, answer: { completed: false, order: null, order_id: null } })
    expect(answer.action_url).toMatch(url)
    return { of, actionUrl: String(answer.action_url) }
  }

  it('has no order and holds its stock; once it is paid the order is made', async () => {
    const { of } = await waiting()
    expect(await of.payments()).toMatchObject([{ state: 'waiting', orderId: null }])
    expect([await of.orders(), await of.stock()]).toEqual([[], 8])
    expect(await passes(61)).toEqual([])
    expect(await pay(of)).toBe(true)
    expect(await passes(121)).toEqual(['captured'])
    expect(await of.cart()).toMatchObject({ completed: true })
    expect(await of.balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
    expect(await of.stock()).toBe(8)
    const [order] = await of.orders()
    const [payment] = await of.payments()
    expect(order?.paymentMethodId).toBe(payment?.paymentMethodId)
    const method = await db.paymentMethod.findFirstOrThrow({ where: { storeId: 1n, id: order?.paymentMethodId ?? 0n } })
    expect(method).toMatchObject({ gateway: 'stripe', isDefault: true, archivedAt: null })
    expect(await passes(3_700)).toEqual([])
  })

  it('blocks no other order of the customer', async () => {
    const { of } = await waiting()
    if (card === null) await addMethod(db, of.customer, 'pm_visa')
    await payByStripe(db, stripe, of.customer, 'pm_visa')
    const { instanceId } = await addProduct(db, { price: 100 })
    const order = { customer: { id: of.customer.id }, products: [{ product_instance: { id: instanceId } }] }
    expect((await send('POST', '/v1/orders/', order)).status).toBe(201)
  })

  it('ends after an hour: it is cancelled there, its stock goes back and the cart is open again', async () => {
    const { of } = await waiting()
    expect(await passes(3_590)).toEqual([])
    expect(await passes(20)).toEqual(['never charged'])
    expect(await pay(of)).toBe(false)
    expect(await of.payments()).toMatchObject([{ state: 'failed', dueAt: null }])
    expect([await of.orders(), await of.stock()]).toEqual([[], 10])
    expect(await of.change()).toMatchObject({ status: 200 })
    expect((await of.checkout()).answer.action_url).toMatch(url)
    expect(await pay(of)).toBe(true)
    expect(await passes(61)).toEqual(['captured'])
    expect(await of.balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
    expect((await of.orders()).map(({ total }) => Number(total))).toEqual([300])
  })

  it('that is paid in the last moment counts', async () => {
    const { of } = await waiting()
    stripe.before = async ({ path }) => {
      if (/cancel$|expire$/.test(path)) await pay(of)
    }
    expect(await passes(3_601)).toEqual(['captured'])
    expect(await of.balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('is ended by a change of the cart, unless it is paid by then', async () => {
    const { of } = await waiting()
    expect(await of.change()).toMatchObject({ status: 200 })
    expect(await pay(of)).toBe(false)
    expect(await of.payments()).toMatchObject([{ state: 'failed' }])
    expect((await of.checkout()).status).toBe(200)
    expect(await pay(of)).toBe(true)
    const { status, answer } = await of.change()
    const [order] = await of.orders()
    expect({ status, answer }).toEqual({
      status: 400,
      answer: { errors: [`The cart has led to order ${order?.id} and stays as it is. Make another cart.`] },
    })
    expect(await of.balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('is ended by another checkout, which waits anew, or finds it paid', async () => {
    const { of, actionUrl } = await waiting()
    const again = await of.checkout()
    expect(again.status).toBe(200)
    expect(again.answer.action_url).toMatch(url)
    expect(again.answer.action_url).not.toBe(actionUrl)
    expect((await of.payments()).map(({ state }) => state)).toEqual(['failed', 'waiting'])
    expect(await pay(of)).toBe(true)
    const [order] = [await of.checkout()]
    expect(order).toMatchObject({ status: 400 })
    expect(String(order.answer.errors)).toMatch(/^The cart was checked out: it has led to order \d+\.$/)
    expect(await of.balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
    expect(await of.stock()).toBe(8)
  })

  it('is left as it is by a dry run', async () => {
    const { of } = await waiting()
    const headers = { Authorization: await of.as(), 'Content-Type': 'application/json', 'X-Dry-Run': 'true' }
    const answer = await store.fetch(of.path, { method: 'PUT', headers, body: '{"products":[]}' })
    expect(answer.status).toBe(400)
    expect(await of.payments()).toMatchObject([{ state: 'waiting' }])
    expect(await pay(of)).toBe(true)
  })

  it('is not ended where Stripe is silent: the change is refused, and what is paid counts', async () => {
    const { of } = await waiting()
    stripe.fault = () => 'fails with 500 before'
    expect(await of.change()).toMatchObject({
      status: 503,
      answer: { errors: ['The payment gateway did not answer. Nothing was charged; send the request again.'] },
    })
    stripe.reset()
    expect(await pay(of)).toBe(true)
    expect(await passes(61)).toEqual(['captured'])
    expect(await of.balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('is settled once by two rounds at once and a change', async () => {
    const { of } = await waiting()
    expect(await pay(of)).toBe(true)
    await db.payment.updateMany({ where: { customerId: of.customer.id }, data: { dueAt: new Date(0) } })
    await Promise.all([passes(0), passes(0), of.change()])
    await passes(61)
    expect(await of.balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('whose answer Stripe did not give in time is 503, is forbidden, and leaves the cart open', async () => {
    const of = await cartOf(card)
    stripe.fault = ({ path, method }) =>
      method === 'POST' && /confirm$|sessions$/.test(path) ? 'fails with 500 after' : undefined
    expect((await of.checkout()).status).toBe(503)
    stripe.reset()
    expect(await passes(61)).toEqual(['never charged'])
    expect(await pay(of)).toBe(false)
    expect([await of.orders(), await of.stock()]).toEqual([[], 10])
    expect((await of.checkout()).answer.action_url).toMatch(url)
  })
})

describe('A checkout with its customer', () => {
  it('is charged at once where the bank wants nothing', async () => {
    const of = await cartOf('pm_visa')
    const { status, answer } = await of.checkout()
    expect({ status, answer }).toMatchObject({ status: 200, answer: { completed: true, action_url: null } })
    expect(stripe.callsOf('POST /v1/payment_intents').at(-1)?.params).toEqual({ return_url: returnUrl })
    expect(await of.balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('that the customer does not confirm is declined: its order is unpaid, and another checkout pays it', async () => {
    const of = await cartOf('pm_bank')
    await of.checkout()
    books.confirms(of.intent(), false)
    expect(await passes(61)).toEqual(['declined'])
    expect(await of.orders()).toMatchObject([{ financialStatus: 'unpaid', status: 'open' }])
    expect(await of.stock()).toBe(10)
    const { answer } = await of.checkout()
    expect(answer.order.financial_status).toBe('unpaid')
    books.confirms(of.intent())
    expect(await passes(61)).toEqual(['captured'])
    expect(await of.balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  it('is off-session without an address to come back to: 402, and 400 without a card', async () => {
    const confirmed = await cartOf('pm_bank')
    expect((await confirmed.checkout({ return_url: null })).status).toBe(402)
    const none = await cartOf(null)
    expect(await none.checkout({ return_url: null })).toMatchObject({
      status: 400,
      answer: { errors: ['The customer has no payment method.'] },
    })
  })

  it('is off-session by a merchant', async () => {
    const of = await cartOf('pm_bank')
    const path = of.path.replace('/store/api', '')
    expect((await send('PUT', `${path}checkout/`, { return_url: returnUrl })).status).toBe(402)
    expect(stripe.callsOf('POST /v1/payment_intents').at(-1)?.path).toMatch(/cancel$/)
  })

  it('repeats the answer of its key, without the page', async () => {
    const of = await cartOf(null)
    const ask = async () => {
      const headers = {
        Authorization: await of.as(),
        'Content-Type': 'application/json',
        'Idempotency-Key': `wait-${of.customer.id}`,
      }
      const response = await store.fetch(`${of.path}checkout/`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ return_url: returnUrl }),
      })
      return { status: response.status, answer: (await response.json()) as { action_url: string | null } }
    }
    expect((await ask()).answer.action_url).toMatch(/^https:/)
    expect(await ask()).toMatchObject({ status: 200, answer: { completed: false, action_url: null } })
    expect(await of.payments()).toHaveLength(1)
  })

  it('whose page was paid after it ended is given back', async () => {
    const of = await cartOf('pm_bank')
    await of.checkout()
    const intent = books.intents.get(of.intent())
    expect(await passes(3_601)).toEqual(['never charged'])
    // Against all rules of Stripe.
    if (intent) books.capture(intent)
    await db.payment.updateMany({ where: { customerId: of.customer.id }, data: { dueAt: new Date(0) } })
    expect(await passes(0)).toEqual(['to be given back', 'given back'])
    expect(await of.balanced()).toEqual({ paid: 0, charges: 1, refunds: 1 })
  })
})
