/** Real processes that are stopped or killed at each step of a charge or a refund through Stripe: money moves once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clockOf } from '../../../src/db/clock.ts'
import { gatewaysOf } from '../../../src/payments/gateways.ts'
import { stripeGateway } from '../../../src/payments/stripe/gateway.ts'
import { reconcile } from '../../../src/purchases/payment/reconcile.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { addCustomer, addMonthly, addProduct, onHand, pastDue } from '../../writes/rows.ts'
import { expectBalanced } from '../balance.ts'
import { type Server, startStripeServer, stoppedAt } from '../stopping.ts'
import { type StripePoint, stripePoints, stripeRefundPoints } from './points.ts'
import { LocalStripe } from './server.ts'
import { payByStripe } from './stripe-store.ts'

const store = await openStore()
const { db, url } = store
const stripe = new LocalStripe()
const address = await stripe.listen()
const accounts = { of: async () => ({ secretKey: 'sk_test_local' }) }

let stopping: Server
let neighbour: Server
let number = 0
const start = () => startStripeServer(url ?? '', address.port)

// The embedded database is in one process alone.
describe.skipIf(!url)('A process', () => {
  beforeAll(async () => {
    ;[stopping, neighbour] = await Promise.all([start(), start()])
  })

  afterAll(() => {
    for (const { child } of [stopping, neighbour]) child.kill('SIGKILL')
    stripe.close()
  })

  async function send(server: string, method: string, path: string, body: object, key: string) {
    const headers = { Authorization: store.merchant, 'Content-Type': 'application/json', 'Idempotency-Key': key }
    const response = await fetch(`${server}${path}`, { method, headers, body: JSON.stringify(body) })
    return { status: response.status, answer: (await response.json()) as { id?: number; status?: string } }
  }

  /** Looks after payments as another instance would once so many seconds have passed. */
  async function passes(seconds: number): Promise<string[]> {
    const clock = clockOf(() => new Date(Date.now() + seconds * 1_000))
    const gateways = gatewaysOf(stripeGateway({ accounts, clock, address }))
    return (await reconcile({ db, clock, gateways })).map(({ result }) => result)
  }

  const balanced = (customerId: number) => expectBalanced(db, customerId, (reference) => stripe.books.taken(reference))

  async function buyer() {
    const customer = await addCustomer(db)
    await payByStripe(db, stripe, customer, 'pm_visa')
    const product = await addProduct(db, { price: 700, stock: 3 })
    const order = { customer: { id: customer.id }, products: [{ product_instance: { id: product.instanceId } }] }
    const key = `stripe-${++number}`
    return { customer, product, ask: (server: string) => send(server, 'POST', '/v1/orders/', order, key) }
  }

  /** A minute has passed, but not for the database. */
  const waited = (customerId: number) => db.customer.update({ where: ofStore(customerId), data: { lastOrderAt: null } })

  /** Has the process stop at a point of a request, and then killed. */
  async function killedAt(point: StripePoint, ask: (server: string) => Promise<unknown>): Promise<void> {
    const [late] = await stoppedAt(stopping, point, (server) => ask(server).catch(() => undefined))
    stopping.child.kill('SIGKILL')
    expect(await late).toBeUndefined()
    stopping = await start()
  }

  const entries = Object.entries(stripePoints) as [keyof typeof stripePoints, string][]

  it.each(entries.flatMap(([point, result]) => [true, false].map((repeats) => [point, result, repeats] as const)))(
    'that is stopped %s of an order charges once (%s; repeated meanwhile: %s)',
    async (point, result, repeats) => {
      const { customer, product, ask } = await buyer()
      const [late] = await stoppedAt(stopping, point, ask)
      expect(await passes(61)).toEqual([result])
      await waited(customer.id)
      const repeat = repeats ? await ask(neighbour.address) : undefined
      if (repeat) expect(repeat.status).toBe(201)
      stopping.child.kill('SIGCONT')
      const first = await late
      // A charge that was forbidden is not made any more, and one that was made is answered.
      if (point === 'after the confirm') expect(first?.status).toBe(201)
      else expect(first?.status).toBe(503)
      await passes(122)
      await waited(customer.id)
      const last = await ask(neighbour.address)
      expect(last.status).toBe(201)
      if (repeat) expect(last.answer.id).toBe(repeat.answer.id)
      expect(await balanced(customer.id)).toEqual({ paid: 1, charges: 1, refunds: 0 })
      expect(await onHand(db, product)).toBe(2)
    },
  )

  it.each(entries)('that is killed %s of an order charges once (%s)', async (point, result) => {
    const { customer, product, ask } = await buyer()
    await killedAt(point, ask)
    expect((await ask(neighbour.address)).status).toBe(409)
    expect(await passes(61)).toEqual([result])
    await waited(customer.id)
    expect((await ask(neighbour.address)).status).toBe(201)
    expect(await balanced(customer.id)).toEqual({ paid: 1, charges: 1, refunds: 0 })
    expect(await onHand(db, product)).toBe(2)
    expect(await passes(122)).toEqual([])
  })

  it.each(entries)('that is stopped %s of a renewal charges it once, whoever asks again (%s)', async (point, result) => {
    // This test lives in the real year.
    const { id, customer } = await addMonthly(db, { ...pastDue(4), lastFailedRenewal: new Date(Date.now() - 4 * 86_400_000) })
    await payByStripe(db, stripe, customer, 'pm_visa')
    const renew = (key: string) => (server: string) => send(server, 'PUT', `/v1/subscriptions/${id}/renew/`, {}, key)
    const [late] = await stoppedAt(stopping, point, renew(`renewal-${++number}`))
    expect(await passes(61)).toEqual([result])
    const again = await renew(`again-${number}`)(neighbour.address)
    expect(again.status).toBe(point === 'after the confirm' ? 400 : 200)
    stopping.child.kill('SIGCONT')
    expect((await late)?.status).toBe(point === 'after the confirm' ? 200 : 503)
    await passes(122)
    expect(await db.subscription.findUniqueOrThrow({ where: ofStore(id) })).toMatchObject({ status: 'active' })
    expect(await balanced(customer.id)).toEqual({ paid: 1, charges: 1, refunds: 0 })
  })

  describe.each(stripeRefundPoints)('of a refund, %s,', (point) => {
    async function refunding() {
      const { customer, ask } = await buyer()
      const { id = 0 } = (await ask(neighbour.address)).answer
      const key = `refund-${++number}`
      const refund = (server: string) => send(server, 'POST', `/v1/orders/${id}/refunds/`, {}, key)
      const expectOnce = async () => {
        expect(await db.refund.findMany({ where: { orderId: id } })).toMatchObject([{ status: 'done', amount: 700n }])
        const [{ reference } = { reference: '' }] = await db.payment.findMany({ where: { customerId: customer.id } })
        expect(stripe.books.taken(reference)).toEqual({ captured: 700, refunded: 700 })
      }
      return { refund, expectOnce }
    }

    it('that is stopped gives the money back once', async () => {
      const { refund, expectOnce } = await refunding()
      const [late] = await stoppedAt(stopping, point, refund)
      expect(await passes(61)).toEqual(['refunded'])
      stopping.child.kill('SIGCONT')
      expect(await late).toMatchObject({ status: 201, answer: { status: 'done' } })
      expect(await passes(122)).toEqual([])
      await expectOnce()
    })

    it('that is killed gives the money back once', async () => {
      const { refund, expectOnce } = await refunding()
      await killedAt(point, refund)
      expect((await refund(neighbour.address)).status).toBe(409)
      expect(await passes(61)).toEqual(['refunded'])
      expect(await refund(neighbour.address)).toMatchObject({ status: 201, answer: { status: 'done' } })
      await expectOnce()
    })
  })
})
