/** Purchases through a local Stripe that are disputed, webhooks about their disputes, and what the books say of them. */
import Stripe from 'stripe'
import { ofStore } from '../../support/of-store.ts'
import { addCustomer, addProduct, giveCredit } from '../../writes/rows.ts'
import type { openChosenStore } from './chosen-store.ts'
import { payByStripe } from './stripe-store.ts'

type Chosen = Awaited<ReturnType<typeof openChosenStore>>

const library = new Stripe('sk_test_local')
let number = 0

/** The request of a webhook about a dispute. */
export function noticeOf({ now }: Pick<Chosen, 'now'>, type: string, dispute: Stripe.Dispute, id = `evt_d${++number}`) {
  const event = { id, object: 'event', type: `charge.dispute.${type}`, livemode: false, data: { object: dispute } }
  const payload = JSON.stringify(event)
  const timestamp = Math.floor(now().getTime() / 1_000)
  const signature = library.webhooks.generateTestHeaderString({ payload, secret: 'whsec_number_one', timestamp })
  const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature }
  return { path: '/v1/gateways/stripe/1/', init: { method: 'POST', headers, body: payload } }
}

/** A subscription that was bought for 4800, of which the customer's credit paid a part, with its intent and its books. */
export async function bought({ store, stripe, db, send }: Chosen, { credit = 0 } = {}) {
  const customer = await addCustomer(db)
  if (credit > 0) await giveCredit(db, customer, credit)
  await payByStripe(db, stripe, customer, 'pm_visa')
  const { instanceId, terms } = await addProduct(db, { terms: [{ cycles: 1, price: 2400 }] })
  const products = [{ product_instance: { id: instanceId }, term: { id: terms[0]?.id }, quantity: 2 }]
  const { status, answer } = await send('POST', '/v1/orders/', { customer: { id: customer.id }, products })
  if (status !== 201) throw new Error(`There is no order: ${JSON.stringify(answer)}`)
  const orderId = BigInt(answer.id)
  const payment = await db.payment.findFirstOrThrow({ where: { customerId: customer.id } })
  const [intent] = stripe.books.intentsOf(payment.reference)
  if (!intent) throw new Error('There is no intent.')
  const read = () => db.dispute.findMany({ where: { orderId } })
  const account = () => db.customer.findUniqueOrThrow({ where: ofStore(customer.id) })
  const subscription = () => db.subscription.findFirstOrThrow({ where: { customerId: customer.id } })
  const revenue = async () => ({
    customer: Number((await account()).totalRevenue),
    subscription: Number((await subscription()).revenue),
  })
  const withdrawals = () => db.transaction.findMany({ where: { orderId, kind: 'dispute' } })
  const events = async () => {
    const rows = await db.event.findMany({ where: { orderId }, orderBy: { id: 'asc' } })
    return rows.map(({ type }) => type).filter((type) => /^dispute|subscription.updated/.test(type))
  }
  /** The sums that a dispute moves, and those that it leaves. */
  const sums = async () => {
    const { data } = await store.graphql(`{ order(id: ${orderId}) { refundedAmount refundable { amount cardAmount } } }`)
    const { refundedAmount, refundable } = data.order
    const entries = await db.creditEntry.count({ where: { customerId: customer.id } })
    return {
      ...(await revenue()),
      credit: Number((await account()).credit),
      entries,
      refundedAmount,
      refundable: refundable.cardAmount,
    }
  }
  return { customer, orderId, intent, payment, read, revenue, withdrawals, subscription, events, sums }
}

/** The figures of the money that disputes move in a store. */
export async function disputeFigures({ store, now }: Pick<Chosen, 'store' | 'now'>) {
  const day = (days: number) => new Date(now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const names = ['collected', 'disputed', 'reversed'] as const
  const { data } = await store.graphql(
    `{ figures(from: "${day(-1)}", to: "${day(1)}") { revenue { rows { ${names.join(' ')} } } } }`,
  )
  const rows: Record<(typeof names)[number], number>[] = data.figures.revenue.rows
  return names.map((name) => rows.reduce((sum, row) => sum + row[name], 0))
}
