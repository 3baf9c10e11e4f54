/** Real processes that are killed at each step of a checkout that waits for its customer, and of the end of a wait: money moves once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signCustomerToken } from '../../../src/auth/customer-token.ts'
import { clockOf } from '../../../src/db/clock.ts'
import { gatewaysOf } from '../../../src/payments/gateways.ts'
import { stripeGateway } from '../../../src/payments/stripe/gateway.ts'
import { reconcile } from '../../../src/purchases/payment/reconcile.ts'
import { ofStore } from '../../support/of-store.ts'
import { openStore } from '../../support/store.ts'
import { addCustomer, addProduct, onHand } from '../../writes/rows.ts'
import { expectBalanced } from '../balance.ts'
import { type Server, startStripeServer, stoppedAt } from '../stopping.ts'
import type { StripePoint } from './points.ts'
import { LocalStripe } from './server.ts'
import { payByStripe } from './stripe-store.ts'

const store = await openStore()
const { db, url } = store
const stripe = new LocalStripe()
const address = await stripe.listen()
const accounts = { of: async () => ({ secretKey: 'sk_test_local' }) }

let stopping: Server
let neighbour: Server
const start = () => startStripeServer(url ?? '', address.port)

/** Looks after payments as another instance would once so many seconds have passed. */
async function passes(seconds: number): Promise<string[]> {
  const clock = clockOf(() => new Date(Date.now() + seconds * 1_000))
  const gateways = gatewaysOf(stripeGateway({ accounts, clock, address }))
  return (await reconcile({ db, clock, gateways })).map(({ result }) => result)
}

const cards = ['pm_bank', null] as const
/** Time limit of a test that starts a process. */
const milliseconds = 120_000

/** The steps that differ from those of a charge at once. */
const points = ['after the create', 'before the confirm', 'after the confirm'] as const

/** The steps of the end of a wait, and whether the customer has paid by then. */
const looks = [
  ['before the look', true],
  ['after the look', true],
  ['after the look', false],
] as const

// The embedded database is in one process alone.
describe.skipIf(!url).each(cards)('A process, of a checkout whose card is %s,', (card) => {
  beforeAll(async () => {
    await db.store.update({ where: { id: 1n }, data: { gateway: 'stripe', customersMay: ['checkout'] } })
    ;[stopping, neighbour] = await Promise.all([start(), start()])
  }, milliseconds)

  afterAll(() => {
    for (const { child } of [stopping, neighbour]) child.kill('SIGKILL')
    if (card === null) stripe.close()
  })

  async function cartOf() {
    const customer = await addCustomer(db, card === null ? { token: null } : {})
    if (card) await payByStripe(db, stripe, customer, card)
    const product = await addProduct(db, { price: 700, stock: 3 })
    const { token } = await signCustomerToken(db, { storeId: 1n, customerId: BigInt(customer.id) }, new Date())
    const send = async (server: string, method: string, path: string, body: object) => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      const response = await fetch(`${server}/v1/store/api/carts/${path}`, { method, headers, body: JSON.stringify(body) })
      // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests that know their shape
      return { status: response.status, answer: (await response.json()) as any }
    }
    const products = [{ product_instance: { id: product.instanceId } }]
    const { answer } = await send(neighbour.address, 'POST', '', { products })
    const { id } = answer
    const checkout = (server: string) => send(server, 'PUT', `${id}/checkout/`, { return_url: 'https://localhost/back' })
    const change = (server: string) => send(server, 'PUT', `${id}/`, { products: [{ ...products[0], quantity: 2 }] })
    const reference = async () => {
      const where = { storeId: 1n, cartId: BigInt(id) }
      return (await db.payment.findFirstOrThrow({ where, orderBy: { id: 'desc' } })).reference
    }
    /** The customer pays the last page, if it can still be paid. */
    const pay = async () => {
      const of = await reference()
      const session = [...stripe.books.sessions.values()].find(({ metadata }) => metadata?.reference === of)
      const [intent] = stripe.books.intentsOf(of)
      return session ? stripe.books.paySession(session.id, 'pm_visa') : stripe.books.confirms(intent?.id ?? '')
    }
    const cart = () => db.cart.findUniqueOrThrow({ where: ofStore(id) })
    const balanced = () => expectBalanced(db, customer.id, (each) => stripe.books.taken(each))
    return { checkout, change, pay, cart, balanced, stock: () => onHand(db, product) }
  }

  async function killedAt(point: StripePoint, ask: (server: string) => Promise<unknown>): Promise<void> {
    const [late] = await stoppedAt(stopping, point, (server) => ask(server).catch(() => undefined))
    stopping.child.kill('SIGKILL')
    expect(await late).toBeUndefined()
    stopping = await start()
  }

  it.each(points)(
    'that is killed %s charges nothing, and the cart is open again',
    async (point) => {
      const { checkout, pay, cart, balanced, stock } = await cartOf()
      await killedAt(point, checkout)
      expect((await checkout(neighbour.address)).status).toBe(400)
      expect(await passes(61)).toEqual(['never charged'])
      expect(await pay()).toBe(false)
      expect([await cart(), await stock()]).toMatchObject([{ completed: false, orderId: null }, 3])
      await db.customer.updateMany({ data: { lastOrderAt: null } })
      expect((await checkout(neighbour.address)).answer.action_url).toMatch(/^https:/)
      expect(await pay()).toBe(true)
      expect(await passes(122)).toEqual(['captured'])
      expect(await balanced()).toEqual({ paid: 1, charges: 1, refunds: 0 })
      expect(await stock()).toBe(2)
    },
    milliseconds,
  )

  it.each(looks)(
    'whose wait is ended by a change, and that is killed %s, charges once or not at all (paid: %s)',
    async (point, isPaid) => {
      const { checkout, change, pay, cart, balanced, stock } = await cartOf()
      expect((await checkout(neighbour.address)).status).toBe(200)
      if (isPaid) expect(await pay()).toBe(true)
      await killedAt(point, change)
      expect(await passes(61)).toEqual([isPaid ? 'captured' : 'never charged'])
      expect(await pay()).toBe(false)
      expect((await change(neighbour.address)).status).toBe(isPaid ? 400 : 200)
      expect(await cart()).toMatchObject({ completed: isPaid })
      expect(await balanced()).toEqual(isPaid ? { paid: 1, charges: 1, refunds: 0 } : { paid: 0, charges: 0, refunds: 0 })
      expect(await stock()).toBe(isPaid ? 2 : 3)
    },
    milliseconds,
  )
})
