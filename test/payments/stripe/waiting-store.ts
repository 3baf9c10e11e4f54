/** A store at a local Stripe whose customers check out by themselves, and may have to confirm or pay on Stripe's page. */
import { beforeAll, beforeEach, expect } from 'vitest'
import { signCustomerToken } from '../../../src/auth/customer-token.ts'
import { ofStore } from '../../support/of-store.ts'
import { addCustomer, addMonthly, addProduct, ago, type Customer, daySeconds, onHand, pastDue } from '../../writes/rows.ts'
import { expectBalanced } from '../balance.ts'
import { openChosenStore } from './chosen-store.ts'
import { type CardId, payByStripe } from './stripe-store.ts'

export const returnUrl = 'https://localhost/back'

export async function openWaitingStore(options: { gatewayTold?: () => void } = {}) {
  const chosen = await openChosenStore(options)
  const { stripe, db, choose, send, passes, now } = chosen

  beforeAll(async () => {
    expect(await choose()).toMatchObject({ status: 200 })
    await db.store.update({ where: { id: 1n }, data: { customersMay: ['checkout', 'renew', 'cancel'] } })
  })

  beforeEach(async () => {
    stripe.reset()
    await db.payment.updateMany({ data: { dueAt: null } })
    await db.subscription.updateMany({ data: { pageDueAt: null } })
  })

  /** A token that is good at the time of the store. */
  async function tokenOf({ id }: Customer): Promise<string> {
    const { token } = await signCustomerToken(db, { storeId: 1n, customerId: BigInt(id) }, now())
    return `Bearer ${token}`
  }

  const ofCustomer = ({ id }: Customer) => ({
    payments: () => db.payment.findMany({ where: { storeId: 1, customerId: id }, orderBy: { id: 'asc' } }),
    orders: () => db.order.findMany({ where: { storeId: 1, customerId: id }, orderBy: { id: 'asc' } }),
    balanced: () => expectBalanced(db, id, (reference) => stripe.books.taken(reference)),
  })

  /** A customer with a cart of two pieces for 100 each, and a card, if any. */
  async function cartOf(card: CardId | null) {
    const customer = await addCustomer(db, card === null ? { token: null } : {})
    if (card !== null) await payByStripe(db, stripe, customer, card)
    const product = await addProduct(db, { price: 100, stock: 10 })
    const as = () => tokenOf(customer)
    const products = [{ product_instance: { id: product.instanceId }, quantity: 2 }]
    const { answer } = await send('POST', '/v1/store/api/carts/', { products }, await as())
    const path = `/v1/store/api/carts/${answer.id}/`
    return {
      ...{ customer, as, path, ...ofCustomer(customer) },
      checkout: async (more: object = {}) => send('PUT', `${path}checkout/`, { return_url: returnUrl, ...more }, await as()),
      change: async () => send('PUT', path, { products: [{ ...products[0], quantity: 3 }] }, await as()),
      cart: () => db.cart.findUniqueOrThrow({ where: ofStore(answer.id) }),
      stock: () => onHand(db, product),
      page: async () => {
        const { id, status } = [...stripe.books.sessions.values()].at(-1) ?? { id: '', status: null }
        return { id, status }
      },
      intent: () => [...stripe.books.intents.values()].at(-1)?.id ?? '',
    }
  }

  /** A past due subscription whose bank wants its customer at each charge, after a try by hand. */
  async function renewalOf(card: CardId = 'pm_bank') {
    const { id, customer, product } = await addMonthly(db, { ...pastDue(4), lastFailedRenewal: ago(4 * daySeconds) })
    await payByStripe(db, stripe, customer, card)
    const renew = () => send('PUT', `/v1/subscriptions/${id}/renew/`)
    const subscription = () => db.subscription.findUniqueOrThrow({ where: ofStore(id) })
    const order = async () => {
      const { unpaidOrderId } = await subscription()
      return (await send('GET', `/v1/store/api/orders/${unpaidOrderId}/`, undefined, await tokenOf(customer))).answer
    }
    return { id, customer, product, renew, subscription, order, ...ofCustomer(customer) }
  }

  return { ...chosen, cartOf, renewalOf, rounds: passes }
}
