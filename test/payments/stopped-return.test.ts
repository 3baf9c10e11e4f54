/** Real processes that are stopped or killed at each point of the return of a charge: the card or the customer's credit has it back, once. */
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChargeRequest } from '../../src/payments/gateway.ts'
import { gatewaysOf } from '../../src/payments/gateways.ts'
import { sandboxGateway } from '../../src/payments/sandbox.ts'
import { reconcile } from '../../src/purchases/payment/reconcile.ts'
import { ofStore } from '../support/of-store.ts'
import { openStore } from '../support/store.ts'
import { ask } from '../writes/ask.ts'
import { addCustomer, addProduct } from '../writes/rows.ts'
import { expectBalanced } from './balance.ts'
import type { ReturnPoint } from './points.ts'
import { hour, minute, sharedTime } from './shared-time.ts'
import { roundOf, type Server, startRounds, stoppedAt } from './stopping.ts'

const time = sharedTime()
const { clock, pass, passUntil } = time
/** Runs before the gateway charges. */
let meanwhile = async () => {}
const store = await openStore({
  isApart: true,
  now: clock.now,
  gateway(db) {
    const sandbox = sandboxGateway(db, clock)
    const charge = async (request: ChargeRequest) => {
      await meanwhile()
      return sandbox.charge(request)
    }
    return { ...sandbox, charge }
  },
})
const { db, url } = store

/** The answer of the gateway to further returns, by the token of the charge. */
type Mood = 'succeed' | 'refund_decline' | 'refund_fail'

/** A charge of 500 that comes too late to be used, and is due to be returned. */
async function late() {
  const { id } = await addCustomer(db)
  const product = await addProduct(db, { price: 500, stock: 1 })
  meanwhile = async () => {
    pass(minute + 1)
    await reconcile({ db, clock, gateways: gatewaysOf(sandboxGateway(db, clock)) })
    await db.productInventory.updateMany({
      where: { storeId: 1n, productInstanceId: product.instanceId },
      data: { quantityOnHand: 0 },
    })
  }
  const products = [{ product_instance: { id: product.instanceId } }]
  const answer = await ask(store, 'REST', 'createOrder', { customer: { id }, products }, { key: `late-${id}` })
  expect(answer).toMatchObject({ status: 400, message: expect.stringMatching(/is given back/) })
  const payment = () => db.payment.findFirstOrThrow({ where: { customerId: id } })
  const { reference } = await payment()
  return {
    id,
    reference,
    payment,
    gatewayWill: (mood: Mood) => db.sandboxCharge.update({ where: { reference }, data: { token: `tok_${mood}` } }),
  }
}

type Late = Awaited<ReturnType<typeof late>>

/** Expects that a charge is back once, and that the books of the store and of the gateway say the same. */
async function expectBack({ id, reference, payment }: Late): Promise<void> {
  const returns = await db.sandboxRefund.findMany({ where: { charge: `sandbox_${reference}` } })
  const answers = await Promise.all(returns.map((each) => sandboxGateway(db, clock).findRefund(each.reference)))
  const given = returns.filter((_, index) => answers[index]?.result === 'done').map(({ amount }) => Number(amount))
  const entries = (await db.creditEntry.findMany({ where: { customerId: id } })).map(({ amount }) => Number(amount))
  const { credit } = await db.customer.findUniqueOrThrow({ where: ofStore(id) })
  const { id: paymentId, state, dueAt } = await payment()
  expect({ given, entries, credit: Number(credit) }).toEqual(
    state === 'credited' ? { given: [], entries: [500], credit: 500 } : { given: [500], entries: [], credit: 0 },
  )
  // One that is given back is looked up again while it may come back.
  if (state === 'credited') expect(dueAt).toBeNull()
  expect(await db.creditEntry.count({ where: { returnedPaymentId: paymentId } })).toBe(entries.length)
  const events = await db.event.findMany({ where: { customerId: id, type: { in: ['payment.refunded', 'payment.credited'] } } })
  expect(events.map(({ type }) => type)).toEqual([`payment.${state}`])
  const back = () => ({ captured: 500, refunded: [...given, ...entries].reduce((sum, amount) => sum + amount, 0) })
  expect(await expectBalanced(db, id, back)).toEqual({ paid: 0, charges: 1, refunds: 1 })
}

type Step = 'first try' | 'second try' | 'credit'
type Case = [step: Step, point: ReturnPoint, mood: Mood]

const cases: Case[] = [
  ['first try', 'before the look', 'succeed'],
  ['first try', 'before the return', 'succeed'],
  ['first try', 'after the return', 'succeed'],
  ['first try', 'before the commit', 'succeed'],
  ['first try', 'before the return', 'refund_decline'],
  ['first try', 'after the return', 'refund_decline'],
  ['second try', 'before the number', 'succeed'],
  ['second try', 'before the look', 'succeed'],
  ['second try', 'before the return', 'succeed'],
  ['second try', 'after the return', 'succeed'],
  ['second try', 'before the number', 'refund_decline'],
  ['second try', 'before the look', 'refund_decline'],
  ['second try', 'before the return', 'refund_decline'],
  ['second try', 'after the return', 'refund_decline'],
  ['credit', 'before the credit', 'refund_decline'],
  ['credit', 'before the commit', 'refund_decline'],
]

/** The points behind which another process finds something else each. */
const kills: Case[] = [
  ['first try', 'before the return', 'succeed'],
  ['first try', 'after the return', 'succeed'],
  ['first try', 'after the return', 'refund_decline'],
  ['second try', 'before the number', 'succeed'],
  ['second try', 'before the look', 'refund_decline'],
  ['credit', 'before the commit', 'refund_decline'],
]

/** The points at which a process holds locks of a transaction. */
const isInTransaction = (point: ReturnPoint) => point === 'before the credit' || point === 'before the commit'

// The embedded database is in one process alone.
describe.skipIf(!url)('The return of a charge', () => {
  let stopping: Server
  let neighbour: Server
  const start = () => startRounds(url ?? '', time.file)

  beforeAll(async () => {
    ;[stopping, neighbour] = await Promise.all([start(), start()])
  })

  afterAll(() => {
    for (const { child } of [stopping, neighbour]) child.kill('SIGKILL')
    time.remove()
  })

  /** Lets rounds of the other process follow one another, each when the return is due, until it is given back or credited. */
  async function goOn({ payment }: Late): Promise<string | undefined> {
    for (let round = 0; round < 100; round += 1) {
      const result = (await roundOf(neighbour)).at(-1)
      if (result && result !== 'failed') return result
      const { dueAt } = await payment()
      passUntil(dueAt)
    }
    return undefined
  }

  const nextDue = async () => (await db.payment.aggregate({ _min: { dueAt: true } }))._min.dueAt

  /** Brings a return to its first try, its second, or its credit. */
  async function reach(step: Step, own: Late): Promise<void> {
    if (step === 'first try') return
    await own.gatewayWill('refund_decline')
    const pauses = step === 'second try' ? [1] : [1, 2, 4, 8, 16, 32, 9]
    for (const hours of pauses) {
      expect(await roundOf(neighbour)).toEqual(['failed'])
      pass(hours * hour)
    }
  }

  /** A process has stopped at a point of a return, for a minute so far. */
  async function stopAt([step, point, mood]: Case) {
    const own = await late()
    await reach(step, own)
    await own.gatewayWill(mood)
    const [round] = await stoppedAt(stopping, point, () => roundOf(stopping))
    pass(minute)
    return { own, round, end: mood === 'succeed' ? 'given back' : 'credited' }
  }

  /** Expects that nothing more comes of a return, now that the gateway would make it. */
  async function expectOver(own: Late): Promise<void> {
    await own.gatewayWill('succeed')
    pass(1_000 * hour)
    expect(await Promise.all([stopping, neighbour].map(roundOf))).toEqual([[], []])
    await expectBack(own)
  }

  it.each(cases)('is made once: its %s by a process that is stopped %s (the gateway will %s)', async (...of) => {
    const { own, round, end } = await stopAt(of)
    // PostgreSQL ends a session that does nothing in a transaction (idle_in_transaction_session_timeout).
    if (isInTransaction(of[1]))
      await db.$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle in transaction'`
    expect(await goOn(own)).toBe(end)
    await own.gatewayWill('succeed')
    stopping.child.kill('SIGCONT')
    await round
    await expectOver(own)
  })

  it.each(cases.filter(([, point]) => isInTransaction(point)))(
    'is made once: its %s by a process that is stopped %s, whose locks the other passes over (the gateway will %s)',
    async (...of) => {
      const { own, round, end } = await stopAt(of)
      expect(await roundOf(neighbour)).toEqual([])
      stopping.child.kill('SIGCONT')
      expect(await round).toEqual([end])
      await expectOver(own)
    },
  )

  it.each(kills)('is made once: its %s by a process that is killed %s (the gateway will %s)', async (...of) => {
    const started = start()
    const { own, end } = await stopAt(of)
    stopping.child.kill('SIGKILL')
    stopping = await started
    expect(await goOn(own)).toBe(end)
    await expectOver(own)
  })

  it('is made once of each of eight, by two processes that are stopped at random by turns', async () => {
    const charges: Late[] = []
    while (charges.length < 8) charges.push(await late())
    for (let turn = 0; turn < 30; turn += 1) {
      for (const each of charges) await each.gatewayWill(Math.random() < 0.1 ? 'succeed' : 'refund_decline')
      const [one, other] = turn % 2 ? [stopping, neighbour] : [neighbour, stopping]
      const round = roundOf(one)
      await setTimeout(Math.random() * 20)
      one.child.kill('SIGSTOP')
      for (const hours of [Math.random(), 5 * Math.random()]) {
        pass(hours * hour)
        await roundOf(other)
      }
      one.child.kill('SIGCONT')
      await round
    }
    for (let next = await nextDue(); next; next = await nextDue()) {
      passUntil(next)
      await roundOf(neighbour)
    }
    for (const each of charges) await expectOver(each)
  })

  it('that came back is made again, whatever a process says that was stopped before it did', async () => {
    const { own, round } = await stopAt(['first try', 'after the return', 'refund_fail'])
    pass(24 * hour)
    expect(await roundOf(neighbour)).toEqual(['failed'])
    stopping.child.kill('SIGCONT')
    expect(await round).toEqual([])
    expect(await goOn(own)).toBe('given back')
    await expectBack(own)
  })
})
