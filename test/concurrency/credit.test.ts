/** One credit, wanted by orders and renewals at once: over both surfaces, and over two processes where the database allows. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { clockOf, databaseClock } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { sandboxGateway } from '../../src/payments/sandbox.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { addCustomer, addProduct, addSubscription, ago, daySeconds, giveCredit } from '../writes/rows.ts'

const store = await openStore()
const second = await openStore()
const { db, url } = store

type Send = (method: string, path: string, body: object) => Promise<number>

const headers = { Authorization: store.merchant, 'Content-Type': 'application/json' }

/** Starts a server in a process of its own. */
async function start(): Promise<Send> {
  const child = fork(new URL('../payments/process.ts', import.meta.url), [url ?? ''], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [address] = await once(child, 'message')
  return async (method, path, body) => (await fetch(`${address}${path}`, { method, headers, body: JSON.stringify(body) })).status
}

/** A server in this process. */
const beside =
  ({ fetch }: typeof store): Send =>
  async (method, path, body) =>
    (await fetch(path, { method, headers, body: JSON.stringify(body) })).status

it('is spent once, whatever they come to', async () => {
  const servers = url ? await Promise.all([start(), start()]) : [beside(store), beside(second)]
  const product = await addProduct(db, { price: 700, stock: 1_000 })
  const monthly = await addProduct(db, { terms: [{ cycles: 1, price: 800 }] })
  // The processes live in the real year.
  const failed = {
    status: 'past_due',
    endDate: ago(4 * daySeconds),
    lastFailedRenewal: new Date(Date.now() - 4 * 86_400_000),
  } as const
  const customers = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      const customer = await addCustomer(db)
      await giveCredit(db, customer, 1_000)
      const of = { customer, product: monthly, ...(url ? failed : { ...failed, lastFailedRenewal: ago(4 * daySeconds) }) }
      const renewals = [await addSubscription(db, of), await addSubscription(db, of), await addSubscription(db, of)]
      const order = { customer: { id: customer.id }, products: [{ product_instance: { id: product.instanceId } }] }
      const graphql = `mutation { createOrder(input: { customer: { id: ${customer.id} },
        products: [{ productInstance: { id: ${product.instanceId} } }] }) { order { id } userErrors { code } } }`
      const [one, other] = index % 2 ? [servers[0], servers[1]] : [servers[1], servers[0]]
      const send = [
        () => one?.('POST', '/v1/orders/', order),
        () => other?.('POST', '/graphql', { query: graphql }),
        ...renewals.map((id, at) => () => (at % 2 ? one : other)?.('PUT', `/v1/subscriptions/${id}/renew/`, {})),
      ]
      return { customer, send }
    }),
  )
  await Promise.all(customers.flatMap(({ send }) => send.map((each) => untilAnswered(each))))
  // A request may have been given up on a machine that is busy.
  const clock = clockOf(() => new Date(Date.now() + 61_000))
  await reconcile({ db, clock, gateways: gatewaysOf(sandboxGateway(db, databaseClock)) })
  for (const { customer } of customers) {
    const of = { customerId: customer.id }
    const { credit, totalRevenue } = await db.customer.findUniqueOrThrow({ where: ofStore(customer.id) })
    const orders = await db.order.findMany({ where: of })
    const sumOf = (amounts: bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)
    const [total, applied] = [sumOf(orders.map(({ total }) => total)), sumOf(orders.map(({ creditApplied }) => creditApplied))]
    expect([credit, totalRevenue]).toEqual([1_000n - applied, total - applied])
    expect(credit).toBeGreaterThanOrEqual(0n)
    const entries = await db.creditEntry.groupBy({ by: ['orderId'], where: of, _sum: { amount: true } })
    for (const { id, creditApplied } of orders)
      expect(entries.find(({ orderId }) => orderId === id)?._sum.amount ?? 0n).toBe(-creditApplied)
  }
})

/** Sends a request again while the server is too busy to answer it. */
async function untilAnswered(send: () => Promise<number> | undefined): Promise<void> {
  while ((await send()) === 503);
}
