/** Real processes that are stopped or killed at each point of a refund, and two of them at once: the money goes back once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clockOf, databaseClock } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { sandboxGateway } from '../../src/payments/sandbox.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { ask } from '../writes/ask.ts'
import { addCustomer, addProduct, onHand } from '../writes/rows.ts'
import { refundPoints } from './points.ts'
import { type Server, startServer, stoppedAt } from './stopping.ts'

const store = await openStore()
const { db, url } = store

let stopping: Server
let neighbour: Server
let number = 0

// The embedded database is in one process alone.
describe.skipIf(!url)('A refund', () => {
  beforeAll(async () => {
    ;[stopping, neighbour] = await Promise.all([startServer(url ?? ''), startServer(url ?? '')])
  })

  afterAll(() => {
    for (const { child } of [stopping, neighbour]) child.kill('SIGKILL')
  })

  const refund = (id: number, body: object, key: string) => async (address: string) => {
    const headers = { Authorization: store.merchant, 'Content-Type': 'application/json', 'Idempotency-Key': key }
    const response = await fetch(`${address}/v1/orders/${id}/refunds/`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, answer: (await response.json()) as { id?: number; status?: string } }
  }

  /** Looks after refunds as another instance would once so many seconds have passed. */
  async function passes(seconds: number): Promise<string[]> {
    const clock = clockOf(() => new Date(Date.now() + seconds * 1_000))
    return (await reconcile({ db, clock, gateways: gatewaysOf(sandboxGateway(db, databaseClock)) })).map(({ result }) => result)
  }

  /** A paid order of 3 pieces for 100 each. */
  async function order(token?: string) {
    const customer = await addCustomer(db, token ? { token } : {})
    const product = await addProduct(db, { price: 100, stock: 10 })
    const products = [{ product_instance: { id: product.instanceId }, quantity: 3 }]
    const { record } = await ask(store, 'REST', 'createOrder', { customer: { id: customer.id }, products })
    return { id: record.id as number, product }
  }

  /** Expects that an order has one refund, whose money and pieces are back once, and that nothing is left to be cleared up. */
  async function expectOnce(id: number, amount: number): Promise<void> {
    const refunds = await db.refund.findMany({ where: { orderId: id } })
    expect(refunds).toMatchObject([{ status: 'done', amount: BigInt(amount) }])
    const taken = await db.sandboxRefund.findMany({ where: { charge: { in: refunds.map(({ charge }) => charge ?? '') } } })
    expect(taken.map((each) => Number(each.amount))).toEqual([amount])
    const { transactions, customer, ...row } = await db.order.findUniqueOrThrow({
      where: ofStore(id),
      include: { transactions: { where: { kind: 'refund' } }, customer: true },
    })
    expect(transactions).toMatchObject([{ result: 'refunded', total: BigInt(amount) }])
    expect(row).toMatchObject({ refundedAmount: BigInt(amount), cardRefundedAmount: BigInt(amount) })
    expect(customer.totalRevenue).toBe(300n - BigInt(amount))
  }

  it.each(refundPoints.flatMap((point) => [true, false].map((repeats) => [point, repeats] as const)))(
    'of a process that is stopped %s is given once (repeated meanwhile: %s)',
    async (point, repeats) => {
      const { id, product } = await order()
      const send = refund(id, { restock: true }, `stopped-${++number}`)
      const [late] = await stoppedAt(stopping, point, send)
      expect(await passes(61)).toEqual(['refunded'])
      const repeat = repeats ? await send(neighbour.address) : undefined
      if (repeat) expect(repeat).toMatchObject({ status: 201, answer: { status: 'done' } })
      stopping.child.kill('SIGCONT')
      expect(await late).toMatchObject({ status: 201, answer: { status: 'done' } })
      expect(await passes(122)).toEqual([])
      expect(await send(neighbour.address)).toMatchObject({ status: 201, answer: { status: 'done' } })
      await expectOnce(id, 300)
      expect(await onHand(db, product)).toBe(10)
    },
  )

  it.each(refundPoints)('of a process that is killed %s is given once', async (point) => {
    const { id, product } = await order()
    const send = refund(id, { restock: true }, `killed-${++number}`)
    const [late] = await stoppedAt(stopping, point, (address) => send(address).catch(() => undefined))
    stopping.child.kill('SIGKILL')
    expect(await late).toBeUndefined()
    stopping = await startServer(url ?? '')
    // The repeat asks for nothing more, and waits until the outcome is known.
    expect(await send(neighbour.address)).toMatchObject({ status: 409 })
    expect(await passes(61)).toEqual(['refunded'])
    expect(await send(neighbour.address)).toMatchObject({ status: 201, answer: { status: 'done' } })
    await expectOnce(id, 300)
    expect(await onHand(db, product)).toBe(10)
  })

  it.each(refundPoints)('of two charges by a process that is killed %s is given once of each', async (point) => {
    const { id, product } = await order()
    const { id: line } = await db.orderProduct.findFirstOrThrow({ where: { storeId: 1n, orderId: id } })
    const edited = await ask(store, 'REST', 'editOrder', { id, lines: [{ id: Number(line), quantity: 5 }] })
    expect(edited.status).toBe(200)
    const send = refund(id, { restock: true }, `act-${++number}`)
    const [late] = await stoppedAt(stopping, point, (address) => send(address).catch(() => undefined))
    stopping.child.kill('SIGKILL')
    expect(await late).toBeUndefined()
    stopping = await startServer(url ?? '')
    expect(await send(neighbour.address)).toMatchObject({ status: 409 })
    expect(await passes(61)).toEqual(['refunded', 'refunded'])
    expect(await send(neighbour.address)).toMatchObject({ status: 201, answer: { status: 'done' } })
    expect(await passes(122)).toEqual([])
    const refunds = await db.refund.findMany({ where: { storeId: 1n, orderId: id }, orderBy: { id: 'asc' } })
    expect(refunds.map(({ status, amount }) => [status, Number(amount)])).toEqual([
      ['done', 200],
      ['done', 300],
    ])
    for (const { charge, amount } of refunds)
      expect(await db.sandboxRefund.findMany({ where: { charge: charge ?? '' } })).toMatchObject([{ amount }])
    expect(await onHand(db, product)).toBe(10)
  })

  it.each(refundPoints)('of a cancelled order by a process that is killed %s is given once', async (point) => {
    const { id, product } = await order()
    const send = async (address: string) => {
      const headers = { Authorization: store.merchant, 'Idempotency-Key': `cancelled-${id}` }
      const response = await fetch(`${address}/v1/orders/${id}/cancel/`, { method: 'PUT', headers })
      return { status: response.status, answer: (await response.json()) as { status?: string; cancelled_at?: string | null } }
    }
    const [late] = await stoppedAt(stopping, point, (address) => send(address).catch(() => undefined))
    stopping.child.kill('SIGKILL')
    expect(await late).toBeUndefined()
    stopping = await startServer(url ?? '')
    expect(await send(neighbour.address)).toMatchObject({ status: 409 })
    expect(await passes(61)).toEqual(['refunded'])
    expect(await send(neighbour.address)).toMatchObject({ status: 200, answer: { status: 'closed' } })
    await expectOnce(id, 300)
    expect(await onHand(db, product)).toBe(10)
    const { status, cancelledAt } = await db.order.findUniqueOrThrow({ where: ofStore(id) })
    expect([status, cancelledAt !== null]).toEqual(['closed', true])
  })

  it('of 60 of 100 that two processes are asked for at once is given once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await order()
      const answers = await Promise.all(
        [stopping, neighbour].map(({ address }, index) => refund(id, { amount: 180 }, `race-${++number}-${index}`)(address)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
      await expectOnce(id, 180)
    }
  })

  it('whose answer is lost is known to be given a minute later', async () => {
    const { id } = await order('tok_refund_error')
    expect(await refund(id, {}, `lost-${++number}`)(neighbour.address)).toMatchObject({
      status: 201,
      answer: { status: 'unknown' },
    })
    expect(await passes(61)).toEqual(['refunded'])
    await expectOnce(id, 300)
  })
})
