/** A coupon that may be used ten times, wanted fifty times at once: over both surfaces, and over two processes where the database allows. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../support/store.ts'
import { addCustomer, addProduct, addSubscription } from '../writes/rows.ts'

const store = await openStore()
const second = await openStore()
const { db, url } = store

type Send = (path: string, body: object) => Promise<number | undefined>

const asMerchant = { Authorization: store.merchant, 'Content-Type': 'application/json' }

/** The status of an answer; of one of GraphQL, that of its code. */
async function statusOf(response: Response): Promise<number | undefined> {
  if (response.status === 503) return 503
  const { data } = (await response.json()) as { data?: Record<string, { userErrors: { code: string }[] }> }
  if (!data) return response.status
  const [error] = Object.values(data).flatMap(({ userErrors }) => userErrors)
  return { COUPON_LIMIT_REACHED: 400 }[error?.code ?? ''] ?? (error ? undefined : 201)
}

/** Starts a server in a process of its own. */
async function start(): Promise<Send> {
  const child = fork(new URL('../payments/process.ts', import.meta.url), [url ?? ''], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [address] = await once(child, 'message')
  return async (path, body) =>
    statusOf(await fetch(`${address}${path}`, { method: 'POST', headers: asMerchant, body: JSON.stringify(body) }))
}

/** A server in this process. */
const beside =
  ({ fetch }: typeof store): Send =>
  async (path, body) =>
    statusOf(await fetch(path, { method: 'POST', headers: asMerchant, body: JSON.stringify(body) }))

it('is used ten times, by orders and by what is put on subscriptions together', async () => {
  const servers = url ? await Promise.all([start(), start()]) : [beside(store), beside(second)]
  const data = { storeId: 1n, code: 'TEN-TIMES', name: '', discountType: 'percent', discountValue: 10n } as const
  const { id } = await db.coupon.create({ data: { ...data, maxUses: 10, createdAt: new Date() } })
  const product = await addProduct(db, { price: 500, stock: 1_000 })
  const monthly = await addProduct(db, { terms: [{ cycles: 1, price: 2_400 }] })
  const racers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const send = servers[index % 2] as Send
      if (index % 5 === 0) {
        const input = {
          subscriptionId: await addSubscription(db, { customer: await addCustomer(db), product: monthly }),
          couponId: String(id),
        }
        return index % 2
          ? () => send(`/v1/subscriptions/${input.subscriptionId}/coupons/`, { coupon_id: Number(id) })
          : () => send('/graphql', { query: add, variables: { input } })
      }
      const customer = { id: (await addCustomer(db)).id }
      const input = { customer, products: [{ productInstance: { id: product.instanceId } }], coupons: ['ten-times'] }
      const rest = { customer, products: [{ product_instance: { id: product.instanceId } }], coupons: ['Ten-Times'] }
      return index % 3 ? () => send('/v1/orders/', rest) : () => send('/graphql', { query: order, variables: { input } })
    }),
  )
  const answers = await Promise.all(racers.map(untilAnswered))
  expect(answers.filter((status) => status === 201)).toHaveLength(10)
  expect(answers.filter((status) => status === 400)).toHaveLength(40)
  const [orders, added] = [
    await db.order.count({ where: { totalDiscount: { gt: 0 }, products: { some: { productId: product.id } } } }),
    await db.subscriptionCoupon.count({ where: { couponId: id } }),
  ]
  expect(orders + added).toBe(10)
  const { _sum } = await db.couponUse.aggregate({ where: { couponId: id }, _sum: { uses: true } })
  expect([await db.coupon.findFirstOrThrow({ where: { id, storeId: 1n } }), _sum]).toMatchObject([{ uses: 10 }, { uses: 10 }])
})

/** Sends a request again while the server is too busy to answer it, as its Retry-After asks. */
async function untilAnswered(send: () => Promise<number | undefined>): Promise<number | undefined> {
  for (;;) {
    const status = await send()
    if (status !== 503) return status
  }
}

const add =
  'mutation ($input: AddSubscriptionCouponInput!) { addSubscriptionCoupon(input: $input) { subscriptionCoupon { id } userErrors { code } } }'
const order = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { order { id } userErrors { code } } }'
