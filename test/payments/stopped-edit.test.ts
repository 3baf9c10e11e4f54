/** Real processes that are stopped or killed at each point of an edit that charges: the difference is paid once, for one edit. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clockOf, databaseClock } from '../../src/db/clock.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { sandboxGateway } from '../../src/payments/sandbox.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { chargesOf, onHand } from '../writes/rows.ts'
import { cleared, points } from './points.ts'
import { type Server, startServer, stoppedAt } from './stopping.ts'
import { orderThreePieces } from './three-pieces.ts'

const store = await openStore()
const { db, url } = store

let stopping: Server
let neighbour: Server

// The embedded database is in one process alone.
describe.skipIf(!url)('An edit', () => {
  beforeAll(async () => {
    ;[stopping, neighbour] = await Promise.all([startServer(url ?? ''), startServer(url ?? '')])
  })

  afterAll(() => {
    for (const { child } of [stopping, neighbour]) child.kill('SIGKILL')
  })

  /** An order of 3 pieces for 100 each, of which 10 were on hand, and its edit to 5 pieces with a key of its own. */
  async function order() {
    const { id, line, customer, product } = await orderThreePieces(store)
    const body = JSON.stringify({ lines: [{ id: line, quantity: 5 }] })
    const headers = { Authorization: store.merchant, 'Content-Type': 'application/json', 'Idempotency-Key': `stopped-edit-${id}` }
    const send = async (address: string) =>
      (await fetch(`${address}/v1/orders/${id}/edit/`, { method: 'PUT', headers, body })).status
    return { id, customer, product, send }
  }

  /** Looks after payments as another instance would once so many seconds have passed. */
  async function passes(seconds: number): Promise<string[]> {
    const clock = clockOf(() => new Date(Date.now() + seconds * 1_000))
    return (await reconcile({ db, clock, gateways: gatewaysOf(sandboxGateway(db, databaseClock)) })).map(({ result }) => result)
  }

  /** Expects that the difference was paid once, and that the order is as it was edited. */
  async function expectOnce({ id, customer, product }: Awaited<ReturnType<typeof order>>): Promise<void> {
    const { transactions, products, fulfillments, ...row } = await db.order.findUniqueOrThrow({
      where: ofStore(id),
      include: { transactions: { orderBy: { id: 'asc' } }, products: true, fulfillments: true, customer: true },
    })
    expect(transactions.map(({ result, total }) => [result, Number(total)])).toEqual([
      ['captured', 300],
      ['captured', 200],
    ])
    expect([...products, ...fulfillments].map(({ quantity }) => quantity)).toEqual([5, 5])
    expect(row).toMatchObject({ total: 500n, editDifference: 200n, customer: { totalRevenue: 500n } })
    expect((await chargesOf(db, customer.id)).map(({ amount }) => amount).sort()).toEqual([200, 300])
    expect(await onHand(db, product)).toBe(5)
  }

  it.each(points)('of a process that is stopped %s is paid once', async (point) => {
    const own = await order()
    const [late] = await stoppedAt(stopping, point, own.send)
    expect(await passes(61)).toEqual([cleared[point]])
    expect(await own.send(neighbour.address)).toBe(200)
    stopping.child.kill('SIGCONT')
    expect(await late).toBe(point === 'before the claim' ? 503 : 200)
    await passes(122)
    expect(await own.send(neighbour.address)).toBe(200)
    await expectOnce(own)
  })

  it.each(points)('of a process that is killed %s is paid once it is repeated', async (point) => {
    const own = await order()
    const [late] = await stoppedAt(stopping, point, (address) => own.send(address).catch(() => undefined))
    stopping.child.kill('SIGKILL')
    expect(await late).toBeUndefined()
    stopping = await startServer(url ?? '')
    expect(await passes(61)).toEqual([cleared[point]])
    expect(await own.send(neighbour.address)).toBe(200)
    await passes(122)
    await expectOnce(own)
  })
})
