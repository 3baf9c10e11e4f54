/** Real processes that are stopped or killed while a captured charge cannot be written: it is written once, or given back once. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sandboxGateway } from '../../src/payments/sandbox.ts'
import { openStore } from '../support/store.ts'
import { ask } from '../writes/ask.ts'
import { addCustomer, addProduct, onHand } from '../writes/rows.ts'
import { expectBalanced } from './balance.ts'
import type { ReturnPoint } from './points.ts'
import { hour, minute, sharedTime } from './shared-time.ts'
import { roundOf, type Server, startRounds, stoppedAt } from './stopping.ts'
import { breakWrites, mendWrites } from './unwritten.ts'

const time = sharedTime()
const { clock, pass, passUntil } = time
const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const store = await openStore({ isApart: true, now: clock.now, log: quiet, gateway: (db) => sandboxGateway(db, clock) })
const { db, url } = store

/** A charge of 500 for the only piece in stock, whose rows cannot be written. */
async function unwritten() {
  const [{ id }, product] = [await addCustomer(db), await addProduct(db, { price: 500, stock: 1 })]
  const products = [{ product_instance: { id: product.instanceId } }]
  await breakWrites(db)
  const { status } = await ask(store, 'REST', 'createOrder', { customer: { id }, products }, { key: `unwritten-${id}` })
  expect(status).toBe(503)
  pass(minute + 1)
  return { id, left: () => onHand(db, product), payment: () => db.payment.findFirstOrThrow({ where: { customerId: id } }) }
}

type Unwritten = Awaited<ReturnType<typeof unwritten>>

/** Expects that a charge has paid for its order, or is back, once. */
async function expectOnce({ id, left, payment }: Unwritten, end: 'captured' | 'refunded'): Promise<void> {
  expect((await payment()).state).toBe(end)
  expect(await left()).toBe(end === 'captured' ? 0 : 1)
  const taken = async (reference: string, amount: number) => {
    const { _sum } = await db.sandboxRefund.aggregate({ where: { charge: `sandbox_${reference}` }, _sum: { amount: true } })
    return { captured: amount, refunded: Number(_sum.amount ?? 0) }
  }
  const [paid, refunds] = end === 'captured' ? [1, 0] : [0, 1]
  expect(await expectBalanced(db, id, taken)).toEqual({ paid, charges: 1, refunds })
}

type Step = 'first failure' | 'last try'
const points: [Step, ReturnPoint][] = [
  ['first failure', 'before the note'],
  ['last try', 'before the refund is due'],
  ['last try', 'before the commit'],
  ['last try', 'before the look'],
  ['last try', 'after the return'],
]

// The embedded database is in one process alone.
describe.skipIf(!url)('A captured charge that cannot be written', () => {
  let stopping: Server
  let neighbour: Server
  const start = () => startRounds(url ?? '', time.file)

  beforeAll(async () => {
    ;[stopping, neighbour] = await Promise.all([start(), start()])
  })

  beforeEach(() => mendWrites(db))

  afterAll(() => {
    for (const { child } of [stopping, neighbour]) child.kill('SIGKILL')
    time.remove()
  })

  /** Lets rounds of the other process follow one another, each when the payment is due, until it is settled. */
  async function goOn({ payment }: Unwritten): Promise<string> {
    for (let round = 0; round < 100; round += 1) {
      await roundOf(neighbour)
      const { state, dueAt } = await payment()
      if (['captured', 'refunded'].includes(state)) return state
      passUntil(dueAt)
    }
    throw new Error('The payment is open.')
  }

  /** A process has stopped at a point, for a minute so far. */
  async function stopAt(step: Step, point: ReturnPoint) {
    const own = await unwritten()
    if (step === 'last try') {
      expect(await roundOf(neighbour)).toEqual(['failed'])
      pass(72 * hour)
    }
    const [round] = await stoppedAt(stopping, point, () => roundOf(stopping))
    pass(minute + 1)
    return { own, round }
  }

  /** PostgreSQL ends a session that does nothing in a transaction (idle_in_transaction_session_timeout). */
  const endIdle = () => db.$executeRaw`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`

  async function expectOver(own: Unwritten, end: 'captured' | 'refunded'): Promise<void> {
    pass(1_000 * hour)
    expect(await Promise.all([stopping, neighbour].map(roundOf))).toEqual([[], []])
    await expectOnce(own, end)
  }

  it.each(points)('is given back once: its %s by a process that is stopped %s', async (step, point) => {
    const { own, round } = await stopAt(step, point)
    await endIdle()
    expect(await goOn(own)).toBe('refunded')
    stopping.child.kill('SIGCONT')
    await round
    await expectOver(own, 'refunded')
  })

  it.each(points)('is given back once: its %s by a process that is killed %s', async (step, point) => {
    const started = start()
    const { own } = await stopAt(step, point)
    stopping.child.kill('SIGKILL')
    stopping = await started
    expect(await goOn(own)).toBe('refunded')
    await expectOver(own, 'refunded')
  })

  it.each(points.slice(0, 3))(
    'is written once, where that is mended: its %s by a process that is stopped %s',
    async (step, point) => {
      const { own, round } = await stopAt(step, point)
      await endIdle()
      await mendWrites(db)
      expect(await goOn(own)).toBe('captured')
      stopping.child.kill('SIGCONT')
      await round
      await expectOver(own, 'captured')
    },
  )
})
