/** A store whose payments go to a local Stripe, in which time passes. */
import { afterAll, beforeEach } from 'vitest'
import { type Clock, clockOf } from '../../../src/db/clock.ts'
import type { Db } from '../../../src/db/connect.ts'
import { gatewaysOf } from '../../../src/payments/gateways.ts'
import { stripeGateway } from '../../../src/payments/stripe/gateway.ts'
import { reconcile } from '../../../src/purchases/payment/reconcile.ts'
import { inSight } from '../../support/every-statement.ts'
import { openStore } from '../../support/store.ts'
import { today } from '../../support/template.ts'
import { ask } from '../../writes/ask.ts'
import { addCustomer, addProduct, type Customer } from '../../writes/rows.ts'
import { expectBalanced } from '../balance.ts'
import type { cards } from './books.ts'
import { LocalStripe } from './server.ts'

export type CardId = keyof typeof cards

/** Has a customer pay by a card at the local Stripe. */
export async function payByStripe(db: Db, stripe: LocalStripe, customer: Customer, card: CardId): Promise<void> {
  const gatewayCustomer = `cus_${customer.id}`
  stripe.books.addCard(gatewayCustomer, card)
  const data = { gateway: 'stripe', gatewayToken: card, gatewayCustomer }
  await db.paymentMethod.updateMany({ where: { customerId: customer.id }, data })
}

/** Time limit of a request in tests. */
const milliseconds = 300

export async function openStripeStore() {
  const stripe = new LocalStripe()
  const address = await stripe.listen()
  afterAll(() => stripe.close())
  let seconds = 0
  const now = () => new Date(today.getTime() + seconds * 1_000)
  const clock: Clock = clockOf(now)
  const accounts = { of: async () => ({ secretKey: 'sk_test_local' }) }
  const open = () => stripeGateway({ accounts, clock, address, milliseconds })
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  const store = await openStore({ gateway: open, now, log: silent, isApart: true })
  const { db } = store
  const gateways = gatewaysOf(open())
  stripe.books.clock = now

  beforeEach(async () => {
    await db.payment.updateMany({ data: { dueAt: null } })
    await db.refund.updateMany({ data: { dueAt: null } })
    stripe.reset()
  })

  /** A customer of a card, who orders two pieces for 100 each. */
  async function buyer(card: CardId = 'pm_visa') {
    const customer = await addCustomer(db)
    await payByStripe(db, stripe, customer, card)
    const product = await addProduct(db, { price: 100, stock: 10 })
    const products = [{ product_instance: { id: product.instanceId }, quantity: 2 }]
    const order = (options = {}) => ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products }, options)
    const payments = () => db.payment.findMany({ where: { customerId: customer.id }, orderBy: { id: 'asc' } })
    const balanced = () => expectBalanced(db, customer.id, (reference) => stripe.books.taken(reference))
    return { customer, product, order, payments, balanced }
  }

  return {
    ...{ stripe, store, db, clock, gateways, buyer, now },
    /** Lets time pass and looks after payments, as the server does. @returns the results. */
    async passes(more = 61): Promise<string[]> {
      seconds += more
      const books = { db, clock, gateways, report: () => {} }
      return (await inSight(() => reconcile(books))).map(({ result }) => result)
    },
  }
}
